import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pages } from '../../contract.ts';
import type { Changes } from '../../../db/changes.ts';
import type { Database } from '../../../db/database.ts';
import type { Catalog } from '../../../events/catalog.ts';
import type { RequestCounter } from '../../../http/count-request.ts';
import type { ClientAddress } from '../../../http/client-address.ts';
import type { HttpServer } from '../../../http/server.ts';
import type { TicketReader } from '../../../inventory/list-tickets.ts';
import type { Logger } from '../../../log/logger.ts';
import { isOrderReference } from '../../../orders/order-reference.ts';
import { answerWithPages } from '../../serving/answer-with-pages.ts';
import { sendMadePage, type MadePage, type MakePage } from '../../serving/make-page.ts';
import type { SendPage } from '../../serving/send-page.ts';
import { Refusal } from '../../../refusal.ts';
import type { Gateways } from '../../../payments/gateways.ts';
import { ROUTES } from '../../../routes.ts';
import type { SecretKeys } from '../../../secrets/secret-keys.ts';
import { calendarFile, saleCalendarFile } from '../../../tickets/calendar-file.ts';
import type { Language } from '../../../values/language.ts';
import { isUuid } from '../../../values/is-uuid.ts';
import { saleStartOf } from '../../../rules/sale-start.ts';
import { publicEventUrl } from '../../../events/public-address.ts';
import { asksForPreview, createPreviewFinder } from '../embed/server/find-preview.ts';
import { createEventFinder, hostToAsk, type EmbedEvent } from '../embed/server/find-event.ts';
import { languageOf, queryOf } from '../embed/server/page-query.ts';
import { mustWait, type WaitingRoomCheck } from '../waiting-room/server/check-must-wait.ts';
import { createShownEvents } from '../embed/server/shown-events.ts';
import { createShownHosts, type ShownHosts } from '../server/shown-hosts.ts';
import { createPageCache } from './server/cached-pages.ts';
import { createHostFinder } from './server/find-host.ts';
import { registerSearchEngines } from './search-engines-routes.ts';
import { loadShownEvent, loadShownTickets } from '../server/load-shown-event.ts';
import { loadEventPage, loadHostPage } from './page-data.ts';

export type StorefrontDeps = {
  database: Database;
  changes: Changes;
  catalog: Catalog;
  readTickets: TicketReader;
  counter: RequestCounter;
  clientAddress: ClientAddress;
  gateways: Gateways;
  publicUrl: string;
  hasStatusPage: boolean;
  mediaUrl: string;
  makePage: MakePage;
  sendPage: SendPage;
  rooms: WaitingRoomCheck;
  logger: Logger;
  secretKeys: SecretKeys;
};

type BySlug = { Params: { slug: string } };

/**
 * A page for each event, with its checkout, and one for each host: what a host without a site of its own shares. Nobody may frame
 * them, they set no cookie, and what everybody gets is made once: links are shared, and then opened by thousands at a time.
 */
export async function registerStorefront(http: HttpServer, deps: StorefrontDeps): Promise<void> {
  const finder = createEventFinder(deps);
  const findPreview = createPreviewFinder({ ...deps, nowMs: deps.changes.databaseNowMs });
  const pages = createPageCache(deps.changes);
  const policy = { mediaOrigin: new URL(deps.mediaUrl).origin, formAction: "'self'" } as const;
  const shownEvents = createShownEvents(deps);
  const shownHosts = createShownHosts();
  const shared: Shared = {
    ...deps,
    shownHosts,
    pages,
    make: (answer) => deps.makePage({ ...answer, policy }),
    findEvent: async (request, reply) => {
      const { slug } = request.params;
      const found = await countGuesses(
        deps.counter,
        { request, reply },
        async (count) => (await findPreview(request, slug, count)) ?? finder.find(slug, count),
      );
      request.embedEvent = found;
      shownEvents.remember(request, found);
      return found;
    },
  };
  await http.register(async (scope: HttpServer) => {
    scope.decorateRequest('embedEvent', null);
    answerWithPages(scope, {
      logger: deps.logger,
      answer: ({ kind, status }, request, reply) =>
        deps.sendPage(reply, {
          page: 'notice',
          status,
          data: {
            about: kind === 'not_found' ? unknownOf(request) : kind,
            language: languageOf(request),
            theme: null,
            ways: {
              ...(kind === 'trouble' && deps.hasStatusPage && { status: ROUTES.pages.status.path }),
              home: ROUTES.pages.home.path,
            },
            host:
              kind === 'not_found'
                ? hostToAsk(request.embedEvent)
                : isOfHost(request)
                  ? shownHosts.recall((request.params as BySlug['Params']).slug)
                  : shownEvents.whomToAsk(request),
          },
          isSecret: true,
        }),
    });
    registerEventPage(scope, shared);
    registerHostPage(scope, shared);
    registerCalendar(scope, shared);
    registerSearchEngines(scope, deps);
  });
}

type Shared = StorefrontDeps & {
  shownHosts: ShownHosts;
  pages: ReturnType<typeof createPageCache>;
  make: <Name extends 'storefrontEvent' | 'storefrontHost'>(answer: {
    page: Name;
    data: Pages[Name];
    isSecret: boolean;
  }) => Promise<MadePage>;
  findEvent: (request: FastifyRequest<BySlug>, reply: FastifyReply) => Promise<EmbedEvent>;
};

