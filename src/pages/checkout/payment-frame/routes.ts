import type { HttpServer } from '../../../http/server.ts';
import { originOf } from '../../../http/keep-origins-apart.ts';
import type { SharedCounts } from '../../../http/shared-counts.ts';
import type { ClientAddress } from '../../../http/client-address.ts';
import type { FoundFrame, PaymentFrames } from '../../../orders/payment-frames.ts';
import { GatewayRefused, GatewaySilent } from '../../../payments/gateway.ts';
import { noSuchEndpoint } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import type { SendPage } from '../../serving/send-page.ts';
import { queryOf, readPageQuery } from '../embed/server/page-query.ts';
import { limitOrderPages } from '../server/limit-order-pages.ts';

export type PaymentFrameDeps = {
  frames: PaymentFrames;
  checkoutUrl: string;
  sendPage: SendPage;
  counts: SharedCounts;
  clientAddress: ClientAddress;
  perAddress: number;
};

/** The document for a gateway's script, for whoever has a payment's code: on its own origin, which has nothing else. */
export async function registerPaymentFrame(http: HttpServer, deps: PaymentFrameDeps): Promise<void> {
  const checkout = originOf(deps.checkoutUrl);
  await http.register(async (pages: HttpServer) => {
    limitOrderPages(pages, deps);
    pages.get<{ Params: { token: string } }>(ROUTES.paymentFrame.page.path, async (request, reply) => {
      const found = await deps.frames.find(request.params.token).catch((error: unknown) => {
        // The gateway has to be asked for some words. Its tab is beside this document.
        if (error instanceof GatewayRefused || error instanceof GatewaySilent) return AWAY;
        throw error;
      });
      if (found === null) throw noSuchEndpoint(request);
      const { language, sites, shown } = found;
      const over = found === AWAY ? 'away' : 'over';
      return deps.sendPage(reply, {
        page: 'paymentFrame',
        data: {
          language,
          theme: readPageQuery(queryOf(request)).theme,
          framed: shown ? { words: shown.words, script: shown.sources.script, checkout } : over,
        },
        isSecret: true,
        policy: {
          // The checkout, and whatever site has the checkout in a frame: a browser asks about all of them.
          frameAncestors: sites === null ? ['*'] : [checkout, ...sites],
          ...(shown && { gateway: shown.sources }),
        },
      });
    });
  });
}

const AWAY: FoundFrame = { language: 'en', sites: null, shown: null };
