/** What of a ticket type's holds has lapsed and nobody has given back yet. */
const lapsed = (type: string): string => `
  coalesce((SELECT sum(hold.quantity) FROM holds AS hold
             WHERE hold.ticket_type_id = ${type}.id AND hold.expires_at <= now()), 0)::integer`;

/** What its own capacity leaves of a ticket type, as SQL, whatever is left of its pool. */
export const OWN_LEFT_SQL = `(ticket_type.capacity - ticket_type.sold - ticket_type.held + ${lapsed('ticket_type')})`;

/** What is left of the pool of a ticket type that has one. */
export const POOL_LEFT_SQL = `
  (SELECT pool.capacity - (SELECT sum(mate.sold + mate.held - ${lapsed('mate')})::integer FROM ticket_types AS mate
                            WHERE mate.event_id = pool.event_id AND mate.pool_id = pool.id)
     FROM pools AS pool WHERE pool.id = ticket_type.pool_id)`;

/** How many are left, as SQL: exact at this instant, since what has lapsed counts as free before anybody gives it back. */
export const TICKETS_LEFT_SQL = `
  CASE WHEN ticket_type.pool_id IS NULL THEN ${OWN_LEFT_SQL} ELSE least(${OWN_LEFT_SQL}, ${POOL_LEFT_SQL}) END`;

/**
 * The state of a ticket type as SQL, judged by the database's clock; of a draft, what it would be if it were published. One text for every query that needs it, so that
 * the list of tickets and an event's cheapest price can't disagree.
 */
export const TICKET_STATUS_SQL = `
  CASE
    WHEN event.status IN ('ENDED', 'CANCELLED') OR event.closes_at <= now() OR ticket_type.sale_ends_at <= now() THEN 'SALE_ENDED'
    WHEN event.is_coming_soon OR ticket_type.sale_starts_at > now() THEN 'COMING_SOON'
    WHEN ${TICKETS_LEFT_SQL} <= 0 THEN 'SOLD_OUT'
    ELSE 'AVAILABLE'
  END`;
