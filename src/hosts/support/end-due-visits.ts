import { SYSTEM } from '../../audit/actor.ts';
import type { Database, Queryable, Transaction } from '../../db/database.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import { recordEnd, type EndedVisit } from './end-visit.ts';

const END_SUPPORT_VISITS = 'end_support_visits';
const HOUR_MS = 60 * 60_000;
// The end is kept to the millisecond, rounded: the job comes after it and never before.
const MARGIN_MS = 1_000;

/** Writes down which asks and visits of a host are over by now, and tells its owners. They have opened nothing since their time was up. */
export async function endDueVisits(tx: Transaction, hostId: string): Promise<void> {
  const { rows } = await tx.query<EndedVisit>(
    `UPDATE support_visits AS v SET ended_at = v.ends_at, ended_how = 'time' FROM people AS p
      WHERE v.host_id = $1 AND v.ended_at IS NULL AND v.ends_at <= now() AND p.id = v.person_id
      RETURNING v.id AS "visitId", p.email, v.allowed_at IS NOT NULL AS "wasAllowed"`,
    [hostId],
  );
  for (const visit of rows)
    await recordEnd(tx, { hostId, visit, actor: SYSTEM, action: visit.wasAllowed ? 'end' : 'lapse' });
}

/** Looks again when the time of something that begins now is up. */
export const endLater = (
  tx: Queryable,
  { hostId, hours }: { hostId: string; hours: number },
): Promise<unknown> =>
  enqueueJob(tx, { kind: END_SUPPORT_VISITS, payload: { hostId }, delayMs: hours * HOUR_MS + MARGIN_MS });

export function endSupportVisitsJob(database: Database): JobKind<{ hostId: string }> {
  return {
    kind: END_SUPPORT_VISITS,
    retryDelaysMs: [5_000, 60_000, 600_000],
    leaseMs: 15_000,
    concurrency: 1,
    run: ({ hostId }) => database.transaction((tx) => endDueVisits(tx, hostId)),
  };
}