const isOfHost = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url === ROUTES.storefront.host.path;

const unknownOf = (request: FastifyRequest): Pages['notice']['about'] =>
  isOfHost(request) ? 'unknown_host' : asksForPreview(request) ? 'preview_over' : 'unknown_event';

function registerEventPage(scope: HttpServer, deps: Shared): void {
  scope.get<BySlug>(ROUTES.storefront.event.path, async (request, reply) => {
    const found = await deps.findEvent(request, reply);
    const language = languageOf(request);
    // Public by now: there is nothing left to preview.
    if (asksForPreview(request) && !found.isDraft) return reply.redirect(`?lang=${language}`, 302);
    const isOutside = await mustWait(deps.rooms, found, queryOf(request));
    const make = async (reference: string | null): Promise<MadePage> =>
      deps.make({
        page: 'storefrontEvent',
        data: await loadEventPage(deps, { found, language, reference, mustWait: isOutside }),
        isSecret: found.isUnlisted || found.isDraft || reference !== null,
      });
    const reference = queryOf(request).get('reference');
    // Back from paying, or loaded again at the last step: this one is about one order. A draft is for few.
    const isOfOrder = reference !== null && isOrderReference(reference);
    if (isOfOrder || found.isDraft) {
      countMaking(deps.counter, { request, reply }, found.hostId);
      return sendMadePage(request, reply, await make(isOfOrder ? reference : null), 'no-store');
    }
    const key = `event ${isOutside ? 'outside ' : ''}${language} ${found.slug}`;
    return sendMadePage(request, reply, await deps.pages.find(key, found.hostId, () => make(null)));
  });
}

function registerHostPage(scope: HttpServer, deps: Shared): void {
  const hosts = createHostFinder(deps);
  scope.get<BySlug>(ROUTES.storefront.host.path, async (request, reply) => {
    const host = await countGuesses(deps.counter, { request, reply }, (count) =>
      hosts.find(request.params.slug, count),
    );
    deps.shownHosts.remember(host.slug, {
      hostName: host.name,
      contactEmail: host.contactEmail,
      subject: host.name,
    });
    const language = languageOf(request);
    const asked = queryOf(request).get('after');
    const after = asked !== null && isUuid(asked) ? asked : null;
    const make = async (): Promise<MadePage> =>
      deps.make({
        page: 'storefrontHost',
        data: await loadHostPage(deps, { host, language, after }),
        isSecret: false,
      });
    if (after !== null) countMaking(deps.counter, { request, reply }, host.hostId);
    const made =
      after === null ? deps.pages.find(`host ${language} ${host.slug}`, host.hostId, make) : make();
    return sendMadePage(request, reply, await made);
  });
}

function registerCalendar(scope: HttpServer, deps: Shared): void {
  scope.get<BySlug>(ROUTES.storefront.calendar.path, async (request, reply) => {
    const found = await deps.findEvent(request, reply);
    const { hostId, slug, hostName, isOnline, version, doorsAt } = found;
    countMaking(deps.counter, { request, reply }, hostId);
    const isOfSale = queryOf(request).get('about') === 'sale';
    const language = languageOf(request);
    const shared = { pageUrl: publicEventUrl(deps.publicUrl, slug), language };
    const { date, closingDate, ...event } = await loadShownEvent(deps, { found, language });
    const told = { ...event, isOnline, version, host: { name: hostName } };
    const times = { startsAt: new Date(date), closesAt: new Date(closingDate), doorsAt };
    const file = isOfSale
      ? saleCalendarFile(told, { ...shared, saleStartsAt: await readSaleStart(deps, { found, language }) })
      : calendarFile({ ...told, ...times }, shared);
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="${slug}${isOfSale ? '-sale' : ''}.ics"`)
      .header('cache-control', 'public, no-cache')
      .header('x-content-type-options', 'nosniff')
      .send(file);
  });
}

async function readSaleStart(deps: Shared, shown: { found: EmbedEvent; language: Language }): Promise<Date> {
  const start = saleStartOf(await loadShownTickets(deps, shown));
  if (start === null) throw new Refusal('not_found', 'No sale of this event is to come.');
  return new Date(start);
}

/** A page that is made for one reader costs as much as one for all: it counts with the limits of the embed. */
function countMaking(
  counter: RequestCounter,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  hostId: string,
): void {
  counter.apply(counter.count(request.raw, `embed ${hostId}`), reply.raw);
  leaveOutLimits(reply);
}

/** Caches may keep the page: how often one reader has asked is not in it. */
function leaveOutLimits(reply: FastifyReply): void {
  for (const name of ['ratelimit', 'ratelimit-policy']) reply.raw.removeHeader(name);
}

/** Guessing at addresses is limited, as it is in the embed; what is there costs nothing of it. */
async function countGuesses<Found>(
  counter: RequestCounter,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  find: (count: () => void) => Promise<Found>,
): Promise<Found> {
  const stranger = counter.stranger(request.raw, reply.raw, 'embed');
  try {
    const found = await find(stranger.count);
    stranger.giveBack();
    leaveOutLimits(reply);
    return found;
  } catch (error) {
    if (error instanceof Refusal) stranger.count();
    else stranger.giveBack();
    throw error;
  }
}
