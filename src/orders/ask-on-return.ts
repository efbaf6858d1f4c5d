import type { Database } from '../db/database.ts';
import type { Logger } from '../log/logger.ts';
import type { Gateways } from '../payments/gateways.ts';
import { followPayment } from './follow-payment.ts';
import type { OrderEngine } from './order-engine.ts';

type Deps = { database: Database; orders: OrderEngine; gateways: Gateways; logger: Logger };

/**
 * Asks an order's gateway when a buyer comes back: once in five seconds, all processes together, however often the
 * address is opened. What is paid in between, the callback or the job finds out. Who comes back while the gateway is being asked waits
 * for the same answer.
 */
export function createReturnAsker(deps: Deps) {
  const underWay = new Map<string, Promise<void>>();
  /** Never fails: a gateway that can't be asked is no reason to keep a buyer from the receipt. */
  return function askOnReturn(orderId: string): Promise<void> {
    let asking = underWay.get(orderId);
    if (!asking) {
      asking = askOnce(deps, orderId)
        .catch((err: unknown) =>
          deps.logger.warn({ err, orderId }, 'a returning buyer’s payment could not be looked up'),
        )
        .finally(() => underWay.delete(orderId));
      underWay.set(orderId, asking);
    }
    return asking;
  };
}

/** Takes the right to have an order's gateways asked, of which there is one in five seconds for whatever its buyer does. */
export async function mayAskNow(database: Database, orderId: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `UPDATE orders SET return_asked_at = clock_timestamp()
      WHERE id = $1 AND (return_asked_at IS NULL OR return_asked_at <= clock_timestamp() - interval '5 seconds')`,
    [orderId],
  );
  return rowCount === 1;
}

async function askOnce(deps: Deps, orderId: string): Promise<void> {
  if (!(await mayAskNow(deps.database, orderId))) return;
  await followPayment(deps, {
    orderId,
    cause: 'checked with the gateway when the buyer came back',
  });
}
