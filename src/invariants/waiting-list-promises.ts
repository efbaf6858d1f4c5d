import type { Promised } from './promise.ts';

/** The promises of waiting lists. By the rows alone, as all of these: no function of functions/ is called. */
export const WAITING_LIST_PROMISES: Promised[] = [
  {
    promise: 'what a ticket type has awaited is what those want who are on its waiting list',
    sql: `SELECT t.id::text AS where_at, format('awaited %s, wanted %s', t.awaited, wanted.quantity) AS detail
            FROM ticket_types AS t CROSS JOIN LATERAL (
              SELECT coalesce(sum(e.quantity), 0) AS quantity FROM waiting_list_entries AS e
               WHERE e.ticket_type_id = t.id AND e.state = 'waiting') AS wanted
           WHERE t.awaited <> wanted.quantity`,
  },
  {
    promise: 'an entry of a waiting list is for a ticket type of the list’s event',
    sql: `SELECT e.id::text AS where_at, e.ticket_type_id::text AS detail FROM waiting_list_entries AS e
            LEFT JOIN ticket_types AS t ON t.id = e.ticket_type_id WHERE t.event_id IS DISTINCT FROM e.event_id`,
  },
  {
    promise: 'what a waiting list offers is held for it until the offer is over, by a cart of its own',
    sql: `SELECT e.id::text AS where_at, format('%s tickets until %s, held %s', e.offered_quantity, e.offered_until, found.quantity) AS detail
            FROM waiting_list_entries AS e JOIN events AS event ON event.id = e.event_id
            CROSS JOIN LATERAL (
              SELECT coalesce(sum(h.quantity), 0) AS quantity FROM reservations AS r JOIN holds AS h ON h.reservation_id = r.id
               WHERE r.id = e.reservation_id AND r.event_id = e.event_id AND h.ticket_type_id = e.ticket_type_id
                 AND r.ended_at IS NULL AND r.order_id IS NULL AND r.is_exempt AND h.expires_at = e.offered_until) AS found
           WHERE e.state = 'offered' AND e.offered_until > clock_timestamp() AND event.status = 'LIVE' AND found.quantity <> e.offered_quantity`,
  },
  {
    promise:
      'nobody was drawn for a waiting list who came after the draw, and everybody who came before it was',
    sql: `SELECT e.id::text AS where_at, format('confirmed %s, drawn %s', e.confirmed_at, l.drawn_at) AS detail
            FROM waiting_list_entries AS e JOIN waiting_lists AS l ON l.event_id = e.event_id
           WHERE e.confirmed_at IS NOT NULL
             AND (e.rank IS NOT NULL) <> (l.draws_at IS NOT NULL AND coalesce(e.confirmed_at < l.drawn_at, true))`,
  },
];
