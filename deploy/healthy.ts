// Ends with 0 where the program answers: `live`, or, asked again and again, until it is `ready`. The images have no curl.
const { PORT: port = '3000', HOST: host = '127.0.0.1' } = process.env;
const isEverywhere = host === '0.0.0.0' || host === '::';
const address = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
const says = (probe: string): Promise<boolean> =>
  fetch(`http://${address}:${port}/${probe}`, { signal: AbortSignal.timeout(4_000) }).then(
    (response) => response.ok,
    () => false,
  );

if (process.argv[2] === 'until-ready') {
  // systemd ends it when it has waited for long enough, or the program has ended.
  while (!(await says('ready'))) await new Promise((resolve) => setTimeout(resolve, 200));
} else process.exitCode = (await says('live')) ? 0 : 1;
