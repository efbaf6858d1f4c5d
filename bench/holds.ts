import { spawn, type ChildProcess } from 'node:child_process';
import { freePort } from '../src/db/embedded/free-port.ts';
import { until } from '../test/harness/until.ts';
import { checkAfterwards } from './check-afterwards.ts';
import { clearCarts, oneOf, varied, type HoldBench, type Server } from './hold-bench.ts';
import { benchLists } from './hold-lists.ts';
import { benchLapse, benchPause, benchProcesses } from './hold-scenes.ts';
import { measure } from './load.ts';
import { findPostmaster } from './machine.ts';
import { makeEvent, onDatabase, type BenchEvent } from './make-event.ts';
import type { Options } from './options.ts';
import type { Row } from './report.ts';
import { costRow, latencyRow, otherWork, rateRow, runRounds, type Samples, type Step } from './rounds.ts';
import { BEHIND_PROXY, startProduct } from './start-product.ts';

const NAIVE_POOL = 20;
const POOLS_TO_TRY = [1, 2, 4, 8];
const STORM_CAPACITY = 1_000;

type Aims = { ofNull: number; hotCost: number; variedCost: number; naive: number };
const AIMS: Record<number, Aims> = {
  64: { ofNull: 0.42, hotCost: 3.0, variedCost: 3.8, naive: 18 },
  256: { ofNull: 0.55, hotCost: 2.4, variedCost: 2.8, naive: 25 },
};

/** The hold engine, through the whole product, against a route that does nothing and against a row lock per request. */
export async function benchHolds(onProgress: (line: string) => void, options: Options): Promise<Row[]> {
  const product = await startProduct(BEHIND_PROXY);
  const baselines: ChildProcess[] = [];
  try {
    const { databaseUrl } = product;
    const event = (slug: string, ticketTypes: number, capacity: number) =>
      makeEvent(databaseUrl, { slug, ticketTypes, capacity });
    const events = {
      hot: await event('bench-hot', 1, 10_000_000),
      many: await event('bench-many', 100, 10_000_000),
      storm: await event('bench-storm', 1, STORM_CAPACITY),
    };
    const bench: HoldBench = {
      product,
      events,
      options,
      onProgress,
      postmaster: await findPostmaster(databaseUrl),
      loadOf: ({ slug }, { bodies, connections, server }) => ({
        pid: server?.pid ?? product.program.child.pid ?? 0,
        load: {
          url: `${server?.url ?? product.program.publicUrl}/api/v1/events/${slug}/reservations`,
          headers: { authorization: `Bearer ${product.publicKey}` },
          bodies,
          connections,
        },
      }),
      clear: () => clearCarts(databaseUrl, Object.values(events)),
    };
    const others = await startBaselines(bench, baselines);
    const steps = makeSteps(bench, others);
    const samples = await runRounds(steps, { ...bench });
    if (steps.length > 0) onProgress(otherWork(samples));
    const rows = [...toRows(samples, options), ...(await stormRow(bench, samples))];
    if (isAsked(options, 'lapse')) rows.push(await benchLapse(bench));
    if (isAsked(options, 'pause')) rows.push(...(await benchPause(bench, others.null)));
    if (isAsked(options, 'lists')) rows.push(...(await benchLists(bench)));
    if (isAsked(options, 'processes')) rows.push(...(await benchProcesses(bench)));
    rows.push(await checkAfterwards(product));
    return rows;
  } finally {
    for (const child of baselines) child.kill('SIGKILL');
    await product.close();
  }
}

const isAsked = ({ only }: Options, scene: string): boolean => only?.has(scene) ?? true;

/** The others that were named; where none was, all of them. */
function askedOthers({ only }: Options): Set<string> {
  const all = ['null', 'naive', 'best'];
  const named = all.filter((name) => only?.has(name));
  return new Set(named.length > 0 ? named : all);
}

type Others = Partial<Record<'null' | 'naive' | 'best', Server>>;

async function startBaselines(bench: HoldBench, children: ChildProcess[]): Promise<Others> {
  const start = async (words: string[]): Promise<Server> => {
    const port = await freePort();
    const child = spawn(process.execPath, ['bench/hold-baselines.ts', String(port), ...words], {
      stdio: 'inherit',
    });
    children.push(child);
    const url = `http://127.0.0.1:${port}`;
    await until(`${words.join(' ')} to listen`, () =>
      fetch(`${url}/ready`).then(
        () => true,
        () => false,
      ),
    );
    return { url, pid: child.pid ?? 0 };
  };
  const naive = (pool: number) => start(['naive', String(pool), bench.product.databaseUrl]);
  const asked = askedOthers(bench.options);
  return {
    ...(asked.has('null') && { null: await start(['null']) }),
    ...(asked.has('naive') && { naive: await naive(NAIVE_POOL) }),
    ...(asked.has('best') && { best: await findBest(bench, naive) }),
  };
}

