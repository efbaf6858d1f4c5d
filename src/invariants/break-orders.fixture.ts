import { PRICE_MINOR } from '../inventory/hold-engine.fixture.ts';
import type { Break } from './break-stock.fixture.ts';
import type { Sales } from './sale.fixture.ts';

/** A receiver that has been on, or off, for an hour. */
async function addReceiver(
  query: Sales['query'],
  { eventId, id, isEnabled = true }: { eventId: string; id: string; isEnabled?: boolean },
): Promise<void> {
  await query(
    `INSERT INTO webhook_subscriptions (id, event_id, url, is_enabled) VALUES ($1::uuid, $2, 'https://receiver.example/' || $1::uuid, $3)`,
    [id, eventId, isEnabled],
  );
  await query(
    `UPDATE webhook_subscription_periods SET enabled_at = now() - interval '1 h' WHERE subscription_id = $1`,
    [id],
  );
}

/** The ways in which orders, tickets, payments, refunds and what is told of them can contradict each other. */
export const orderBreaks = ({ query }: Sales): Break[] => [
  {
    promise: /^every order that was bought with a promo code/,
    how: 'an order that has a discount and no use of its code',
    deed: ({ bought, promoCodeId }) =>
      query('UPDATE orders SET promo_code_id = $2 WHERE id = $1', [bought.orderId, promoCodeId]),
    where: ({ bought }) => bought.reference,
  },
  ...[
    { how: 'an order that was given up and bought below the price', change: 'price_minor = price_minor + 1' },
    {
      how: 'an order that was given up and bought when the sale was over',
      change: `sale_starts_at = now() - interval '2 days', sale_ends_at = now() - interval '1 day'`,
    },
  ].map(({ how, change }): Break => ({
    promise: /^an order that was given up, or whose eight hours were over/,
    how,
    deed: async ({ bought, skus }) => {
      await query(
        `INSERT INTO order_changes (order_id, at, status, cause)
           SELECT id, confirmed_at - interval '1 minute', 'cancelled', 'a test' FROM orders WHERE id = $1`,
        [bought.orderId],
      );
      await query(`UPDATE ticket_types SET ${change} WHERE id = $1`, [skus[0]]);
      // As if it had been changed before.
      return query(
        `UPDATE former_prices SET until = (SELECT confirmed_at FROM orders WHERE id = $1) - interval '1 minute'
            WHERE ticket_type_id = $2`,
        [bought.orderId, skus[0]],
      );
    },
    where: ({ bought }) => bought.reference,
  })),
  {
    promise: /^the items of an order add up/,
    how: 'an order of another total than its items',
    deed: ({ bought }) =>
      query('UPDATE orders SET total_minor = total_minor - 1 WHERE id = $1', [bought.orderId]),
    where: ({ bought }) => bought.reference,
  },
  {
    promise: /^the items of an order add up/,
    how: 'an order that lost an item',
    deed: ({ bought }) =>
      query(`UPDATE orders SET quote = quote::jsonb #- '{items,0}' WHERE id = $1`, [bought.orderId]),
    where: ({ bought }) => bought.reference,
  },
  {
    promise: /^what a ticket type has sold/,
    how: 'a sale without a ticket',
    deed: ({ skus }) => query('UPDATE ticket_types SET sold = sold + 1 WHERE id = $1', [skus[0]]),
    where: ({ skus }) => skus[0],
  },
  {
    promise: /^what a ticket type has sold/,
    how: 'a void ticket whose stock was not given back, though it says so',
    deed: ({ bought }) =>
      query('UPDATE tickets SET voided_at = now(), is_returned = true WHERE id = $1', [bought.ticketIds[1]]),
    where: ({ skus }) => skus[0],
  },
  {
    promise: /^what the ticket types of an event were sold for/,
    how: 'a sale that was counted twice',
    deed: ({ skus }) =>
      query('UPDATE ticket_types SET sales_minor = sales_minor * 2 WHERE id = $1', [skus[0]]),
    where: ({ eventId }) => eventId,
  },
  ...[
    { how: 'a sale that was counted at two times', deed: 'SET gross_minor = gross_minor + 1' },
    { how: 'an order that was counted twice over time', deed: 'SET orders = orders + 1' },
    { how: 'a ticket that was counted twice over time', deed: 'SET tickets = tickets + 1' },
    { how: 'a discount that is off by one over time', deed: 'SET discount_minor = discount_minor + 1' },
    { how: 'a fee that is off by one over time', deed: 'SET fees_minor = fees_minor + 1' },
    { how: 'a sale that was counted at another gateway', deed: `SET gateway = 'other'` },
    { how: 'a refund that is missing in the sales over time', deed: 'SET refunded_minor = 0' },
    { how: 'a void ticket that was not counted', deed: 'SET returned_tickets = 0' },
  ].map(({ how, deed }): Break => ({
    promise: /^the sales over time of an event/,
    how,
    deed: ({ skus }) => query(`UPDATE sales_times ${deed} WHERE ticket_type_id = $1`, [skus[0]]),
    where: ({ eventId }) => eventId,
  })),
  {
    promise: /^a confirmed order has a ticket/,
    how: 'a ticket that was never issued',
    deed: ({ bought }) => query('DELETE FROM tickets WHERE id = $1', [bought.ticketIds[1]]),
    where: ({ bought }) => bought.reference,
  },
  {
    promise: /^a confirmed order has a ticket/,
    how: 'a ticket too many',
    deed: ({ bought }) =>
      query(
        `INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, issued_at)
         SELECT new_id(), order_id, event_id, ticket_type_id, 99, gen_random_uuid(), email, first_name, last_name, now()
           FROM tickets WHERE id = $1`,
        [bought.ticketIds[1]],
      ),
    where: ({ bought }) => bought.reference,
  },
  {
    promise: /^a confirmed order has a ticket/,
    how: 'tickets for an order that nobody confirmed',
    deed: ({ bought }) =>
      query(`UPDATE orders SET confirmed_at = NULL, status = 'expired' WHERE id = $1`, [bought.orderId]),
    where: ({ bought }) => bought.reference,
  },
  {
    promise: /^every ticket is priced by a line/,
    how: 'a ticket that is priced by no line of its order',
    deed: ({ bought }) =>
      query('UPDATE tickets SET priced_as = gen_random_uuid() WHERE id = $1', [bought.ticketIds[1]]),
    where: ({ bought }) => bought.reference,
  },
  {
    promise: /^a ticket has the seat and the ticket type/,
    how: 'a ticket whose seat was changed by nobody’s leave since',
    deed: ({ bought, seatIds }) =>
      query(
        `INSERT INTO seat_exchanges (id, event_id, host_id, order_id, ticket_id, from_seat_id, to_seat_id, from_type_id, to_type_id,
                                     difference_minor, how, created_at, done_at)
         SELECT new_id(), o.event_id, o.host_id, o.id, t.id, t.seat_id, $2, t.ticket_type_id, t.ticket_type_id, 0, 'same', now(), now()
           FROM tickets AS t JOIN orders AS o ON o.id = t.order_id WHERE t.order_id = $1 AND t.seat_id = $3`,
        [bought.orderId, seatIds[2], bought.seatId],
      ),
    where: ({ bought }) => bought.ticketIds[2],
  },
  {
    promise: /^what was paid for a change of seat/,
    how: 'money for a change of seat of which nobody knows',
    deed: ({ bought }) => query(`UPDATE orders SET source = 'exchange' WHERE id = $1`, [bought.orderId]),
    where: ({ bought }) => bought.reference,
  },
  {
    promise: /^a seat is sold if and only if/,
    how: 'a seat that is sold to nobody',
    deed: ({ seatIds }) => query('UPDATE seats SET is_sold = true WHERE id = $1', [seatIds[2]]),
    where: ({ seatIds }) => seatIds[2],
  },
  {
    promise: /^a seat is sold if and only if/,
    how: 'a seat that is for sale though somebody has its ticket',
    deed: ({ bought }) => query('UPDATE seats SET is_sold = false WHERE id = $1', [bought.seatId]),
    where: ({ bought }) => bought.seatId,
  },
  {
    promise: /^a seat is sold if and only if/,
    how: 'a seat on two tickets',
    unlock: 'DROP INDEX IF EXISTS tickets_seat',
    deed: ({ bought }) =>
      query('UPDATE tickets SET seat_id = $2 WHERE id = $1', [bought.ticketIds[1], bought.seatId]),
    where: ({ bought }) => bought.seatId,
  },
  {
    promise: /^every payment has issued tickets/,
    how: 'a late payment that does not go back whole',
    deed: ({ bought }) => query(`UPDATE payments SET use = 'late' WHERE id = $1`, [bought.paymentId]),
    where: ({ bought }) => bought.paymentId,
  },
  {
    promise: /^every payment has issued tickets/,
    how: 'a payment for an order that was never confirmed',
    deed: ({ bought }) => query('UPDATE orders SET confirmed_at = NULL WHERE id = $1', [bought.orderId]),
    where: ({ bought }) => bought.paymentId,
  },
  {
    promise: /^every payment has issued tickets/,
    how: 'tickets for less than they cost',
    deed: ({ bought }) =>
      query('UPDATE payments SET amount_minor = amount_minor - 1 WHERE id = $1', [bought.paymentId]),
    where: ({ bought }) => bought.paymentId,
  },
  {
    promise: /^every payment has issued tickets/,
    how: 'tickets for another currency',
    deed: ({ bought }) => query(`UPDATE payments SET currency = 'GHS' WHERE id = $1`, [bought.paymentId]),
    where: ({ bought }) => bought.paymentId,
  },
  {
    promise: /^an order that waits for its payment has its cart/,
    how: 'an order whose cart was given to another',
    deed: ({ bought }) =>
      query(
        `UPDATE orders SET status = 'pending_payment', pay_by = now() + interval '1 h' WHERE reference = $1`,
        [bought.reference],
      ),
    where: ({ bought }) => bought.reference,
  },
  {
    promise: /^what is confirmed is paid for/,
    how: 'tickets that nobody paid for',
    deed: async ({ bought }) => {
      await query('DELETE FROM refunds WHERE order_id = $1', [bought.orderId]);
      return query('DELETE FROM payments WHERE id = $1', [bought.paymentId]);
    },
    where: ({ bought }) => bought.reference,
  },
  {
    promise: /^what is confirmed is paid for/,
    how: 'two payments kept for the same tickets',
    unlock: 'DROP INDEX IF EXISTS payments_one_per_order',
    deed: ({ bought }) =>
      query(
        `INSERT INTO payments (id, order_id, gateway, gateway_payment_id, amount_minor, currency, use, paid_at, recorded_at)
         SELECT new_id(), order_id, gateway, 'second', amount_minor, currency, use, paid_at, recorded_at
           FROM payments WHERE id = $1`,
        [bought.paymentId],
      ),
    where: ({ bought }) => bought.reference,
  },
  {
    promise: /^the refunds of a payment add up/,
    how: 'a refund that its payment does not know',
    deed: ({ bought }) => query('UPDATE payments SET refunded_minor = 0 WHERE id = $1', [bought.paymentId]),
    where: ({ bought }) => bought.paymentId,
  },
  {
    promise: /^the refunds of a payment add up/,
    how: 'a refund that went missing',
    deed: ({ bought }) => query('DELETE FROM refunds WHERE order_id = $1', [bought.orderId]),
    where: ({ bought }) => bought.paymentId,
  },
  {
    promise: /^the refunds of a payment add up/,
    how: 'more given back than was paid',
    unlock: 'ALTER TABLE payments DROP CONSTRAINT IF EXISTS refunds_within_payment',
    deed: async ({ bought }) => {
      await query('UPDATE refunds SET amount_minor = $2 WHERE order_id = $1', [
        bought.orderId,
        4 * PRICE_MINOR,
      ]);
      return query('UPDATE payments SET refunded_minor = $2 WHERE id = $1', [
        bought.paymentId,
        4 * PRICE_MINOR,
      ]);
    },
    where: ({ bought }) => bought.paymentId,
  },
  {
    promise: /^every purchase has a delivery for each receiver/,
    how: 'a purchase of which a receiver was never to hear',
    deed: ({ eventId, reservationId }) => addReceiver(query, { eventId, id: reservationId }),
    where: ({ bought }) => bought.reference,
  },
  {
    promise: /^every purchase has a delivery for each receiver/,
    how: 'a delivery that was lost, of which only the copy asked for by hand is left',
    deed: async ({ eventId, reservationId, bought }) => {
      await addReceiver(query, { eventId, id: reservationId });
      return query(
        `INSERT INTO webhook_deliveries (id, subscription_id, event_type, order_id, reference, redelivery_of)
         VALUES (new_id(), $1, 'TICKET_PURCHASED', $2, 'a test', new_id())`,
        [reservationId, bought.orderId],
      );
    },
    where: ({ bought }) => bought.reference,
  },
  ...[
    { how: 'tickets that were given away', made: `source = 'complimentary'` },
    { how: 'tickets that the host sold', made: `source = 'host', gateway = 'by_hand', paid_by = 'cash'` },
  ].map(({ how, made }): Break => ({
    promise: /^what the host gave away or sold itself has no delivery/,
    how: `${how}, of which a receiver hears`,
    deed: async ({ eventId, reservationId, bought }) => {
      await addReceiver(query, { eventId, id: reservationId, isEnabled: false });
      await query(`UPDATE orders SET ${made} WHERE id = $1`, [bought.orderId]);
      return query(
        `INSERT INTO webhook_deliveries (id, subscription_id, event_type, order_id, reference, status, ended_at)
         VALUES (new_id(), $1, 'TICKET_PURCHASED', $2, 'a test', 'delivered', now())`,
        [reservationId, bought.orderId],
      );
    },
    where: ({ bought }) => bought.reference,
  })),
  ...[
    { how: 'a delivery that everybody has forgotten', begun: `now() - interval '1 h'`, due: 'now()' },
    { how: 'a delivery that is due some other day', begun: 'NULL', due: `now() + interval '1 day'` },
  ].map(({ how, begun, due }): Break => ({
    promise: /^every webhook delivery comes to its end/,
    how,
    deed: async ({ eventId, reservationId }) => {
      await addReceiver(query, { eventId, id: reservationId, isEnabled: false });
      return query(
        `INSERT INTO webhook_deliveries (id, subscription_id, event_type, reference, next_attempt_at, first_attempt_at, leased_by, leased_until)
           VALUES ($1::uuid, $1::uuid, 'WEBHOOK_TEST', 'test', ${due}, ${begun}, 'nobody', now() + interval '30 s')`,
        [reservationId],
      );
    },
    where: ({ reservationId }) => reservationId,
  })),
  {
    promise: /^the newest entry of an order’s history/,
    how: 'a state that no history tells of',
    deed: ({ bought }) => query(`UPDATE orders SET status = 'cancelled' WHERE id = $1`, [bought.orderId]),
    where: ({ bought }) => bought.reference,
  },
  {
    promise: /^the newest entry of an order’s history/,
    how: 'an order without a history',
    deed: ({ bought }) => query('DELETE FROM order_changes WHERE order_id = $1', [bought.orderId]),
    where: ({ bought }) => bought.reference,
  },
  {
    promise: /^after a cancelled event was gone through/,
    how: 'a good ticket of an event whose cancellation is finished',
    deed: ({ eventId }) => cancelByHand(query, eventId),
    where: ({ eventId }) => eventId,
  },
  {
    promise: /^an event that was cancelled stays cancelled/,
    how: 'a cancelled event that is on sale again',
    deed: async ({ eventId }) => {
      await cancelByHand(query, eventId);
      await query(`UPDATE events SET status = 'LIVE' WHERE id = $1`, [eventId]);
    },
    where: ({ eventId }) => eventId,
  },
];

/** As if it had been gone through, without giving anything back. */
async function cancelByHand(query: Sales['query'], eventId: string): Promise<void> {
  await query(`UPDATE events SET status = 'CANCELLED' WHERE id = $1`, [eventId]);
  await query(
    `INSERT INTO event_cancellations (id, event_id, created_at, reason, orders, tickets, unpaid_orders, goes_back, finished_at)
     VALUES (new_id(), $1, now(), '', 0, 0, 0, '[]', now())`,
    [eventId],
  );
}
