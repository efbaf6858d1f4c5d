import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { promisify } from 'node:util';
import { connectDatabase } from '../src/db/database.ts';
import { freePort } from '../src/db/embedded/free-port.ts';
import { addPaymentAccount } from '../src/payments/payment-accounts.ts';
import { createSecretKeys } from '../src/secrets/secret-keys.ts';
import { until } from '../test/harness/until.ts';
import { checkAfterwards } from './check-afterwards.ts';
import type { Measured } from './load.ts';
import { oneOf } from './hold-bench.ts';
import { findPostmaster } from './machine.ts';
import { makeEvent, onDatabase, type BenchEvent } from './make-event.ts';
import type { Options } from './options.ts';
import type { Row } from './report.ts';
import { costRow, latencyRow, otherWork, rateRow, runRounds, type Step } from './rounds.ts';
import { BEHIND_PROXY, startProduct, type Product } from './start-product.ts';

const CONNECTIONS = 64;
const NAIVE_POOL = 20;
const AIMS = { free: 10, paid: 6 };
const PAYSTACK = { gateway: 'paystack', credentials: { secretKey: 'sk_test_bench' } } as const;

const run = promisify(execFile);

/**
 * Whole purchases, against a shop that takes a transaction with row locks per step, on the same database and tables. Both ask a
 * gateway in a process of its own for their payment links. The demo's sandbox would not do: it is served by the product's own process,
 * which would answer its own questions, and those of the naive shop, with the time that is measured as the product's.
 */
export async function benchOrders(onProgress: (line: string) => void, options: Options): Promise<Row[]> {
  const children: ChildProcess[] = [];
  const gatewayUrl = await startServer('gateway.ts', [], children);
  const product = await startProduct({ ...BEHIND_PROXY, PAYSTACK_URL: gatewayUrl });
  const { program, databaseUrl, publicKey: key } = product;
  try {
    await connectGateway(product);
    const words = [String(NAIVE_POOL), databaseUrl, gatewayUrl];
    const naiveUrl = await startServer('order-baselines.ts', words, children);
    const nullUrl = await startServer('hold-baselines.ts', ['null'], children);
    const [, naive, nothing] = children;
    await letOthersWait(databaseUrl);
    const event = (slug: string, priceMinor: number) =>
      makeEvent(databaseUrl, { slug, ticketTypes: 1, capacity: 10_000_000, priceMinor });
    const events = { free: await event('bench-free', 0), paid: await event('bench-paid', 1_000_000) };
    const kinds = (['free', 'paid'] as const).filter((kind) => options.only?.has(kind) ?? true);
    const steps = kinds.flatMap((kind): Step[] => {
      const step = (name: string, url: string, pid: number | undefined): Step => ({
        name: `${kind} ${name}`,
        loads: [{ pid: pid ?? 0, load: (seconds) => buy({ url, event: events[kind], key, seconds }) }],
      });
      return [step('ours', program.publicUrl, program.child.pid), step('naive', naiveUrl, naive?.pid)];
    });
    // A request that is answered without being looked at: the machine's pace falls out of costs that are told in it.
    const { slug } = events.free;
    const empty = {
      url: `${nullUrl}/api/v1/events/${slug}/reservations`,
      headers: {},
      bodies: oneOf(events.free),
    };
    steps.push({
      name: 'null',
      loads: [{ pid: nothing?.pid ?? 0, load: { ...empty, connections: CONNECTIONS } }],
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
        ...costRow(samples, { name: `${name}, in requests to null`, ours, nothing: 'null', aim: null }),
      ];
    });
    return [...rows, await checkAfterwards(product)];
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await product.close();
  }
}

/** Answers its address, once it listens there. */
async function startServer(file: string, words: string[], children: ChildProcess[]): Promise<string> {
  const port = await freePort();
  children.push(spawn(process.execPath, [`bench/${file}`, String(port), ...words], { stdio: 'inherit' }));
  const url = `http://127.0.0.1:${port}`;
  await until(`bench/${file} to listen`, () =>
    fetch(`${url}/ready`).then(
      () => true,
      () => false,
    ),
  );
  return url;
}

/** The demo's first host takes its payments there from now on. */
async function connectGateway({ databaseUrl, secretKey }: Product): Promise<void> {
  const secretKeys = createSecretKeys(Buffer.from(secretKey, 'hex'));
  const database = connectDatabase({ url: databaseUrl, poolSize: 1, onIdleError: () => {} });
  await database.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>('SELECT id FROM hosts ORDER BY created_at, id LIMIT 1');
    await addPaymentAccount(
      tx,
      { secretKeys, refusesTestCredentials: false },
      { ...PAYSTACK, hostId: rows[0]?.id ?? '', currency: 'NGN' },
    );
  });
  await database.close();
}

/**
 * Ticket e-mails are written by the same process in its spare time, and after half a minute gateways are asked about what is still not
 * paid for, which here is everything. Neither is what is measured here, and the naive shop does neither: they wait until the bench is over.
 */
async function letOthersWait(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, (client) =>
    client.query(
      `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN new.run_at := now() + interval '1 day'; RETURN new; END $$;
       CREATE TRIGGER wait BEFORE INSERT OR UPDATE ON jobs FOR EACH ROW WHEN (new.kind IN ('send_mail', 'ask_gateways'))
         EXECUTE FUNCTION wait()`,
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
