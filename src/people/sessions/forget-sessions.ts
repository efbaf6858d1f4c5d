import type { Database } from '../../db/database.ts';
import { forgetJob } from '../../jobs/forget-job.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import { OPEN_SESSION } from './sessions.ts';

/** Sessions that open nothing any more, with the address and the browser they were used from. */
export function forgetSessionsJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_sessions',
    sql: `DELETE FROM sessions WHERE id = ANY (ARRAY(
            SELECT id FROM sessions AS s WHERE NOT (${OPEN_SESSION})
             LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  });
}
