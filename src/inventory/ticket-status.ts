/**
 * The state of a ticket type as SQL, judged by the database's clock. One text for every query that needs it, so that
 * the list of tickets, an event's cheapest price and the hold engine can't disagree.
 */
export const TICKET_STATUS_SQL = `
  CASE
    WHEN event.status <> 'LIVE' OR event.closes_at <= now() OR ticket_type.sale_ends_at <= now() THEN 'SALE_ENDED'
    WHEN event.is_coming_soon OR ticket_type.sale_starts_at > now() THEN 'COMING_SOON'
    WHEN ticket_type.sold + ticket_type.held >= ticket_type.capacity THEN 'SOLD_OUT'
    ELSE 'AVAILABLE'
  END`;
