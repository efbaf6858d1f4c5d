import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { issueComplimentary } from '../../src/orders/issue-complimentary.ts';
import { countOneEvent } from '../../src/reports/count-sales-times.ts';
import { refund, ticketsOf, type Show } from '../../src/reports/sell-all-sorts.fixture.ts';
import type { Queryable } from '../../src/db/database.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { buy, pay, untilStatus } from '../harness/buy.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';

const giveAway = (on: TestApp, ticketTypeId: string | undefined) =>
  on.app.database.transaction((tx) =>
    issueComplimentary(tx, {
      ticketTypeId: ticketTypeId ?? '',
      quantity: randomInt(1, 4),
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Obi',
      cause: 'a test',
    }),
  );

test('sold, given away, refunded with and without stock, and counted from before, all at once: the sales over time are exact', async () => {
  const on = await startTestApp();
  const host = await makeHost(on, {}, { servers: ['127.0.0.1'] });
  const show: Show = await makeEvent(on, host, {
    ticketTypes: [
      { capacity: 10_000, priceMinor: 1_999 },
      { capacity: 10_000, priceMinor: 701 },
    ],
  });
  const [first, second] = show.skus;
  const oneBuyer = async (nr: number): Promise<void> => {
    if (nr % 2 === 0) await giveAway(on, show.skus[randomInt(2)]);
    const items = [
      { sku: first, quantity: 1 + (nr % 2) },
      { sku: second, quantity: 1 },
    ];
    const order = await buy(on, host, { slug: show.slug, items });
    await pay(order.checkoutUrl);
    const { id } = await untilStatus(on, order.reference, 'confirmed');
    const tickets = await ticketsOf(on, id);
    // In either order of the ticket types, one after the other, and the rest in one go.
    await refund(on, id, { ticketIds: tickets.slice(nr % 2, (nr % 2) + 1), returnsStock: nr % 2 === 0 });
    if (nr % 4 === 0) await refund(on, id, { returnsStock: nr % 8 === 0 });
  };
  const countAnew = () =>
    on.app.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM ticket_types WHERE event_id = $1 ORDER BY id FOR NO KEY UPDATE', [
        show.eventId,
      ]);
      await tx.query('UPDATE ticket_types SET times_counted = false WHERE event_id = $1', [show.eventId]);
      await countOneEvent(tx);
    });
  await Promise.all(
    Array.from({ length: 4 }, async (_, buyer) => {
      for (let turn = 0; turn < 3; turn++) {
        await oneBuyer(buyer * 3 + turn);
        await countAnew();
      }
    }),
  );
  assert.deepEqual(await checkInvariants(on.app.database), []);
  assert.equal(await on.closeAndCountDeadlocks(), 0);
});

test('nobody sells at an event while it is counted from before; without the locks somebody does, and fails the count', async (t) => {
  const on = await startTestApp();
  t.after(() => on.close());
  const { database } = on.app;
  const host = await makeHost(on);
  const { eventId, skus } = await makeEvent(on, host);
  await giveAway(on, skus[0]);
  // An hour ago: the next sale has a row of its own.
  await database.query(
    `WITH moved AS (UPDATE orders SET confirmed_at = confirmed_at - interval '1 hour' WHERE event_id = $1)
     UPDATE sales_times SET at = at - interval '1 hour' WHERE ticket_type_id = $2`,
    [eventId, skus[0]],
  );
  /** Counts the event anew; somebody comes to buy once the rows of before are taken away. */
  const count = async ({ hasLocks }: { hasLocks: boolean }): Promise<void> => {
    await database.query('UPDATE ticket_types SET times_counted = false WHERE event_id = $1', [eventId]);
    let sale: Promise<unknown> | undefined;
    await database.transaction((tx) => {
      const query: Queryable['query'] = async (text, values) => {
        const answer = await tx.query<never>(hasLocks ? text : text.replace('FOR NO KEY UPDATE', ''), values);
        if (text.startsWith('DELETE')) {
          sale = giveAway(on, skus[0]);
          if (!hasLocks) await sale;
        }
        return answer;
      };
      return countOneEvent({ query });
    });
    await sale;
  };
  await assert.rejects(count({ hasLocks: false }), { constraint: 'sales_times_pkey' });
  await count({ hasLocks: true });
  assert.deepEqual(await checkInvariants(database), []);
});
