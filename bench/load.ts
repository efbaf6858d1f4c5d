import autocannon from 'autocannon';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

export type Load = { url: string; headers: Record<string, string>; connections: number; seconds: number };
export type HoldLoad = Load & { path: string; skus: string[] };
export type Measured = {
  requestsPerSecond: number;
  requests: number;
  failures: number;
  p50Ms: number;
  p99Ms: number;
};

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
  if ((await loadGenerator()) === 'wrk') return measureWithWrk(load, [load.url]);
  return toMeasured(await autocannon({ ...load, duration: load.seconds }));
}

/** Every request is another buyer from another address. */
export async function measureHolds(load: HoldLoad): Promise<Measured> {
  const headers = { ...load.headers, 'content-type': 'application/json' };
  if ((await loadGenerator()) === 'wrk') {
    const script = path.join(import.meta.dirname, 'holds.lua');
    return measureWithWrk({ ...load, headers }, ['-s', script, load.url, '--', load.path, ...load.skus]);
  }
  let number = 0;
  return toMeasured(
    await autocannon({
      url: load.url,
      connections: load.connections,
      duration: load.seconds,
      requests: [
        {
          method: 'POST',
          path: load.path,
          setupRequest(request) {
            number += 1;
            const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
            return {
              ...request,
              headers: { ...headers, 'x-device-id': randomUUID(), 'x-forwarded-for': address },
              body: JSON.stringify({ items: [{ sku: load.skus[number % load.skus.length], quantity: 1 }] }),
            };
          },
        },
      ],
    }),
  );
}

async function measureWithWrk({ headers, connections, seconds }: Load, target: string[]): Promise<Measured> {
  const headerWords = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const words = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    '--timeout',
    '10s',
    ...headerWords,
    ...target,
  ];
  const { stdout } = await run(WRK, words);
  const number = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? 0);
  const latency = (percent: number): number => {
    const [, value = '0', unit = 'ms'] = new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout) ?? [];
    return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'];
  };
  return {
    requestsPerSecond: number(/Requests\/sec:\s+([\d.]+)/),
    requests: number(/(\d+) requests in/),
    failures: number(/Non-2xx or 3xx responses: (\d+)/) + number(/timeout (\d+)/),
    p50Ms: latency(50),
    p99Ms: latency(99),
  };
}

function toMeasured(result: autocannon.Result): Measured {
  return {
    requestsPerSecond: result.requests.average,
    requests: result.requests.total,
    // It counts what is not 2xx: 304 is as good.
    failures: result.non2xx - result['3xx'] + result.errors + result.timeouts,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}
