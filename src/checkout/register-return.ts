import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import type { Database } from '../db/database.ts';
import type { Logger } from '../http/logger.ts';
import type { HttpServer } from '../http/server.ts';
import { followPayment } from '../orders/follow-payment.ts';
import { isOrderReference } from '../orders/order-reference.ts';
import type { OrderEngine } from '../orders/order-engine.ts';
import type { Gateways } from '../payments/gateways.ts';

const schema = { params: Type.Object({ reference: Type.String({ maxLength: 30 }) }) };

// The buyer stares at a white page meanwhile. Whatever is not known by then, the callback or the job finds out.
const PATIENCE_MS = 2_500;

/**
 * Where every gateway sends the buyer back to. The visit proves nothing, so the gateway is asked; then the buyer goes on to
 * the integrator's page, or to the receipt. What the gateway added to the address is ignored.
 */
export function registerReturn(
  http: HttpServer,
  parts: {
    database: Database;
    orders: OrderEngine;
    gateways: Gateways;
    checkoutUrl: string;
    logger: Logger;
  },
): void {
  http.get('/checkout/orders/:reference/return', { schema }, async (request, reply) => {
    const { reference } = request.params;
    const { rows } = await parts.database.query<{ id: string; status: string; callback_url: string | null }>(
      'SELECT id, status, callback_url FROM orders WHERE reference = $1',
      // What can't be a reference may be what the database can't read.
      [isOrderReference(reference) ? reference : null],
    );
    const [order] = rows;
    // The receipt page says kindly that there is no such order.
    if (!order) return reply.redirect(`${parts.checkoutUrl}/orders/${encodeURIComponent(reference)}`, 303);
    if (order.status !== 'confirmed') {
      const asked = followPayment(parts, {
        orderId: order.id,
        cause: 'the buyer came back, and the gateway said so when it was asked',
      }).catch((err: unknown) =>
        parts.logger.warn({ err, reference }, 'a returning buyer’s payment could not be looked up'),
      );
      await Promise.race([asked, delay(PATIENCE_MS, undefined, { ref: false })]);
    }
    const target =
      order.callback_url === null
        ? `${parts.checkoutUrl}/orders/${reference}`
        : withReference(order.callback_url, reference);
    return reply.header('cache-control', 'no-store').redirect(target, 303);
  });
}

/** As text: writing the query anew would change its spelling, and break one that is signed. */
function withReference(callbackUrl: string, reference: string): string {
  const url = new URL(callbackUrl);
  if (url.searchParams.has('reference')) {
    url.searchParams.set('reference', reference);
    return url.href;
  }
  // Not by the parts of the URL: to those a question mark with nothing behind it is not there.
  const [, bare = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(callbackUrl) ?? [];
  const joint = !bare.includes('?') ? '?' : /[?&]$/.test(bare) ? '' : '&';
  return `${bare}${joint}reference=${reference}${fragment}`;
}
