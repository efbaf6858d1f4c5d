import type { OrderState } from '../embed/server/issued-schemas.ts';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import { settleRefundByHand } from '../../../orders/settle-refund-by-hand.ts';
import { startReceiptOrders } from './receipt-orders.fixture.ts';

expectNothingUnhandled();

const { on, get, paidEvent, paidOrder, endOrder, sellToOthers, finishRefunds } = await startReceiptOrders();
after(() => on.close());

test('an order that still asks for its payment link says so, and follows by itself with or without JavaScript', async () => {
  const { receiptToken } = await on.order({ event: await paidEvent() });
  const { status, text } = await get(receiptToken);
  assert.equal(status, 200);
  assert.match(text, /<h1>Getting your payment ready<\/h1>/);
  assert.match(text, new RegExp(`data-live="${receiptToken}/state" data-status="processing"`));
  assert.match(text, /<noscript><meta http-equiv="refresh" content="10"\/><\/noscript>/);
  assert.doesNotMatch(text, /Pay ₦/);
});

test('an order that waits for its payment links to the payment page and says until when', async () => {
  const { orderId, receiptToken, totalMinor } = await on.order({ event: await paidEvent() });
  assert.equal(totalMinor, 1_060_000);
  await on.link(orderId);
  const { text } = await get(receiptToken);
  assert.match(text, /<h1>Waiting for your payment<\/h1>/);
  assert.match(text, new RegExp(`href="${on.url}/checkout/pay/${orderId}"\\s*>Pay ₦10,600.00<`));
  const secondsLeft = Number(/role="timer" data-seconds-left="(\d+)"/.exec(text)?.[1]);
  assert.ok(secondsLeft > 29 * 60 && secondsLeft <= 30 * 60, `${secondsLeft}`);
  assert.match(text, /Pay by \d+ \w+/);
  assert.match(text, /e-mail the tickets to a…@example.com/);
  assert.match(text, /http-equiv="refresh"/);
  assert.doesNotMatch(text, /ada@example.com/);
  assert.doesNotMatch(text, /role="img"/);
});

test('a buyer who pressed Cancel at the gateway is told so on the receipt, for as long as the order can be paid', async () => {
  const { orderId, receiptToken, totalMinor } = await on.order({ event: await paidEvent() });
  await on.link(orderId);
  const told = /You stopped the payment, and weren’t charged. You can still pay below./;
  assert.doesNotMatch((await get(receiptToken)).text, told);
  const stopped = '?notice=payment_stopped';
  assert.match((await get(receiptToken, stopped)).text, told);
  await on.database.query('UPDATE orders SET payment_under_way_at = now() WHERE id = $1', [orderId]);
  assert.doesNotMatch((await get(receiptToken, stopped)).text, told);
  await on.settle(orderId, totalMinor);
  assert.doesNotMatch((await get(receiptToken, stopped)).text, told);
});

test('when the time to pay is over, nobody is sent to the payment page any more', async () => {
  const { orderId, receiptToken } = await on.order({ event: await paidEvent() });
  await on.link(orderId);
  await on.database.query(`UPDATE orders SET pay_by = now() - interval '1 second' WHERE id = $1`, [orderId]);
  const { text } = await get(receiptToken);
  assert.match(text, /<h1>Looking for your payment<\/h1>/);
  assert.doesNotMatch(text, /checkout\/pay/);
  assert.match(text, /data-status="pending_payment"/);
});

test('the state is told with what there is to pay, and follows the order', async () => {
  const { orderId, receiptToken, totalMinor } = await on.order({ event: await paidEvent() });
  await on.link(orderId);
  const { status, payment } = JSON.parse((await get(receiptToken, '/state')).text) as OrderState;
  assert.equal(status, 'pending_payment');
  assert.ok(payment && payment.secondsLeft > 0);
  assert.deepEqual([payment.total, payment.items.map(({ quantity }) => quantity)], [totalMinor, [1]]);
  await on.settle(orderId, totalMinor);
  assert.deepEqual(JSON.parse((await get(receiptToken, '/state')).text), {
    status: 'confirmed',
    isPaymentUnderWay: false,
    isPaidBack: false,
    payment: null,
    transfer: null,
  });
});

