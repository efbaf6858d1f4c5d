import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { OPERATOR } from '../../audit/actor.ts';
import { admitTicket } from '../../check-in/admit-ticket.ts';
import { startReceipts, type TestReceipts } from '../../pages/checkout/receipt/receipt.fixture.ts';
import { refundOrder } from '../refund-order.ts';
import { signTicketCode } from '../../tickets/ticket-code.ts';
import { onResale, RESALE, type SoldOut } from './resale.fixture.ts';

let on: TestReceipts;
let at: ReturnType<typeof onResale>;
before(async () => {
  on = await startReceipts();
  at = onResale(on);
});
after(async () => {
  await at.close();
  await on.close();
});

async function scan({ ticketIds, eventId }: SoldOut, position: number): Promise<string> {
  const { rows } = await on.database.query<{ serial: string }>('SELECT serial FROM tickets WHERE id = $1', [
    ticketIds[position - 1],
  ]);
  const code = signTicketCode(on.secretKeys.current, { eventId, serial: rows[0]?.serial ?? '' });
  return (await admitTicket(on.database, on.secretKeys, { eventId, code })).outcome;
}

const refundByMember = (order: SoldOut, position: number, returnsStock = true): Promise<unknown> =>
  on.database.transaction((tx) =>
    refundOrder(tx, {
      orderId: order.orderId,
      actor: OPERATOR,
      ticketIds: [order.ticketIds[position - 1] ?? ''],
      amountMinor: null,
      returnsStock,
      requestKey: `member ${position}`,
    }),
  );

