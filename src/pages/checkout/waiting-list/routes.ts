import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { takeFormBodies } from '../../../http/form-body.ts';
import { limitAddress, type ClientAddress } from '../../../http/client-address.ts';
import type { HttpServer } from '../../../http/server.ts';
import type { Logger } from '../../../log/logger.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import { MAX_LISTED_QUANTITY } from '../../../rules/waiting-list.ts';
import { isEmailAddress } from '../../../values/email-address.ts';
import { isUuid } from '../../../values/is-uuid.ts';
import { joinList } from '../../../waiting-list/join-list.ts';
import { confirmListEntry, endListEntry, readListEntry } from '../../../waiting-list/list-entry.ts';
import { createListTokens } from '../../../waiting-list/list-tokens.ts';
import { readListDraw, readListEntries, readSkips } from '../../../waiting-list/read-list-draw.ts';
import { answerWithPages } from '../../serving/answer-with-pages.ts';
import { EmbedParams } from '../embed/server/embed-request.ts';
import { embedEventOf } from '../embed/server/find-and-count.ts';
import { hostToAsk } from '../embed/server/find-event.ts';
import { languageOf, queryOf, readPageQuery } from '../embed/server/page-query.ts';
import { createDrawSender } from '../waiting-room/server/send-draw.ts';
import type { ListView } from './contract.ts';
import { createListPages, type ListPageDeps } from './server/list-pages.ts';

type ListDeps = ListPageDeps & { clientAddress: ClientAddress; logger: Logger };

const EntryParams = Type.Object({ ...EmbedParams.properties, token: Type.String({ maxLength: 60 }) });
const JoinBody = Type.Object(
  { email: Type.String({ maxLength: 300 }), quantity: Type.Optional(Type.String({ pattern: '^\\d{1,4}$' })) },
  { additionalProperties: false },
);

/** The waiting list of an event: its form, an entry's own page, and the facts by which anybody can check the order. */
export async function registerWaitingList(embed: HttpServer, deps: ListDeps): Promise<void> {
  const sendDraw = createDrawSender({
    readDraw: (typeId) => readListDraw(deps.database, typeId),
    readEntries: (typeId) => readListEntries(deps.database, typeId),
  });
  await embed.register(async (scope: HttpServer) => {
    takeFormBodies(scope);
    answerWithPages(scope, {
      logger: deps.logger,
      answer: ({ kind, status }, request, reply) =>
        deps.sendPage(reply, {
          page: 'notice',
          status,
          data: {
            about: kind === 'not_found' ? 'unknown_event' : kind,
            language: languageOf(request),
            theme: request.embedEvent?.theme ?? readPageQuery(queryOf(request)).theme,
            host: hostToAsk(request.embedEvent),
          },
          policy: { formAction: "'self'" },
        }),
    });
    registerJoin(scope, deps);
    registerEntry(scope, deps);
    // Without HEAD: it would make a list that nobody reads.
    scope.get(ROUTES.waitingList.draw.path, { exposeHeadRoute: false }, async (request, reply) => {
      const { ticketTypeId } = await findListed(deps, request);
      return sendDraw(ticketTypeId, limitAddress(deps.clientAddress(request.raw)), reply);
    });
    scope.get(ROUTES.waitingList.skips.path, async (request, reply) => {
      const { ticketTypeId } = await findListed(deps, request);
      reply.header('content-type', 'text/plain; charset=utf-8').header('cache-control', 'no-store');
      return readSkips(deps.database, ticketTypeId);
    });
  });
}

function registerJoin(scope: HttpServer, deps: ListDeps): void {
  const pages = createListPages(deps);

  scope.get(ROUTES.waitingList.page.path, async (request, reply) => {
    const listed = await findListed(deps, request);
    return pages.send(request, reply, { listed, view: joinView(listed) });
  });

  scope.post(ROUTES.waitingList.join.path, { schema: { body: JoinBody } }, async (request, reply) => {
    const listed = await findListed(deps, request);
    const { email: typed, quantity = '1' } = request.body;
    const email = typed.trim();
    if (!isEmailAddress(email)) {
      const view = {
        ...joinView(listed),
        ...(listed.isOpen && { email: typed, isEmailWrong: true }),
      } as ListView;
      return pages.send(request, reply, { listed, view, status: 400 });
    }
    const outcome = await joinList(deps.database, {
      eventId: embedEventOf(request).eventId,
      ticketTypeId: listed.ticketTypeId,
      quantity: Math.min(Math.max(Number(quantity), 1), MAX_LISTED_QUANTITY),
      email,
      language: languageOf(request),
      address: limitAddress(deps.clientAddress(request.raw)),
    });
    return pages.send(request, reply, { listed, view: { about: outcome } });
  });
}

const joinView = ({ isOpen, most, drawsAt }: Listed): ListView =>
  isOpen ? { about: 'join', most, drawsAt, email: '', isEmailWrong: false } : { about: 'closed' };

function registerEntry(scope: HttpServer, deps: ListDeps): void {
  const { database, secretKeys } = deps;
  const pages = createListPages(deps);
  const tokens = createListTokens(secretKeys);
  const schema = { params: EntryParams };

  const showEntry = async (
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
  ): Promise<FastifyReply> => {
    const { eventId } = embedEventOf(request);
    const entryId = tokens.readLink(token);
    const entry =
      entryId && (await readListEntry(database, { eventId, entryId, language: languageOf(request) }));
    if (!entry) throw new Refusal('not_found', 'There is no such place on this list.');
    const listed = await pages.readListed(request, entry.ticketTypeId);
    return pages.sendEntry(request, reply, { listed, entry, code: tokens.writeOffer(entry.entryId) });
  };

  scope.get(ROUTES.waitingList.entry.path, { schema }, async (request, reply) =>
    showEntry(request, reply, request.params.token),
  );

  scope.post(ROUTES.waitingList.change.path, { schema }, async (request, reply) => {
    const { token } = request.params;
    const { eventId } = embedEventOf(request);
    const entryId = tokens.readLink(token);
    const entry =
      entryId && (await readListEntry(database, { eventId, entryId, language: languageOf(request) }));
    const deed = queryOf(request).get('deed');
    if (entry && deed === 'leave') await endListEntry(database, { entryId: entry.entryId, state: 'left' });
    if (entry && deed === 'confirm') {
      const outcome = await confirmListEntry({ database, secretKeys }, entry);
      if (outcome === 'full' || outcome === 'closed') {
        const listed = await pages.readListed(request, entry.ticketTypeId);
        return pages.send(request, reply, { listed, view: { about: outcome } });
      }
    }
    return showEntry(request, reply, token);
  });
}

type Listed = Awaited<ReturnType<ReturnType<typeof createListPages>['readListed']>>;

async function findListed(deps: ListDeps, request: FastifyRequest): Promise<Listed> {
  const ticket = queryOf(request).get('ticket') ?? '';
  if (!isUuid(ticket)) throw new Refusal('not_found', 'There is no such ticket type.');
  return createListPages(deps).readListed(request, ticket.toLowerCase());
}
