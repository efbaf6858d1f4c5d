// If a host has more events than these, and they hold no page of matches, the index of words is asked.
const NEWEST = 200;

/** Of `events AS event`: what the list shows of a host's events. */
const IS_LISTED_SQL = `event.status = 'LIVE' AND NOT event.is_unlisted AND event.closes_at > now()`;

const NEWEST_FIRST_SQL = 'ORDER BY created_at DESC, id DESC';

/** Whether an event of the host $1 has the words of a tsquery, in the one form that the index of words fits, and no other. */
export const hasWordsSql = (query: string): string =>
  `uuid_send(host_id) = uuid_send($1) AND search @@ ${query}::tsquery`;

/** The ids of a page of the list, as the table `chosen (id)`, for a WITH. $1 is the host, $2 how many the page may have. */
export function chooseListedSql(conditions: string[]): string {
  const isListed = [IS_LISTED_SQL, ...conditions].join(' AND ');
  return `chosen AS MATERIALIZED (
    SELECT id FROM events AS event WHERE host_id = $1 AND ${isListed} ${NEWEST_FIRST_SQL} LIMIT $2)`;
}

/**
 * The same, of those that have the words of a tsquery. A word that many events have is soon met on the way from the newest; one that few have
 * is found by the index of words. The planner can't tell the two apart: asked for one page in the list's order, it walks the list, to its end
 * for a rare word. So the walk ends after some rows, and the index is asked for all that have the words, listed or not. That end is a subquery: where the planner is told a number
 * that is more than it believes the host to have, it would rather read and sort them.
 */
export function chooseFoundSql(conditions: string[], query: string): string {
  const isListed = [IS_LISTED_SQL, ...conditions].join(' AND ');
  return `newest AS MATERIALIZED (
      SELECT id, created_at, search FROM events AS event WHERE host_id = $1 AND ${isListed} ${NEWEST_FIRST_SQL}
       LIMIT (SELECT ${NEWEST})),
    near AS MATERIALIZED (
      SELECT id, created_at FROM newest WHERE search @@ ${query}::tsquery ${NEWEST_FIRST_SQL} LIMIT $2),
    found AS MATERIALIZED (
      SELECT id, created_at, status, is_unlisted, closes_at, category_id FROM events
       WHERE (SELECT count(*) FROM newest) = ${NEWEST} AND (SELECT count(*) FROM near) < $2 AND ${hasWordsSql(query)}),
    far AS MATERIALIZED (SELECT id, created_at FROM found AS event WHERE ${isListed}),
    chosen AS MATERIALIZED (
      SELECT id FROM (TABLE near UNION TABLE far) AS either ${NEWEST_FIRST_SQL} LIMIT $2)`;
}
