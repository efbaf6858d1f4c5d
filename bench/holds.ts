import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkInvariants } from '../src/invariants/check-invariants.ts';
import { connectDatabase } from '../src/db/database.ts';
import { freePort } from '../src/db/embedded/free-port.ts';
import type { Program } from '../test/harness/program.ts';
import { until } from '../test/harness/until.ts';
import { measureHolds, type Measured } from './load.ts';
import { makeEvent, onDatabase } from './make-event.ts';
import { median, type Row } from './report.ts';
import { residentMib } from './resident-mib.ts';
import { BEHIND_PROXY, startProduct, type Product } from './start-product.ts';

const ROUNDS = 5;
const SECONDS = 2;
const NAIVE_POOL = 20;
const NAIVE_BEST_POOL = 2; // found by trying 1, 2, 4, 8 and 20

const MEMORY_ROUNDS = 6;
const FLAT = 0.9; // a garbage-collected heap breathes by some per cent from round to round; a leak grows by far more

type Target = { name: string; url: string; path: string; skus: string[] };

/** The hold engine, through the whole product, against a route that does nothing and against a row lock per request. */
export async function benchHolds(onProgress: (line: string) => void): Promise<Row[]> {
  const started = await startProduct(BEHIND_PROXY);
  const { program, databaseUrl, publicKey: key } = started;
  const baselines: ChildProcess[] = [];
  try {
    const hot = await makeEvent(databaseUrl, { slug: 'bench-hot', ticketTypes: 1, capacity: 10_000_000 });
    const many = await makeEvent(databaseUrl, { slug: 'bench-many', ticketTypes: 100, capacity: 10_000_000 });
    const product = (event: { slug: string; skus: string[] }): Target => ({
      name: 'product',
      url: program.publicUrl,
      path: pathOf(event.slug),
      skus: event.skus,
    });
    const baseline = async (name: string, words: string[]): Promise<Target> => {
      const port = await freePort();
      baselines.push(
        spawn(process.execPath, ['bench/hold-baselines.ts', String(port), ...words], { stdio: 'inherit' }),
      );
      const url = `http://127.0.0.1:${port}`;
      await until(`${name} to listen`, () =>
        fetch(`${url}/ready`).then(
          () => true,
          () => false,
        ),
      );
      return { name, url, path: pathOf(hot.slug), skus: hot.skus };
    };
    const nothing = await baseline('null', ['null']);
    const naive = await baseline('naive', ['naive', String(NAIVE_POOL), databaseUrl]);
    const naiveBest = await baseline('naive at its best', ['naive', String(NAIVE_BEST_POOL), databaseUrl]);

    const compare = async (connections: number, targets: Target[]): Promise<Map<string, Measured[]>> => {
      const measured = new Map<string, Measured[]>(targets.map(({ name }) => [name, []]));
      for (let round = 0; round <= ROUNDS; round++) {
        for (const target of targets) {
          const seconds = round === 0 ? 1 : SECONDS;
          const result = await measureHolds({
            ...target,
            connections,
            seconds,
            headers: { authorization: `Bearer ${key}` },
          });
          // The first round warms everybody up.
          if (round > 0) measured.get(target.name)?.push(result);
        }
        onProgress(
          `${targets.map(({ name }) => name).join(', ')}, ${connections} connections: round ${round} of ${ROUNDS}`,
        );
      }
      return measured;
    };

    const rows: Row[] = [];
    for (const connections of [64, 256]) {
      const measured = await compare(connections, [product(hot), nothing, naive, naiveBest]);
      const against = (other: string, aim: number) =>
        ratioRow(`hot ticket type, ${connections} connections, to ${other}`, measured, 'product', other, aim);
      rows.push(against('naive', 10), against('naive at its best', 5), against('null', 0.5));
      rows.push(
        latencyRow(`p99, ${connections} connections: naive to product`, measured, 'naive', 'product', 5),
      );
    }
    const spread = await compare(64, [
      { ...product(hot), name: 'one' },
      { ...product(many), name: 'hundred' },
    ]);
    rows.push(ratioRow('one hot ticket type to a hundred', spread, 'one', 'hundred', 0.8));
    const lonely = await compare(1, [product(hot), naiveBest]);
    rows.push(
      latencyRow(
        'a lonely buyer, median: plain transaction to product',
        lonely,
        'naive at its best',
        'product',
        1,
        'p50Ms',
      ),
    );
    rows.push(...(await benchStorm({ databaseUrl, key, product, nothing })));
    rows.push(await benchLapse(databaseUrl, product(hot), key));
    rows.push(...(await benchProcesses(started, product(hot))));
    return rows;
  } finally {
    for (const child of baselines) child.kill('SIGKILL');
    await started.close();
  }
}

const pathOf = (slug: string): string => `/api/v1/events/${slug}/reservations`;

function ratioRow(
  name: string,
  measured: Map<string, Measured[]>,
  ours: string,
  other: string,
  aim: number,
): Row {
  const [a, b] = [measured.get(ours) ?? [], measured.get(other) ?? []];
  const ratios = a.map(
    (round, index) => round.requestsPerSecond / (b[index]?.requestsPerSecond ?? Number.NaN),
  );
  const rate = (rounds: Measured[]): number =>
    Math.round(median(rounds.map((round) => round.requestsPerSecond)));
  const failures = a.reduce((sum, round) => sum + round.failures, 0);
  const detail = `${rate(a)}/s against ${rate(b)}/s; rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`;
  return { name, ratio: median(ratios), aim, detail, failures };
}

