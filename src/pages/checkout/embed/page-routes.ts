import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../../db/database.ts';
import type { Catalog } from '../../../events/catalog.ts';
import type { ClientAddress } from '../../../http/client-address.ts';
import type { HttpServer } from '../../../http/server.ts';
import type { TicketReader } from '../../../inventory/list-tickets.ts';
import type { Logger } from '../../../log/logger.ts';
import { isOrderReference } from '../../../orders/order-reference.ts';
import type { PaymentFrames } from '../../../orders/payment-frames.ts';
import type { Gateways } from '../../../payments/gateways.ts';
import { answerWithPages } from '../../serving/answer-with-pages.ts';
import type { SendPage } from '../../serving/send-page.ts';
import { accentFor } from '../../shared/accent.ts';
import { embedEventOf } from './server/find-and-count.ts';
import { hostToAsk, type EmbedEvent } from './server/find-event.ts';
import { asksForPreview } from './server/find-preview.ts';
import { toPageData } from './page-data.ts';
import { languageOf, queryOf, readPageQuery, sanitiseQuery, type PageQuery } from './server/page-query.ts';
import { loadShownEvent, loadShownTickets } from '../server/load-shown-event.ts';
import { registerTerms } from '../terms/routes.ts';
import type { PageData } from './server/page-data-schema.ts';
import { createShownEvents } from './server/shown-events.ts';
import { ROUTES } from '../../../routes.ts';
import type { WaitingRoomCheck } from '../waiting-room/server/check-must-wait.ts';
import type { RoomPages } from '../waiting-room/server/room-pages.ts';

const ANY_SITE = ['*'];

type PageDeps = {
  database: Database;
  sendPage: SendPage;
  catalog: Catalog;
  readTickets: TicketReader;
  checkoutUrl: string;
  publicUrl: string;
  gateways: Gateways;
  frames: PaymentFrames;
  dashboardUrl: string;
  clientAddress: ClientAddress;
  mediaUrl: string;
  logger: Logger;
  rooms: WaitingRoomCheck;
  sendRoom: RoomPages['sendRoom'];
};

/** The page itself, readable before any script has run, and what a buyer reads in its place. */
export async function registerPage(embed: HttpServer, deps: PageDeps): Promise<void> {
  const { sendPage, logger } = deps;
  const shown = createShownEvents(deps);
  const checkoutPath = new URL(deps.checkoutUrl).pathname;
  const mediaOrigin = new URL(deps.mediaUrl).origin;
  const dashboardOrigin = new URL(deps.dashboardUrl).origin;

  await embed.register(async (page: HttpServer) => {
    answerWithPages(page, {
      logger,
      answer: ({ kind, status }, request, reply) =>
        sendPage(reply, {
          page: 'notice',
          status,
          data: {
            about: kind !== 'not_found' ? kind : asksForPreview(request) ? 'preview_over' : 'unknown_event',
            language: languageOf(request),
            theme: request.embedEvent?.theme ?? readPageQuery(queryOf(request)).theme,
            host: kind === 'not_found' ? hostToAsk(request.embedEvent) : shown.whomToAsk(request),
          },
          policy: { mediaOrigin, formAction: "'self'", frameAncestors: ANY_SITE },
        }),
    });

    const showPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const found = embedEventOf(request);
      shown.remember(request, found);
      if (request.isWaiting) return deps.sendRoom(request, reply, found);
      const query = readPageQuery(queryOf(request));
      const asked = { found, language: languageOf(request) };
      const [event, tickets] = await Promise.all([
        loadShownEvent(deps, asked),
        loadShownTickets(deps, asked),
      ]);
      const data = await toPageData({
        ...deps,
        ...asked,
        event,
        tickets,
        path: `${checkoutPath}/${found.slug}`,
        reference: referenceOf(request),
        mustWait: false,
      });
      const { theme, color } = lookOf(found, query);
      return sendPage(reply, {
        page: 'checkout',
        data: {
          data,
          theme,
          query: sanitiseQuery(queryOf(request).toString(), found.previewToken),
          accents: { light: accentFor('light', color), dark: accentFor('dark', color) },
        },
        isSecret: found.previewToken !== null,
        policy: {
          mediaOrigin,
          ...framesOf(deps, data),
          formAction: "'self'",
          frameAncestors: found.previewToken !== null ? [dashboardOrigin] : (found.origins ?? ANY_SITE),
        },
      });
    };
    registerTerms(page, deps);
    page.get(ROUTES.embed.page.path, showPage);
    page.get(ROUTES.embed.pageWithSlash.path, showPage);
  });
}

/**
 * The host's settings for the event count more than the framing site's. In a preview it is the other way round: the
 * host tries out what is not saved yet.
 */
function lookOf(found: EmbedEvent, query: PageQuery): Pick<PageQuery, 'theme' | 'color'> {
  return found.previewToken !== null
    ? { theme: query.theme, color: query.color }
    : { theme: found.theme ?? query.theme, color: found.color ?? query.color };
}

/** One policy for all steps of the page, though only that of payment has a frame. The test page of development needs none. */
const framesOf = (
  { frames: { origin } }: { frames: PaymentFrames },
  { payment }: PageData,
): { frames?: readonly string[] } =>
  origin === null || payment === null || payment.page === null ? {} : { frames: [origin] };

function referenceOf(request: FastifyRequest): string | null {
  const reference = queryOf(request).get('reference');
  return reference !== null && isOrderReference(reference) ? reference : null;
}
