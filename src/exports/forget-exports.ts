import type { Database } from '../db/database.ts';
import { forgetJob } from '../jobs/forget-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { EXPORT_MINUTES } from './find-export.ts';

/** Who may fetch which file: of no use once the time is over. That it was made is in the audit log. */
export function forgetExportsJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_exports',
    sql: `DELETE FROM exports WHERE id = ANY (ARRAY(
            SELECT id FROM exports WHERE created_at < now() - interval '${EXPORT_MINUTES} minutes'
             ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  });
}
