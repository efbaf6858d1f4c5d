import type { Database } from '../../db/database.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import { TAKE_GUEST_LIST } from './take-guest-list-job.ts';

const KEPT_DAYS = 365;
const EVERY_HOUR_MS = 3_600_000;

/** The orders keep the guests; the list forgets them once it has ended, and later that it was sent. */
export function forgetGuestListsJob(database: Database): JobKind<Record<string, never>> {
  return {
    kind: 'forget_guest_lists',
    retryDelaysMs: [5_000, 60_000],
    leaseMs: 15_000,
    concurrency: 1,
    everyMs: EVERY_HOUR_MS,
    async run() {
      await endStuckLists(database);
      await database.query(
        `DELETE FROM guest_lists WHERE ended_at < clock_timestamp() - interval '${KEPT_DAYS} days'`,
      );
    },
  };
}

/** One whose job failed for the last time would keep its guests' addresses, and every later list of the event waiting, for good. */
async function endStuckLists(database: Database): Promise<void> {
  await database.query(
    `UPDATE guest_lists SET state = 'refused', gifts = NULL, ended_at = clock_timestamp(),
            reason = 'The list could not be imported because of an error on our side. Nobody got a ticket: send it again.'
      WHERE id = ANY (ARRAY(
        SELECT l.id FROM guest_lists AS l
         WHERE l.state = 'waiting' AND l.created_at < clock_timestamp() - interval '1 hour'
           AND NOT EXISTS (SELECT FROM jobs WHERE kind = '${TAKE_GUEST_LIST}' AND unique_key = l.id::text AND set_aside_at IS NULL)
           FOR UPDATE SKIP LOCKED))`,
  );
}
