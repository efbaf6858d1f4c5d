import { fork, type ChildProcess } from 'node:child_process';
import { createHmac, randomBytes, randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { OPERATOR } from '../src/audit/actor.ts';
import { listenForChanges } from '../src/db/changes.ts';
import { connectDatabase, type Database } from '../src/db/database.ts';
import { startEmbeddedPostgres } from '../src/db/embedded/start-postgres.ts';
import { migrate } from '../src/db/migrate.ts';
import { createCategories } from '../src/events/create-categories.ts';
import { createHost } from '../src/hosts/create-host.ts';
import { newOrderReference } from '../src/orders/order-reference.ts';
import { createWebhookDeliverer } from '../src/webhooks/delivery/deliver-webhooks.ts';
import { until } from '../test/harness/until.ts';
import { cpuMicros } from './cpu-micros.ts';
import { findPostmaster, postgresMicros } from './machine.ts';
import { makeEvent } from './make-event.ts';
import type { Options } from './options.ts';
import { median, type Row } from './report.ts';
import type { FromReceivers, ToReceivers } from './webhook-receivers.ts';
import { createSecretKeys, type SecretKeys } from '../src/secrets/secret-keys.ts';

const DELIVERIES = 20_000;
const DEAD_RECEIVERS = 1_000;
const DEAD_DELIVERIES_EACH = 5;
const CONCURRENCY = 64;
// For the delays: a busy sale, not a flood.
const PURCHASES_PER_SECOND = 100;
const DELAY_SECONDS = 10;
// Purchases are put on record here without being made.
const NO_TICKETS = { ticketTypes: 0, capacity: 0 };

type Bench = {
  database: Database;
  url: string;
  secretKeys: SecretKeys;
  hostId: string;
  privateKey: string;
  eventId: string;
};

/** The deliverer with its records, against a plain loop that signs and posts the same bytes; and among the dead. */
export async function benchWebhooks(onProgress: (line: string) => void, options: Options): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-bench-'));
  const server = await startEmbeddedPostgres({ dataDir: folder, onUnexpectedExit: onProgress });
  const receivers = fork(path.join(import.meta.dirname, 'webhook-receivers.ts'));
  const database = connectDatabase({
    url: server.url,
    poolSize: 4,
    statementTimeoutMs: 60_000,
    onIdleError: () => {},
  });
  try {
    const { healthyPort } = await heard(receivers, 'healthyPort');
    await migrate(server.url);
    const bench = await makeCatalog(database, server.url);
    const healthyUrl = `http://127.0.0.1:${healthyPort}/hook`;
    await subscribe(bench, bench.eventId, [healthyUrl]);
    const parts: Deps = { receivers, healthyUrl, onProgress };
    const isWanted = (name: string): boolean => options.only?.has(name) ?? true;
    const rows: Row[] = [];
    if (isWanted('plain')) rows.push(await benchThroughput(bench, { ...parts, rounds: options.rounds }));
    if (isWanted('dead')) rows.push(await benchAmongTheDead(bench, parts));
    return rows;
  } finally {
    receivers.disconnect();
    await database.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Deps = { receivers: ChildProcess; healthyUrl: string; onProgress: (line: string) => void };

async function benchThroughput(
  bench: Bench,
  { receivers, healthyUrl, onProgress, rounds }: Deps & { rounds: number },
): Promise<Row> {
  const ours: Side[] = [];
  const plain: Side[] = [];
  const postmaster = await findPostmaster(bench.url);
  const measure = (work: () => Promise<void>) => measureSide(work, { receivers, postmaster });
  for (let round = 0; round <= rounds; round++) {
    await record(bench, bench.eventId, DELIVERIES);
    await bench.database.query('ANALYZE');
    const stop = await startDeliverer(bench, [new URL(healthyUrl).host]);
    const delivered = await measure(() => untilDelivered(bench.database, receivers));
    await stop();
    const { rows } = await bench.database.query<{ body: string }>(
      `SELECT b.body FROM webhook_bodies AS b ORDER BY delivery_id DESC LIMIT ${DELIVERIES}`,
    );
    const bodies = rows.map(({ body }) => body);
    const posted = await measure(() => plainLoop(healthyUrl, bench.privateKey, bodies));
    await arrivalsAt(receivers);
    onProgress(`round ${round} of ${rounds}: ${describe(delivered)}; the plain loop ${describe(posted)}`);
    // The first round warms everybody up.
    if (round === 0) continue;
    ours.push(delivered);
    plain.push(posted);
  }
  const medians = (sides: Side[]): Side => ({
    perSecond: median(sides.map(({ perSecond }) => perSecond)),
    nodeMicros: median(sides.map(({ nodeMicros }) => nodeMicros)),
    postgresMicros: median(sides.map((side) => side.postgresMicros)),
    receiverMicros: median(sides.map(({ receiverMicros }) => receiverMicros)),
  });
  return {
    name: 'deliveries a second, each on record, to a plain loop that signs and posts',
    ratio: median(ours.map(({ perSecond }, index) => perSecond / (plain[index]?.perSecond ?? Number.NaN))),
    aim: 0.5,
    detail: `${describe(medians(ours))} against ${describe(medians(plain))}`,
    failures: await countFailed(bench.database),
  };
}

/** One way to deliver them all: how fast, and what it takes of the processor for each. */
type Side = { perSecond: number; nodeMicros: number; postgresMicros: number; receiverMicros: number };

async function measureSide(
  work: () => Promise<void>,
  { receivers, postmaster }: { receivers: ChildProcess; postmaster: number },
): Promise<Side> {
  const used = async () => ({
    atMs: performance.now(),
    node: await cpuMicros(process.pid),
    postgres: await postgresMicros(postmaster),
    receiver: await cpuMicros(receivers.pid ?? 0),
  });
  const before = await used();
  await work();
  const after = await used();
  return {
    perSecond: DELIVERIES / ((after.atMs - before.atMs) / 1000),
    nodeMicros: (after.node - before.node) / DELIVERIES,
    postgresMicros: (after.postgres - before.postgres) / DELIVERIES,
    receiverMicros: (after.receiver - before.receiver) / DELIVERIES,
  };
}

const describe = (side: Side): string =>
  `${Math.round(side.perSecond)}/s (${Math.round(side.nodeMicros)} us of Node, ${Math.round(side.postgresMicros)} of PostgreSQL, ${Math.round(side.receiverMicros)} of the receiver each)`;

/**
 * Until all have arrived the receivers are asked, so that the asking doesn't count: the database would go through the index of what
 * was pending each time.
 */
async function untilDelivered(database: Database, receivers: ChildProcess): Promise<void> {
  for (;;) {
    receivers.send({ count: true } satisfies ToReceivers);
    if ((await heard(receivers, 'count')).count >= DELIVERIES) break;
    await delay(50);
  }
  for (;;) {
    const { rowCount } = await database.query(
      `SELECT 1 FROM webhook_deliveries WHERE status = 'pending' LIMIT 1`,
    );
    if (rowCount === 0) return;
    await delay(20);
  }
}

async function plainLoop(url: string, key: string, bodies: string[]): Promise<void> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: CONCURRENCY });
  const left = bodies.values();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const body of left) {
        const headers = {
          'Content-Type': 'application/json',
          'User-Agent': 'plain',
          'X-Service-Signature': createHmac('sha512', key).update(body).digest('hex'),
        };
        const answer = await pool.request({ path: pathname, method: 'POST', headers, body });
        await answer.body.dump();
      }
    }),
  );
  await pool.close();
}

