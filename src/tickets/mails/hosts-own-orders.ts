/**
 * Of an order `o`: the host chose its addresses, and no buyer did. A member typed them in (a gift, a sale at the counter), or one of the host's
 * own servers named them and nothing was paid. Mails to them count against the host's day.
 */
export const IS_HOSTS_OWN_SQL = `(o.source NOT IN ('api', 'embed') OR (o.is_by_server AND o.total_minor = 0))`;
