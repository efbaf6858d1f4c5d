import assert from 'node:assert/strict';
import type { Database } from '../db/database.ts';
import { toAsciiAddress } from '../values/email-address.ts';
import type { Logger } from '../log/logger.ts';
import { Refusal } from '../refusal.ts';
import { stepOf } from '../rules/gateway-currencies.ts';
import { GatewayRefused, GatewaySilent, refusalInFull, type GatewayName } from '../payments/gateway.ts';
import type { Gateways } from '../payments/gateways.ts';
import type { OrderEngine, Recipient } from './order-engine.ts';
import type { Order } from './order-schema.ts';
import { lockOrder } from './lock-order.ts';

/** Asks the gateway for a payment link. Where it gives none, the order fails and the cart stays held. */
export async function startPayment(
  deps: {
    database: Database;
    orders: OrderEngine;
    gateways: Gateways;
    checkoutUrl: string;
    logger: Logger;
  },
  order: {
    orderId: string;
    reference: string;
    returnToken: string;
    via: { name: GatewayName; accountId: string | null } | null;
    buyer: Recipient;
    amountMinor: number;
    currency: string;
    description: string;
    payBy: Date | null;
    /** The checkout may show the payment within its frame. */
    isForFrame?: boolean;
  },
): Promise<{ status: Order['status']; checkoutUrl: string }> {
  const { orderId, reference, returnToken, via, buyer, payBy } = order;
  if (!via) {
    await failOrder(deps.database, { orderId, cause: 'no gateway takes this currency', isFinal: true });
    throw new Refusal(
      'payment_gateway_error',
      `This host can’t take payments in ${order.currency} yet; your tickets stay on hold.`,
    );
  }
  assert(payBy, 'a paid order without a payment window');
  if (order.amountMinor % stepOf(via.name, order.currency) !== 0) await failForSum(deps.database, orderId);
  try {
    const gateway = await deps.gateways.open(via.name, via.accountId);
    const started = await gateway.start({
      reference,
      amountMinor: order.amountMinor,
      currency: order.currency,
      ...buyer,
      // Gateways know no other form of an internationalised domain.
      email: toAsciiAddress(buyer.email) ?? buyer.email,
      description: order.description,
      returnUrl: `${deps.checkoutUrl}/orders/${returnToken}/return`,
      payBy,
      isForFrame: order.isForFrame ?? false,
    });
    const { status } = await deps.orders.link({ orderId, ...started });
    if (status === 'pending_payment' || status === 'confirmed') {
      return { status, checkoutUrl: started.checkoutUrl };
    }
    // The buyer took another cart meanwhile, or the gateway took longer than anybody waits.
    await gateway.close({ reference, ...started }).catch(() => {});
  } catch (error) {
    if (!(error instanceof GatewayRefused || error instanceof GatewaySilent)) throw error;
    deps.logger.warn({ err: error, gateway: via.name, orderId }, 'a payment could not be started');
    await failOrder(deps.database, {
      orderId,
      cause: `the gateway gave no payment link: ${refusalInFull(error)}`,
      // Silence may hide a payment page that exists: the gateway is asked about it later.
      isFinal: error instanceof GatewayRefused,
    });
    throw new Refusal(
      'payment_gateway_error',
      'The payment gateway gave no payment link: try again, your tickets are still on hold.',
    );
  }
  throw new Refusal('reservation_expired', 'The reservation has changed: order its latest quote.');
}

/** No gateway of the host charges such a sum. */
export async function failForSum(database: Database, orderId: string): Promise<never> {
  await failOrder(database, { orderId, cause: 'the gateway charges nothing so fine', isFinal: true });
  throw new Refusal(
    'payment_gateway_error',
    'The payment gateway charges no such sum: hold another number of tickets, or leave out the promo code.',
    { reason: 'sum_not_payable' },
  );
}

/** The cart may be ordered again, for as long as a hold lasts. */
async function failOrder(
  database: Database,
  { orderId, cause, isFinal }: { orderId: string; cause: string; isFinal: boolean },
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    await tx.query('SELECT fail_orders(ids => ARRAY[$1::uuid], cause => $2, at_time => clock_timestamp())', [
      orderId,
      cause.slice(0, 500),
    ]);
    if (isFinal) await tx.query('UPDATE orders SET next_look_up_at = NULL WHERE id = $1', [orderId]);
  });
}
