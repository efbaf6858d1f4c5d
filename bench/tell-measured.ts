import type { Load, Measured } from './load.ts';
import type { Connection } from './raw-connection.ts';

/** The result of one turn of a buyer: whether it went well, and how long the measured part took. */
export type Turn = { isGood: boolean; tookMs: number; failure?: string };

/** Lets buyers take turns on each connection until the time is over, and prints what was measured, as one line of JSON. */
export async function tell(
  { url, connections, seconds }: Pick<Load, 'url' | 'connections' | 'seconds'>,
  takeTurn: (connection: Connection) => Promise<Turn>,
  open: (url: string) => Promise<Connection>,
): Promise<void> {
  const opened = await Promise.all(Array.from({ length: connections }, () => open(url)));
  const latenciesMs: number[] = [];
  let requests = 0;
  let inTime = 0;
  let failures = 0;
  let lastFailure = '';
  const before = process.cpuUsage();
  const endMs = performance.now() + seconds * 1000;
  await Promise.all(
    opened.map(async (connection) => {
      while (performance.now() < endMs) {
        const turn = await takeTurn(connection).catch((error: unknown) => ({
          isGood: false,
          tookMs: Number.NaN,
          failure: String(error),
        }));
        // Those that end too late for the rate have cost their share of processor time too.
        requests += 1;
        if (!turn.isGood) {
          failures += 1;
          lastFailure = turn.failure ?? '';
        }
        if (performance.now() > endMs || Number.isNaN(turn.tookMs)) continue;
        inTime += 1;
        latenciesMs.push(turn.tookMs);
      }
    }),
  );
  const cpu = process.cpuUsage(before);
  for (const connection of opened) connection.close();
  const sorted = Float64Array.from(latenciesMs).sort();
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  const measured: Measured & { lastFailure: string } = {
    requestsPerSecond: inTime / seconds,
    requests,
    failures,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    loadMicros: cpu.user + cpu.system,
    lastFailure,
  };
  process.stdout.write(`${JSON.stringify(measured)}\n`);
}
