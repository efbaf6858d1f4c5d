/** When a mail of the row `a` of `automatic_mails` is due, by the dates of its event `e` as they are. */
export const DUE_SQL = `CASE a.kind
  WHEN 'reminder' THEN mail_hour(e.starts_at - make_interval(hours => a.hours), e.timezone, e.starts_at)
  ELSE mail_hour(e.closes_at + make_interval(hours => a.hours), e.timezone, 'infinity') END`;

/** Until when it is worth sending. Thanks come soon, or not at all: a host that switches them on months later thanks nobody. */
export const WORTH_UNTIL_SQL = `CASE a.kind WHEN 'reminder' THEN e.starts_at
  ELSE e.closes_at + make_interval(hours => a.hours) + interval '7 days' END`;

/** When one that is about to be sent may go. */
export const MAY_GO_SQL = `mail_hour(clock_timestamp(), e.timezone, ${WORTH_UNTIL_SQL})`;

/**
 * Whether it has not gone out yet. Each goes once for a date. After a move of the event it goes for the new date too, unless it has just been
 * sent: people hear of the new date by the mail that says so.
 */
export const IS_NEW_SQL = `(a.begun_for IS NULL OR a.begun_for <> e.starts_at AND ${DUE_SQL} > a.begun_at + interval '1 day')`;

/** The event takes place, and its host is one that may write. */
export const TAKES_PLACE_SQL = `e.status IN ('LIVE', 'ENDED') AND h.suspended_at IS NULL`;
