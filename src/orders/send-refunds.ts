import type { Database } from '../db/database.ts';
import type { Logger } from '../log/logger.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { GatewayRefused, refusalInFull, type GatewayName } from '../payments/gateway.ts';
import type { Gateways } from '../payments/gateways.ts';
import type { OrderWatch } from './order-watch.ts';
import { ACCOUNT_OF_PAYMENT, JOIN_PAGE, REFERENCE_OF_PAYMENT } from './ways/payment-page.ts';
import { paysTwiceSql } from './disputes/disputed-money.ts';
import { recordRefundAnswer, recordRefundRefused } from './record-refund-answer.ts';

const EVERY_MS = 30_000;
const SET_SIZE = 20;

type DueRefund = {
  id: string;
  order_id: string;
  amount_minor: number;
  status: 'pending' | 'asking' | 'sent' | 'needs_attention';
  gateway_refund_id: string | null;
  gateway_payment_id: string;
  currency: string;
  reference: string;
  gateway: GatewayName;
  payment_account_id: string | null;
  retries: number;
  look_ups: number;
  earlier_refund_ids: string[];
  other_refund_ids: string[];
  pays_twice: boolean;
};

const DISPUTED = 'not sent: the buyer’s bank disputes this payment, so a refund now would pay it back twice';

type Deps = { database: Database; gateways: Gateways; logger: Logger; orderWatch?: OrderWatch };

/** Sends refunds to their gateways and follows them to their end: at once when one is written down, then by itself. */
export function sendRefundsJobs(deps: Deps): JobKind<Record<string, never>>[] {
  const common = { retryDelaysMs: [1_000, 5_000, 30_000], leaseMs: 15_000 };
  return [
    {
      ...common,
      kind: 'send_refunds',
      concurrency: 2,
      run: (_payload, { signal }) => sendDue(deps, signal),
    },
    {
      ...common,
      kind: 'follow_refunds',
      concurrency: 1,
      everyMs: EVERY_MS,
      run: (_payload, { signal }) => sendDue(deps, signal),
    },
  ];
}

async function sendDue(deps: Deps, signal: AbortSignal): Promise<void> {
  for (;;) {
    if (signal.aborted) return;
    const due = await takeDue(deps.database);
    await Promise.all(due.map((refund) => send(deps, refund)));
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
       ${JOIN_PAGE}
      WHERE r.id = due.id
      RETURNING r.id, r.order_id, r.amount_minor, due.status, r.gateway_refund_id, p.gateway_payment_id, p.currency,
                ${REFERENCE_OF_PAYMENT} AS reference, p.gateway, ${ACCOUNT_OF_PAYMENT} AS payment_account_id, r.retries, r.look_ups, r.earlier_refund_ids, ${paysTwiceSql('p')} AS pays_twice,
                ARRAY(SELECT name FROM refunds AS other, unnest(other.earlier_refund_ids || other.gateway_refund_id) AS name
                       WHERE other.payment_id = p.id AND other.id <> r.id AND name IS NOT NULL) AS other_refund_ids`,
    [SET_SIZE],
  );
  return rows;
}

async function send(deps: Deps, refund: DueRefund): Promise<void> {
  const asked = {
    refundId: refund.id,
    orderId: refund.order_id,
    retries: refund.retries,
    lookUps: refund.look_ups,
  };
  // Not asked before, it is not there now. Asked before without an answer, it may be: this no may be to the search.
  const isNowhere = refund.status === 'pending';
  const refuse = async (message: string): Promise<void> => {
    const outcome = await deps.database.transaction((tx) =>
      recordRefundRefused(tx, asked, { message, isNowhere }),
    );
    if (outcome) deps.orderWatch?.onRefund(outcome);
  };
  // One that the gateway has is only looked up. Any other would be paid now, though it was asked for before the dispute.
  if (refund.pays_twice && refund.gateway_refund_id === null) return refuse(DISPUTED);
  try {
    const gateway = await deps.gateways.open(refund.gateway, refund.payment_account_id);
    const answer = await gateway.refund({
      gatewayPaymentId: refund.gateway_payment_id,
      reference: refund.reference,
      refundId: refund.id,
      retries: refund.retries,
      amountMinor: refund.amount_minor,
      currency: refund.currency,
      gatewayRefundId: refund.gateway_refund_id,
      // Before a retry, somebody may have been to the gateway's own pages.
      mayBeThere: refund.status !== 'pending' || refund.retries > 0,
      earlierRefundIds: refund.earlier_refund_ids,
      otherRefundIds: refund.other_refund_ids,
    });
    const outcome = await deps.database.transaction((tx) => recordRefundAnswer(tx, asked, answer));
    if (outcome) deps.orderWatch?.onRefund(outcome);
  } catch (error) {
    deps.logger.warn({ err: error, refundId: refund.id }, 'a refund could not be sent');
    if (!(error instanceof GatewayRefused)) return;
    await refuse(`the gateway refused it: ${refusalInFull(error)}`);
  }
}
