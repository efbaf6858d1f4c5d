import type { Database } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { Gateways } from '../payments/gateways.ts';
import { followPayment } from './follow-payment.ts';
import type { OrderEngine } from './order-engine.ts';

// A gateway can send its callback before its look-ups know of the payment. After these, the job that asks by itself goes on.
const RETRY_DELAYS_MS = [500, 2_000, 10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000];

/** Follows a payment after a callback. */
export function followPaymentJob(deps: {
  database: Database;
  orders: OrderEngine;
  gateways: Gateways;
}): JobKind<{ orderId: string }> {
  return {
    kind: 'follow_payment',
    retryDelaysMs: RETRY_DELAYS_MS,
    leaseMs: 15_000,
    concurrency: 20,
    async run({ orderId }, { attempt }) {
      const state = await followPayment(deps, {
        orderId,
        cause: 'checked with the gateway after its call',
      });
      await lookAtRefunds(deps.database, orderId);
      // Unknown, too: the gateway has called about it, and may have been quicker than its own answer to the start.
      if (
        (state === 'open' || state === 'under_way' || state === 'unknown') &&
        attempt <= RETRY_DELAYS_MS.length
      ) {
        throw new Error('the gateway called, but shows no payment yet');
      }
    },
  };
}

/**
 * The callback may tell of a refund: where the gateway has one in hand, its state is worth a look now. One that is only being
 * asked for is left alone: whoever looks for it at this moment does not find it, and would ask for it a second time.
 */
async function lookAtRefunds(database: Database, orderId: string): Promise<void> {
  const { rowCount } = await database.query(
    `UPDATE refunds SET next_look_up_at = now()
      WHERE order_id = $1 AND next_look_up_at IS NOT NULL AND gateway_refund_id IS NOT NULL`,
    [orderId],
  );
  if (rowCount) await enqueueJob(database, { kind: 'send_refunds', payload: {} });
}
