/** The lapsed holds of a ticket type that nobody has given back yet. */
const lapsed = (type: string): string => `
  coalesce((SELECT sum(hold.quantity) FROM holds AS hold
             WHERE hold.ticket_type_id = ${type}.id AND hold.expires_at <= now()), 0)::integer`;

/** The cart's tickets of a type; none if there is no such cart. */
const heldBy = (cart: string, type: string): string => `
  coalesce((SELECT hold.quantity FROM holds AS hold
             WHERE hold.reservation_id = ${cart} AND hold.ticket_type_id = ${type}.id AND hold.expires_at > now()), 0)`;

/**
 * The tickets left and the state of a ticket type, as SQL: exact at this instant, since lapsed holds count as free before anybody gives
 * them back. `ownCart` is SQL for the id of the reader's cart: its tickets count as left for them. One text for every query that needs
 * it, so that the list of tickets and an event's cheapest price can't disagree.
 */
export function ticketSql(ownCart?: string) {
  const own = (type: string): string => (ownCart === undefined ? '0' : heldBy(ownCart, type));
  /** Free for anybody by its own capacity, those on its waiting list among them. */
  const unsold = (type: string): string => `${type}.capacity - ${type}.sold - ${type}.held + ${lapsed(type)}`;
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
