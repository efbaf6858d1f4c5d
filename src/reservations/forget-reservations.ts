import type { Database } from '../db/database.ts';
import { firstIdAt } from '../db/first-id-at.ts';
import { forgetJob } from '../jobs/forget-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';

// A late payment is looked for until three days after its window, under the lock of its reservation. The rest of the week is
// for people who look into what happened. The client's address goes with the reservation.
export const RESERVATIONS_KEPT_DAYS = 7;

/** Carts that ended long ago, ordered or not: an order has all that it needs of its cart in its own row. */
export function forgetReservationsJob(database: Database): JobKind<Record<string, never>> {
  const before = `now() - interval '${RESERVATIONS_KEPT_DAYS} days'`;
  return forgetJob(database, {
    kind: 'forget_reservations',
    sql: `DELETE FROM reservations WHERE id = ANY (ARRAY(
            SELECT id FROM reservations WHERE id < ${firstIdAt(before)} AND ended_at < ${before}
             ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  });
}
