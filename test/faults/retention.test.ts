import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import type { Database } from '../../src/db/database.ts';
import { firstIdAt } from '../../src/db/first-id-at.ts';
import { forgetUnusedWordsJob } from '../../src/events/forget-unused-words.ts';
import { forgetSetAsideJobsJob } from '../../src/jobs/forget-set-aside-jobs.ts';
import type { JobKind } from '../../src/jobs/job-kind.ts';
import { forgetMailsJob } from '../../src/tickets/mails/forget-mails.ts';
import { createMailbox } from '../../src/mail/mailbox.ts';
import { forgetOrderTracesJob } from '../../src/orders/forget-order-traces.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { forgetSandboxPaymentsJob } from '../../src/pages/sandbox/server/forget-payments.ts';
import { forgetReservationsJob } from '../../src/reservations/forget-reservations.ts';
import { forgetOldDeliveriesJob } from '../../src/webhooks/delivery/forget-old-deliveries.ts';
import { buy, hold, lapse, pay, storedOrder, untilStatus } from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { createTestDatabase } from '../harness/test-database.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { untilWaiting } from '../harness/waiting-for-locks.ts';

expectNothingUnhandled();

// More than two sets of any of the jobs.
const MANY = 1_200;

suite('records are forgotten after their time', () => {
  let on: TestApp;
  let host: TestHost;
  let folder: string;
  let database: Database;
  before(async () => {
    on = await startTestApp({ environment: { HOLD_LIMIT_PER_ADDRESS: '1000000' } });
    host = await makeHost(on);
    folder = await mkdtemp(path.join(tmpdir(), 'tessera-mailbox-'));
    ({ database } = on.app);
  });
  after(async () => {
    await on.close();
    await rm(folder, { recursive: true });
  });

  const jobsOn = (db: Database): JobKind<Record<string, never>>[] => [
    forgetReservationsJob(db),
    forgetOrderTracesJob(db),
    forgetMailsJob(db, { mailbox: createMailbox(folder) }),
    forgetSetAsideJobsJob(db),
    forgetOldDeliveriesJob(db),
    forgetSandboxPaymentsJob(db),
  ];
  const run = (job: JobKind<Record<string, never>>) =>
    job.run({}, { jobId: '', attempt: 1, signal: new AbortController().signal });
  const count = async (sql: string, values: unknown[] = []) => (await database.query(sql, values)).rowCount;

  /** As if it had been made, and had ended, that long ago: its id says so, too. */
  async function ageReservation(token: string, days: number): Promise<void> {
    const { rows } = await database.query<{ old: string; aged: string }>(
      `SELECT id AS old, (substr(${firstIdAt(`now() - $2 * interval '1 day'`)}::text, 1, 13) || substr(id::text, 14))::uuid AS aged
         FROM reservations WHERE token = $1`,
      [token, days],
    );
    const names = [rows[0]?.old, rows[0]?.aged];
    await database.query(
      `UPDATE reservations SET id = $2, first_held_at = first_held_at - $3 * interval '1 day',
              expires_at = expires_at - $3 * interval '1 day', ended_at = ended_at - $3 * interval '1 day' WHERE id = $1`,
      [...names, days],
    );
    await database.query('UPDATE orders SET reservation_id = $2 WHERE reservation_id = $1', names);
  }

  const isKept = (token: string) => count('SELECT 1 FROM reservations WHERE token = $1', [token]);

  test('a cart is kept a week after its end, and for as long as it lives', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const carts = await Promise.all(
      [8, 6, 8].map(async (days, nr) => {
        const { token } = await hold(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
        if (nr < 2) {
          const released = await ask(on, `/events/${slug}/reservations`, {
            method: 'DELETE',
            key: host,
            headers: { 'x-device-id': token },
          });
          assert.equal(released.status, 200);
          await ageReservation(token, days);
        }
        return token;
      }),
    );
    const [old = '', young = '', live = ''] = carts;
    // Made long ago, and held again just now by the same buyer.
    await database.query(
      `WITH aged AS (SELECT id, (substr(${firstIdAt(`now() - interval '8 days'`)}::text, 1, 13) || substr(id::text, 14))::uuid AS other
                       FROM reservations WHERE token = $1),
            moved AS (UPDATE holds SET reservation_id = aged.other FROM aged WHERE reservation_id = aged.id)
       UPDATE reservations AS r SET id = aged.other FROM aged WHERE r.id = aged.id`,
      [live],
    );
    await run(forgetReservationsJob(database));
    assert.deepEqual([await isKept(old), await isKept(young), await isKept(live)], [0, 1, 1]);
    assert.deepEqual(await checkInvariants(database), []);
  });

  test('an order whose cart is forgotten is paid twice, refunded and held anew as any other', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 5 }] });
    const items = [{ sku: skus[0], quantity: 2 }];
    const made = await buy(on, host, { slug, items });
    await pay(made.checkoutUrl);
    const { id: orderId } = await untilStatus(on, made.reference, 'confirmed');
    await ageReservation(made.token, 8);
    await run(forgetReservationsJob(database));
    assert.equal(await isKept(made.token), 0);
    assert.deepEqual(await checkInvariants(database), []);

    const { rows } = await database.query<{ outcome: string }>(
      `SELECT outcome FROM settle_payments(ARRAY[$1::uuid], ARRAY['second'], ARRAY[$2::bigint], ARRAY['NGN'], ARRAY[now()], ARRAY['a test'])`,
      [orderId, made.total],
    );
    assert.deepEqual(rows, [{ outcome: 'refunded' }]);
    await database.query(`DELETE FROM jobs WHERE kind = 'send_refunds'`);
    await database.transaction((tx) =>
      refundOrder(tx, {
        orderId,
        actor: OPERATOR,
        ticketIds: null,
        amountMinor: null,
        returnsStock: true,
        requestKey: 'all',
      }),
    );
    await untilStatus(on, made.reference, 'refunded');
    const again = await hold(on, host, { slug, items, token: made.token });
    assert.equal(again.token, made.token);
    assert.deepEqual(await checkInvariants(database), []);
  });

  test('a payment that comes when the cart is forgotten still buys what is left', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 5 }] });
    const made = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 2 }] });
    const { id: orderId } = await storedOrder(on, made.reference);
    await lapse(on, made.token);
    await database.query('SELECT give_back_lapsed(1000)');
    await ageReservation(made.token, 8);
    await run(forgetReservationsJob(database));
    assert.equal(await isKept(made.token), 0);
    await pay(made.checkoutUrl);
    await untilStatus(on, made.reference, 'confirmed');
    assert.equal(await count('SELECT 1 FROM tickets WHERE order_id = $1', [orderId]), 2);
    assert.deepEqual(await checkInvariants(database), []);
  });

  test('a buyer whose old cart is being forgotten at this very moment holds a new one', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const cart = { slug, items: [{ sku: skus[0], quantity: 1 }] };
    const { token } = await hold(on, host, cart);
    await lapse(on, token);
    await database.query('SELECT give_back_lapsed(1000)');
    await ageReservation(token, 8);
    const holding = await database.transaction(async (tx) => {
      await run(forgetReservationsJob({ ...database, query: (text, values) => tx.query(text, values) }));
      const asked = hold(on, host, { ...cart, token });
      asked.catch(() => {});
      await untilWaiting(database);
      return { asked };
    });
    assert.equal((await holding.asked).token, token);
    assert.equal(await isKept(token), 1);
    assert.deepEqual(await checkInvariants(database), []);
  });

  test('a cart that somebody is at is left for the next time', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const { token } = await hold(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    await lapse(on, token);
    await database.query('SELECT give_back_lapsed(1000)');
    await ageReservation(token, 8);
    await database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM reservations WHERE token = $1 FOR UPDATE', [token]);
      await run(forgetReservationsJob(database));
    });
    assert.equal(await isKept(token), 1);
    await run(forgetReservationsJob(database));
    assert.equal(await isKept(token), 0);
  });

  test('an order keeps its key and its address two days, or for as long as it counts', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    const references = [];
    for (const days of [2.1, 1.9, 2.1]) {
      const { reference } = await buy(
        on,
        host,
        { slug, items: [{ sku: skus[0], quantity: 1 }] },
        { headers: { 'idempotency-key': randomUUID() } },
      );
      await database.query(
        `UPDATE orders SET created_at = created_at - $2 * interval '1 day', client_address = '192.0.2.7', counts_until = now() WHERE reference = $1`,
        [reference, days],
      );
      references.push(reference);
    }
    await database.query(`UPDATE orders SET counts_until = now() + interval '1 hour' WHERE reference = $1`, [
      references[2],
    ]);
    await run(forgetOrderTracesJob(database));
    const { rows } = await database.query<{ traces: number }>(
      `SELECT num_nonnulls(idempotency_key, request_hash, client_address) AS traces FROM orders
        WHERE reference = ANY ($1) ORDER BY array_position($1, reference)`,
      [references],
    );
    assert.deepEqual(
      rows.map(({ traces }) => traces),
      [0, 3, 3],
    );
    assert.deepEqual(await checkInvariants(database), []);
  });

  test('jobs that were set aside and mails go after their time, many sets in one run', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    const { reference } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    const { id: orderId } = await storedOrder(on, reference);
    await database.query(
      `INSERT INTO jobs (id, kind, set_aside_at, last_error)
       SELECT new_id(), 'poison', now() - age * interval '1 day', 'broken' FROM unnest(ARRAY[90.1, 89.9]) AS age, generate_series(1, $1)`,
      [MANY],
    );
    await database.query(
      `INSERT INTO mails (id, order_id, kind, recipient, occasion)
       SELECT (substr(${firstIdAt(`now() - age * interval '1 day'`)}::text, 1, 13) || substr(new_id()::text, 14))::uuid, $2, 'tickets',
              'ada@example.com', concat(age, ' ', nr)
         FROM unnest(ARRAY[365.1, 364.9]) AS age, generate_series(1, $1) AS nr`,
      [MANY, orderId],
    );
    await run(forgetSetAsideJobsJob(database));
    await run(forgetMailsJob(database, { mailbox: createMailbox(folder) }));
    assert.equal(await count(`SELECT 1 FROM jobs WHERE kind = 'poison'`), MANY);
    assert.equal(
      await count(`SELECT 1 FROM jobs WHERE kind = 'poison' AND set_aside_at < now() - interval '90 d'`),
      0,
    );
    assert.equal(
      await count(`SELECT 1 FROM mails WHERE order_id = $1 AND occasion LIKE '365.1 %'`, [orderId]),
      0,
    );
    assert.equal(
      await count(`SELECT 1 FROM mails WHERE order_id = $1 AND occasion LIKE '364.9 %'`, [orderId]),
      MANY,
    );
    await database.query(`DELETE FROM jobs WHERE kind = 'poison'`);
  });

  test('the mailbox forgets what is older than a month, and nothing that is not its own', async () => {
    await mkdir(folder, { recursive: true });
    const mailbox = createMailbox(folder);
    await mailbox.put(Buffer.from('Subject: today\r\n\r\n'));
    await writeFile(path.join(folder, '20200101T000000000Z-0123456789ab.eml'), 'Subject: old\r\n\r\n');
    await writeFile(path.join(folder, 'notes.txt'), 'mine');
    await run(forgetMailsJob(database, { mailbox }));
    const left = await readdir(folder);
    assert.deepEqual(
      left.filter((name) => !name.endsWith('.eml')),
      ['notes.txt'],
    );
    assert.equal((await mailbox.list()).length, 1);
    assert.equal(left.length, 2);
  });

  test('of a host’s words those go that none of its events has, however many there are', async () => {
    const { eventId } = await makeEvent(on, host, { name: 'Kalakuta Nights' });
    const words = async () =>
      (
        await database.query<{ word: string }>(
          `SELECT word FROM search_words WHERE host_id = $1 AND (word LIKE 'zz%' OR word = 'kalakuta') ORDER BY 1`,
          [host.hostId],
        )
      ).rows.map(({ word }) => word);
    await database.query(
      `INSERT INTO search_words (host_id, word) SELECT $1, 'zz' || nr FROM generate_series(1, $2) AS nr`,
      [host.hostId, MANY],
    );
    assert.equal((await words()).length, MANY + 1);
    await run(forgetUnusedWordsJob(database));
    assert.deepEqual(await words(), ['kalakuta']);
    await database.query(`UPDATE events SET name = 'Nights' WHERE id = $1`, [eventId]);
    await run(forgetUnusedWordsJob(database));
    assert.deepEqual(await words(), []);
  });

  test('two processes forget while others buy: nobody fails, nothing is contradicted', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0, capacity: 1_000 }] });
    const over = new AbortController();
    const forgetting = [1, 2].map(async () => {
      while (!over.signal.aborted) for (const job of jobsOn(database)) await run(job);
    });
    const everything = Promise.all(forgetting);
    everything.catch(() => {});
    try {
      await Promise.all(
        Array.from({ length: 4 }, async () => {
          for (let nr = 0; nr < 10; nr++) {
            const { token } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
            await ageReservation(token, 8);
            await hold(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }], token });
          }
        }),
      );
    } finally {
      over.abort();
      await everything;
    }
    assert.equal(
      await count('SELECT 1 FROM tickets AS t JOIN events AS e ON e.id = t.event_id WHERE e.slug = $1', [
        slug,
      ]),
      40,
    );
    assert.deepEqual(await checkInvariants(database), []);
  });

  for (const isAnalyzed of [false, true]) {
    test(`no job goes through a table of young rows, ${isAnalyzed ? 'with' : 'without'} statistics`, async (t) => {
      // A database of its own, so that there are the statistics that the title says.
      const apart = await createTestDatabase();
      t.after(() => apart.drop());
      await keepFromAnalyzing(apart.database);
      await fill(apart.database);
      if (isAnalyzed) await apart.database.query('ANALYZE');
      const asked: { text: string; values: unknown[] }[] = [];
      const listening: Database = {
        ...apart.database,
        query: (text, values = []) => {
          asked.push({ text, values });
          return apart.database.query<never>(text, values);
        },
      };
      for (const job of jobsOn(listening)) await run(job);
      assert.equal(asked.length, jobsOn(database).length);
      for (const { text, values } of asked) {
        const { rows } = await apart.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        assert.doesNotMatch(plan, /Seq Scan/, plan);
      }
    });
  }
});

