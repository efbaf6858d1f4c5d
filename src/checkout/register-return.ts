import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log/logger.ts';
import type { HttpServer } from '../http/server.ts';
import { createReturnAsker } from '../orders/ask-on-return.ts';
import type { OrderEngine } from '../orders/order-engine.ts';
import { isOrderToken, receiptAddress } from '../tickets/receipt-address.ts';
import type { Gateways } from '../payments/gateways.ts';
import type { SendPage } from '../pages/send-page.ts';
import { answerWithReceiptPages } from './receipt/send-receipt-page.ts';
import { ROUTES } from '../routes.ts';

const schema = { params: Type.Object({ token: Type.String({ maxLength: 36 }) }) };

// The buyer stares at a white page meanwhile. Whatever is not known by then, the callback or the job finds out.
const PATIENCE_MS = 2_500;

export type ReturnParts = {
  database: Database;
  orders: OrderEngine;
  gateways: Gateways;
  checkoutUrl: string;
  mediaUrl: string;
  sendPage: SendPage;
  logger: Logger;
};

type ReturnedOrder = {
  id: string;
  reference: string;
  status: string;
  source: string;
  callback_url: string | null;
  receipt_token: string;
  opens_receipt: boolean;
};

/**
 * Where every gateway sends the buyer back to. The visit proves nothing, so the gateway is asked; then the buyer goes on to
 * the integrator's page, or to the receipt. What the gateway added to the address is ignored.
 */
export async function registerReturn(http: HttpServer, parts: ReturnParts): Promise<void> {
  const askOnReturn = createReturnAsker(parts);
  await http.register(async (pages: HttpServer) => {
    answerWithReceiptPages(pages, parts);
    pages.get(ROUTES.orderPages.comeBack.path, { schema }, async (request, reply) => {
      const { token } = request.params;
      const order = await findReturned(parts.database, token);
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      // The receipt page says kindly that there is no such order.
      if (!order) return reply.redirect(`${parts.checkoutUrl}/orders/${encodeURIComponent(token)}`, 303);
      if (order.status !== 'confirmed') {
        await Promise.race([askOnReturn(order.id), delay(PATIENCE_MS, undefined, { ref: false })]);
      }
      return reply.redirect(addressAfter(order, parts.checkoutUrl), 303);
    });
  });
}

async function findReturned(database: Database, token: string): Promise<ReturnedOrder | null> {
  if (!isOrderToken(token)) return null;
  const { rows } = await database.query<ReturnedOrder>(
    // A buyer comes back within the hour. The address stays at the gateway for years, in its records and in the account of
    // whoever the host lets in there: after a day it opens no receipt.
    `SELECT id, reference, status, source, callback_url, receipt_token,
            created_at > clock_timestamp() - interval '1 day' AS opens_receipt
       FROM orders WHERE return_token = $1`,
    [token],
  );
  return rows[0] ?? null;
}

/** An integrator's page is told the reference and nothing more; only our own pages are handed the receipt token. */
function addressAfter(order: ReturnedOrder, checkoutUrl: string): string {
  const { reference, receipt_token: receiptToken, callback_url: callbackUrl } = order;
  if (callbackUrl === null) {
    return receiptAddress(checkoutUrl, order.opens_receipt ? receiptToken : reference);
  }
  const address = withReference(callbackUrl, reference);
  return order.source === 'embed' && order.opens_receipt ? `${address}#receipt=${receiptToken}` : address;
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
