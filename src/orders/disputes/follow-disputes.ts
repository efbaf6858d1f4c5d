import type { Database } from '../../db/database.ts';
import type { GatewayName } from '../../payments/gateway.ts';
import type { Gateways } from '../../payments/gateways.ts';
import { ACCOUNT_OF_PAYMENT, JOIN_PAGE, REFERENCE_OF_PAYMENT } from '../ways/payment-page.ts';
import { recordDisputes } from './record-disputes.ts';

type Asked = {
  paymentId: string;
  gatewayPaymentId: string;
  currency: string;
  reference: string;
  gateway: GatewayName;
  /** Null: of the sandbox. */
  accountId: string | null;
  asOf: string;
};

/**
 * Asks the gateway about the disputes of an order's payments, and writes down what it says. Answers how many there are. Callbacks come here, and
 * so does the job that asks by itself: what they bring is only ever a reason to ask.
 */
export async function followDisputes(
  deps: { database: Database; gateways: Gateways },
  orderId: string,
): Promise<number> {
  // As text: a Date has no microseconds.
  const { rows } = await deps.database.query<Asked>(
    `SELECT p.id AS "paymentId", p.gateway_payment_id AS "gatewayPaymentId", p.currency, ${REFERENCE_OF_PAYMENT} AS reference,
            p.gateway, ${ACCOUNT_OF_PAYMENT} AS "accountId", clock_timestamp()::text AS "asOf"
       FROM orders AS o JOIN payments AS p ON p.order_id = o.id ${JOIN_PAGE}
      WHERE o.id = $1 AND (${ACCOUNT_OF_PAYMENT} IS NOT NULL OR p.gateway = 'sandbox')
        AND (g.order_id IS NOT NULL OR p.gateway = o.gateway) ORDER BY p.id`,
    [orderId],
  );
  let count = 0;
  for (const { paymentId, asOf, gateway: name, accountId, ...payment } of rows) {
    const gateway = await deps.gateways.open(name, accountId);
    const found = (await gateway.findDisputes?.(payment)) ?? [];
    await deps.database.transaction((tx) => recordDisputes(tx, { orderId, paymentId, asOf, found }));
    count += found.length;
  }
  return count;
}
