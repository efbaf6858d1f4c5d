import type { Database } from '../db/database.ts';
import { forgetJob } from '../jobs/forget-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';

// People ask within days why a link did not work.
export const MAILED_LINKS_KEPT_DAYS = 7;

/** Links in e-mails that open nothing any more, with the addresses that they went to. */
export function forgetMailedLinksJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_mailed_links',
    sql: `DELETE FROM mailed_tokens WHERE token_sha256 = ANY (ARRAY(
            SELECT token_sha256 FROM mailed_tokens WHERE expires_at < now() - interval '${MAILED_LINKS_KEPT_DAYS} days'
             ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  });
}
