import type { Database } from '../../db/database.ts';
import type { JobKind } from '../../jobs/job-kind.ts';

const KEPT_DAYS = 365;
const EVERY_HOUR_MS = 3_600_000;

/** Who was on a list is in its orders, and no longer in the list once it has ended. That it was sent is forgotten later. */
export function forgetGuestListsJob(database: Database): JobKind<Record<string, never>> {
  return {
    kind: 'forget_guest_lists',
    retryDelaysMs: [5_000, 60_000],
    leaseMs: 15_000,
    concurrency: 1,
    everyMs: EVERY_HOUR_MS,
    async run() {
      await database.query(
        `DELETE FROM guest_lists WHERE ended_at < clock_timestamp() - interval '${KEPT_DAYS} days'`,
      );
    },
  };
}
