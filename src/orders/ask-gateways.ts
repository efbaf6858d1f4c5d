import type { Database } from '../db/database.ts';
import type { Logger } from '../log/logger.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { Gateways } from '../payments/gateways.ts';
import { expireOrder } from './expire-order.ts';
import { followPayment } from './follow-payment.ts';
import type { OrderEngine } from './order-engine.ts';
import type { OrderWatch } from './order-watch.ts';

const EVERY_MS = 5_000;
// Gateways limit how often they are asked; this many at once empty a queue of thousands within minutes.
const SET_SIZE = 20;

// A gateway that is down takes its whole time limit for every question: after so many it is left alone until the next run.
const MAX_SILENCES = 3;

type Deps = {
  database: Database;
  orders: OrderEngine;
  gateways: Gateways;
  logger: Logger;
  orderWatch?: OrderWatch;
};

type DueOrder = { id: string; is_over: boolean; account: string };

/**
 * Asks the gateways about every order that may yet be paid, so that none is lost where every callback is: after half a
 * minute, then after twice as long each time, once at the end of the payment window, and for three days after it, since
 * a bank transfer can come that late.
 */
export function askGatewaysJob(deps: Deps): JobKind<Record<string, never>> {
  return {
    kind: 'ask_gateways',
    retryDelaysMs: [1_000, 5_000],
    leaseMs: 15_000,
    concurrency: 1,
    everyMs: EVERY_MS,
    async run(_payload, { signal }) {
      const silences = new Map<string, number>();
      for (;;) {
        if (signal.aborted) return;
        const due = await takeDue(deps.database);
        await Promise.all(due.map((order) => askAbout(deps, order, silences)));
        if (due.length < SET_SIZE) return;
      }
    },
  };
}

/** The next look-up is written down before this one is made: a gateway that hangs, or a crash, costs one interval. */
async function takeDue(database: Database): Promise<DueOrder[]> {
  // The ids go to the UPDATE as an array: a join may be planned as a scan of the whole table.
  const { rows } = await database.query<DueOrder>(
    `WITH due AS MATERIALIZED (
       SELECT id FROM orders WHERE next_look_up_at <= now() ORDER BY next_look_up_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     UPDATE orders AS o
        SET look_ups = o.look_ups + 1,
            next_look_up_at = CASE
              -- Nobody is to be asked about money on the host's own account: it is only looked whether the time is over.
              WHEN o.gateway = 'bank_transfer' THEN CASE WHEN o.status = 'pending_payment' THEN greatest(o.pay_by, now() + interval '20 seconds') END
              WHEN o.pay_by + interval '72 hours' <= now() THEN NULL
              WHEN o.confirmed_at IS NOT NULL AND o.pay_by <= now() THEN NULL
              WHEN o.pay_by > now() THEN least(o.pay_by, now() + least(30 * 2 ^ o.look_ups, 3600) * interval '1 second')
              -- Just over: once more before the stock is let go, then ever more rarely.
              WHEN o.status = 'pending_payment' THEN now() + interval '20 seconds'
              ELSE now() + greatest(now() - o.pay_by, interval '1 minute') END
      WHERE o.id = ANY (ARRAY(SELECT id FROM due))
      RETURNING o.id, o.pay_by <= now() AS is_over, 
                CASE WHEN o.gateway IS NOT NULL THEN concat_ws(' ', o.gateway, o.payment_account_id)
                     -- The page that the buyer chose last.
                     ELSE coalesce((SELECT concat_ws(' ', gateway, payment_account_id) FROM payment_pages WHERE order_id = o.id
                                     ORDER BY number DESC LIMIT 1), o.id::text) END AS account`,
    [SET_SIZE],
  );
  return rows;
}

async function askAbout(deps: Deps, order: DueOrder, silences: Map<string, number>): Promise<void> {
  const silent = silences.get(order.account) ?? 0;
  let hasAnswered = silent < MAX_SILENCES;
  try {
    if (hasAnswered) {
      await followPayment(deps, { orderId: order.id, cause: 'checked with the gateway' });
    }
  } catch (error) {
    // No error here may stand in the way of the other orders.
    hasAnswered = false;
    silences.set(order.account, (silences.get(order.account) ?? 0) + 1);
    deps.logger.warn({ err: error, orderId: order.id }, 'a gateway could not be asked about a payment');
  }
  if (order.is_over) await expireOrder(deps, { orderId: order.id, hasAnswered });
}