suite('a ticket that its buyer puts on sale again', () => {
  test('is bought by somebody else: its code is dead at once, its buyer is paid back what they paid, and the new one has a ticket of their own', async () => {
    const order = await at.sellOut();
    assert.equal((await at.hold(order)).outcome, 'unavailable');
    assert.equal(await at.list(order, 1), 'return_listed');
    assert.deepEqual(await at.stockOf(order), { sold: 1, held: 0, listed: 1 });
    assert.deepEqual(await at.refundsOf(order), [], 'nothing goes back before it is sold');
    const bought = await on.order({ event: order.event });
    assert.deepEqual(await at.stockOf(order), { sold: 1, held: 1, listed: 1 }, 'the ticket counts once');
    assert.equal(await at.pay(bought), 'settled');
    assert.deepEqual(await at.stockOf(order), { sold: 2, held: 0, listed: 0 });
    assert.equal(await scan(order, 1), 'resale');
    await at.keepPromises();
    await at.work();
    assert.deepEqual(await at.goodTickets(order), [2]);
    assert.deepEqual(await at.refundsOf(order), [order.totalMinor / 2]);
    assert.equal(await scan(order, 1), 'void');
    assert.deepEqual(await at.statesOf(order), ['done']);
    const { rows } = await on.database.query(
      `SELECT FROM jobs WHERE payload ->> 'mail' = 'returned' AND payload ->> 'orderId' = $1`,
      [order.orderId],
    );
    assert.equal(rows.length, 1, 'its buyer is told');
    await at.keepPromises();
  });

  test('is sold after all that the host has itself, and the one that was listed first comes first', async () => {
    const order = await at.sellOut({ tickets: 3 });
    assert.equal(await at.list(order, 2), 'return_listed');
    assert.equal(await at.list(order, 1), 'return_listed');
    await on.database.query('UPDATE ticket_types SET capacity = 4 WHERE event_id = $1', [order.eventId]);
    await at.pay(await on.order({ event: order.event }));
    await at.work();
    assert.deepEqual(await at.goodTickets(order), [1, 2, 3]);
    await at.pay(await on.order({ event: order.event }));
    await at.work();
    assert.deepEqual(await at.goodTickets(order), [1, 3]);
    await at.keepPromises();
  });

  test('is offered to the waiting list first, no longer than resale lasts, and to all when nobody waits', async () => {
    const order = await at.sellOut();
    const { eventId } = order;
    await on.database.query('INSERT INTO waiting_lists (event_id, offer_minutes) VALUES ($1, 2880)', [
      eventId,
    ]);
    await on.database.query(
      `INSERT INTO waiting_list_entries (id, event_id, ticket_type_id, quantity, email, email_key, language, state, confirmed_at)
       SELECT gen_random_uuid(), $1, id, 1, 'bo@example.com', 'bo@example.com', 'en', 'waiting', now() FROM ticket_types WHERE event_id = $1`,
      [eventId],
    );
    await on.database.query('UPDATE ticket_types SET awaited = 1 WHERE event_id = $1', [eventId]);
    await on.database.query(`UPDATE events SET starts_at = now() + interval '25 hours' WHERE id = $1`, [
      eventId,
    ]);
    await at.list(order, 1);
    assert.equal((await at.hold(order)).outcome, 'unavailable');
    await on.database.query(
      'SELECT offer_waiting_tickets(of_type => id) FROM ticket_types WHERE event_id = $1',
      [eventId],
    );
    const { rows } = await on.database.query(
      `SELECT FROM waiting_list_entries WHERE event_id = $1 AND state = 'offered' AND offered_until <= now() + interval '1 hour'`,
      [eventId],
    );
    assert.equal(rows.length, 1);
    assert.equal(await at.withdraw(order, 1), 'listing_in_cart');
    await on.database.query(
      `UPDATE waiting_list_entries SET state = 'lapsed', ended_at = now() WHERE event_id = $1`,
      [eventId],
    );
    await at.lapse(eventId);
    assert.equal((await at.hold(order)).outcome, 'held');
    await at.keepPromises();
  });

  test('by the host’s terms: a part goes back, without fees; of a ticket that cost nothing, nothing', async () => {
    const order = await at.sellOut({ terms: { ...RESALE, percent: 90, keepsFees: true } });
    await at.list(order, 1);
    await at.pay(await on.order({ event: order.event }));
    await at.work();
    assert.deepEqual(await at.refundsOf(order), [900_000]);
    const gift = await at.sellOut({ priceMinor: 0 });
    assert.equal(await at.list(gift, 1), 'return_listed');
    await at.pay(await on.order({ event: gift.event }));
    await at.work();
    assert.deepEqual([await at.refundsOf(gift), await at.goodTickets(gift)], [[], [2]]);
    await at.keepPromises();
  });

  test('comes off sale again while nobody has it in a cart, and admits', async () => {
    const order = await at.sellOut();
    await at.list(order, 1, 2);
    assert.deepEqual(await at.statesOf(order), ['listed', 'listed']);
    assert.equal(await scan(order, 1), 'resale');
    assert.equal((await at.hold(order)).outcome, 'held');
    assert.equal(await at.withdraw(order, 1), 'listing_withdrawn', 'one of two is free');
    assert.equal(await at.withdraw(order, 2), 'listing_in_cart');
    assert.equal(await scan(order, 1), 'admitted');
    await at.lapse(order.eventId);
    assert.equal(await at.withdraw(order, 2), 'listing_withdrawn');
    assert.equal(await at.withdraw(order, 2), 'listing_over');
    assert.deepEqual(await at.stockOf(order), { sold: 2, held: 0, listed: 0 });
    await at.keepPromises();
  });

  test('ends unsold when the time is over: it is good again, and its buyer is told; what is in a cart waits for that', async () => {
    const order = await at.sellOut();
    await at.list(order, 1, 2);
    await at.hold(order);
    await on.database.query(`UPDATE events SET starts_at = now() + interval '23 hours' WHERE id = $1`, [
      order.eventId,
    ]);
    await at.work();
    assert.deepEqual(await at.stockOf(order), { sold: 1, held: 1, listed: 1 });
    await at.lapse(order.eventId);
    await at.work();
    assert.deepEqual(await at.stockOf(order), { sold: 2, held: 0, listed: 0 });
    assert.deepEqual(await at.statesOf(order), ['unsold', 'unsold']);
    assert.equal(await scan(order, 1), 'admitted');
    const { rows } = await on.database.query(
      `SELECT FROM jobs WHERE payload ->> 'mail' = 'not_resold' AND payload ->> 'orderId' = $1`,
      [order.orderId],
    );
    assert.equal(rows.length, 2);
    await at.keepPromises();
  });

  test('refunded by a member is off sale; after it was sold, its money goes back once and its place stays the other buyer’s', async () => {
    const order = await at.sellOut({ tickets: 3 });
    await at.list(order, 1, 2);
    await refundByMember(order, 1);
    assert.deepEqual(await at.stockOf(order), { sold: 1, held: 0, listed: 1 });
    await at.pay(await on.order({ event: order.event }));
    await at.pay(await on.order({ event: order.event }));
    await refundByMember(order, 2, false);
    await at.work();
    assert.deepEqual(await at.stockOf(order), { sold: 3, held: 0, listed: 0 });
    assert.deepEqual(await at.refundsOf(order), [order.totalMinor / 3, order.totalMinor / 3]);
    await at.keepPromises();
  });

  test('is off sale when a member keeps its place from others, unless it is in a cart', async () => {
    const order = await at.sellOut();
    await at.list(order, 1, 2);
    await at.hold(order);
    await refundByMember(order, 1, false);
    assert.deepEqual(await at.stockOf(order), { sold: 1, held: 1, listed: 1 });
    await assert.rejects(refundByMember(order, 2, false), /in a cart/);
    await at.keepPromises();
  });

  test('is not passed on; and a disputed payment is not paid back as well', async () => {
    const order = await at.sellOut();
    await on.database.query('UPDATE events SET buyers_pass_on = true WHERE id = $1', [order.eventId]);
    await at.list(order, 1);
    assert.equal(
      await at.press(order, '/pass-on', {
        position: '1',
        firstName: 'Bo',
        lastName: 'Li',
        email: 'bo@example.com',
      }),
      'pass_on_refused',
    );
    await at.pay(await on.order({ event: order.event }));
    await on.database.query(
      `INSERT INTO payment_disputes (id, host_id, order_id, payment_id, gateway_dispute_id, state, reason, amount_minor, currency, is_refundable, opened_at, as_of, next_look_up_at)
       SELECT gen_random_uuid(), o.host_id, o.id, p.id, 'd1', 'open', '', p.amount_minor, p.currency, false, now(), now(), now()
         FROM payments AS p JOIN orders AS o ON o.id = p.order_id WHERE o.id = $1`,
      [order.orderId],
    );
    await at.work();
    assert.deepEqual([await at.refundsOf(order), await at.goodTickets(order)], [[], [2]]);
    await at.keepPromises();
  });

  test('never costs more than at first: tickets of a type that is dearer by now are not put on sale again', async () => {
    const order = await at.sellOut();
    await on.database.query('UPDATE ticket_types SET price_minor = price_minor + 1 WHERE event_id = $1', [
      order.eventId,
    ]);
    assert.equal(await at.ask(order, 1), 'return_refused');
  });
});
