import type { Database, Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import type { AttemptLimit } from './attempt-limits.ts';

// After so long without another attempt a count starts afresh.
const FRESH_AFTER = '1 hour';

type Row = { waitSeconds: number };

/**
 * Counts an attempt before it is made, so that a thousand at the same moment are a thousand. Refused where any of the limits has to
 * wait: then nothing is counted, and whoever comes back after the time that the answer names is let through. Nobody is locked out.
 *
 * The counts are rows: they hold over processes and restarts, by the database's time.
 */
export async function countAttempt(database: Database, limits: readonly AttemptLimit[]): Promise<void> {
  const waitSeconds = await database.transaction((tx) => countOrWait(tx, limits));
  if (waitSeconds > 0) {
    throw new Refusal('rate_limited', `Too many attempts: try again in ${waitSeconds} s.`, {
      retryAfterSeconds: waitSeconds,
    });
  }
}

/** Counts what the transaction does, where there is room: what is refused on the way is not counted. */
export const tryAttemptIn = async (tx: Transaction, limits: readonly AttemptLimit[]): Promise<boolean> =>
  (await countOrWait(tx, limits)) === 0;

/** Counts, or says for how many seconds to wait. */
async function countOrWait(tx: Transaction, limits: readonly AttemptLimit[]): Promise<number> {
  const rows = await lockLimits(tx, limits);
  const waitSeconds = Math.max(...rows.map((row) => row.waitSeconds));
  if (waitSeconds === 0) await count(tx, limits);
  return waitSeconds;
}

/** Whether there is room, counting it where there is: for what is left out silently when there is none. */
export async function tryAttempt(database: Database, limits: readonly AttemptLimit[]): Promise<boolean> {
  try {
    await countAttempt(database, limits);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_limited') return false;
    throw error;
  }
}

/** The attempt was a good one: as if it had not been counted. */
export async function uncountAttempt(tx: Transaction, limits: readonly AttemptLimit[]): Promise<void> {
  await lockLimits(tx, limits);
  const names = (isCleared: boolean) =>
    limits.filter((limit) => limit.isClearedBySuccess === isCleared).map(({ name }) => name);
  await tx.query('DELETE FROM attempts WHERE name = ANY ($1)', [names(true)]);
  await tx.query(
    'UPDATE attempts SET count = greatest(0, count - 1), wait_until = least(wait_until, now()) WHERE name = ANY ($1)',
    [names(false)],
  );
}

/**
 * In one order in every transaction: they can't deadlock. A time is stored to the millisecond, so half of one late at most: without
 * that millisecond, who comes at once would be told to wait a second for nothing.
 */
async function lockLimits(tx: Transaction, limits: readonly AttemptLimit[]): Promise<Row[]> {
  const names = limits.map(({ name }) => name).toSorted();
  await tx.query('INSERT INTO attempts (name) SELECT unnest($1::text[]) ON CONFLICT (name) DO NOTHING', [
    names,
  ]);
  const { rows } = await tx.query<Row>(
    `SELECT greatest(0, ceil(extract(epoch FROM wait_until - interval '1 ms' - clock_timestamp())))::int AS "waitSeconds"
       FROM attempts WHERE name = ANY ($1) ORDER BY name COLLATE "C" FOR UPDATE`,
    [names],
  );
  return rows;
}

async function count(tx: Transaction, limits: readonly AttemptLimit[]): Promise<void> {
  await tx.query(
    `UPDATE attempts AS a SET count = counted.n, last_at = clock_timestamp(),
            wait_until = clock_timestamp() + CASE WHEN counted.n <= counted.free THEN 0
              ELSE least(counted.longest, counted.first * power(2, least(counted.n - counted.free - 1, 30))) END * interval '1 second'
       FROM (SELECT asked.*, CASE WHEN last_at < now() - interval '${FRESH_AFTER}' THEN 1 ELSE count + 1 END AS n
               FROM unnest($1::text[], $2::int[], $3::float8[], $4::float8[]) AS asked (name, free, first, longest)
               JOIN attempts USING (name)) AS counted
      WHERE a.name = counted.name`,
    [
      limits.map(({ name }) => name),
      limits.map(({ free }) => free),
      limits.map(({ firstWaitSeconds }) => firstWaitSeconds),
      limits.map(({ longestWaitSeconds }) => longestWaitSeconds),
    ],
  );
}
