import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HostToAsk } from '../../../contract.ts';
import type { ReceiptPage } from '../contract.ts';
import type { HttpServer } from '../../../../http/server.ts';
import type { Logger } from '../../../../log/logger.ts';
import { answerWithPages } from '../../../serving/answer-with-pages.ts';
import type { SendPage } from '../../../serving/send-page.ts';
import { languageOf, queryOf, readPageQuery } from '../../embed/server/page-query.ts';

export type SendReceiptPage = (
  reply: FastifyReply,
  status: number,
  data: ReceiptPage,
) => Promise<FastifyReply>;

/** The host to ask when an order's page can't be shown; null: not known without looking it up. */
export type WhomToAsk = (request: FastifyRequest, about: 'too_often' | 'trouble') => HostToAsk | null;

/** How an order's pages are sent in this scope, those about something that went wrong among them. */
export function answerWithReceiptPages(
  scope: HttpServer,
  deps: { sendPage: SendPage; mediaUrl: string; logger: Logger },
  whomToAsk: WhomToAsk,
): SendReceiptPage {
  const { sendPage, logger } = deps;
  const mediaOrigin = new URL(deps.mediaUrl).origin;
  const send: SendReceiptPage = (reply, status, data) =>
    sendPage(reply, {
      page: 'receipt',
      status,
      data,
      policy: { mediaOrigin, formAction: "'self'" },
      isSecret: true,
      hasOwnStyle: data.about === 'order',
    });
  answerWithPages(scope, {
    logger,
    answer: (trouble, request, reply) => {
      if (trouble.kind === 'not_found') return null;
      // No order is shown, which would have a language of its own.
      const language = languageOf(request);
      const rest = { language, host: whomToAsk(request, trouble.kind), againAddress: againAddress(request) };
      return trouble.kind === 'too_often'
        ? send(reply, 429, { about: 'too_often', seconds: trouble.retryAfterSeconds, ...rest })
        : send(reply, trouble.status, { about: 'trouble', ...rest });
    },
  });
  return send;
}

/** The page itself, or the one with the button that was pressed: an address for buttons can't be opened. */
function againAddress(request: FastifyRequest): string {
  const { token } = request.params as { token: string };
  return request.method === 'POST' ? `../${encodeURIComponent(token)}` : '';
}

/** For answers other than pages that open an order, or are about one. */
export function keepSecret(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header('x-content-type-options', 'nosniff');
}

/** The page that a button was pressed on, with the same tickets and in the same language. */
export function backTo(request: FastifyRequest, page: string, notice: string): string {
  const query = queryOf(request);
  const { language } = readPageQuery(query);
  const ticketsPage = Number.parseInt(query.get('tickets') ?? '', 10) || 1;
  return `../${page}?notice=${notice}${ticketsPage === 1 ? '' : `&tickets=${ticketsPage}`}${language === null ? '' : `&lang=${language}`}`;
}
