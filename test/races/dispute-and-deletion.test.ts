import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { openWorld } from '../../src/tickets/ticket-world.fixture.ts';
import { deleteHost } from '../../src/host-data/delete-host.ts';
import { disputeOrder } from '../../src/orders/disputes/disputes.fixture.ts';
import { recordDisputes } from '../../src/orders/disputes/record-disputes.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { untilWaiting } from '../harness/waiting-for-locks.ts';

expectNothingUnhandled();

const PRICE_MINOR = 1_000;

for (const first of ['a look-up', 'the deletion'] as const) {
  test(`a dispute that has ended is looked up while its host is deleted, ${first} first: both come to an end`, async (t) => {
    const world = await openWorld(t);
    const { database, host } = world;
    const event = await world.makeEvent({ ticketTypes: [{ priceMinor: PRICE_MINOR }] });
    const orderId = await world.order({ event, lines: [{ priceMinor: PRICE_MINOR }] });
    await world.pay(orderId, { amountMinor: PRICE_MINOR });
    await disputeOrder({ app: { database } } as Parameters<typeof disputeOrder>[0], orderId, {
      state: 'won',
      gatewayDisputeId: 'dp_1',
    });
    await database.query(
      `WITH host AS (UPDATE hosts SET suspended_at = now() WHERE id = $1),
            event AS (UPDATE events SET starts_at = starts_at - interval '10 years', closes_at = closes_at - interval '10 years' WHERE host_id = $1)
       UPDATE payments SET recorded_at = now() - interval '8 years'`,
      [host.hostId],
    );
    const { rows } = await database.query<{ paymentId: string; asOf: string }>(
      'SELECT id AS "paymentId", clock_timestamp()::text AS "asOf" FROM payments WHERE order_id = $1',
      [orderId],
    );
    const [payment] = rows;
    assert(payment);
    const lookUp = () =>
      database.transaction((tx) =>
        recordDisputes(tx, {
          ...payment,
          orderId,
          found: [
            {
              gatewayDisputeId: 'dp_1',
              amountMinor: PRICE_MINOR,
              currency: 'NGN',
              reason: '',
              state: 'lost',
              isRefundable: false,
              dueAt: null,
              openedAt: new Date(),
              endedAt: new Date(),
            },
          ],
        }),
      );
    const media = { remove: () => Promise.resolve() };
    const remove = () => deleteHost({ database, media }, host.hostId);
    // Both want the row of the dispute, and are kept from it until each has what it takes before.
    const keeper = new pg.Client({ connectionString: world.url });
    await keeper.connect();
    await keeper.query('BEGIN');
    await keeper.query('SELECT FROM payment_disputes FOR UPDATE');
    const one = first === 'a look-up' ? lookUp() : remove();
    await untilWaiting(keeper);
    const other = first === 'a look-up' ? remove() : lookUp();
    await untilWaiting(keeper, { count: 2 });
    await keeper.query('COMMIT');
    await Promise.allSettled([one, other]);
    await keeper.end();
    await Promise.all([one, other]);
    const left = await database.query('SELECT FROM payment_disputes');
    assert.equal(left.rowCount, 0);
  });
}
