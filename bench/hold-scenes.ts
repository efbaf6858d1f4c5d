import { Agent, request } from 'node:http';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Program } from '../test/harness/program.ts';
import { oneOf, type HoldBench, type Server } from './hold-bench.ts';
import { measure } from './load.ts';
import { onDatabase } from './make-event.ts';
import { spreadOf, type Row } from './report.ts';
import { residentMib } from './resident-mib.ts';
import { otherWork, rateRow, runRounds, type Step } from './rounds.ts';

// Longer than a pool keeps a connection that nobody uses, unless it is told otherwise.
const PAUSE_MS = 12_000;
const PAUSES = 5;
const FLAT = 0.9; // a garbage-collected heap breathes by some per cent from round to round; a leak grows by far more

/** Lapsed holds of the hot ticket type given back while new ones of it are being made: both rates at the same time. */
export async function benchLapse(bench: HoldBench): Promise<Row> {
  const { hot } = bench.events;
  const { load } = bench.loadOf(hot, { bodies: oneOf(hot), connections: 64 });
  const { seconds } = bench.options;
  await bench.clear();
  await measure({ ...load, seconds: 2 * seconds });
  return onDatabase(bench.product.databaseUrl, async (client) => {
    await client.query(
      `BEGIN; UPDATE holds SET expires_at = now() WHERE ticket_type_id = '${hot.skus[0]}';
       UPDATE reservations SET expires_at = now() WHERE ended_at IS NULL AND event_id = '${hot.eventId}'; COMMIT`,
    );
    const loading = new AbortController();
    const holding = measure({ ...load, seconds }).finally(() => loading.abort());
    const startedAtMs = performance.now();
    let count = 0;
    for (let set = 1; set > 0 && !loading.signal.aborted; count += set) {
      const { rows } = await client.query<{ count: number }>('SELECT give_back_lapsed(250) AS count');
      set = rows[0]?.count ?? 0;
    }
    const givenBack = count / ((performance.now() - startedAtMs) / 1000);
    const held = (await holding).requestsPerSecond;
    return {
      name: 'lapsed holds given back to new holds made, at the same time',
      ratio: givenBack / held,
      aim: 1,
      detail: `${Math.round(givenBack)}/s given back, ${Math.round(held)}/s held`,
      failures: 0,
    };
  });
}

/**
 * The first buyer after a while in which nobody came, and the one after them; and the same of the null route, to which nothing can be
 * cold but the machine and the buyer.
 */
export async function benchPause(bench: HoldBench, nothing: Server | undefined): Promise<Row[]> {
  const product = await pauseAndHold(bench, undefined);
  const row = (name: string, { first, second }: typeof product, aim: number | null): Row => ({
    name: `after ${PAUSE_MS / 1000} s without buyers: the second hold to the first${name}`,
    ratio: second.middle / first.middle,
    aim,
    detail: [second, first]
      .map(({ middle, low, high }) => `${middle.toFixed(2)} ms (${low.toFixed(2)} to ${high.toFixed(2)})`)
      .join(' against '),
    failures: 0,
  });
  return [
    row('', product, 1),
    ...(nothing ? [row(', null route', await pauseAndHold(bench, nothing), null)] : []),
  ];
}

async function pauseAndHold(bench: HoldBench, server: Server | undefined) {
  const { hot } = bench.events;
  const { load } = bench.loadOf(hot, { bodies: oneOf(hot), connections: 1, ...(server && { server }) });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const hold = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const startedAtMs = performance.now();
      const headers = {
        ...load.headers,
        'content-type': 'application/json',
        'x-device-id': randomUUID(),
      };
      const sent = request(load.url, { method: 'POST', agent, headers }, (response) => {
        response.resume().once('end', () => resolve(performance.now() - startedAtMs));
      });
      sent.once('error', reject).end(load.bodies?.[0]);
    });
  const firstMs: number[] = [];
  const secondMs: number[] = [];
  for (let pause = 0; pause < Math.min(PAUSES, bench.options.rounds); pause++) {
    for (let number = 0; number < 20; number++) await hold();
    await delay(PAUSE_MS);
    firstMs.push(await hold());
    secondMs.push(await hold());
    bench.onProgress(`pause ${pause + 1}`);
  }
  agent.destroy();
  return { first: spreadOf(firstMs), second: spreadOf(secondMs) };
}

/** More processes on the same database, each with buyers of its own: nothing is oversold, nobody's memory grows. */
export async function benchProcesses(bench: HoldBench): Promise<Row[]> {
  const { hot } = bench.events;
  const programs: Program[] = [bench.product.program];
  while (programs.length < 4) programs.push(await bench.product.join());
  const steps = [1, 2, 4].map((count): Step => {
    const loads = programs.slice(0, count).map(({ publicUrl, child }) =>
      bench.loadOf(hot, {
        bodies: oneOf(hot),
        connections: 64,
        server: { url: publicUrl, pid: child.pid ?? 0 },
      }),
    );
    return { name: String(count), loads };
  });
  const memoryMib: number[][] = programs.map(() => []);
  const noteMemory = async (): Promise<void> => {
    for (const [index, { child }] of programs.entries())
      memoryMib[index]?.push(await residentMib(child.pid ?? 0));
  };
  await bench.clear();
  const samples = await runRounds(steps, {
    ...bench,
    clear: async () => {
      await noteMemory();
      await bench.clear();
    },
  });
  await noteMemory();
  bench.onProgress(otherWork(samples));
  return [
    ...['2', '4'].flatMap((count) =>
      rateRow(samples, {
        name: `${count} processes on one hot ticket type to one, 64 connections each`,
        ours: count,
        other: '1',
        aim: 1,
      }),
    ),
    memoryRow('processes selling, memory after the first half to the end', memoryMib),
  ];
}

/**
 * A process keeps a bounded amount, so its memory stops growing once the rate limiter's counters and the heap have reached their size.
 * Compares the most of the first rounds with the most of the last ones, for the worst process.
 */
function memoryRow(name: string, memoryMib: number[][]): Row {
  const half = Math.ceil((memoryMib[0]?.length ?? 0) / 2);
  const ratios = memoryMib.map(
    (rounds) => Math.max(...rounds.slice(0, half)) / Math.max(...rounds.slice(half)),
  );
  const detail = memoryMib.map((rounds) => rounds.join(' ')).join('; ');
  return {
    name,
    ratio: Math.min(...ratios),
    aim: FLAT,
    detail: `MiB after each round: ${detail}`,
    failures: 0,
  };
}