for (const [kind, priceMinor] of [
  ['a paid', 1_000_000],
  ['a free', 0],
] as const) {
  test(`the checkout tells ${kind} order whose tickets went back by whether money did, as the receipt does`, async () => {
    const event = await on.makeEvent({ ticketTypes: [{ priceMinor }] });
    const { orderId, receiptToken, totalMinor } = await on.order({ event });
    if (priceMinor > 0) {
      await on.link(orderId);
      await on.settle(orderId, totalMinor);
    }
    await on.database.query(`UPDATE orders SET status = 'refunded' WHERE id = $1`, [orderId]);
    await on.database.query('UPDATE tickets SET voided_at = now() WHERE order_id = $1', [orderId]);
    const { status, isPaidBack } = JSON.parse((await get(receiptToken, '/state')).text) as OrderState;
    assert.deepEqual([status, isPaidBack], ['refunded', priceMinor > 0]);
    const title = isPaidBack ? 'This order was refunded' : 'Your ticket was cancelled';
    assert.match((await get(receiptToken)).text, new RegExp(`<h1>${title}</h1>`));
  });
}

for (const [state, promise] of [
  ['pending_payment', /as soon as it arrives/],
  ['expired', /we refund you/],
] as const) {
  test(`while a transfer is under way, an order that is ${state} asks nobody to pay again`, async () => {
    const { orderId, receiptToken } = await on.order({ event: await paidEvent() });
    await on.link(orderId);
    await on.database.query('UPDATE orders SET payment_under_way_at = now() WHERE id = $1', [orderId]);
    if (state === 'expired') await endOrder(orderId, 'expired');
    const { text } = await get(receiptToken);
    assert.match(text, /<h1>Your payment is under way<\/h1>/);
    assert.match(text, /Don’t pay again/);
    assert.match(text, promise);
    assert.doesNotMatch(text, /class="button main"/);
    assert.match(text, /data-under-way="true"/);
    const told = JSON.parse((await get(receiptToken, '/state')).text) as OrderState;
    assert.deepEqual([told.status, told.isPaymentUnderWay], [state, true]);
  });
}

for (const [state, title] of [
  ['expired', 'The time to pay is over'],
  ['cancelled', 'This order was cancelled'],
  ['failed', 'The payment could not be started'],
] as const) {
  test(`an order that is ${state} says that nothing was taken, and where to go from here`, async () => {
    const event = await paidEvent();
    const { orderId, receiptToken } = await on.order({ event });
    await endOrder(orderId, state);
    const { status, text } = await get(receiptToken);
    assert.equal(status, 200);
    assert.match(text, new RegExp(`<h1>${title}</h1>`));
    assert.match(text, /You weren’t charged\./);
    assert.ok(text.includes(`href="${on.url}/checkout/${event.slug}"`));
    assert.doesNotMatch(text, /http-equiv="refresh"|data-live|calendar\.ics/);
  });
}

test('an order that was not paid, of an event that is cancelled: nothing is on sale again', async () => {
  const event = await paidEvent();
  const { orderId, receiptToken } = await on.order({ event });
  await endOrder(orderId, 'cancelled');
  await on.database.query(`UPDATE events SET status = 'CANCELLED' WHERE id = $1`, [event.eventId]);
  const { text } = await get(receiptToken);
  assert.match(text, /This event was cancelled by /);
  assert.match(text, /You weren’t charged\. If your payment still arrives, we refund you/);
  assert.doesNotMatch(text, /back on sale|you get your tickets/);
});

test('a payment that came too late is on its way back, then back', async () => {
  const event = await paidEvent({ ticketTypes: [{ priceMinor: 1_000_000, name: 'Regular', capacity: 1 }] });
  const late = await on.order({ event });
  await on.link(late.orderId);
  await endOrder(late.orderId, 'expired');
  await sellToOthers({ ...late, ...event });
  assert.equal(await on.settle(late.orderId, late.totalMinor), 'refunded');

  const first = await get(late.receiptToken);
  assert.match(first.text, /<h1>The time to pay is over<\/h1>/);
  assert.match(
    first.text,
    /Your payment of ₦10,600.00 is being returned\.<\/strong>\s*It arrived after the time to pay/,
  );
  assert.doesNotMatch(first.text, /You weren’t charged/);

  await finishRefunds(late.orderId);
  const afterwards = await get(late.receiptToken);
  assert.match(afterwards.text, /<h1>Your payment was returned<\/h1>/);
  assert.match(afterwards.text, /Your payment of ₦10,600.00 was returned on 4 March 2026\./);
});

