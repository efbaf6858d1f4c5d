import type { Database, Queryable, Transaction } from '../../db/database.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import { enqueueToOwners } from '../../people/mails/enqueue-to-owners.ts';
import { FAILING_SINCE_SQL } from './failing-since.ts';
import { GIVEN_UP_SQL } from './given-up.ts';
import { belongsToReceiver } from './select-receiver-deliveries.ts';

const A_MINUTE_MS = 60_000;
// A receiver that is down while it is deployed, or over lunch, is its operator's own matter.
const TOLD_AFTER_HOURS = 3;
// More failing receivers have one trouble behind them all, and the first page of the dashboard shows them.
const MAX_A_DAY_AND_HOST = 3;
const MAX_AT_ONCE = 100;
const MAX_COUNTED = 1_000;

type FailingReceiver = {
  id: string;
  url: string;
  eventId: string;
  eventName: string;
  hostId: string;
  since: Date;
  givenUp: number;
};

/**
 * Tells the owners of a host that nothing has arrived at a receiver for hours: once for each time of trouble, which begins with the first
 * purchase that is given up after a delivery that arrived.
 */
export function tellFailingReceiversJob(database: Database): JobKind<Record<string, never>> {
  return {
    kind: 'tell_failing_receivers',
    retryDelaysMs: [5_000, 30_000, A_MINUTE_MS],
    leaseMs: 15_000,
    concurrency: 1,
    everyMs: 10 * A_MINUTE_MS,
    run: () => database.transaction(tellOwners),
  };
}

async function tellOwners(tx: Transaction): Promise<void> {
  // Two that look at the same time would each count without the other.
  const { rows } = await tx.query<{ isOurs: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtext('tell_failing_receivers')) AS "isOurs"`,
  );
  if (!rows[0]?.isOurs) return;
  for (const { hostId, eventId, eventName, url, since, givenUp, id } of await takeFailing(tx)) {
    const counted = await tx.query(
      `UPDATE webhook_subscriptions SET failure_told_at = now()
        WHERE id = $1 AND (SELECT count(*) FROM webhook_subscriptions AS told JOIN events AS e ON e.id = told.event_id
                            WHERE e.host_id = $2 AND told.failure_told_at > now() - interval '1 day') < ${MAX_A_DAY_AND_HOST}`,
      [id, hostId],
    );
    if (counted.rowCount === 0) continue;
    const receiver = new URL(url).host;
    const news = { hostId, eventId, eventName, receiver, givenUp, since: since.toISOString() };
    await enqueueToOwners(tx, hostId, (personId) => ({ mail: 'receiver_failing', personId, ...news }));
  }
}

/** Those that nobody was told of, locked, but for those that somebody changes. */
async function takeFailing(tx: Queryable): Promise<FailingReceiver[]> {
  const { rows } = await tx.query<FailingReceiver>(
    `SELECT s.id, s.url, e.id AS "eventId", e.name AS "eventName", e.host_id AS "hostId", failing.since,
            (SELECT count(*) FROM (
               SELECT 1 FROM webhook_deliveries AS d
                WHERE ${belongsToReceiver('d')} AND ${GIVEN_UP_SQL} AND d.redelivery_of IS NULL
                LIMIT ${MAX_COUNTED}) AS counted) AS "givenUp"
       FROM webhook_subscriptions AS s
       JOIN events AS e ON e.id = s.event_id
       JOIN hosts AS h ON h.id = e.host_id AND h.suspended_at IS NULL
      CROSS JOIN LATERAL (SELECT ${FAILING_SINCE_SQL} AS since) AS failing
      WHERE s.is_enabled AND s.removed_at IS NULL
        AND failing.since <= now() - interval '${TOLD_AFTER_HOURS} hours'
        AND (s.failure_told_at IS NULL OR s.failure_told_at < failing.since)
      ORDER BY failing.since LIMIT ${MAX_AT_ONCE} FOR UPDATE OF s SKIP LOCKED`,
  );
  return rows;
}
