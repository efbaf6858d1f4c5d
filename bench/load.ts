import autocannon from 'autocannon';
import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { promisify } from 'node:util';

export type Load = { url: string; headers: Record<string, string>; connections: number; seconds: number };
export type Measured = { requestsPerSecond: number; requests: number; failures: number };

const run = promisify(execFile);
const WRK = '/usr/bin/wrk';

/** `wrk` (Debian's package) loads the server with a fraction of its own cost; autocannon is there everywhere. */
export async function loadGenerator(): Promise<'wrk' | 'autocannon'> {
  return access(WRK).then(
    () => 'wrk',
    () => 'autocannon',
  );
}

export async function measure(load: Load): Promise<Measured> {
  return (await loadGenerator()) === 'wrk' ? measureWithWrk(load) : measureWithAutocannon(load);
}

async function measureWithWrk({ url, headers, connections, seconds }: Load): Promise<Measured> {
  const headerWords = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const words = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', ...headerWords, url];
  const { stdout } = await run(WRK, words);
  const number = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? 0);
  return {
    requestsPerSecond: number(/Requests\/sec:\s+([\d.]+)/),
    requests: number(/(\d+) requests in/),
    failures: number(/Non-2xx or 3xx responses: (\d+)/) + number(/timeout (\d+)/),
  };
}

async function measureWithAutocannon({ url, headers, connections, seconds }: Load): Promise<Measured> {
  const result = await autocannon({ url, headers, connections, duration: seconds });
  const failures = result.non2xx + result.errors + result.timeouts;
  return { requestsPerSecond: result.requests.average, requests: result.requests.total, failures };
}
