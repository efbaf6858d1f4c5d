import { limitAddress, networksOf, type ClientAddress } from '../../../http/client-address.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import type { HttpServer } from '../../../http/server.ts';
import type { SharedCounts } from '../../../http/shared-counts.ts';

// A tenth of what an address may (300 a minute): ten open tabs that follow one order ask 200 times. Never fewer than a buyer
// and a few guests need.
const ORDER_SHARE = 1 / 10;
const MIN_PER_ORDER = 30;
// A PDF takes as long as thirty pages, and counts as several at the address that asks for it. An order's PDFs are counted apart from its
// pages, so that somebody who printed them too often still sees the codes at the gate.
const PRINTS_PER_ORDER = 10;
// A longer token is not ours, and not worth remembering. The longest is the code of an order's tenth payment.
const MAX_TOKEN_CHARS = 43;

/** Limits how often orders' pages are asked for: per client address over all orders, and per order over all addresses. */
export function limitOrderPages(
  pages: HttpServer,
  deps: { counts: SharedCounts; clientAddress: ClientAddress; perAddress: number },
): void {
  const { counts, clientAddress, perAddress } = deps;
  const perOrder = Math.max(MIN_PER_ORDER, Math.floor(perAddress * ORDER_SHARE));
  const printWeight = Math.min(Math.ceil(perOrder / PRINTS_PER_ORDER), perAddress);

  const policy = `"address";q=${perAddress};w=60, "order";q=${perOrder};w=60, "prints";q=${PRINTS_PER_ORDER};w=60`;

  const takeOfOrder = (token: string, isPrint: boolean): number =>
    isPrint
      ? counts.take(`order prints:${token}`, PRINTS_PER_ORDER)
      : counts.take(`order:${token}`, perOrder);

  pages.addHook('onRequest', async (request, reply) => {
    // Every route of this scope has one.
    const { token } = request.params as { token: string };
    const isPrint = request.routeOptions.url === ROUTES.orderPages.pdf.path;
    const secondsLeft = counts.secondsLeft();
    const address = limitAddress(clientAddress(request.raw));
    const isAddressSpent = networksOf(address).some(
      ({ network, factor }) =>
        counts.take(`order pages:${network}`, perAddress * factor, isPrint ? printWeight : 1) < 0,
    );
    const isOrderSpent =
      !isAddressSpent && token.length <= MAX_TOKEN_CHARS && takeOfOrder(token, isPrint) < 0;
    if (!isAddressSpent && !isOrderSpent) return;
    const spent = isAddressSpent ? 'address' : isPrint ? 'prints' : 'order';
    reply.header('ratelimit', `"${spent}";r=0;t=${secondsLeft}`).header('ratelimit-policy', policy);
    throw new Refusal('rate_limited', `Too many requests: try again in ${secondsLeft} s.`, {
      retryAfterSeconds: secondsLeft,
    });
  });
}
