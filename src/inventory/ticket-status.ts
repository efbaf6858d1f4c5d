/** How many are left, as SQL: exact at this instant, since what has lapsed counts as free before anybody gives it back. */
export const TICKETS_LEFT_SQL = `
  (ticket_type.capacity - ticket_type.sold - ticket_type.held
    + coalesce((SELECT sum(hold.quantity) FROM holds AS hold
                 WHERE hold.ticket_type_id = ticket_type.id AND hold.expires_at <= now()), 0)::integer)`;

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
