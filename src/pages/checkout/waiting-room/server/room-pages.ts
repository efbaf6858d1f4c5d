import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConfirmPage, FairnessPage, JoinProblem, WaitingRoomPage } from '../contract.ts';
import type { Changes } from '../../../../db/changes.ts';
import type { Database } from '../../../../db/database.ts';
import type { Catalog } from '../../../../events/catalog.ts';
import type { Event } from '../../../../events/event-schemas.ts';
import { publicEventUrl } from '../../../../events/public-address.ts';
import { sourcesAt } from '../../../../media/picture-sources.ts';
import { localeOf } from '../../../../money/countries.ts';
import { sendMadePage, type MakePage } from '../../../serving/make-page.ts';
import type { SendPage } from '../../../serving/send-page.ts';
import type { Language } from '../../../../values/language.ts';
import type { EntryState, WaitingRoomState } from '../../../../rules/waiting-room.ts';
import { readDraw } from '../../../../waiting-room/read-draw.ts';
import type { WaitingRooms } from '../../../../waiting-room/waiting-rooms.ts';
import { accentFor } from '../../../shared/accent.ts';
import { translatedInto } from '../../server/load-shown-event.ts';
import { hostToAsk, type EmbedEvent } from '../../embed/server/find-event.ts';
import { languageOf, queryOf, readPageQuery, sanitiseQuery } from '../../embed/server/page-query.ts';
import { createPageCache } from '../../storefront/server/cached-pages.ts';
import { noRoom } from './join-line.ts';
import { checkoutPath, roomPath } from './room-address.ts';

export type WaitingRoomPageDeps = {
  database: Database;
  changes: Changes;
  catalog: Catalog;
  rooms: WaitingRooms;
  makePage: MakePage;
  sendPage: SendPage;
  checkoutUrl: string;
  publicUrl: string;
  mediaUrl: string;
};

const ANY_SITE = ['*'];
const PROBLEMS: readonly JoinProblem[] = ['email_wrong', 'full'];

/**
 * The pages of waiting rooms. Everybody gets the same, made once every few seconds; only who runs no script is shown their own place in
 * it, and makes the server do so each time.
 */
export function createRoomPages(deps: WaitingRoomPageDeps) {
  const pages = createPageCache(deps.changes);
  const assetsPath = `${new URL(deps.checkoutUrl).pathname}/assets`;
  const policyOf = ({ origins }: EmbedEvent) => ({
    mediaOrigin: new URL(deps.mediaUrl).origin,
    formAction: "'self'" as const,
    frameAncestors: origins ?? ANY_SITE,
  });
  const stateOf = async ({ eventId }: EmbedEvent): Promise<WaitingRoomState> => {
    const state = await deps.rooms.stateOf(eventId);
    if (!state || state.phase === 'closed') throw noRoom();
    return state;
  };

  return {
    /** The room itself. Refuses with `not_found` where none is open. */
    async sendRoom(request: FastifyRequest, reply: FastifyReply, found: EmbedEvent): Promise<FastifyReply> {
      const look = lookOf(request, found);
      const query = queryOf(request);
      const problem = PROBLEMS.find((name) => name === query.get('problem')) ?? null;
      if (problem !== null || query.has('refresh')) {
        const token = query.get('entry') ?? '';
        const entry = token === '' ? null : await deps.rooms.entryOf(found.eventId, token);
        const data = await loadRoomPage(deps, { found, look, state: await stateOf(found), entry, problem });
        return deps.sendPage(reply, { page: 'waitingRoom', data, policy: policyOf(found), isSecret: true });
      }
      const made = await pages.find(`room ${keyOf(look)} ${found.slug}`, found.hostId, async () => {
        const state = await stateOf(found);
        const data = await loadRoomPage(deps, { found, look, state, entry: null, problem: null });
        return deps.makePage({
          page: 'waitingRoom',
          data,
          policy: policyOf(found),
          isSecret: true,
          assetsPath,
        });
      });
      return sendMadePage(request, reply, made);
    },

    /** For whoever has opened a mailed link: in no frame, and it says nothing but what the link is for. */
    async sendConfirm(
      request: FastifyRequest,
      reply: FastifyReply,
      { found, about }: { found: EmbedEvent; about: ConfirmPage['about'] },
    ): Promise<FastifyReply> {
      const { frame } = await loadFrame(deps, found, lookOf(request, found));
      const { frameAncestors: _, ...policy } = policyOf(found);
      return deps.sendPage(reply, {
        page: 'roomConfirm',
        data: { ...frame, about },
        status: about === 'gone' || about === 'closed' ? 404 : 200,
        policy,
        isSecret: true,
      });
    },

    async sendFairness(
      request: FastifyRequest,
      reply: FastifyReply,
      found: EmbedEvent,
    ): Promise<FastifyReply> {
      const look = lookOf(request, found);
      const made = await pages.find(`fairness ${keyOf(look)} ${found.slug}`, found.hostId, async () =>
        deps.makePage({
          page: 'fairness',
          data: await loadFairnessPage(deps, found, look),
          policy: policyOf(found),
          isSecret: found.isUnlisted,
          assetsPath,
        }),
      );
      return sendMadePage(request, reply, made);
    },
  };
}

