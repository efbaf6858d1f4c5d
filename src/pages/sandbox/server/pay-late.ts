import type { Database, Queryable } from '../../../db/database.ts';
import { enqueueJob } from '../../../jobs/enqueue-job.ts';
import type { JobKind } from '../../../jobs/job-kind.ts';
import { enqueueCallback } from './send-callback.ts';

// Jobs on record have this name.
const KIND = 'sandbox_late_payment';
// The shop keeps the goods for two minutes beyond the time to pay: this is surely after that.
const LATE_BY_MS = 3 * 60_000;

type PayLateJob = { paymentId: string };

/** Plans a bank transfer that arrives when the shop has given up waiting. The sandbox does not care what the shop makes of it. */
export async function payLate(tx: Queryable, payment: { id: string; pay_by: Date }): Promise<void> {
  await enqueueJob(tx, {
    kind: KIND,
    payload: { paymentId: payment.id } satisfies PayLateJob,
    uniqueKey: payment.id,
    runAt: new Date(payment.pay_by.getTime() + LATE_BY_MS),
  });
}

/** Lets the bank transfer arrive. */
export function sandboxPayLateJob(database: Database): JobKind<PayLateJob> {
  return {
    kind: KIND,
    retryDelaysMs: [1_000, 10_000, 60_000],
    leaseMs: 15_000,
    concurrency: 5,
    async run({ paymentId }) {
      await database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `UPDATE sandbox_payments SET status = 'paid', paid_at = clock_timestamp() WHERE id = $1 AND status = 'processing'`,
          [paymentId],
        );
        if (rowCount === 1) await enqueueCallback(tx, { paymentId, copies: 1 });
      });
    },
  };
}