test('of a refund that was settled by hand the page says so, and not that it went back', async () => {
  const { orderId, receiptToken } = await paidOrder();
  await on.database.transaction((tx) =>
    refundOrder(tx, {
      orderId,
      actor: OPERATOR,
      ticketIds: null,
      amountMinor: null,
      returnsStock: true,
      requestKey: 'all',
    }),
  );
  const { rows } = await on.database.query<{ id: string }>('SELECT id FROM refunds WHERE order_id = $1', [
    orderId,
  ]);
  await on.database.transaction((tx) =>
    settleRefundByHand(tx, {
      seenBy: 'operator',
      refundId: rows[0]?.id ?? '',
      actor: OPERATOR,
      by: 'Bola',
      reason: 'a voucher that the buyer quarrelled about',
      evenIfUnderWay: true,
    }),
  );
  const { text } = await get(receiptToken);
  assert.match(text, /<h1>Your ticket was cancelled<\/h1>/);
  assert.match(text, /Settled by the host<\/th>/);
  assert.match(
    text,
    /<li class="done">\s*<strong>₦10,600.00 was settled by the host on [^<]+\.<\/strong>\s*It didn’t go back the way you paid/,
  );
  assert.doesNotMatch(text, /eturned|refunded<|quarrelled|Bola/);
});

test('a second payment and one of the wrong sum are told apart, and the tickets stay', async () => {
  const { orderId, receiptToken, totalMinor } = await paidOrder();
  await on.settle(orderId, totalMinor);
  await on.settle(orderId, 500, 'USD');
  await on.database.query(
    `UPDATE refunds SET status = 'needs_attention' WHERE reason = 'mismatch' AND order_id = $1`,
    [orderId],
  );
  const { text } = await get(receiptToken);
  assert.match(text, /<h1>You’re going!<\/h1>/);
  assert.match(text, /Your payment of ₦10,600.00 is being returned\.<\/strong>\s*The order was already paid/);
  assert.match(
    text,
    /Your payment of USD\s5.00 is being returned\.<\/strong>\s*It wasn’t the right amount\. This is taking longer/,
  );
});

test('money paid too much goes back, and is not taken off the price', async () => {
  const { orderId, receiptToken, totalMinor } = await on.order({ event: await paidEvent() });
  await on.link(orderId);
  await on.settle(orderId, totalMinor + 5_000);
  const { text } = await get(receiptToken);
  assert.match(text, /₦50.00 is being returned\.<\/strong>\s*You paid this much too much\./);
  assert.match(text, /Paid<\/th>\s*<td>₦10,600.00</);
  assert.doesNotMatch(text, /Being returned<\/th>/);
});

test('of a partly refunded order the void tickets are marked and the money is accounted for', async () => {
  const { orderId, receiptToken } = await paidOrder({ quantities: [2] });
  const { rows } = await on.database.query<{ id: string }>(
    'SELECT id FROM tickets WHERE order_id = $1 ORDER BY position',
    [orderId],
  );
  await on.database.transaction((tx) =>
    refundOrder(tx, {
      actor: OPERATOR,
      orderId,
      ticketIds: [rows[0]?.id ?? ''],
      amountMinor: null,
      returnsStock: true,
      requestKey: 'one',
    }),
  );
  // The money is under way, and the ticket is void already.
  const first = await get(receiptToken);
  assert.match(first.text, /<h1>One ticket is valid<\/h1>/);
  assert.match(first.text, /class="ticket void" id="ticket-1"[^]*<strong>Void<\/strong>/);
  assert.match(first.text, /₦10,600.00 is being returned\./);
  assert.match(first.text, /Being returned<\/th>\s*<td>-₦10,600.00</);
  assert.doesNotMatch(first.text, /QR code of Ticket 1/);
  assert.match(first.text, /QR code of Ticket 2/);

  await finishRefunds(orderId);
  const { text } = await get(receiptToken);
  assert.match(text, /₦10,600.00 was returned on 4 March 2026\./);
  assert.match(text, /Returned<\/th>/);
});

test('of a refunded order every ticket is void, and neither PDF nor calendar is offered', async () => {
  const { orderId, receiptToken } = await paidOrder();
  await on.database.transaction((tx) =>
    refundOrder(tx, {
      orderId,
      actor: OPERATOR,
      ticketIds: null,
      amountMinor: null,
      returnsStock: true,
      requestKey: 'all',
    }),
  );
  assert.match((await get(receiptToken)).text, /<h1>Your ticket was cancelled<\/h1>/);
  await finishRefunds(orderId);
  const { text } = await get(receiptToken);
  assert.match(text, /<h1>This order was refunded<\/h1>/);
  assert.doesNotMatch(text, /role="img"|calendar\.ics|tickets\.pdf|resend/);
  for (const file of ['/calendar.ics', '/tickets.pdf']) {
    const { status, text: page } = await get(receiptToken, file);
    assert.equal(status, 404);
    assert.match(page, /There are no tickets here/);
  }
});
