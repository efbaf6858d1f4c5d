import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import type { Database } from '../../db/database.ts';
import type { Logger } from '../../log/logger.ts';
import type { HttpServer } from '../../http/server.ts';
import { createReturnAsker } from '../../orders/ask-on-return.ts';
import { findReturnedOrder, type ReturnedOrder } from '../../orders/find-returned-order.ts';
import { findOrder, noSuchOrder } from '../../orders/find-order.ts';
import type { PaymentFrames } from '../../orders/payment-frames.ts';
import type { OrderEngine } from '../../orders/order-engine.ts';
import { choicePageUrl } from '../../orders/ways/offer-ways.ts';
import { receiptAddress } from '../../tickets/receipt-address.ts';
import type { Gateways } from '../../payments/gateways.ts';
import type { SendPage } from '../serving/send-page.ts';
import { describeState } from './receipt/server/describe-state.ts';
import { answerWithReceiptPages, keepSecret } from './receipt/server/send-receipt-page.ts';
import { ROUTES } from '../../routes.ts';
import { withReference } from './with-reference.ts';

const schema = {
  params: Type.Object({ token: Type.String({ maxLength: 36 }) }),
  querystring: Type.Object({ status: Type.Optional(Type.Unknown()) }),
};

// The buyer sees a white page meanwhile. The callback or the job finds out what is not known by then.
const PATIENCE_MS = 2_500;

export type ReturnDeps = {
  database: Database;
  orders: OrderEngine;
  gateways: Gateways;
  frames: PaymentFrames;
  checkoutUrl: string;
  mediaUrl: string;
  sendPage: SendPage;
  logger: Logger;
};

/**
 * Every gateway sends the buyer back here. The visit proves nothing, so the gateway is asked; then the buyer goes on to
 * the integrator's page, or to the receipt. Of the gateway's additions to the address only a pressed Cancel counts: our page says so.
 */
export async function registerReturn(http: HttpServer, deps: ReturnDeps): Promise<void> {
  const askOnReturn = createReturnAsker(deps);
  /** Waits for the gateway's answer, but not for long. */
  const lookUp = (orderId: string): Promise<void> =>
    Promise.race([askOnReturn(orderId), delay(PATIENCE_MS, undefined, { ref: false })]);
  // The gateway's script says in the checkout's frame that it has ended, which is a reason to ask, and no more.
  http.post<{ Params: { token: string } }>(ROUTES.orderPages.lookUp.path, async ({ params }, reply) => {
    keepSecret(reply);
    const key = { seenBy: 'buyer', receiptToken: params.token } as const;
    const order = await findOrder(deps.database, key);
    if (!order) throw noSuchOrder();
    if (order.status !== 'confirmed') await lookUp(order.id);
    return describeState(deps, (await findOrder(deps.database, key)) ?? order);
  });
  await http.register(async (pages: HttpServer) => {
    // The address is opened once, and leads on: nothing is known of it before it was looked up.
    answerWithReceiptPages(pages, deps, () => null);
    pages.get(ROUTES.orderPages.comeBack.path, { schema }, async (request, reply) => {
      const { token } = request.params;
      const order = await findReturnedOrder(deps.database, token);
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      // The receipt page says kindly that there is no such order.
      if (!order) return reply.redirect(`${deps.checkoutUrl}/orders/${encodeURIComponent(token)}`, 303);
      if (order.status !== 'confirmed') await lookUp(order.id);
      const wasCancelled = request.query.status === 'cancelled';
      if (order.letsChoose && order.source !== 'embed') {
        // As it stands now that the gateway was asked.
        const now = await findReturnedOrder(deps.database, token);
        if (now?.letsChoose && (wasCancelled || now.hasFailed)) {
          const notice = wasCancelled ? 'stopped' : 'failed';
          return reply.redirect(`${choicePageUrl(deps.checkoutUrl, token)}?notice=${notice}`, 303);
        }
      }
      return reply.redirect(addressAfter(order, { checkoutUrl: deps.checkoutUrl, wasCancelled }), 303);
    });
  });
}

/** An integrator's page is told the reference and nothing more; only our own pages are handed the receipt token. */
function addressAfter(
  order: ReturnedOrder,
  { checkoutUrl, wasCancelled }: { checkoutUrl: string; wasCancelled: boolean },
): string {
  const { reference, receiptToken, callbackUrl } = order;
  if (callbackUrl === null) {
    if (!order.opensReceipt) return receiptAddress(checkoutUrl, reference);
    return `${receiptAddress(checkoutUrl, receiptToken)}${wasCancelled ? '?notice=payment_stopped' : ''}`;
  }
  const address = withReference(callbackUrl, reference);
  if (order.source !== 'embed' || !order.opensReceipt) return address;
  return `${address}#receipt=${receiptToken}${wasCancelled ? '&payment=cancelled' : ''}`;
}
