import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readProcess } from './cpu-micros.ts';

export type Load = {
  url: string;
  headers: Record<string, string>;
  /**
   * Sent by turns, each by another buyer from another address, whose id stands where the body has `ANY_BUYER`. None: the address
   * is read.
   */
  bodies?: string[];
  connections: number;
  seconds: number;
};
export type Measured = {
  requestsPerSecond: number;
  requests: number;
  failures: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the load itself, without its start; where it can't say it, what it used in all. */
  loadMicros: number;
};

/** As long as an id is. bench/holds.lua has it too. */
export const ANY_BUYER = '00000000-0000-0000-0000-000000000000';

const run = promisify(execFile);
const WRK = '/usr/bin/wrk';

/** `wrk` (Debian's package) loads the server at less cost than a program of ours can; that one is there everywhere. */
export async function loadGenerator(): Promise<'wrk' | 'bench/generator.ts'> {
  return access(WRK).then(
    () => 'wrk',
    () => 'bench/generator.ts',
  );
}

export async function measure(asked: Load): Promise<Measured> {
  const load = asked.bodies
    ? { ...asked, headers: { ...asked.headers, 'content-type': 'application/json' } }
    : asked;
  if ((await loadGenerator()) === 'wrk') return measureWithWrk(load);
  const generator = path.join(import.meta.dirname, 'generator.ts');
  const { stdout } = await run(process.execPath, [generator, JSON.stringify(load)]);
  return JSON.parse(stdout) as Measured;
}

async function measureWithWrk({ url, headers, bodies, connections, seconds }: Load): Promise<Measured> {
  const script = path.join(import.meta.dirname, 'holds.lua');
  const words = [
    '-t1',
    `-c${connections}`,
    `-d${Math.ceil(seconds)}s`,
    '--latency',
    '--timeout',
    '10s',
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(bodies ? ['-s', script, url, '--', new URL(url).pathname, ...bodies] : [url]),
  ];
  const before = await readProcess('self');
  const { stdout } = await run(WRK, words);
  const after = await readProcess('self');
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
    loadMicros: after.endedMicros - before.endedMicros,
  };
}
