import type { Database } from '../db/database.ts';
import { forgetJob } from '../jobs/forget-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';

// A key is good for a day, and a free order counts against its address for as long. The second day is for clocks and time
// zones of whoever looks into it.
export const ORDER_TRACES_KEPT_DAYS = 2;

/** Of the request that made an order: its idempotency key, what that stood for, and the address it came from. */
export function forgetOrderTracesJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_order_traces',
    // Locks of orders alone, none of which it waits for: whoever has the reservation's first can't deadlock with it.
    sql: `UPDATE orders SET idempotency_key = NULL, request_hash = NULL, client_address = NULL
           WHERE id = ANY (ARRAY(
             SELECT id FROM orders
              WHERE created_at < now() - interval '${ORDER_TRACES_KEPT_DAYS} days'
                AND (idempotency_key IS NOT NULL OR request_hash IS NOT NULL OR client_address IS NOT NULL)
                AND coalesce(counts_until <= now(), true)
              ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  });
}
