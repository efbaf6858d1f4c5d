import { createHash } from 'node:crypto';
import type { Queryable } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';

/**
 * Has an order's payment, or its disputes, looked up after a callback: fifty of the same are one job, or two. One that is there may be just asking, or wait
 * for its next try for hours, and Mollie's callbacks about a payment are all the same: so another one is made beside it.
 */
export async function enqueueLookUp(
  tx: Queryable,
  { kind, orderId, body }: { kind: 'follow_payment' | 'follow_disputes'; orderId: string; body: Buffer },
): Promise<void> {
  const key = `${orderId} ${createHash('sha256').update(body).digest('hex')}`;
  const job = { kind, payload: { orderId } };
  const first = await enqueueJob(tx, { ...job, uniqueKey: key });
  if (first === null) await enqueueJob(tx, { ...job, uniqueKey: `${key} again` });
}
