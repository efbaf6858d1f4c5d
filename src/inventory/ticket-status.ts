/** The lapsed holds of a ticket type that nobody has given back yet. */
const lapsed = (type: string): string => `
  coalesce((SELECT sum(hold.quantity) FROM holds AS hold
             WHERE hold.ticket_type_id = ${type}.id AND hold.expires_at <= now()), 0)::integer`;

/** The cart's tickets of a type; none if there is no such cart. */
const heldBy = (cart: string, type: string): string => `
  coalesce((SELECT hold.quantity FROM holds AS hold
             WHERE hold.reservation_id = ${cart} AND hold.ticket_type_id = ${type}.id AND hold.expires_at > now()), 0)`;

/** When the next hold of a ticket type lapses. */
const nextLapse = (id: string): string => `
  (SELECT min(hold.expires_at) FROM holds AS hold WHERE hold.ticket_type_id = ${id} AND hold.expires_at > now())`;

/** The same of all ticket types of its pool. */
const NEXT_LAPSE_OF_POOL_SQL = `
  (SELECT min(${nextLapse('mate.id')}) FROM ticket_types AS mate
    WHERE mate.event_id = ticket_type.event_id AND mate.pool_id = ticket_type.pool_id)`;

/** When the next hold lapses that keeps others from a ticket type. */
export const NEXT_LAPSE_SQL = `
  CASE WHEN ticket_type.pool_id IS NULL THEN ${nextLapse('ticket_type.id')} ELSE ${NEXT_LAPSE_OF_POOL_SQL} END`;

/** Free for anybody by its own capacity, those on its waiting list among them. */
const unsold = (type: string): string => `${type}.capacity - ${type}.sold - ${type}.held + ${lapsed(type)}`;

// Longer than this only unpaid orders are kept, and offers: nobody watches a page for so long.
const SOON = `interval '1 hour'`;

/**
 * When a ticket type that is sold out may be on sale again at the earliest, as SQL: `left` is SQL for the tickets left. Null where all is sold, where
 * people are on its waiting list, and where it won't be soon.
 */
export const backOnSaleSql = (left: string): string => `
  CASE WHEN ${left} <= 0 AND ticket_type.awaited = 0 THEN (
    SELECT next.lapse FROM (
      SELECT CASE WHEN ${unsold('ticket_type')} <= 0 THEN ${nextLapse('ticket_type.id')}
                  WHEN NOT EXISTS (
                    SELECT FROM ticket_types AS mate
                     WHERE mate.event_id = ticket_type.event_id AND mate.pool_id = ticket_type.pool_id AND mate.awaited > 0)
                  THEN ${NEXT_LAPSE_OF_POOL_SQL} END) AS next (lapse)
     WHERE next.lapse < now() + ${SOON}) END`;

/**
 * The tickets left and the state of a ticket type, as SQL: exact at this instant, since lapsed holds count as free before anybody gives
 * them back. `ownCart` is SQL for the id of the reader's cart: its tickets count as left for them. One text for every query that needs
 * it, so that the list of tickets and an event's cheapest price can't disagree.
 */
export function ticketSql(ownCart?: string) {
  const own = (type: string): string => (ownCart === undefined ? '0' : heldBy(ownCart, type));
  /** The tickets left by its own capacity, whatever its pool has. What is awaited is left for nobody else. */
  const ownLeft = `(greatest(${unsold('ticket_type')} - ticket_type.awaited, 0) + ${own('ticket_type')})`;
  /** The tickets left in the pool of a ticket type, if it has one: less what those who wait for its ticket types could have. */
  const poolLeft = `
  (SELECT greatest(pool.capacity - drawn.taken, 0) + drawn.own FROM pools AS pool
     CROSS JOIN LATERAL (
       SELECT sum(mate.sold + mate.held - ${lapsed('mate')}
                  + CASE WHEN mate.awaited > 0 THEN least(mate.awaited, greatest(${unsold('mate')}, 0)) ELSE 0 END)::integer AS taken,
              sum(${own('mate')})::integer AS own
         FROM ticket_types AS mate WHERE mate.event_id = pool.event_id AND mate.pool_id = pool.id) AS drawn
    WHERE pool.id = ticket_type.pool_id)`;
  const left = `
  CASE WHEN ticket_type.pool_id IS NULL THEN ${ownLeft} ELSE least(${ownLeft}, ${poolLeft}) END`;
  return { ownLeft, poolLeft, left, status: statusSql(left) };
}

/** Judged by the database's clock; of a draft, what it would be if it were published. `left` is SQL for the tickets left. */
export const statusSql = (left: string): string => `
  CASE
    WHEN event.status IN ('ENDED', 'CANCELLED') OR event.closes_at <= now() OR ticket_type.sale_ends_at <= now() THEN 'SALE_ENDED'
    WHEN event.is_coming_soon OR ticket_type.sale_starts_at > now() THEN 'COMING_SOON'
    WHEN ${left} <= 0 THEN 'SOLD_OUT'
    ELSE 'AVAILABLE'
  END`;

export const {
  ownLeft: OWN_LEFT_SQL,
  poolLeft: POOL_LEFT_SQL,
  left: TICKETS_LEFT_SQL,
  status: TICKET_STATUS_SQL,
} = ticketSql();
