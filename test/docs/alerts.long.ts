import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { OPERATOR } from '../../src/audit/actor.ts';
import { migrate } from '../../src/db/migrate.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { switchStream } from '../../src/stream/switch-stream.ts';
import { buy, hold, pay, storedOrder, untilStatus } from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { ownPort } from '../harness/own-port.ts';
import { hasPrometheus, startPrometheus } from '../harness/prometheus.ts';
import { hasRedis, startRedis } from '../harness/redis.ts';
import { startRestartablePostgres } from '../harness/restartable-postgres.ts';
import { mountSmallDisk } from '../harness/small-disk.ts';
import { startSmtp } from '../harness/smtp.ts';
import { switchOnReceiver } from '../harness/switch-on-receiver.ts';
import { startTestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { UNLIMITED } from '../faults/payments-shop.fixture.ts';

const ALERTS = path.join(import.meta.dirname, '../../docs/operating/alerts.yml');
// A cluster, the product's tables, and the pieces of the log that the archive does not take.
const DATABASE_MIB = 700;
const PICTURES_MIB = 8;

/** The rules as they are, but for how long each thing must have been true. */
async function readRules(): Promise<{ rules: string; names: string[] }> {
  const written = await readFile(ALERTS, 'utf8');
  const rules = written.replaceAll(/\bfor: \d+m$/gm, 'for: 0s').replaceAll(/\[(5|15)m\]/g, '[8s]');
  return { rules, names: [...written.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name) };
}

async function findMissing(): Promise<string | false> {
  if (!hasPrometheus()) return "Debian's package prometheus is not installed";
  return (await hasRedis()) ? false : 'redis-server is not installed';
}

/** The figures of a disk, as the node exporter tells them. */
async function startNodeExporter(t: TestContext, folder: string): Promise<number> {
  const server = createServer((_request, response) => {
    void statfs(folder).then(({ bavail, blocks, bsize }) => {
      const of = `{device="/dev/sdb1",fstype="ext4",mountpoint="/var/lib/postgresql"}`;
      response.end(
        `node_filesystem_avail_bytes${of} ${bavail * bsize}\nnode_filesystem_size_bytes${of} ${blocks * bsize}\n`,
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Everything that the rules watch, all of it well: a web start, a worker, PostgreSQL and pictures on small disks, Redis, a mail server. */
async function openShop(t: TestContext) {
  const disks = await Promise.all([mountSmallDisk(DATABASE_MIB), mountSmallDisk(PICTURES_MIB)]);
  const [databaseDisk, picturesDisk] = disks;
  const ends: (() => Promise<unknown>)[] = disks.flatMap((disk) => (disk ? [disk.remove] : []));
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  if (!databaseDisk || !picturesDisk) {
    t.skip('this user may not mount a file system');
    return null;
  }
  const endLater = <T>(made: T, end: (made: T) => Promise<unknown>): T => {
    ends.push(() => end(made));
    return made;
  };
  const postgres = endLater(
    await startRestartablePostgres(['archive_mode=on'], databaseDisk.folder),
    ({ remove }) => remove(),
  );
  await migrate(postgres.url);
  const redis = endLater(await startRedis(), (server) => server.stop());
  const smtp = endLater(await startSmtp(), (server) => server.stop());
  const [webPort, workerPort, latePort] = [await ownPort(), await ownPort(), await ownPort()];
  const web = endLater(
    await startTestApp({
      databaseUrl: postgres.url,
      role: 'web',
      isHasty: true,
      environment: {
        ...UNLIMITED,
        METRICS_PORT: String(webPort),
        DATA_DIR: picturesDisk.folder,
        REDIS_URL: redis.url,
      },
    }),
    (app) => app.close(),
  );
  /** The way to end it: once, however often. */
  async function startWorker(port: number, smtpUrl: string): Promise<() => Promise<void>> {
    const app = await startTestApp({
      databaseUrl: postgres.url,
      role: 'worker',
      environment: {
        METRICS_PORT: String(port),
        SMTP_URL: smtpUrl,
        SECRET_KEY: web.secretKey.toString('hex'),
        PUBLIC_URL: web.publicUrl,
      },
    });
    let ended: Promise<void> | null = null;
    return endLater(
      () => (ended ??= app.close()),
      (end) => end(),
    );
  }
  const endWorker = await startWorker(workerPort, smtp.url);
  const { rules, names } = await readRules();
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-prometheus-'));
  ends.push(() => rm(folder, { recursive: true }));
  const jobs = {
    tessera: [webPort, workerPort],
    // Nobody misses it before it has started.
    late: [latePort],
    node: [await startNodeExporter(t, databaseDisk.folder)],
  };
  const prometheus = endLater(await startPrometheus(folder, { rules, jobs }), (server) => server.stop());
  const startLateWorker = (smtpUrl: string) => startWorker(latePort, smtpUrl);
  return { databaseDisk, picturesDisk, postgres, redis, web, endWorker, startLateWorker, prometheus, names };
}

test(
  'no alert fires while all is well, and each fires when what it tells of is true',
  { skip: await findMissing() },
  async (t) => {
    const shop = await openShop(t);
    if (!shop) return;
    const { databaseDisk, picturesDisk, postgres, redis, web, endWorker, prometheus, names } = shop;
    const { database } = web.app;
    const seen = new Set<string>();
    const untilFiring = async (...wanted: string[]): Promise<void> => {
      let firing: string[] = [];
      const isSeen = async (): Promise<boolean> => {
        firing = await prometheus.firing();
        for (const name of firing) seen.add(name);
        return wanted.every((name) => seen.has(name));
      };
      await until(`${wanted.join(', ')} to fire`, isSeen).catch((error: unknown) => {
        throw new Error(`${String(error)}; firing: ${firing.join(', ')}`);
      });
    };

    const host = await makeHost(web);
    const { slug, skus, eventId } = await makeEvent(web, host, {
      ticketTypes: [{ priceMinor: 0, capacity: 100_000 }, { priceMinor: 500_000 }],
    });
    const free = { slug, items: [{ sku: skus[0], quantity: 1 }] };
    const priced = { slug, items: [{ sku: skus[1], quantity: 1 }] };
    const paid = await buy(web, host, priced);
    await pay(paid.checkoutUrl);
    await untilStatus(web, paid.reference, 'confirmed');
    const { receiptUrl } = await buy(web, host, free);
    await until('every process to have told its figures', async () => {
      const known = await prometheus.ask('count(tessera_backup_age_seconds) + count(up == 1)');
      return known[0] === 5;
    });
    assert.deepEqual(await prometheus.firing(), []);

    await endWorker();
    const endLate = await shop.startLateWorker('smtp://127.0.0.1:1');
    await until(
      'the late worker to be asked',
      async () => (await prometheus.ask('up{job="late"} == 1')).length === 1,
    );
    for (let nr = 0; nr < 6; nr++) await buy(web, host, free);
    await untilFiring('TesseraDown', 'TesseraMailServerAway', 'TesseraMailsNotSent');
    await endLate();

    // Nobody works any more, and time passes.
    await buy(web, host, priced);
    await switchOnReceiver(web, eventId);
    await switchStream(database, { isOn: true });
    await buy(web, host, free);
    await switchStream(database, { isOn: false, isFull: true });
    const { id: orderId } = await storedOrder(web, paid.reference);
    const refunding = { actor: OPERATOR, orderId, ticketIds: [], amountMinor: 100, returnsStock: true };
    await database.transaction((tx) => refundOrder(tx, { ...refunding, requestKey: randomUUID() }));
    for (const change of [
      `UPDATE jobs SET run_at = now() - interval '15 minutes'`,
      `UPDATE jobs SET set_aside_at = now() WHERE kind = 'send_mail'`,
      `UPDATE orders SET next_look_up_at = now() - interval '10 minutes' WHERE next_look_up_at IS NOT NULL`,
      `UPDATE webhook_deliveries SET next_attempt_at = now() - interval '10 minutes' WHERE status = 'pending'`,
      `UPDATE stream_events SET written_at = now() - interval '15 minutes'`,
      `UPDATE last_backup SET watched_since = now() - interval '2 days', ended_at = NULL`,
      `UPDATE refunds SET status = 'needs_attention', failed_at = now()`,
      `ALTER SYSTEM SET archive_command = 'false'`,
      'SELECT pg_reload_conf()',
    ])
      await database.query(change);
    for (let nr = 0; nr < 12; nr++) {
      await database.query(`SELECT pg_logical_emit_message(false, 'test', 'a line')`);
      await database.query('SELECT pg_switch_wal()');
    }
    redis.signal('SIGSTOP');
    await picturesDisk.fill();
    await untilFiring(
      'TesseraNoWorker',
      'TesseraJobsStuck',
      'TesseraJobsSetAside',
      'TesseraPaymentsNotLookedUp',
      'TesseraDeliveriesStuck',
      'TesseraStreamStuck',
      'TesseraStreamFull',
      'TesseraBackupOld',
      'TesseraRefundsNeedAttention',
      'TesseraArchiveFails',
      'TesseraCacheAway',
      'TesseraDiskLow',
    );

    // Receipts say what became of the mails: each takes a connection for a while, and more come than there are connections for.
    await database.query('ALTER TABLE mails RENAME TO quick_mails');
    await database.query(
      'CREATE VIEW mails AS SELECT m.* FROM (SELECT pg_sleep(0.05)) AS wait, quick_mails AS m',
    );
    const over = new AbortController();
    const visitors = Array.from({ length: 120 }, async () => {
      while (!over.signal.aborted) await fetch(receiptUrl ?? '').then((answer) => answer.arrayBuffer());
    });
    await untilFiring('TesseraShedsLoad', 'TesseraPoolExhausted').finally(() => over.abort());
    await Promise.all(visitors);

    const holdBehindLock = () =>
      database.transaction(async (tx) => {
        await tx.query('LOCK TABLE ticket_types IN ACCESS EXCLUSIVE MODE');
        const holding = hold(web, host, free);
        await tx.query('SELECT pg_sleep(1.3)');
        return { holding };
      });
    await (
      await holdBehindLock()
    ).holding;
    await untilFiring('TesseraHoldsSlow');

    // The program is in this process.
    const isLate = untilFiring('TesseraEventLoopLate').then(() => true);
    for (let isOver = false; !isOver; isOver = await Promise.race([isLate, nextTurn(false)])) {
      const endMs = performance.now() + 700;
      while (performance.now() < endMs);
      for (let turns = 0; turns < 100; turns++) await nextTurn();
    }

    await databaseDisk.fill();
    const isTold = untilFiring('TesseraDiskFull', 'TesseraServerErrors', 'TesseraDatabaseDiskLow').then(
      () => true,
    );
    const tryHold = () =>
      ask(web, `/events/${slug}/reservations`, {
        method: 'POST',
        key: host,
        headers: { 'x-device-id': randomUUID() },
        body: { items: free.items },
      });
    for (let isOver = false; !isOver; isOver = await Promise.race([isTold, nextTurn(false)])) await tryHold();
    await databaseDisk.empty();

    await postgres.end('SIGKILL');
    await untilFiring('TesseraDatabaseAway');
    await postgres.start();
    assert.deepEqual([...seen].toSorted(), names.toSorted());
  },
);
