import type { FastifyReply, FastifyRequest } from 'fastify';
import { takeFormBodies } from '../../../http/form-body.ts';
import type { HttpServer } from '../../../http/server.ts';
import { findReturnedOrder, type ReturnedOrder } from '../../../orders/find-returned-order.ts';
import { chooseWay, payableWays, type OpenedPage, type WayDeps } from '../../../orders/ways/choose-way.ts';
import type { PaymentFrames } from '../../../orders/payment-frames.ts';
import { offerWays } from '../../../orders/ways/offer-ways.ts';
import { localeOf } from '../../../money/countries.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import { receiptAddress } from '../../../tickets/receipt-address.ts';
import type { SecretKeys } from '../../../secrets/secret-keys.ts';
import { readLanguage } from '../../../values/language.ts';
import { wantsJson } from '../../serving/answer-with-pages.ts';
import type { SendPage } from '../../serving/send-page.ts';
import { accentFor } from '../../shared/accent.ts';
import { withReference } from '../with-reference.ts';
import { toSummaryItems } from '../receipt/page-data.ts';
import { loadReceipt } from '../receipt/server/load-receipt.ts';
import { answerWithReceiptPages, keepSecret } from '../receipt/server/send-receipt-page.ts';
import { CHOICE_NOTICES, type ChoicePage } from './contract.ts';
import { noticeFor } from './notices.ts';
import type { OpenedInEmbed } from './server/opened-page-schema.ts';

export type ChoiceDeps = WayDeps & {
  frames: PaymentFrames;
  secretKeys: SecretKeys;
  publicUrl: string;
  mediaUrl: string;
  sendPage: SendPage;
};

type ByToken = { Params: { token: string } };
type Asked = FastifyRequest<ByToken>;

/**
 * Our own page between an order and the gateways, where a host has several ways to pay: the address that the API answers as `checkoutUrl`. It is
 * opened by the return token, which shows no ticket.
 */
export async function registerChoice(http: HttpServer, deps: ChoiceDeps): Promise<void> {
  await http.register(async (pages: HttpServer) => {
    takeFormBodies(pages);
    answerWithReceiptPages(pages, deps, () => null);

    pages.get<ByToken>(ROUTES.orderPages.choice.path, async (request, reply) => {
      const order = await findReturnedOrder(deps.database, request.params.token);
      const data = order?.letsChoose ? await toPage(deps, request, order) : null;
      if (!data) return goOn(deps, request, reply, order);
      return deps.sendPage(reply, {
        page: 'choice',
        data,
        // It also governs where the answer to the form redirects to: any gateway.
        policy: { formAction: '*' },
        isSecret: true,
        hasOwnStyle: true,
      });
    });

    pages.post<ByToken & { Body: { way?: unknown; isForFrame?: unknown } | null }>(
      ROUTES.orderPages.choose.path,
      async (request, reply) => {
        const order = await findReturnedOrder(deps.database, request.params.token);
        const { way, isForFrame } = request.body ?? {};
        if (wantsJson(request)) {
          keepSecret(reply);
          if (!order) throw new Refusal('not_found', 'There is no such order.');
          return { data: await chooseInEmbed(deps, order, { way, isForFrame }), status: true };
        }
        if (!order) return goOn(deps, request, reply, order);
        const opened = await choose(deps, order, way).catch((error: unknown) => {
          // Null: it is paid, or over, and the receipt says so.
          if (error instanceof Refusal) return noticeFor(error.code);
          throw error;
        });
        if (opened === null) return goOn(deps, request, reply, order);
        const address =
          typeof opened === 'string' ? `pay?notice=${opened}${inAskedLanguage(request)}` : opened.checkoutUrl;
        return keepSecret(reply).redirect(address, 303);
      },
    );
  });
}

const choose = (
  deps: ChoiceDeps,
  order: ReturnedOrder,
  way: unknown,
  isForFrame = false,
): Promise<OpenedPage> =>
  chooseWay(deps, { orderId: order.id, key: typeof way === 'string' ? way : '', isForFrame });

/** The embed shows the payment where the buyer is, where that can be. */
async function chooseInEmbed(
  deps: ChoiceDeps,
  order: ReturnedOrder,
  asked: { way: unknown; isForFrame: unknown },
): Promise<OpenedInEmbed> {
  const isForFrame = asked.isForFrame === true && order.source === 'embed' && deps.frames.origin !== null;
  const opened = await choose(deps, order, asked.way, isForFrame);
  return { ...opened, frameUrl: isForFrame ? await deps.frames.addressOf(order.reference) : null };
}

/** Nothing is left to choose: as after a payment, to the integrator's site or to the receipt. */
function goOn(
  { checkoutUrl }: ChoiceDeps,
  request: Asked,
  reply: FastifyReply,
  order: ReturnedOrder | null,
): FastifyReply {
  keepSecret(reply);
  if (!order) return reply.redirect(`${checkoutUrl}/orders/${encodeURIComponent(request.params.token)}`, 303);
  if (order.source === 'api' && order.callbackUrl !== null)
    return reply.redirect(withReference(order.callbackUrl, order.reference), 303);
  return reply.redirect(
    receiptAddress(checkoutUrl, order.opensReceipt ? order.receiptToken : order.reference),
    303,
  );
}

async function toPage(deps: ChoiceDeps, request: Asked, order: ReturnedOrder): Promise<ChoicePage | null> {
  const query = new URL(request.url, 'http://choice').searchParams;
  const receipt = await loadReceipt(deps.database, deps.secretKeys, {
    receiptToken: order.receiptToken,
    language: readLanguage(query.get('lang')),
  });
  if (!receipt?.payBy) return null;
  const { order: bought, event, color } = receipt;
  const { reference, totalMinor, currency } = bought;
  const ways = await payableWays(deps.gateways, { hostId: event.host.id, currency, totalMinor });
  const notice = query.get('notice');
  return {
    accents: { light: accentFor('light', color), dark: accentFor('dark', color) },
    locale: localeOf(bought.language, event.country),
    timezone: event.timezone,
    language: bought.language,
    eventName: event.name,
    summary: { reference, items: toSummaryItems(bought.items), totalMinor, currency },
    payBy: receipt.payBy,
    ways: offerWays(ways, currency),
    notice: CHOICE_NOTICES.find((known) => known === notice) ?? null,
    backAddress:
      order.source === 'api' && order.callbackUrl !== null
        ? withReference(order.callbackUrl, order.reference)
        : null,
  };
}

/** The page that the button was on, in the same language. */
function inAskedLanguage(request: Asked): string {
  const language = readLanguage(new URL(request.url, 'http://choice').searchParams.get('lang'));
  return language === null ? '' : `&lang=${language}`;
}
