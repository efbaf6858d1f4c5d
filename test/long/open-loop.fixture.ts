// A load that doesn't wait: requests arrive at a fixed rate, whatever becomes of those before. In a process of its own, which
// takes its plan from standard input and says on standard output what became of each.
import { text } from 'node:stream/consumers';
import { Pool } from 'undici';
import type { Arrival, LoadPlan, LoadReport } from './open-loop.ts';

const TICK_MS = 5;
// A report is for a person to read, too.
const MAX_SHOWN = 5;

type InFlight = { dueMs: number; abandon: (() => void) | null };

async function run({
  origin,
  ratePerSecond,
  patienceMs,
  connections,
  arrivals,
}: LoadPlan): Promise<LoadReport> {
  const pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const report: LoadReport = {
    outcomes: {},
    withoutRetryAfter: [],
    unexpected: [],
    made: [],
    lastStartMs: 0,
  };
  await openConnections(pool, connections);
  const waiting = new Set<InFlight>();
  const beginMs = performance.now();
  let done = 0;
  let allDone = (): void => {};
  const finished = new Promise<void>((resolve) => (allDone = resolve));

  function send({ kind, token, ...request }: Arrival, dueMs: number): void {
    const entry: InFlight = { dueMs, abandon: null };
    let isOver = false;
    let status = 0;
    let body = '';
    const end = (outcome: string): void => {
      if (isOver) return;
      isOver = true;
      waiting.delete(entry);
      const of = (report.outcomes[kind] ??= {});
      of[outcome] = (of[outcome] ?? 0) + 1;
      done += 1;
      if (done === arrivals.length) allDone();
    };
    waiting.add(entry);
    pool.dispatch(
      { ...request, body: request.body ?? null },
      {
        onRequestStart(controller) {
          // A client that has gone before a connection was free asks nothing.
          if (isOver) controller.abort(new Error('gone'));
          entry.abandon = () => controller.abort(new Error('gone'));
        },
        onResponseStart(_controller, statusCode, headers) {
          status = statusCode;
          const isTurnedAway = status === 429 || status === 503;
          if (
            isTurnedAway &&
            headers['retry-after'] === undefined &&
            report.withoutRetryAfter.length < MAX_SHOWN
          )
            report.withoutRetryAfter.push(`${kind} ${status}`);
        },
        onResponseData(_controller, chunk) {
          if (status >= 400 && body.length < 300) body += chunk.toString();
        },
        onResponseEnd() {
          // From when it was to come, not from when it was sent: an answer that nobody waits for any more is none.
          const isLate = performance.now() - beginMs - dueMs > patienceMs;
          if (status === 201 && token !== undefined) report.made.push(token);
          const isExpected = status < 500 || status === 503;
          if (!isExpected && report.unexpected.length < MAX_SHOWN)
            report.unexpected.push(`${kind} ${status} ${body}`);
          end(isLate ? `late ${status}` : String(status));
        },
        onResponseError: (_controller, error) => end(isOver ? 'gone' : `lost: ${nameOf(error)}`),
      },
    );
    entryOf.set(entry, () => end('abandoned'));
  }

  const entryOf = new WeakMap<InFlight, () => void>();
  let next = 0;
  const clock = setInterval(() => {
    const nowMs = performance.now() - beginMs;
    for (; next < arrivals.length; next++) {
      const dueMs = (next * 1_000) / ratePerSecond;
      if (dueMs > nowMs) break;
      const arrival = arrivals[next];
      if (arrival) send(arrival, dueMs);
      report.lastStartMs = nowMs;
    }
    for (const entry of waiting) {
      if (nowMs - entry.dueMs <= patienceMs) break;
      const { abandon } = entry;
      entryOf.get(entry)?.();
      abandon?.();
    }
  }, TICK_MS);
  await finished;
  clearInterval(clock);
  await pool.destroy();
  return report;
}

/** Before the load, as browsers and load balancers do: how fast new ones are taken is another question. */
async function openConnections(pool: Pool, count: number): Promise<void> {
  const knock = async (): Promise<void> => {
    const { body } = await pool.request({ method: 'GET', path: '/api/v1/health' });
    await body.dump();
  };
  await Promise.all(Array.from({ length: count }, knock));
}

const nameOf = (error: Error & { code?: string }): string => error.code ?? error.message;

const plan = JSON.parse(await text(process.stdin)) as LoadPlan;
process.stdout.write(JSON.stringify(await run(plan)));
