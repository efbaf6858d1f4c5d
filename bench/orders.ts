import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from '../src/db/embedded/free-port.ts';
import { until } from '../test/harness/until.ts';
import { checkAfterwards } from './check-afterwards.ts';
import type { Measured } from './load.ts';
import { findPostmaster } from './machine.ts';
import { makeEvent, onDatabase, type BenchEvent } from './make-event.ts';
import type { Options } from './options.ts';
import type { Row } from './report.ts';
import { latencyRow, otherWork, rateRow, runRounds, type Step } from './rounds.ts';
import { BEHIND_PROXY, startProduct } from './start-product.ts';

const CONNECTIONS = 64;
const NAIVE_POOL = 20;
const AIMS = { free: 10, paid: 6 };

const run = promisify(execFile);

/** Whole purchases, against a shop that takes a transaction with row locks per step, on the same database and tables. */
export async function benchOrders(onProgress: (line: string) => void, options: Options): Promise<Row[]> {
  const product = await startProduct(BEHIND_PROXY);
  const { program, databaseUrl, secretKey, publicKey: key } = product;
  const baselines: ChildProcess[] = [];
  try {
    const port = await freePort();
    const naiveUrl = `http://127.0.0.1:${port}`;
    const words = [String(port), String(NAIVE_POOL), databaseUrl, program.publicUrl, secretKey];
    const naive = spawn(process.execPath, ['bench/order-baselines.ts', ...words], { stdio: 'inherit' });
    baselines.push(naive);
    await until('the naive shop to listen', () =>
      fetch(`${naiveUrl}/ready`).then(
        () => true,
        () => false,
      ),
    );
    await letMailsWait(databaseUrl);
    const event = (slug: string, priceMinor: number) =>
      makeEvent(databaseUrl, { slug, ticketTypes: 1, capacity: 10_000_000, priceMinor });
    const events = { free: await event('bench-free', 0), paid: await event('bench-paid', 1_000_000) };
    const kinds = (['free', 'paid'] as const).filter((kind) => options.only?.has(kind) ?? true);
    const steps = kinds.flatMap((kind): Step[] => {
      const step = (name: string, url: string, pid: number | undefined): Step => ({
        name: `${kind} ${name}`,
        loads: [{ pid: pid ?? 0, load: (seconds) => buy({ url, event: events[kind], key, seconds }) }],
      });
      return [step('ours', program.publicUrl, program.child.pid), step('naive', naiveUrl, naive.pid)];
    });
    const postmaster = await findPostmaster(databaseUrl);
    const samples = await runRounds(steps, { postmaster, options, onProgress, clear: async () => {} });
    onProgress(otherWork(samples));
    const rows = kinds.flatMap((kind) => {
      const name =
        kind === 'free' ? 'free purchases (hold, order, tickets)' : 'paid orders with a payment link';
      const [ours, other] = [`${kind} ours`, `${kind} naive`];
      return [
        ...rateRow(samples, { name: `${name} to naive`, ours, other, aim: AIMS[kind] }),
        ...latencyRow(samples, {
          name: `${name}, p99 of the order: naive to product`,
          slower: other,
          faster: ours,
          aim: null,
          field: 'p99Ms',
        }),
      ];
    });
    return [...rows, await checkAfterwards(product)];
  } finally {
    for (const child of baselines) child.kill('SIGKILL');
    await product.close();
  }
}

/**
 * Ticket e-mails are written by the same process in its spare time. They are not what is measured here, and the naive shop sends none:
 * they wait until the bench is over.
 */
async function letMailsWait(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, (client) =>
    client.query(
      `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN new.run_at := now() + interval '1 day'; RETURN new; END $$;
       CREATE TRIGGER wait BEFORE INSERT ON jobs FOR EACH ROW WHEN (new.kind = 'send_mail') EXECUTE FUNCTION wait()`,
    ),
  );
}

export async function buy(input: {
  url: string;
  event: BenchEvent;
  key: string;
  seconds: number;
}): Promise<Measured> {
  const { url, event, key, seconds } = input;
  const words = [
    url,
    `/api/v1/events/${event.slug}`,
    event.skus[0] ?? '',
    key,
    String(CONNECTIONS),
    String(seconds),
  ];
  const { stdout } = await run(process.execPath, ['bench/buyers.ts', ...words]);
  const measured = JSON.parse(stdout) as Measured & { lastFailure: string };
  if (measured.failures > 0) process.stderr.write(`${measured.failures} failed: ${measured.lastFailure}\n`);
  return measured;
}
