import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { checkAfterwards } from './check-afterwards.ts';
import { clearCarts, oneOf } from './hold-bench.ts';
import { findPostmaster } from './machine.ts';
import { makeEvent, type BenchEvent } from './make-event.ts';
import type { Options } from './options.ts';
import type { Row } from './report.ts';
import { otherWork, rateRow, runRounds, type Step } from './rounds.ts';
import { BEHIND_PROXY, startProduct, type Product } from './start-product.ts';

const CONNECTIONS = 64;
const COUNTS = [1, 2, 4];
const EVENT = '/api/v1/events/lagos-rooftop-sessions';

type Started = { count: number; product: Product; hot: BenchEvent; postmaster: number; pids: number[] };

/**
 * The same load on one process, and on two and four of one start, by turns. Each start has a database of its own, and all of them the
 * same machine: with as many processes as cores, PostgreSQL and the load have to share with them.
 */
export async function benchProcesses(onProgress: (line: string) => void, options: Options): Promise<Row[]> {
  const counts = COUNTS.filter((count) => count <= Math.max(2, availableParallelism()));
  const started: Started[] = [];
  try {
    for (const count of counts) started.push(await startWith(count));
    const rows: Row[] = [];
    for (const scene of ['reads', 'holds'] as const) {
      if (options.only && !options.only.has(scene)) continue;
      onProgress(scene);
      rows.push(...(await compare(scene, started, { onProgress, options })));
    }
    for (const { product } of started) rows.push(await checkAfterwards(product));
    return rows;
  } finally {
    for (const { product } of started) await product.close();
  }
}

async function startWith(count: number): Promise<Started> {
  const product = await startProduct(BEHIND_PROXY, ['start', '--processes', String(count)]);
  const { databaseUrl, program } = product;
  const hot = await makeEvent(databaseUrl, { slug: 'bench-hot', ticketTypes: 1, capacity: 10_000_000 });
  const postmaster = await findPostmaster(databaseUrl);
  const pid = program.child.pid ?? 0;
  // The embedded database is a child as well.
  const pids = [pid, ...(await childrenOf(pid)).filter((child) => child !== postmaster)];
  return { count, product, hot, postmaster, pids };
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

async function compare(
  scene: 'reads' | 'holds',
  started: Started[],
  { onProgress, options }: { onProgress: (line: string) => void; options: Options },
): Promise<Row[]> {
  const steps = started.map((one): Step => {
    const { product, hot, count, pids, postmaster } = one;
    const headers = { authorization: `Bearer ${product.publicKey}` };
    const { publicUrl } = product.program;
    const load =
      scene === 'reads'
        ? { url: publicUrl + EVENT, headers, connections: CONNECTIONS }
        : {
            url: `${publicUrl}/api/v1/events/${hot.slug}/reservations`,
            headers,
            bodies: oneOf(hot),
            connections: CONNECTIONS,
          };
    return { name: String(count), loads: [{ pid: pids, load }], postmaster };
  });
  const samples = await runRounds(steps, {
    postmaster: started[0]?.postmaster ?? 0,
    options,
    onProgress,
    clear: async () => {
      for (const { product, hot } of started) await clearCarts(product.databaseUrl, [hot]);
    },
  });
  onProgress(otherWork(samples));
  return started.slice(1).flatMap(({ count }) =>
    rateRow(samples, {
      name: `${scene}: ${count} processes of one start to one, ${CONNECTIONS} connections`,
      ours: String(count),
      other: '1',
      aim: null,
    }),
  );
}