/** The naive shop with the number of connections to the database that suits it best, on this machine and now. */
async function findBest(bench: HoldBench, start: (pool: number) => Promise<Server>): Promise<Server> {
  const { hot } = bench.events;
  let best = { rate: 0, pool: 0, server: { url: '', pid: 0 } };
  for (const pool of POOLS_TO_TRY) {
    const server = await start(pool);
    const { load } = bench.loadOf(hot, { bodies: oneOf(hot), connections: 64, server });
    await measure({ ...load, seconds: 1 });
    const { requestsPerSecond: rate } = await measure({ ...load, seconds: 1 });
    if (rate > best.rate) best = { rate, pool, server };
  }
  bench.onProgress(`naive does best with ${best.pool} connections to the database`);
  return best.server;
}

function makeSteps(bench: HoldBench, others: Others): Step[] {
  const { hot, many, storm } = bench.events;
  const steps: Step[] = [];
  const add = (name: string, event: BenchEvent, bodies: string[], connections: number, server?: Server) =>
    steps.push({
      name: `${name} ${connections}`,
      loads: [bench.loadOf(event, { bodies, connections, ...(server && { server }) })],
    });
  for (const connections of bench.options.connections) {
    if (isAsked(bench.options, 'hot')) {
      add('hot', hot, oneOf(hot), connections);
      for (const [name, server] of Object.entries(others)) add(name, hot, oneOf(hot), connections, server);
    }
    if (isAsked(bench.options, 'varied')) {
      add('varied', many, varied(many), connections);
      if (others.null) add('varied null', many, varied(many), connections, others.null);
    }
  }
  if (isAsked(bench.options, 'hundred')) {
    add('one', hot, oneOf(hot), 64);
    add('hundred', many, oneOf(many), 64);
  }
  if (isAsked(bench.options, 'storm')) {
    add('storm', storm, oneOf(storm), 256);
    if (others.null) add('storm null', storm, oneOf(storm), 256, others.null);
  }
  if (isAsked(bench.options, 'lonely')) {
    add('lonely', hot, oneOf(hot), 1);
    if (others.best) add('lonely best', hot, oneOf(hot), 1, others.best);
  }
  return steps;
}

function toRows(samples: Samples, { connections: all }: Options): Row[] {
  const rows: Row[] = [];
  for (const connections of all) {
    const aims = AIMS[connections];
    const at = (name: string): string => `${name} ${connections}`;
    const compare = (ours: string, other: string, name: string, aim: number | null) =>
      rows.push(
        ...rateRow(samples, {
          name: `${name}, ${connections} connections`,
          ours: at(ours),
          other: at(other),
          aim,
        }),
      );
    compare('hot', 'null', 'hot ticket type to null', aims?.ofNull ?? null);
    compare('varied', 'varied null', 'varied carts to null', aims?.ofNull ?? null);
    compare('hot', 'naive', 'hot ticket type to naive', aims?.naive ?? null);
    compare('hot', 'best', 'hot ticket type to naive at its best', 15);
    const cost = (ours: string, nothing: string, name: string, aim: number | null) =>
      rows.push(
        ...costRow(samples, {
          name: `${name} in requests to null, ${connections} connections`,
          ours: at(ours),
          nothing: at(nothing),
          aim,
        }),
      );
    cost('hot', 'null', 'a hold of the hot ticket type', aims?.hotCost ?? null);
    cost('varied', 'varied null', 'a varied cart', aims?.variedCost ?? null);
    rows.push(
      ...latencyRow(samples, {
        name: `p99 of naive to the product’s, ${connections} connections`,
        slower: at('naive'),
        faster: at('hot'),
        aim: 12,
        field: 'p99Ms',
      }),
    );
  }
  rows.push(
    ...rateRow(samples, {
      name: 'one hot ticket type to a hundred, 64 connections',
      ours: 'one 64',
      other: 'hundred 64',
      aim: 0.95,
    }),
    ...rateRow(samples, {
      name: 'sold-out storm, refusals to null, 256 connections',
      ours: 'storm 256',
      other: 'storm null 256',
      aim: 0.75,
      forgivesRefusals: true,
    }),
    ...costRow(samples, {
      name: 'a refusal of the storm in requests to null, 256 connections',
      ours: 'storm 256',
      nothing: 'storm null 256',
      aim: 1.7,
    }),
    ...latencyRow(samples, {
      name: 'a lonely buyer, median: plain transaction to product',
      slower: 'lonely best 1',
      faster: 'lonely 1',
      aim: 1.1,
      field: 'p50Ms',
    }),
  );
  return rows;
}

/** A thousand tickets, many more buyers: exactly a thousand are held. */
async function stormRow({ product, events }: HoldBench, samples: Samples): Promise<Row[]> {
  const requests = (samples.get('storm 256') ?? []).reduce((sum, one) => sum + one.requests, 0);
  if (requests === 0) return [];
  const held = await onDatabase(product.databaseUrl, async (client) => {
    const { rows } = await client.query<{ held: number }>('SELECT held FROM ticket_types WHERE id = $1', [
      events.storm.skus[0],
    ]);
    return rows[0]?.held ?? Number.NaN;
  });
  return [
    {
      name: 'sold-out storm, held to capacity',
      ratio: held / STORM_CAPACITY,
      aim: 1,
      detail: `${held} of ${STORM_CAPACITY} held; ${requests} requests`,
      failures: 0,
    },
  ];
}
