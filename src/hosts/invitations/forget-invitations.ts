import type { Database } from '../../db/database.ts';
import { forgetJob } from '../../jobs/forget-job.ts';
import type { JobKind } from '../../jobs/job-kind.ts';

/** Long enough for "did you get my mail?"; the audit log has who was invited by whom. */
export const INVITATIONS_KEPT_DAYS = 30;

/** Invitations that are over, accepted or not. */
export function forgetInvitationsJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_invitations',
    sql: `DELETE FROM invitations WHERE id = ANY (ARRAY(
            SELECT id FROM invitations WHERE expires_at < now() - interval '${INVITATIONS_KEPT_DAYS} days'
             LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  });
}
