import { SCANS_KEPT_DAYS } from '../check-in/forget-scans.ts';
import type { Promised } from './promise.ts';

// Scans by which a guest went in or out, and that were not taken back. The code of a ticket that was passed on is nobody's. A CASE, since
// the words of an index of all scans would lead there.
const COUNTS_FOR_GUEST = (scan: string): string =>
  `CASE WHEN ${scan}.undone_by IS NULL AND ${scan}.against IS DISTINCT FROM 'passed_on'
        THEN ${scan}.outcome IN ('admitted', 're_entry', 'left') END`;

/** Of scans at doors. */
export const DOOR_PROMISES: Promised[] = [
  {
    promise:
      'a ticket is used since the first scan that let its guest in, and its guest is out if the last one was an exit',
    // By one who looks at each scan's place among the others. As long as scans are kept: those of a ticket are younger than it.
    sql: `SELECT t.id::text AS where_at, format('used %s, left %s; by its scans %s, %s', t.used_at, t.left_at, told.used_at, told.left_at) AS detail
            FROM tickets AS t
            LEFT JOIN LATERAL (
              SELECT min(s.at) FILTER (WHERE s.kind = 'entry') AS used_at,
                     CASE WHEN bool_or(s.kind = 'entry') THEN max(s.at) FILTER (WHERE s.kind = 'exit' AND NOT EXISTS (
                       SELECT 1 FROM scans AS later WHERE later.ticket_id = t.id AND ${COUNTS_FOR_GUEST('later')} AND (later.at, later.id) > (s.at, s.id)))
                     END AS left_at
                FROM scans AS s WHERE s.ticket_id = t.id AND ${COUNTS_FOR_GUEST('s')}) AS told ON true
           WHERE t.issued_at > clock_timestamp() - interval '${SCANS_KEPT_DAYS - 1} days'
             AND (t.used_at, t.left_at) IS DISTINCT FROM (told.used_at, told.left_at)`,
  },
  {
    promise: 'who was let in while inside is a double, and nobody else is; each guest came in once',
    sql: `SELECT s.id::text AS where_at, format('%s %s, double: %s; before it: %s, entries %s', s.kind, s.outcome, s.is_double, before.kind, earlier.count) AS detail
            FROM scans AS s JOIN tickets AS t ON t.id = s.ticket_id
            LEFT JOIN LATERAL (
              SELECT b.kind FROM scans AS b WHERE b.ticket_id = s.ticket_id AND ${COUNTS_FOR_GUEST('b')} AND (b.at, b.id) < (s.at, s.id)
               ORDER BY b.at DESC, b.id DESC LIMIT 1) AS before ON true
            CROSS JOIN LATERAL (
              SELECT count(*) FROM scans AS b WHERE b.ticket_id = s.ticket_id AND ${COUNTS_FOR_GUEST('b')} AND b.kind = 'entry'
                 AND (b.at, b.id) < (s.at, s.id)) AS earlier
           WHERE ${COUNTS_FOR_GUEST('s')} AND t.issued_at > clock_timestamp() - interval '${SCANS_KEPT_DAYS - 1} days'
             AND (s.is_double <> (s.kind = coalesce(before.kind, 'exit'))
                  OR s.outcome <> CASE WHEN s.kind = 'exit' THEN 'left' WHEN before.kind = 'exit' AND earlier.count > 0 THEN 're_entry' ELSE 'admitted' END)`,
  },
  {
    promise: 'what was taken back has an undo, and every undo has taken back what it could',
    sql: `SELECT s.id::text AS where_at, format('undone by %s, undo %s', s.undone_by, undo.id) AS detail
            FROM scans AS s LEFT JOIN LATERAL (
              SELECT u.id FROM scans AS u WHERE u.undoes = s.id AND u.event_id = s.event_id AND u.outcome = 'undone' LIMIT 1) AS undo ON true
           WHERE s.kind <> 'undo' AND (s.undone_by IS NULL) <> (undo.id IS NULL)`,
  },
];
