import type { Break } from './break-stock.fixture.ts';
import type { Sale, Sales } from './sale.fixture.ts';

/** The ways in which a waiting room and those in line can contradict each other. */
export function roomBreaks({ query }: Sales): Break[] {
  // It is paused: nobody but the test lets anybody in.
  const openRoom = ({ eventId }: Sale, { earlyCount = 0 } = {}) =>
    query(
      `INSERT INTO waiting_rooms (event_id, created_at, draws_at, drawn_at, paused_at, per_minute, most_inside, admission_minutes, asks_email,
                                  seed, seed_hash, early_count)
       VALUES ($1, now() - interval '1 hour', now() - interval '1 hour', now() - interval '1 hour', now(), 1, 1, 2, false,
               decode(repeat('00', 32), 'hex'), sha256(decode(repeat('00', 32), 'hex')), $2)`,
      [eventId, earlyCount],
    );
  // The entry has the reservation's own id, so that it is known.
  const addEntry = ({ eventId, reservationId, token }: Sale) =>
    query(
      `INSERT INTO waiting_entries (event_id, id, line_key, lined_up_at, language, let_in_at, admitted_until, cart_token, bound_at)
       VALUES ($1, $2, '\\x00' || uuid_send($2), now(), 'en', now(), now() + interval '1 hour', $3, now())`,
      [eventId, reservationId, token],
    );
  return [
    {
      promise: /^while a waiting room is open/,
      how: 'a cart of somebody who was not let in',
      deed: (sale) => openRoom(sale),
      where: ({ reservationId }) => reservationId,
    },
    {
      promise: /^an admission of a waiting room/,
      how: 'a purchase that its admission does not know of',
      deed: async (sale) => {
        await openRoom(sale, { earlyCount: 1 });
        await addEntry(sale);
        await query('INSERT INTO waiting_orders (order_id, event_id, entry_id) VALUES ($1, $2, $3)', [
          sale.bought.orderId,
          sale.eventId,
          sale.reservationId,
        ]);
      },
      where: ({ reservationId }) => reservationId,
    },
    {
      promise: /^everybody up to the front/,
      how: 'somebody who was let in from behind the front',
      deed: async (sale) => {
        await openRoom(sale, { earlyCount: 1 });
        await addEntry(sale);
      },
      where: ({ reservationId }) => reservationId,
    },
    {
      promise: /^a waiting room counts/,
      how: 'a room that has one in line whom nobody knows',
      deed: (sale) => openRoom(sale, { earlyCount: 1 }),
      where: ({ eventId }) => eventId,
    },
  ];
}
