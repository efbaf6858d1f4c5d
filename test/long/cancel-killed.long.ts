import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { OPERATOR } from '../../src/audit/actor.ts';
import { cancelEvent } from '../../src/cancelling/cancel-event.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { openStage, type Stage } from '../crash/stage.fixture.ts';
import { buy, untilStatus } from '../harness/buy.ts';
import { setServerAddresses } from '../../src/hosts/keys/server-addresses.ts';
import { until } from '../harness/until.ts';

const ORDERS = 45;
// In the middle of the first batch, and of the second.
const KILLED_AT = [7, 28];

const countIn = async ({ on }: Stage, sql: string): Promise<number> =>
  (await on.app.database.query<{ count: number }>(sql)).rows[0]?.count ?? 0;
const DONE = `SELECT count(*) FROM event_cancellation_orders WHERE state = 'done'`;

/** Kills the program while it gives an order back: its transaction is open, and waits for a ticket that this holds. */
async function killInside(stage: Stage, nth: number): Promise<void> {
  const client = new pg.Client({ connectionString: stage.on.testDatabase.url });
  await client.connect();
  await client.query('BEGIN');
  await client.query(
    `SELECT FROM tickets WHERE order_id = (SELECT order_id FROM event_cancellation_orders ORDER BY order_id OFFSET $1 LIMIT 1) FOR UPDATE`,
    [nth],
  );
  await stage.start();
  await until('the program to wait within an order', async () => {
    const { rowCount } = await stage.on.app.database.query(
      `SELECT FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid
        WHERE NOT l.granted AND a.datname = current_database() AND a.query LIKE '%FROM tickets AS t WHERE order_id%'`,
    );
    return rowCount === 1;
  });
  await stage.kill();
  await client.query('ROLLBACK');
  await client.end();
}

test('a program that is killed while it gives a cancelled event back loses no order and refunds none twice', async (t) => {
  const stage = await openStage(t);
  const { on, host, gateway } = stage;
  const { database } = on.app;
  await database.transaction((tx) =>
    setServerAddresses(tx, { ...host, actor: OPERATOR, addresses: ['127.0.0.1'] }),
  );
  await stage.start();
  const { slug, sku, eventId } = await stage.makeSale({ capacity: ORDERS });
  const orders: { reference: string; total: number }[] = [];
  for (let n = 0; n < ORDERS; n++) {
    const cart = { slug, items: [{ sku, quantity: 1 }] };
    const made = await buy(stage, host, cart, { body: { email: `buyer-${n}@example.com` } });
    await gateway.pay(made.reference);
    orders.push(made);
  }
  for (const { reference } of orders) await untilStatus(on, reference, 'confirmed');
  await stage.kill();

  const { rows } = await database.query<{ name: string }>('SELECT name FROM events WHERE id = $1', [eventId]);
  const name = rows[0]?.name ?? '';
  const input = { hostId: host.hostId, eventId, actor: OPERATOR, name, reason: 'Rain.', mayRefund: true };
  await database.transaction((tx) => cancelEvent(tx, input));
  for (const nth of KILLED_AT) {
    await killInside(stage, nth);
    assert.equal(await countIn(stage, DONE), nth, 'what was done is done, and what was being done is not');
  }
  await stage.start();
  // Requests that were under way when the program died are looked at again after a minute; this is that minute.
  await database.query('UPDATE refunds SET next_look_up_at = now() WHERE next_look_up_at IS NOT NULL');
  await database.query(
    `WITH due AS (UPDATE jobs SET run_at = now() WHERE leased_by IS NULL AND set_aside_at IS NULL RETURNING kind)
     SELECT pg_notify('jobs_due', kind) FROM due`,
  );
  await until('all to be given back and told', async () => {
    const open = await countIn(
      stage,
      `SELECT (SELECT count(*) FROM event_cancellations WHERE finished_at IS NULL)
            + (SELECT count(*) FROM refunds WHERE status <> 'succeeded')
            + (SELECT count(*) FROM jobs WHERE kind IN ('send_event_mail', 'send_refunds', 'cancel_orders')) AS count`,
    );
    return open === 0;
  });
  for (const { reference, total } of orders) {
    const refunds = [...gateway.refunds.values()].filter((refund) => refund.reference === reference);
    assert.deepEqual(
      refunds.map(({ amountMinor }) => amountMinor),
      [total],
      reference,
    );
  }
  assert.equal(await countIn(stage, DONE), ORDERS);
  assert.equal(
    await countIn(stage, `SELECT count(*) FROM mails WHERE kind = 'event_cancelled' AND sent_at IS NOT NULL`),
    ORDERS,
  );
  assert.deepEqual(await checkInvariants(database), []);
});