async function benchAmongTheDead(bench: Bench, { receivers, healthyUrl, onProgress }: Deps): Promise<Row> {
  receivers.send({ hanging: DEAD_RECEIVERS } satisfies ToReceivers);
  const { hangingPorts } = await heard(receivers, 'hangingPorts');
  const hosts = hangingPorts.map((port) => `127.0.0.1:${port}`);
  const stop = await startDeliverer(bench, [new URL(healthyUrl).host, ...hosts]);
  const alone = await measureDelays(bench, receivers);
  onProgress(`healthy alone: median ${alone.toFixed(1)} ms`);

  const { eventId: deadEvent } = await makeEvent(bench.url, { ...NO_TICKETS, slug: 'dead' });
  await subscribe(
    bench,
    deadEvent,
    hosts.map((host) => `http://${host}/hook`),
  );
  await record(bench, deadEvent, DEAD_DELIVERIES_EACH);
  await until(
    'the dead to be tried',
    async () => (await countTried(bench.database, deadEvent)) >= DEAD_RECEIVERS,
    60_000,
  );
  const beside = await measureDelays(bench, receivers);
  const hanging = await countPending(bench.database);
  onProgress(
    `beside ${DEAD_RECEIVERS} dead receivers: median ${beside.toFixed(1)} ms, ${hanging} deliveries still hanging`,
  );
  await stop();
  return {
    name: `median delay of a healthy receiver alone, to beside ${DEAD_RECEIVERS} dead ones`,
    ratio: alone / beside,
    aim: 0.5,
    detail: `${alone.toFixed(1)} ms against ${beside.toFixed(1)} ms, ${PURCHASES_PER_SECOND} purchases a second, ${hanging} deliveries hanging at the end`,
    failures: 0,
  };
}