export type RoomPages = ReturnType<typeof createRoomPages>;

/** The look that the address asks for, and the host's own wish, which counts more. */
type Look = Pick<WaitingRoomPage, 'language' | 'theme' | 'query'> & { color: string | null };

function lookOf(request: FastifyRequest, found: EmbedEvent): Look {
  const query = queryOf(request);
  const { theme, color } = readPageQuery(query);
  return {
    language: languageOf(request),
    theme: found.theme ?? theme,
    color: found.color ?? color,
    query: sanitiseQuery(query.toString()),
  };
}

const keyOf = ({ language, theme, color, query }: Look): string =>
  [language, theme ?? '', color ?? '', query].join(' ');

async function loadFrame(deps: WaitingRoomPageDeps, found: EmbedEvent, look: Look) {
  const { hostId, slug } = found;
  const { body } = await deps.catalog.get({ hostId, slug, language: translatedInto(found, look.language) });
  const event = (JSON.parse(body.toString()) as { data: Event }).data;
  const { language, theme, color, query } = look;
  return {
    event,
    frame: {
      language,
      theme,
      query,
      slug,
      locale: localeOf(language satisfies Language, event.country),
      accents: { light: accentFor('light', color), dark: accentFor('dark', color) },
      path: roomPath(deps.checkoutUrl, slug),
      eventName: event.name,
      hostName: found.hostName,
      timezone: event.timezone,
    },
  };
}

async function loadRoomPage(
  deps: WaitingRoomPageDeps,
  input: {
    found: EmbedEvent;
    look: Look;
    state: WaitingRoomState;
    entry: EntryState | null;
    problem: JoinProblem | null;
  },
): Promise<WaitingRoomPage> {
  const { found, state, entry, problem } = input;
  const { event, frame } = await loadFrame(deps, found, input.look);
  const { posterImageURL: poster, posterAspectRatio: ratio } = event;
  return {
    ...frame,
    state,
    entry,
    problem,
    checkoutPath: checkoutPath(deps.checkoutUrl, found.slug),
    eventAddress: publicEventUrl(deps.publicUrl, found.slug),
    startsAt: event.date,
    poster: poster === null ? null : { ...sourcesAt(poster), ratio: ratio ?? 1 },
    ask: hostToAsk(found) ?? { hostName: found.hostName, contactEmail: null, subject: event.name },
  };
}

/** Before the draw by the open room; afterwards by what was drawn, also when the room is closed. */
async function loadFairnessPage(
  deps: WaitingRoomPageDeps,
  found: EmbedEvent,
  look: Look,
): Promise<FairnessPage> {
  const { frame } = await loadFrame(deps, found, look);
  const draw = await readDraw(deps.database, found.eventId);
  if (draw) return { ...frame, ...draw, drawsAt: null };
  const room = await deps.rooms.find(found.eventId);
  if (!room) throw noRoom();
  const { seedHash, drawsAt } = room;
  return { ...frame, seedHash, seed: null, drawsAt: drawsAt.toISOString(), count: 0 };
}