/** The server makes statistics by itself, whenever it comes to it. */
async function keepFromAnalyzing(database: Database): Promise<void> {
  await database.query(`
    DO $$
    DECLARE
      name text;
    BEGIN
      FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
        EXECUTE format('ALTER TABLE %I SET (autovacuum_enabled = off)', name);
      END LOOP;
    END $$`);
}

/** A busy day: rows that all are too young to be forgotten. */
async function fill(database: Database): Promise<void> {
  const filling = `
    INSERT INTO reservations (id, event_id, token, client_address, is_shared, quantity, first_held_at, expires_at, ended_at,
                              quote_reference, quote)
    SELECT new_id(), new_id(), gen_random_uuid(), '192.0.2.7', false, 1, now(), now(), now(), 'q', '{}' FROM generate_series(1, 5000);
    INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, email,
                        first_name, last_name, idempotency_key, request_hash, client_address, created_at)
    SELECT new_id(), 'TSR-' || translate(upper(substr(md5(nr::text || random()), 1, 4)), 'ILOU', '0123') || '-0000-0000-'
           || upper(lpad(to_hex(nr), 4, '0')), new_id(), new_id(), 'api', 'expired', 'q', '{"items": []}', 0, 'NGN', 'ada@example.com',
           'Ada', 'Obi', gen_random_uuid()::text, '\\x00', '192.0.2.7', now()
      FROM generate_series(1, 5000) AS nr ON CONFLICT DO NOTHING;
    INSERT INTO jobs (id, kind, run_at) SELECT new_id(), 'filling', now() + interval '1 day' FROM generate_series(1, 5000);
    INSERT INTO mails (id, order_id, kind, recipient, occasion)
    SELECT new_id(), (SELECT id FROM orders LIMIT 1), 'tickets', 'ada@example.com', 'fill ' || gen_random_uuid() FROM generate_series(1, 5000);
    INSERT INTO webhook_deliveries (id, subscription_id, event_type, reference, status, ended_at)
    SELECT new_id(), new_id(), 'WEBHOOK_TEST', 'test', 'delivered', now() FROM generate_series(1, 5000);
    INSERT INTO webhook_bodies (delivery_id, body) SELECT id, 'body' FROM webhook_deliveries ON CONFLICT DO NOTHING;
    INSERT INTO webhook_attempts (delivery_id, attempt, started_at) SELECT id, 1, now() FROM webhook_deliveries ON CONFLICT DO NOTHING;
    INSERT INTO sandbox_payments (id, reference, amount_minor, currency, email, name, description, return_url, callback_url, pay_by)
    SELECT gen_random_uuid(), gen_random_uuid(), 1, 'NGN', 'a@b.c', 'Ada', 'x', 'x', 'x', now() FROM generate_series(1, 5000)`;
  for (const statement of filling.split(';')) await database.query(statement);
}