function latencyRow(
  name: string,
  measured: Map<string, Measured[]>,
  slower: string,
  faster: string,
  aim: number,
  which: 'p99Ms' | 'p50Ms' = 'p99Ms',
): Row {
  const [a, b] = [measured.get(slower) ?? [], measured.get(faster) ?? []];
  const ratios = a.map((round, index) => round[which] / (b[index]?.[which] ?? Number.NaN));
  const ms = (rounds: Measured[]): string => median(rounds.map((round) => round[which])).toFixed(2);
  return { name, ratio: median(ratios), aim, detail: `${ms(a)} ms against ${ms(b)} ms`, failures: 0 };
}

/** A thousand tickets, many more buyers: exactly a thousand are held, and the refusals come fast. */
async function benchStorm(parts: {
  databaseUrl: string;
  key: string;
  product: (event: { slug: string; skus: string[] }) => Target;
  nothing: Target;
}): Promise<Row[]> {
  const capacity = 1_000;
  const event = await makeEvent(parts.databaseUrl, { slug: 'bench-storm', ticketTypes: 1, capacity });
  const headers = { authorization: `Bearer ${parts.key}` };
  const ratios: number[] = [];
  let requests = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const ours = await measureHolds({ ...parts.product(event), connections: 256, seconds: SECONDS, headers });
    const theirs = await measureHolds({ ...parts.nothing, connections: 256, seconds: SECONDS, headers });
    requests += ours.requests;
    ratios.push(ours.requestsPerSecond / theirs.requestsPerSecond);
  }
  const held = await onDatabase(parts.databaseUrl, async (client) => {
    const { rows } = await client.query<{ held: number }>('SELECT held FROM ticket_types WHERE id = $1', [
      event.skus[0],
    ]);
    return rows[0]?.held ?? Number.NaN;
  });
  return [
    {
      name: 'sold-out storm, refusals to null',
      ratio: median(ratios),
      aim: 0.6,
      detail: `${requests} requests for ${capacity} tickets; rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
      failures: 0,
    },
    {
      name: 'sold-out storm, held to capacity',
      ratio: held / capacity,
      aim: 1,
      detail: `${held} of ${capacity} held`,
      failures: 0,
    },
  ];
}

/** Lapsed holds of the hot ticket type given back while new ones of it are being made: both rates at the same time. */
async function benchLapse(databaseUrl: string, target: Target, key: string): Promise<Row> {
  return onDatabase(databaseUrl, async (client) => {
    await client.query(
      'BEGIN; UPDATE holds SET expires_at = now(); UPDATE reservations SET expires_at = now() WHERE ended_at IS NULL; COMMIT',
    );
    const load = {
      ...target,
      connections: 64,
      seconds: SECONDS,
      headers: { authorization: `Bearer ${key}` },
    };
    const loading = new AbortController();
    const holding = measureHolds(load).finally(() => loading.abort());
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

/** More processes on the same database, all loaded at once: nothing deadlocks, nothing is oversold, nobody's memory grows. */
async function benchProcesses(product: Product, first: Target): Promise<Row[]> {
  const programs: Program[] = [product.program];
  const rows: Row[] = [];
  const headers = { authorization: `Bearer ${product.publicKey}` };
  const alone = await measureHolds({ ...first, connections: 64, seconds: SECONDS, headers });
  for (const count of [2, 4]) {
    while (programs.length < count) programs.push(await product.join());
    const targets = programs.map(({ publicUrl }) => ({ ...first, url: publicUrl }));
    const sellAtOnce = (): Promise<Measured[]> =>
      Promise.all(
        targets.map((target) =>
          measureHolds({ ...target, connections: Math.floor(64 / count), seconds: SECONDS, headers }),
        ),
      );
    const measured = await sellAtOnce();
    const together = measured.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
    rows.push({
      name: `${count} processes on one database, together, to one`,
      ratio: together / alone.requestsPerSecond,
      aim: null,
      detail: `${Math.round(together)}/s against ${Math.round(alone.requestsPerSecond)}/s, on the same cores`,
      failures: measured.reduce((sum, { failures }) => sum + failures, 0),
    });
    const memoryMib: number[][] = programs.map(() => []);
    for (let round = 0; round < MEMORY_ROUNDS; round++) {
      await sellAtOnce();
      for (const [index, { child }] of programs.entries())
        memoryMib[index]?.push(await residentMib(child.pid ?? 0));
    }
    rows.push(memoryRow(`${count} processes selling, memory after the first half to the end`, memoryMib));
  }
  const log = await readFile(path.join(product.dataDir, 'postgres.log'), 'utf8');
  const deadlocks = log.split('deadlock detected').length - 1;
  const database = connectDatabase({ url: product.databaseUrl, poolSize: 1, onIdleError: () => {} });
  const violations = await checkInvariants(database).finally(() => database.close());
  const detail = `${deadlocks} deadlocks, ${violations.length} broken promises after all of this`;
  return [
    ...rows,
    {
      name: 'the data afterwards',
      ratio: violations.length + deadlocks === 0 ? 1 : 0,
      aim: 1,
      detail,
      failures: 0,
    },
  ];
}

/**
 * What a process keeps is bounded, so its memory stops growing once the rate limiter's counters and the heap have reached
 * their size: the most of the first rounds against the most of the last ones, of the process that does worst.
 */
function memoryRow(name: string, memoryMib: number[][]): Row {
  const half = MEMORY_ROUNDS / 2;
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
