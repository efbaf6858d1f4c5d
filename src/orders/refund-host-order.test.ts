import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  buy,
  historyOf,
  mailsAbout,
  pay,
  quantityLeft,
  runSoon,
  storedOrder,
  untilStatus,
} from '../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { giveUpDeliveries, switchOnReceiver } from '../../test/harness/switch-on-receiver.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { until } from '../../test/harness/until.ts';
import { OPERATOR } from '../audit/actor.ts';
import { makeHall } from '../pages/checkout/embed/embed.fixture.ts';
import { cancelEvent } from '../cancelling/cancel-event.ts';
import { listByHand } from '../cancelling/list-by-hand.ts';
import { readCancellation } from '../cancelling/read-cancellation.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { sellByHand } from './host-order.fixture.ts';
import { issueComplimentary } from './issue-complimentary.ts';
import { refundOrder, type RefundOrder } from './refund-order.ts';

const PRICE_MINOR = 1_000_000;

let on: TestApp;
let host: TestHost;

before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
});
after(() => on.close());
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

/** Three tickets out of ten, sold for cash. */
async function sold() {
  const { eventId, slug, skus } = await makeEvent(on, host, {
    ticketTypes: [{ capacity: 10, priceMinor: PRICE_MINOR }],
  });
  const order = await sellByHand(on, host, {
    eventId,
    lines: [{ ticketTypeId: skus[0] ?? '', quantity: 3, priceMinor: null }],
  });
  const { rows } = await on.app.database.query<{ id: string }>(
    'SELECT id FROM tickets WHERE order_id = $1 ORDER BY position',
    [order.orderId],
  );
  return { ...order, eventId, slug, ticketIds: rows.map(({ id }) => id) };
}

const refund = (input: Pick<RefundOrder, 'orderId'> & Partial<RefundOrder>) =>
  on.app.database.transaction((tx) =>
    refundOrder(tx, {
      actor: OPERATOR,
      ticketIds: null,
      amountMinor: null,
      returnsStock: true,
      requestKey: randomUUID(),
      ...input,
    }),
  );

const isMailed = async (orderId: string): Promise<boolean> => {
  const { rowCount } = await on.app.database.query(
    `SELECT 1 FROM mails WHERE order_id = $1 AND kind = 'tickets'`,
    [orderId],
  );
  return rowCount === 1;
};

const refundsOf = async (orderId: string) => {
  const { rows } = await on.app.database.query<Record<string, unknown>>(
    `SELECT amount_minor, status, note, ended_at IS NOT NULL AS is_over, next_look_up_at FROM refunds WHERE order_id = $1 ORDER BY id`,
    [orderId],
  );
  return rows;
};

const SETTLED = {
  status: 'settled_by_hand',
  note: 'the host was paid by hand, and gives it back itself',
  is_over: true,
  next_look_up_at: null,
};

describe('a refund of what the host was paid in cash', () => {
  test('of all of it is at its end at once: no gateway is asked, and the buyer is told who gives it back', async () => {
    const { orderId, reference, slug } = await sold();
    // Tickets that are void by the time are not mailed any more.
    await until('the tickets to be mailed', () => isMailed(orderId));
    const made = await refund({ orderId });
    assert.equal(made.amountMinor, 3 * PRICE_MINOR);
    assert.deepEqual(await refundsOf(orderId), [{ amount_minor: 3 * PRICE_MINOR, ...SETTLED }]);
    assert.equal((await storedOrder(on, reference)).status, 'refunded');
    assert.deepEqual((await historyOf(on, reference)).at(-1), {
      status: 'refunded',
      cause: 'refunded, the host gives the money back itself',
    });
    assert.deepEqual(await quantityLeft(on, host, slug), [10]);
    assert.deepEqual((await mailsAbout(on, reference)).toSorted(), ['refunded', 'tickets']);
    // The job that asks gateways finds nothing of it, and nothing to fail over.
    await runSoon(on, 'follow_refunds');
    assert.deepEqual(await refundsOf(orderId), [{ amount_minor: 3 * PRICE_MINOR, ...SETTLED }]);
  });

  test('of a ticket with a seat has the seat for sale again, unless its stock is not', async () => {
    const { eventId, skus, seatIds } = await makeHall(on, host);
    const sell = (seatId = '') =>
      sellByHand(on, host, {
        eventId,
        lines: [{ ticketTypeId: skus[0] ?? '', quantity: 1, priceMinor: null }],
        seatIds: [seatId],
      });
    const [first, second] = [await sell(seatIds[0]), await sell(seatIds[1])];
    await refund({ orderId: first.orderId });
    await refund({ orderId: second.orderId, returnsStock: false });
    assert.equal((await sell(seatIds[0])).isNew, true);
    await assert.rejects(sell(seatIds[1]), /Somebody else has taken/);
  });

  test('of a ticket leaves the others good, and asked for twice it is one', async () => {
    const { orderId, reference, ticketIds, slug } = await sold();
    const asked = { orderId, ticketIds: ticketIds.slice(0, 1), requestKey: randomUUID() };
    const [first, second] = [await refund(asked), await refund(asked)];
    assert.deepEqual([first.isNew, second.isNew, second.refundId], [true, false, first.refundId]);
    assert.deepEqual(await refundsOf(orderId), [{ amount_minor: PRICE_MINOR, ...SETTLED }]);
    assert.equal((await storedOrder(on, reference)).status, 'partially_refunded');
    assert.deepEqual(await quantityLeft(on, host, slug), [8]);
    await refund({ orderId });
    assert.equal((await storedOrder(on, reference)).status, 'refunded');
  });

  test('of an amount is never more than was paid', async () => {
    const { orderId } = await sold();
    await refund({ orderId, ticketIds: [], amountMinor: 100 });
    await assert.rejects(
      refund({ orderId, ticketIds: [], amountMinor: 3 * PRICE_MINOR }),
      /from 0 to 2999900/,
    );
  });
});

