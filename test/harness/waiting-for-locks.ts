import { until } from './until.ts';

/** A pool, a connection or a transaction. */
type Connection = {
  query(text: string, values?: unknown[]): Promise<{ rows: { count?: number }[] }>;
};

/** How many statements that contain `text` wait for a lock in this database. */
export async function countWaiting(connection: Connection, text = ''): Promise<number> {
  // Inside a transaction PostgreSQL would show the same activity again and again.
  await connection.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await connection.query(
    `SELECT count(*)::integer AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND strpos(query, $1) > 0`,
    [text],
  );
  return rows[0]?.count ?? 0;
}

/** Waits until so many statements that contain `text` wait for a lock in this database. */
export const untilWaiting = (connection: Connection, { count = 1, text = '' } = {}): Promise<boolean> =>
  until(
    `${count} to wait for a lock ${text && `in ${text}`}`,
    async () => (await countWaiting(connection, text)) >= count,
  );