/** From the commit of a purchase to its arrival at the receiver. */
async function measureDelays(bench: Bench, receivers: ChildProcess): Promise<number> {
  await arrivalsAt(receivers);
  const committedAtMs = new Map<string, number>();
  for (let number = 0; number < PURCHASES_PER_SECOND * DELAY_SECONDS; number++) {
    const [deliveryId = ''] = await record(bench, bench.eventId, 1);
    committedAtMs.set(deliveryId, performance.timeOrigin + performance.now());
    await delay(1000 / PURCHASES_PER_SECOND);
  }
  await until(
    'the last to arrive',
    async () => (await countPendingOf(bench.database, bench.eventId)) === 0,
    60_000,
  );
  const delays = (await arrivalsAt(receivers)).map(
    ([id, atMs]) => atMs - (committedAtMs.get(id) ?? Number.NaN),
  );
  return median(delays);
}

async function startDeliverer(bench: Bench, allow: string[]): Promise<() => Promise<void>> {
  const { database, secretKeys } = bench;
  const changes = listenForChanges(database, () => {});
  const logger = {
    info() {},
    warn() {},
    error: (fields: object) => process.stderr.write(`${JSON.stringify(fields)}\n`),
  };
  const deliverer = createWebhookDeliverer({
    database,
    changes,
    secretKeys,
    allow,
    processId: 'bench',
    logger,
  });
  await changes.start();
  await deliverer.start();
  return async () => {
    await deliverer.stop();
    await changes.close();
  };
}

async function makeCatalog(database: Database, url: string): Promise<Bench> {
  const secretKeys = createSecretKeys(randomBytes(32));
  const { hostId, privateKey } = await database.transaction(async (tx) => {
    await createCategories(tx, [{ slug: 'music', name: 'Music' }]);
    return createHost(tx, secretKeys, {
      name: 'Bench',
      country: 'NIGERIA',
      email: 'bench@test.example',
      passwordHash: 'none',
      isEmailConfirmed: true,
      actor: OPERATOR,
      feeBasisPoints: 0,
      feeFlatMinor: 0,
      feeCapMinor: null,
      feesAbsorbed: false,
    });
  });
  const { eventId } = await makeEvent(url, { ...NO_TICKETS, slug: 'healthy' });
  return { database, url, secretKeys, hostId, privateKey, eventId };
}

async function subscribe(bench: Bench, eventId: string, urls: string[]): Promise<void> {
  await bench.database.query(
    `INSERT INTO webhook_subscriptions (id, event_id, url) SELECT gen_random_uuid(), $1, url FROM unnest($2::text[]) AS url`,
    [eventId, urls],
  );
}

/** Confirmed purchases with their deliveries on record, as the order engine leaves them. Answers the deliveries' ids. */
async function record(bench: Bench, eventId: string, count: number): Promise<string[]> {
  const sku = randomUUIDv7();
  const item = { sku, name: 'Bench', quantity: 2, price: 0, fee: 0, discount: 0, total: 0 };
  const quote = { items: [item], total: 0, totalFees: 0, discount: 0, currency: 'NGN', promoCode: null };
  const ids = Array.from({ length: count }, () => randomUUIDv7());
  return bench.database.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, email,
                           first_name, last_name, metadata, created_at, confirmed_at)
       SELECT id, reference, $3, $4, 'api', 'confirmed', 'bench', $5, 0, 'NGN', 'ada@buyer.example', 'Ada', 'Obi',
              '{"cart":"4711"}', now(), now()
         FROM unnest($1::uuid[], $2::text[]) AS bought (id, reference)`,
      [ids, ids.map(newOrderReference), eventId, bench.hostId, JSON.stringify(quote)],
    );
    await tx.query('SELECT record_deliveries($1)', [ids]);
    const { rows } = await tx.query<{ id: string }>(
      'SELECT id FROM webhook_deliveries WHERE order_id = ANY ($1)',
      [ids],
    );
    return rows.map(({ id }) => id);
  });
}

async function countWhere(database: Database, where: string, values: unknown[] = []): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*) AS count FROM webhook_deliveries AS d WHERE ${where}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

const OF_EVENT = 'd.subscription_id IN (SELECT id FROM webhook_subscriptions WHERE event_id = $1)';
const countPending = (database: Database) => countWhere(database, `d.status = 'pending'`);
const countFailed = (database: Database) => countWhere(database, `d.status = 'failed'`);
const countPendingOf = (database: Database, eventId: string) =>
  countWhere(database, `d.status = 'pending' AND ${OF_EVENT}`, [eventId]);
const countTried = (database: Database, eventId: string) =>
  countWhere(database, `d.attempts > 0 AND ${OF_EVENT}`, [eventId]);

async function arrivalsAt(receivers: ChildProcess): Promise<[string, number][]> {
  receivers.send({ arrivals: true } satisfies ToReceivers);
  return (await heard(receivers, 'arrivals')).arrivals;
}

async function heard<Key extends string>(
  receivers: ChildProcess,
  key: Key,
): Promise<Extract<FromReceivers, Record<Key, unknown>>> {
  for (;;) {
    const [message] = (await once(receivers, 'message')) as [FromReceivers];
    if (key in message) return message as Extract<FromReceivers, Record<Key, unknown>>;
  }
}
