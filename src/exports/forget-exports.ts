import type { Database } from '../db/database.ts';
import { forgetJob } from '../jobs/forget-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { EXPORT_MINUTES } from './find-export.ts';

/** Forgets permissions to fetch a file once their time is over. The audit log says that it was made. */
export function forgetExportsJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_exports',
    sql: `DELETE FROM exports WHERE id = ANY (ARRAY(
            SELECT id FROM exports WHERE created_at < now() - interval '${EXPORT_MINUTES} minutes'
             ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  });
}
