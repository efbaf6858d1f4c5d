import type { Database } from '../../db/database.ts';
import { forgetJob } from '../../jobs/forget-job.ts';
import type { JobKind } from '../../jobs/job-kind.ts';

// As long as buyers ask the host where a prompt went. The order has the buyer's own number.
export const PHONES_KEPT_DAYS = 7;

/** Forgets to which phones prompts were sent: perhaps somebody else's than the buyer's. */
export function forgetMpesaPhonesJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_mpesa_phones',
    sql: `UPDATE mpesa_prompts SET phone = NULL WHERE id = ANY (ARRAY(
            SELECT id FROM mpesa_prompts WHERE phone IS NOT NULL AND sent_at < now() - interval '${PHONES_KEPT_DAYS} days'
             ORDER BY sent_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  });
}
