import type { Promised } from './promise.ts';

// A mail that was on its way when something changed arrives.
const ON_ITS_WAY = `interval '15 minutes'`;

/** Of reminders and thanks. That nobody gets one who has unsubscribed can't be seen here: the database has hashes alone, made with a sealed key. */
export const MAIL_PROMISES: readonly Promised[] = [
  {
    promise: 'a reminder or thanks goes to an address of an order once for a date of its event',
    sql: `SELECT o.reference AS where_at, format('%s × %s for %s', count(*), m.kind, m.occasion) AS detail
            FROM mails AS m JOIN orders AS o ON o.id = m.order_id
           WHERE m.kind IN ('reminder', 'thanks') AND m.sent_at IS NOT NULL
           GROUP BY o.reference, m.kind, m.occasion, lower(m.recipient) HAVING count(*) > 1`,
  },
  {
    promise: 'a reminder is sent before its event begins, and thanks after it began',
    sql: `SELECT o.reference AS where_at, format('%s for %s, sent at %s', m.kind, m.occasion, m.sent_at) AS detail
            FROM mails AS m JOIN orders AS o ON o.id = m.order_id
           WHERE (m.kind = 'reminder' AND m.sent_at > m.occasion::timestamptz + ${ON_ITS_WAY})
              OR (m.kind = 'thanks' AND m.sent_at < m.occasion::timestamptz)`,
  },
  {
    promise: 'neither a reminder nor thanks are sent for a cancelled event',
    sql: `SELECT o.reference AS where_at, format('%s, sent at %s, cancelled at %s', m.kind, m.sent_at, c.created_at) AS detail
            FROM mails AS m JOIN orders AS o ON o.id = m.order_id JOIN event_cancellations AS c ON c.event_id = o.event_id
           WHERE m.kind IN ('reminder', 'thanks') AND m.sent_at > c.created_at + ${ON_ITS_WAY}`,
  },
];
