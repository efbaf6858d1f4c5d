import type { Database, Transaction } from '../db/database.ts';
import type { Logger } from '../http/logger.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { GatewayRefused, type GatewayName, type RefundState } from '../payments/gateway.ts';
import type { Gateways } from '../payments/gateways.ts';
import { recordRefunded } from './refund-order.ts';
import { lockReservationOf } from './lock-reservation.ts';

const EVERY_MS = 30_000;
const SET_SIZE = 20;

type DueRefund = {
  id: string;
  order_id: string;
  amount_minor: number;
  status: 'pending' | 'asking' | 'sent';
  gateway_refund_id: string | null;
  gateway_payment_id: string;
  currency: string;
  reference: string;
  gateway: GatewayName;
  payment_account_id: string | null;
  other_refund_ids: string[];
};

type Parts = { database: Database; gateways: Gateways; logger: Logger };

/** Sends refunds to their gateways and follows them to their end: at once when one is written down, then by itself. */
export function sendRefundsJobs(parts: Parts): JobKind<Record<string, never>>[] {
  const common = { retryDelaysMs: [1_000, 5_000, 30_000], leaseMs: 15_000 };
  return [
    {
      ...common,
      kind: 'send_refunds',
      concurrency: 2,
      run: (_payload, { signal }) => sendDue(parts, signal),
    },
    {
      ...common,
      kind: 'follow_refunds',
      concurrency: 1,
      everyMs: EVERY_MS,
      run: (_payload, { signal }) => sendDue(parts, signal),
    },
  ];
}

async function sendDue(parts: Parts, signal: AbortSignal): Promise<void> {
  for (;;) {
    if (signal.aborted) return;
    const due = await takeDue(parts.database);
    await Promise.all(due.map((refund) => send(parts, refund)));
    if (due.length < SET_SIZE) return;
  }
}

/**
 * A refund is `asking` from before its gateway is asked until it has answered. Found so again, by whomever, it may have
 * gone through, and is looked for first.
 */
async function takeDue(database: Database): Promise<DueRefund[]> {
  const { rows } = await database.query<DueRefund>(
    `UPDATE refunds AS r
        SET status = CASE r.status WHEN 'pending' THEN 'asking' ELSE r.status END, look_ups = r.look_ups + 1,
            next_look_up_at = now() + least(60 * 2 ^ least(r.look_ups, 20), 6 * 3600) * interval '1 second'
       FROM (SELECT id, status FROM refunds WHERE next_look_up_at <= now() ORDER BY next_look_up_at LIMIT $1
             FOR UPDATE SKIP LOCKED) AS due
       JOIN refunds AS before ON before.id = due.id
       JOIN payments AS p ON p.id = before.payment_id
       JOIN orders AS o ON o.id = before.order_id
      WHERE r.id = due.id
      RETURNING r.id, r.order_id, r.amount_minor, due.status, r.gateway_refund_id, p.gateway_payment_id, p.currency,
                o.reference, o.gateway, o.payment_account_id,
                ARRAY(SELECT other.gateway_refund_id FROM refunds AS other
                       WHERE other.payment_id = p.id AND other.id <> r.id AND other.gateway_refund_id IS NOT NULL) AS other_refund_ids`,
    [SET_SIZE],
  );
  return rows;
}

async function send(parts: Parts, refund: DueRefund): Promise<void> {
  try {
    const gateway = await parts.gateways.open(refund.gateway, refund.payment_account_id);
    const answer = await gateway.refund({
      gatewayPaymentId: refund.gateway_payment_id,
      reference: refund.reference,
      refundId: refund.id,
      amountMinor: refund.amount_minor,
      currency: refund.currency,
      gatewayRefundId: refund.gateway_refund_id,
      mayBeThere: refund.status !== 'pending',
      otherRefundIds: refund.other_refund_ids,
    });
    await parts.database.transaction((tx) => record(tx, refund, answer));
  } catch (error) {
    parts.logger.warn({ err: error, refundId: refund.id }, 'a refund could not be sent');
    if (!(error instanceof GatewayRefused)) return;
    const note = `the gateway refused it: ${error.message}`.slice(0, 500);
    await parts.database.query(
      `UPDATE refunds SET status = 'needs_attention', note = $2, next_look_up_at = NULL WHERE id = $1`,
      [refund.id, note],
    );
  }
}

async function record(tx: Transaction, refund: DueRefund, answer: RefundState): Promise<void> {
  await lockReservationOf(tx, refund.order_id);
  const status = answer.state === 'failed' ? 'needs_attention' : answer.state;
  const { rows } = await tx.query<{ reason: string; is_confirmed: boolean }>(
    `UPDATE refunds
        SET status = $2, gateway_refund_id = $3, note = $4,
            ended_at = CASE WHEN $2 = 'succeeded' THEN clock_timestamp() END,
            -- One that needs a person may still come to a good end at the gateway, when the person has seen to it.
            next_look_up_at = CASE WHEN $2 <> 'succeeded' THEN next_look_up_at END
      WHERE id = $1 AND status <> 'succeeded'
      RETURNING reason, (SELECT confirmed_at IS NOT NULL FROM orders WHERE id = order_id) AS is_confirmed`,
    [refund.id, status, answer.gatewayRefundId, answer.note?.slice(0, 500) ?? null],
  );
  const [changed] = rows;
  if (!changed || status !== 'succeeded') return;
  // A late payment's refund says nothing of an order that another payment has confirmed since.
  if (changed.reason === 'host' || (changed.reason === 'late' && !changed.is_confirmed)) {
    await recordRefunded(tx, { orderId: refund.order_id, cause: 'the gateway has paid the money back' });
  }
  if (changed.reason === 'host') {
    await enqueueJob(tx, {
      kind: 'send_mail',
      payload: { mail: 'refunded', orderId: refund.order_id, refundId: refund.id },
      uniqueKey: `refunded ${refund.id}`,
    });
  }
}
