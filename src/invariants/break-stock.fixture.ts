import { makeEvent } from '../../test/harness/make-catalog.ts';
import { addPrice } from '../pages/checkout/embed/embed.fixture.ts';
import type { Sale, Sales } from './sale.fixture.ts';

export type Break = {
  promise: RegExp;
  how: string;
  /** Drops the constraint that stands in the way. */
  unlock?: string;
  deed: (sale: Sale) => Promise<unknown>;
  where: (sale: Sale) => string | undefined | Promise<string | undefined>;
};

/** The ways in which stock, holds, seats, codes and quotes can contradict each other. */
export const stockBreaks = ({ on, host, query, healthySale }: Sales): Break[] => [
  {
    promise: /^translations are in other languages/,
    how: 'a translation into the event’s first language',
    deed: ({ eventId }) =>
      query(
        'INSERT INTO event_translations (event_id, language) SELECT id, language FROM events WHERE id = $1',
        [eventId],
      ),
    where: ({ eventId }) => eventId,
  },
  {
    promise: /^translations are in other languages/,
    how: 'a translation of another event’s ticket type',
    deed: ({ eventId }) =>
      query(
        `INSERT INTO event_translations (event_id, language, ticket_types) VALUES ($1, 'fr', jsonb_build_object(new_id(), '{}'::jsonb))`,
        [eventId],
      ),
    where: ({ eventId }) => eventId,
  },
  {
    promise: /^no ticket type is oversold$/,
    how: 'more sold than there are',
    unlock: 'ALTER TABLE ticket_types DROP CONSTRAINT IF EXISTS never_oversold',
    deed: ({ skus }) => query('UPDATE ticket_types SET sold = capacity WHERE id = $1', [skus[0]]),
    where: ({ skus }) => skus[0],
  },
  {
    promise: /^no ticket type is oversold$/,
    how: 'fewer than none sold',
    unlock: 'ALTER TABLE ticket_types DROP CONSTRAINT IF EXISTS ticket_types_sold_check',
    deed: ({ skus }) => query('UPDATE ticket_types SET sold = -1 WHERE id = $1', [skus[0]]),
    where: ({ skus }) => skus[0],
  },
  {
    promise: /^no pool is oversold$/,
    how: 'a pool that is smaller than what its ticket types have held',
    deed: ({ skus }) =>
      query(
        `WITH made AS (
           INSERT INTO pools (id, event_id, name, capacity) SELECT id, event_id, 'Floor', 0 FROM ticket_types WHERE id = $1)
         UPDATE ticket_types SET pool_id = $1 WHERE id = $1`,
        [skus[0]],
      ),
    where: ({ skus }) => skus[0],
  },
  {
    promise: /^of a hall that came from a plan/,
    how: 'a blocked seat that still counts',
    deed: async ({ eventId, skus }) => {
      await useSomePlan(query, eventId);
      await query(
        `INSERT INTO seats (id, event_id, ticket_type_id, section, row_label, seat_label, x, y)
         VALUES (new_id(), $1, $2, 'Lost', '1', '1', 0, 0)`,
        [eventId, skus[1]],
      );
    },
    where: ({ skus }) => skus[1],
  },
  {
    promise: /^further prices of seats share one pool/,
    how: 'a pool that is smaller than its seats',
    deed: async ({ eventId, skus }) => {
      await addPrice(on, host, { eventId, skus: skus.slice(1) });
      await query('UPDATE pools SET capacity = capacity - 1 WHERE event_id = $1', [eventId]);
    },
    where: ({ skus }) => skus[1],
  },
  {
    promise: /^further prices of seats share one pool/,
    how: 'a ticket type without seats in the pool of seats',
    deed: async ({ eventId, skus }) => {
      await addPrice(on, host, { eventId, skus: skus.slice(1) });
      await query(
        'UPDATE ticket_types SET pool_id = (SELECT id FROM pools WHERE event_id = $1) WHERE id = $2',
        [eventId, skus[0]],
      );
    },
    where: ({ skus }) => skus[0],
  },
  {
    promise: /^further prices of seats share one pool/,
    how: 'seats of its own',
    deed: async (sale) => {
      const price = await addPrice(on, host, { eventId: sale.eventId, skus: sale.skus.slice(1) });
      sale.skus.push(price);
      await query('UPDATE seats SET ticket_type_id = $2 WHERE id = $1', [sale.seatIds[2], price]);
    },
    where: ({ skus }) => skus[2],
  },
  {
    promise: /^a seat is sold as its own ticket type/,
    how: 'a seat that became another one’s after it was sold',
    deed: ({ bought, skus }) =>
      query('UPDATE seats SET ticket_type_id = $2 WHERE id = $1', [bought.seatId, skus[0]]),
    where: ({ bought }) => bought.ticketIds[2],
  },
  {
    promise: /^an order that says what its seats are sold as/,
    how: 'a seat that was sold as something that nobody has bought',
    deed: ({ bought, skus }) =>
      query('UPDATE orders SET seat_skus = ARRAY[$2::uuid] WHERE id = $1', [bought.orderId, skus[0]]),
    where: ({ bought }) => bought.reference,
  },
  {
    promise: /^a seat is held by a reservation that lives/,
    how: 'a seat that is held as something else than was priced',
    deed: ({ seatIds, skus }) => query('UPDATE seats SET held_as = $2 WHERE id = $1', [seatIds[0], skus[0]]),
    where: ({ reservationId }) => reservationId,
  },
  {
    promise: /^a blocked seat is nobody’s$/,
    how: 'a seat that was blocked while somebody had it',
    deed: ({ seatIds }) =>
      query(`UPDATE seats SET blocked_reason = '', blocked_color = 0 WHERE id = $1`, [seatIds[0]]),
    where: ({ seatIds }) => seatIds[0],
  },
  {
    promise: /^a companion’s seat has its accessible one/,
    how: 'a companion of nobody',
    deed: ({ seatIds }) => query(`UPDATE seats SET companion_of = 'gone' WHERE id = $1`, [seatIds[0]]),
    where: ({ seatIds }) => seatIds[0],
  },
  {
    promise: /^a companion’s seat has its accessible one/,
    how: 'a table without all of its seats',
    deed: ({ seatIds }) =>
      query(`UPDATE seats SET table_id = 'table', table_seats = 2 WHERE id = $1`, [seatIds[0]]),
    where: ({ seatIds }) => seatIds[0],
  },
  {
    promise: /sum of its holds$/,
    how: 'a counter that has drifted',
    deed: ({ skus }) => query('UPDATE ticket_types SET held = held - 1 WHERE id = $1', [skus[1]]),
    where: ({ skus }) => skus[1],
  },
  {
    promise: /sum of its holds$/,
    how: 'a hold that went without its counter',
    deed: ({ skus }) => query('DELETE FROM holds WHERE ticket_type_id = $1', [skus[0]]),
    where: ({ skus }) => skus[0],
  },
  {
    promise: /^every hold belongs/,
    how: 'a hold of nobody',
    deed: ({ reservationId }) => query('DELETE FROM reservations WHERE id = $1', [reservationId]),
    where: ({ reservationId }) => reservationId,
  },
  {
    promise: /^every hold belongs/,
    how: "a hold of another event's ticket",
    deed: async ({ skus }) => {
      const other = await makeEvent(on, host);
      return query('UPDATE holds SET ticket_type_id = $2 WHERE ticket_type_id = $1', [
        skus[0],
        other.skus[0],
      ]);
    },
    where: ({ reservationId }) => reservationId,
  },
  {
    promise: /^every hold belongs/,
    how: 'a hold of no ticket at all',
    deed: ({ skus }) =>
      query('UPDATE holds SET ticket_type_id = gen_random_uuid() WHERE ticket_type_id = $1', [skus[0]]),
    where: ({ reservationId }) => reservationId,
  },
  {
    promise: /^every hold belongs/,
    how: 'a hold of a reservation that has ended',
    deed: ({ reservationId }) =>
      query('UPDATE reservations SET ended_at = now() WHERE id = $1', [reservationId]),
    where: ({ reservationId }) => reservationId,
  },
  {
    promise: /^every hold belongs/,
    how: 'a hold that outlives its reservation',
    deed: ({ reservationId }) =>
      query(`UPDATE holds SET expires_at = expires_at + interval '1 s' WHERE reservation_id = $1`, [
        reservationId,
      ]),
    where: ({ reservationId }) => reservationId,
  },
  {
    promise: /^a live reservation holds all/,
    how: 'a cart that promises more than is held',
    deed: ({ reservationId }) =>
      query('UPDATE reservations SET quantity = quantity + 1 WHERE id = $1', [reservationId]),
    where: ({ reservationId }) => reservationId,
  },
  {
    promise: /^a live reservation holds all/,
    how: 'a cart that holds nothing',
    deed: ({ reservationId }) => query('DELETE FROM holds WHERE reservation_id = $1', [reservationId]),
    where: ({ reservationId }) => reservationId,
  },
  {
    promise: /^a live reservation holds what it was priced for/,
    how: 'a cart that is priced as cheaper tickets than it holds',
    deed: ({ reservationId }) =>
      query(
        `UPDATE reservations SET quote = jsonb_set(quote::jsonb, '{items,0,sku}', to_jsonb(new_id()::text)) WHERE id = $1`,
        [reservationId],
      ),
    where: ({ reservationId }) => reservationId,
  },
  {
    promise: /^a seat is held by a reservation that lives/,
    how: 'a seat more than tickets',
    deed: ({ seatIds, reservationId }) =>
      query(`UPDATE seats SET held_by = $2, held_until = now() + interval '1 h' WHERE id = $1`, [
        seatIds[2],
        reservationId,
      ]),
    where: ({ reservationId }) => reservationId,
  },
  {
    promise: /^a seat is held by a reservation that lives/,
    how: 'a seat that was given to somebody else',
    deed: async ({ seatIds }) =>
      query('UPDATE seats SET held_by = $2 WHERE id = $1', [seatIds[0], (await healthySale()).reservationId]),
    where: ({ reservationId }) => reservationId,
  },
  {
    promise: /^a seat is held by a reservation that lives/,
    how: 'a seat of a reservation that has ended',
    deed: ({ reservationId }) =>
      query('UPDATE reservations SET ended_at = now() WHERE id = $1', [reservationId]),
    where: ({ reservationId }) => reservationId,
  },
  {
    promise: /^the uses of a limited promo code/,
    how: 'a use that nobody has',
    deed: ({ promoCodeId }) => query('UPDATE promo_codes SET uses = uses + 1 WHERE id = $1', [promoCodeId]),
    where: ({ promoCodeId }) => promoCodeId,
  },
  {
    promise: /^the uses of a limited promo code/,
    how: 'more uses than there may be',
    unlock: 'ALTER TABLE promo_codes DROP CONSTRAINT IF EXISTS promo_uses_within_maximum',
    deed: async ({ promoCodeId }) => {
      const other = await healthySale();
      await query('UPDATE promo_codes SET uses = 0 WHERE id = $1', [other.promoCodeId]);
      await query('UPDATE reservations SET promo_code_id = $2 WHERE id = $1', [
        other.reservationId,
        promoCodeId,
      ]);
      return query('UPDATE promo_codes SET uses = 2, maximum_uses = 1 WHERE id = $1', [promoCodeId]);
    },
    where: ({ promoCodeId }) => promoCodeId,
  },
  {
    promise: /^the items of a quote add up/,
    how: 'a total that was altered',
    deed: ({ reservationId }) =>
      query(`UPDATE reservations SET quote = jsonb_set(quote::jsonb, '{total}', '1') WHERE id = $1`, [
        reservationId,
      ]),
    where: ({ reservationId }) => reservationId,
  },
  {
    promise: /^the items of a quote add up/,
    how: 'an item that went missing',
    deed: ({ reservationId }) =>
      query(`UPDATE reservations SET quote = quote::jsonb #- '{items,0}' WHERE id = $1`, [reservationId]),
    where: ({ reservationId }) => reservationId,
  },
];

/** A version of a plan, as far as a hall needs one. */
async function useSomePlan(query: Sales['query'], eventId: string): Promise<void> {
  await query(
    `WITH plan AS (
       INSERT INTO seating_plans (id, host_id, name, draft, seat_count, sketch)
       SELECT $1, host_id, 'Hall', '{}', 0, '{}' FROM events WHERE id = $1)
     INSERT INTO seating_plan_versions (plan_id, number, plan, changes, seat_count) VALUES ($1, 1, '{}', '{}', 0)`,
    [eventId],
  );
  await query('INSERT INTO event_halls (event_id, plan_id, number) VALUES ($1, $1, 1)', [eventId]);
}
