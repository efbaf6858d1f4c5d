import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { cpuMicros } from './cpu-micros.ts';
import type { Measured } from './load.ts';
import { makeEvent, onDatabase, type BenchEvent } from './make-event.ts';
import { buy } from './orders.ts';
import { median, type Row } from './report.ts';
import { residentMib } from './resident-mib.ts';
import type { FromSink } from './smtp-sink.ts';
import { BEHIND_PROXY, startProduct, type Product } from './start-product.ts';
import type { FromReceivers } from './webhook-receivers.ts';

// npm run bench -- sustained [minutes of sales with mails]: half a minute unless told.
const DEFAULT_MINUTES = 0.5;
const SLICE_SECONDS = 5;
const LONG_SLICE_SECONDS = 30;
// Before and after those with mails, so that a machine that slows down does not speak for or against them.
const SLICES_WITHOUT = 3;
const DRAIN_SECONDS = 10;
const MAX_CPU_MS_PER_MAIL = 15;
const CAPACITY = 10_000_000;

type Slice = { sales: Measured; mails: number };
type Phases = { without: Slice[]; with: Slice[]; drain: { mailsPerSecond: number; cpuMsPerMail: number } };

/** Sales for minutes, with the mails and webhook deliveries that they cause, against the same sales without. */
export async function benchSustained(onProgress: (line: string) => void): Promise<Row[]> {
  const minutes = Number(process.argv[3] ?? DEFAULT_MINUTES);
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
    const { databaseUrl, program } = product;
    const memoryMib: number[] = [];
    const rows: Row[] = [];
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
      const phases = await measurePhases({ product, sink, events, minutes, onProgress, onSlice });
      rows.push(toSalesRow(`${name} with mails and deliveries to without`, phases));
      if (priceMinor === 0) rows.push(toMailRow(phases));
    }
    rows.push(toMemoryRow(memoryMib));
    return rows;

    async function onSlice(): Promise<void> {
      memoryMib.push(await residentMib(program.child.pid ?? 0));
    }
  } finally {
    for (const child of [sink, receivers]) child.disconnect();
    await product.close();
  }
}

async function measurePhases(options: {
  product: Product;
  sink: ChildProcess;
  events: { quiet: BenchEvent; loud: BenchEvent };
  minutes: number;
  onProgress: (line: string) => void;
  onSlice: () => Promise<void>;
}): Promise<Phases> {
  const { product, sink, events, minutes, onProgress, onSlice } = options;
  const { program, databaseUrl, publicKey: key } = product;
  const seconds = minutes > DEFAULT_MINUTES ? LONG_SLICE_SECONDS : SLICE_SECONDS;
  const sell = async (event: BenchEvent): Promise<Slice> => {
    const before = await mailsTaken(sink);
    const sales = await buy({ url: program.publicUrl, event, key, seconds });
    const mails = (await mailsTaken(sink)) - before;
    await onSlice();
    onProgress(
      `${event.slug}: ${Math.round(sales.requestsPerSecond)} sales/s, ${mails} mails in ${seconds} s`,
    );
    return { sales, mails };
  };
  const sellWithout = async (): Promise<Slice[]> => {
    await onDatabase(databaseUrl, parkMails);
    return inTurn(SLICES_WITHOUT, () => sell(events.quiet));
  };
  // Warms everybody up.
  await sell(events.loud);
  const without = await sellWithout();
  await onDatabase(databaseUrl, unparkMails);
  const withMails = await inTurn(Math.max(1, Math.round((minutes * 60) / seconds)), () => sell(events.loud));
  const drain = await measureDrain(product, sink);
  onProgress(`drains ${drain.mailsPerSecond.toFixed(0)} mails/s at ${drain.cpuMsPerMail.toFixed(1)} ms each`);
  without.push(...(await sellWithout()));
  return { without, with: withMails, drain };
}

/** With nobody buying, and the deliveries done. */
async function measureDrain({ program, databaseUrl }: Product, sink: ChildProcess): Promise<Phases['drain']> {
  await onDatabase(databaseUrl, async (client) => {
    for (;;) {
      const { rowCount } = await client.query(
        `SELECT 1 FROM webhook_deliveries WHERE status = 'pending' LIMIT 1`,
      );
      if (rowCount === 0) return;
      await delay(100);
    }
  });
  const pid = program.child.pid ?? 0;
  const [mailsBefore, cpuBefore, startedAtMs] = [
    await mailsTaken(sink),
    await cpuMicros(pid),
    performance.now(),
  ];
  await delay(DRAIN_SECONDS * 1000);
  const mails = (await mailsTaken(sink)) - mailsBefore;
  return {
    mailsPerSecond: mails / ((performance.now() - startedAtMs) / 1000),
    cpuMsPerMail: ((await cpuMicros(pid)) - cpuBefore) / 1000 / mails,
  };
}

/** Ticket mails that are written while they are parked wait for a day, and so do those that are there. */
async function prepareParking(client: pg.Client): Promise<void> {
  await client.query(
    `CREATE FUNCTION park() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN new.run_at := now() + interval '1 day'; RETURN new; END $$;
     CREATE TRIGGER park BEFORE INSERT ON jobs FOR EACH ROW WHEN (new.kind = 'send_mail') EXECUTE FUNCTION park()`,
  );
}

async function parkMails(client: pg.Client): Promise<void> {
  await client.query('ALTER TABLE jobs ENABLE TRIGGER park');
  await client.query(
    `UPDATE jobs SET run_at = now() + interval '1 day' WHERE kind = 'send_mail' AND leased_by IS NULL AND run_at <= now()`,
  );
}

async function unparkMails(client: pg.Client): Promise<void> {
  await client.query('ALTER TABLE jobs DISABLE TRIGGER park');
  await client.query(`UPDATE jobs SET run_at = now() WHERE kind = 'send_mail' AND leased_by IS NULL`);
}

function toSalesRow(name: string, phases: Phases): Row {
  const rates = (slices: Slice[]) => slices.map(({ sales }) => sales.requestsPerSecond);
  const rate = median(rates(phases.with));
  const mails = phases.with.reduce((sum, slice) => sum + slice.mails, 0);
  return {
    name,
    ratio: rate / median(rates(phases.without)),
    aim: 0.7,
    detail: `${Math.round(rate)}/s (${spread(rates(phases.with))}) against ${Math.round(median(rates(phases.without)))}/s (${spread(rates(phases.without))}); ${mails} mails went out meanwhile`,
    failures: [...phases.with, ...phases.without].reduce((sum, { sales }) => sum + sales.failures, 0),
  };
}

function toMailRow({ drain }: Phases): Row {
  return {
    name: `a ticket mail's processor time: ${MAX_CPU_MS_PER_MAIL} ms to what it takes`,
    ratio: MAX_CPU_MS_PER_MAIL / drain.cpuMsPerMail,
    aim: 1,
    detail: `${drain.cpuMsPerMail.toFixed(1)} ms, all threads; afterwards mails drain at ${drain.mailsPerSecond.toFixed(0)}/s`,
    failures: 0,
  };
}

function toMemoryRow(memoryMib: number[]): Row {
  const at = (share: number): number => memoryMib[Math.floor((memoryMib.length - 1) * share)] ?? Number.NaN;
  return {
    name: 'memory after the first slice to the end',
    ratio: at(0) / at(1),
    aim: 0.7,
    detail: `${at(0)} MiB at first, ${at(0.5)} in the middle, ${at(1)} at the end`,
    failures: 0,
  };
}

const spread = (values: number[]): string =>
  `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`;

async function inTurn<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < count; index++) results.push(await work());
  return results;
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
