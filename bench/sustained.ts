import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { checkAfterwards } from './check-afterwards.ts';
import { cpuMicros } from './cpu-micros.ts';
import { findPostmaster, postgresMicros } from './machine.ts';
import { makeEvent, onDatabase, type BenchEvent } from './make-event.ts';
import type { Options } from './options.ts';
import { buy } from './orders.ts';
import { median, spreadOf, type Row } from './report.ts';
import { residentMib } from './resident-mib.ts';
import { sample, type Sample } from './rounds.ts';
import type { FromSink } from './smtp-sink.ts';
import { BEHIND_PROXY, startProduct, type Product } from './start-product.ts';
import type { FromReceivers } from './webhook-receivers.ts';

// npm run bench -- sustained [--minutes 5]: so many minutes of free purchases with their mails and deliveries, and as many of paid
// orders. Between any two slices is one without, so that a machine that slows down speaks neither for nor against them.
const SLICE_SECONDS = 5;
const LONG_SLICE_SECONDS = 30;
const LONG_FROM_MINUTES = 2;
const DRAIN_SECONDS = 10;
const MAX_CPU_MS_PER_MAIL = 15;
const CAPACITY = 10_000_000;

/** One after the other: sales that cause mails and deliveries, and sales that don't. */
type Pair = { with: Sample; without: Sample; mails: number; memoryMib: number };
type Drain = { mailsPerSecond: number; cpuMsPerMail: number; postgresMsPerMail: number };
type Measures = { pairs: Pair[]; drain: Drain };

/** Sales for minutes, with the mails and webhook deliveries that they cause, against the same sales without. */
export async function benchSustained(
  onProgress: (line: string) => void,
  { minutes }: Options,
): Promise<Row[]> {
  const [sink, receivers] = [forkBench('smtp-sink.ts'), forkBench('webhook-receivers.ts')];
  const [{ port: smtpPort }, { healthyPort }] = await Promise.all([
    said<FromSink, 'port'>(sink, 'port'),
    said<FromReceivers, 'healthyPort'>(receivers, 'healthyPort'),
  ]);
  const product = await startProduct({
    ...BEHIND_PROXY,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    WEBHOOK_ALLOW: `127.0.0.1:${healthyPort}`,
  });
  try {
    const { databaseUrl } = product;
    const rows: Row[] = [];
    const memoryMib: number[] = [];
    await onDatabase(databaseUrl, prepareParking);
    for (const [name, priceMinor] of [
      ['free purchases', 0],
      ['paid orders', 1_000_000],
    ] as const) {
      const make = (slug: string) =>
        makeEvent(databaseUrl, { slug, ticketTypes: 1, capacity: CAPACITY, priceMinor });
      const events = { quiet: await make(`quiet-${priceMinor}`), loud: await make(`loud-${priceMinor}`) };
      await onDatabase(databaseUrl, (client) =>
        client.query(
          'INSERT INTO webhook_subscriptions (id, event_id, url) VALUES (gen_random_uuid(), $1, $2)',
          [events.loud.eventId, `http://127.0.0.1:${healthyPort}/${events.loud.slug}`],
        ),
      );
      const { pairs, drain } = await measureSales({ product, sink, events, minutes, onProgress });
      rows.push(toSalesRow(`${name} with mails and deliveries to without`, pairs));
      if (priceMinor === 0) rows.push(toMailRow(drain));
      memoryMib.push(...pairs.map((pair) => pair.memoryMib));
    }
    return [...rows, toMemoryRow(memoryMib), await checkAfterwards(product)];
  } finally {
    for (const child of [sink, receivers]) child.disconnect();
    await product.close();
  }
}

async function measureSales(options: {
  product: Product;
  sink: ChildProcess;
  events: { quiet: BenchEvent; loud: BenchEvent };
  minutes: number;
  onProgress: (line: string) => void;
}): Promise<Measures> {
  const { product, sink, events, minutes, onProgress } = options;
  const { program, databaseUrl, publicKey: key } = product;
  const pid = program.child.pid ?? 0;
  const postmaster = await findPostmaster(databaseUrl);
  const longSeconds = minutes < LONG_FROM_MINUTES ? SLICE_SECONDS : LONG_SLICE_SECONDS;
  const sell = (event: BenchEvent, seconds: number): Promise<Sample> => {
    const load = (lasting: number) => buy({ url: program.publicUrl, event, key, seconds: lasting });
    return sample({ name: event.slug, loads: [{ pid, load }] }, seconds, postmaster);
  };
  const measurePair = async (): Promise<Pair> => {
    await onDatabase(databaseUrl, parkMails);
    await untilNoneUnderWay(databaseUrl);
    const without = await sell(events.quiet, SLICE_SECONDS);
    await onDatabase(databaseUrl, unparkMails);
    const before = await mailsTaken(sink);
    const withMails = await sell(events.loud, longSeconds);
    const mails = (await mailsTaken(sink)) - before;
    return { with: withMails, without, mails, memoryMib: await residentMib(pid) };
  };
  // Warms everybody up, the thread that prints among them.
  await measurePair();
  const pairs: Pair[] = [];
  for (let seconds = 0; seconds < minutes * 60; seconds += longSeconds) {
    const pair = await measurePair();
    pairs.push(pair);
    onProgress(
      `${events.loud.slug}: ${describe(pair.with)} with ${pair.mails} mails, ${describe(pair.without)} without; ${pair.memoryMib} MiB`,
    );
  }
  const drain = await measureDrain(product, sink, postmaster);
  onProgress(`drains ${drain.mailsPerSecond.toFixed(0)} mails/s at ${drain.cpuMsPerMail.toFixed(1)} ms each`);
  return { pairs, drain };
}

