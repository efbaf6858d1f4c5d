import type { Database } from '../db/database.ts';
import { forgetJob } from '../jobs/forget-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { IDLE_HOURS } from './sessions.ts';

/** Sessions that open nothing any more, with the address and the browser they were used from. */
export function forgetSessionsJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_sessions',
    sql: `DELETE FROM sessions WHERE id = ANY (ARRAY(
            SELECT id FROM sessions
             WHERE expires_at < now() OR last_used_at < now() - interval '${IDLE_HOURS} hours'
             LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  });
}