test('an event that is cancelled owes its cash to the buyers, and the host is told whom to pay', async () => {
  const { eventId, orderId, reference } = await sold();
  const { rows } = await on.app.database.query<{ name: string }>('SELECT name FROM events WHERE id = $1', [
    eventId,
  ]);
  await on.app.database.transaction((tx) =>
    cancelEvent(tx, {
      hostId: host.hostId,
      eventId,
      actor: OPERATOR,
      mayRefund: true,
      name: rows[0]?.name ?? '',
      reason: '',
    }),
  );
  await until('the cancellation to be through', async () => {
    const found = await readCancellation(on.app.database, eventId);
    return found?.finishedAt !== null && found?.refunds.settledByHand === 1;
  });
  assert.equal((await storedOrder(on, reference)).status, 'refunded');
  assert.deepEqual(await refundsOf(orderId), [{ amount_minor: 3 * PRICE_MINOR, ...SETTLED }]);
  const [owed, ...more] = await listByHand(on.app.database, eventId);
  assert.deepEqual(more, []);
  assert.deepEqual(
    [owed?.reference, owed?.buyer, owed?.paidBy, owed?.amountMinor],
    [reference, 'Ngozi Ade', 'cash', 3 * PRICE_MINOR],
  );
});

test('integrators hear of what is bought through them, and of nothing that the host gives or sells itself', async () => {
  const { eventId, slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: PRICE_MINOR }] });
  const [sku = ''] = skus;
  await switchOnReceiver(on, eventId);
  const bought = await buy(on, host, { slug, items: [{ sku, quantity: 1 }] });
  assert.ok(bought.checkoutUrl);
  await pay(bought.checkoutUrl);
  await untilStatus(on, bought.reference, 'confirmed');
  const line = { ticketTypeId: sku, quantity: 1, priceMinor: null };
  await sellByHand(on, host, { eventId, lines: [line] });
  await sellByHand(on, host, { eventId, lines: [line], paidBy: null });
  await on.app.database.transaction((tx) =>
    issueComplimentary(tx, {
      ticketTypeId: sku,
      quantity: 1,
      email: 'guest@example.com',
      firstName: 'Chi',
      lastName: 'Eze',
      cause: 'given by the host',
    }),
  );
  const { rows } = await on.app.database.query<{ source: string; deliveries: number }>(
    `SELECT o.source, (SELECT count(*) FROM webhook_deliveries AS d WHERE d.order_id = o.id) AS deliveries
       FROM orders AS o WHERE o.event_id = $1 ORDER BY o.created_at, o.id`,
    [eventId],
  );
  assert.deepEqual(rows, [
    { source: 'api', deliveries: 1 },
    { source: 'host', deliveries: 0 },
    { source: 'complimentary', deliveries: 0 },
    { source: 'complimentary', deliveries: 0 },
  ]);
  await giveUpDeliveries(on, bought.reference);
});