const describe = ({ requestsPerSecond, nodeMicros, postgresMicros: postgres, loadMicros }: Sample): string =>
  `${Math.round(requestsPerSecond)} sales/s (${Math.round(nodeMicros)} us of Node, ${Math.round(postgres)} of PostgreSQL, ${Math.round(loadMicros)} of the buyers each)`;

/** Until every delivery has been made, and no mail is being sent. */
async function untilNoneUnderWay(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    for (;;) {
      const { rowCount } = await client.query(
        `SELECT 1 FROM webhook_deliveries WHERE status = 'pending'
         UNION ALL SELECT 1 FROM jobs WHERE kind = 'send_mail' AND leased_by IS NOT NULL LIMIT 1`,
      );
      if (rowCount === 0) return;
      await delay(100);
    }
  });
}

/** With nobody buying, and the deliveries done. */
async function measureDrain(
  { program, databaseUrl }: Product,
  sink: ChildProcess,
  postmaster: number,
): Promise<Drain> {
  await onDatabase(databaseUrl, parkMails);
  await untilNoneUnderWay(databaseUrl);
  await onDatabase(databaseUrl, unparkMails);
  const look = async () => ({
    atMs: performance.now(),
    mails: await mailsTaken(sink),
    node: await cpuMicros(program.child.pid ?? 0),
    postgres: await postgresMicros(postmaster),
  });
  const before = await look();
  await delay(DRAIN_SECONDS * 1000);
  const after = await look();
  const mails = after.mails - before.mails;
  return {
    mailsPerSecond: mails / ((after.atMs - before.atMs) / 1000),
    cpuMsPerMail: (after.node - before.node) / 1000 / mails,
    postgresMsPerMail: (after.postgres - before.postgres) / 1000 / mails,
  };
}

/** While mails are parked, none is taken to be sent. No row of those that wait is written for it: that would cost more than the mails. */
async function prepareParking(client: pg.Client): Promise<void> {
  await client.query(
    `CREATE FUNCTION park() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
     CREATE TRIGGER park BEFORE UPDATE ON jobs FOR EACH ROW
       WHEN (new.kind = 'send_mail' AND old.leased_by IS NULL AND new.leased_by IS NOT NULL) EXECUTE FUNCTION park()`,
  );
}

async function parkMails(client: pg.Client): Promise<void> {
  await client.query('ALTER TABLE jobs ENABLE TRIGGER park');
}

async function unparkMails(client: pg.Client): Promise<void> {
  await client.query('ALTER TABLE jobs DISABLE TRIGGER park');
}

function toSalesRow(name: string, pairs: Pair[]): Row {
  const ratios = spreadOf(pairs.map((pair) => pair.with.requestsPerSecond / pair.without.requestsPerSecond));
  const middle = (of: 'with' | 'without'): string => {
    const rates = pairs.map((pair) => pair[of].requestsPerSecond);
    const chosen = pairs.find((pair) => pair[of].requestsPerSecond === median(rates));
    return chosen ? describe(chosen[of]) : 'none';
  };
  const mails = pairs.reduce((sum, pair) => sum + pair.mails, 0);
  return {
    name,
    ratio: ratios.middle,
    spread: [ratios.low, ratios.high],
    aim: 0.7,
    detail: `${middle('with')} against ${middle('without')}; ${mails} mails went out meanwhile`,
    failures: pairs.reduce((sum, pair) => sum + pair.with.failures + pair.without.failures, 0),
  };
}

function toMailRow({ cpuMsPerMail, mailsPerSecond, postgresMsPerMail }: Drain): Row {
  return {
    name: `a ticket mail's processor time: ${MAX_CPU_MS_PER_MAIL} ms to what it takes`,
    ratio: MAX_CPU_MS_PER_MAIL / cpuMsPerMail,
    aim: 1,
    detail: `${cpuMsPerMail.toFixed(1)} ms, all threads, and ${postgresMsPerMail.toFixed(1)} of PostgreSQL; afterwards mails drain at ${mailsPerSecond.toFixed(0)}/s`,
    failures: 0,
  };
}

function toMemoryRow(memoryMib: number[]): Row {
  const at = (share: number): number => memoryMib[Math.floor((memoryMib.length - 1) * share)] ?? Number.NaN;
  return {
    name: 'memory after the first slice with mails to the end',
    ratio: at(0) / at(1),
    aim: 0.8,
    detail: `${at(0)} MiB at first, ${at(0.5)} in the middle, ${at(1)} at the end`,
    failures: 0,
  };
}

const forkBench = (file: string): ChildProcess => fork(path.join(import.meta.dirname, file));

async function mailsTaken(sink: ChildProcess): Promise<number> {
  sink.send('count');
  return (await said<FromSink, 'taken'>(sink, 'taken')).taken;
}

async function said<Message extends object, Key extends string>(
  child: ChildProcess,
  key: Key,
): Promise<Extract<Message, Record<Key, unknown>>> {
  for (;;) {
    const [message] = (await once(child, 'message')) as [Message];
    if (key in message) return message as Extract<Message, Record<Key, unknown>>;
  }
}
