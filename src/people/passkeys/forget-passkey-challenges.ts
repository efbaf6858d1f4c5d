import type { Database } from '../../db/database.ts';
import { forgetJob } from '../../jobs/forget-job.ts';
import type { JobKind } from '../../jobs/job-kind.ts';

/** Challenges that nobody has answered. */
export function forgetPasskeyChallengesJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_passkey_challenges',
    sql: `DELETE FROM passkey_challenges WHERE challenge = ANY (ARRAY(
            SELECT challenge FROM passkey_challenges WHERE expires_at < now() LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  });
}
