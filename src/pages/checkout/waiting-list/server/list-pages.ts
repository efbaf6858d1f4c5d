import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../../../db/database.ts';
import { localeOf, type Country } from '../../../../money/countries.ts';
import { formatPrice } from '../../../../money/format-money.ts';
import { Refusal } from '../../../../refusal.ts';
import type { SecretKeys } from '../../../../secrets/secret-keys.ts';
import type { ListEntry } from '../../../../waiting-list/list-entry.ts';
import { textsIn as mailTextsIn } from '../../../../waiting-list/texts/texts.ts';
import type { SendPage } from '../../../serving/send-page.ts';
import { accentFor } from '../../../shared/accent.ts';
import { writeMoment } from '../../../shared/format-moment.ts';
import { embedEventOf } from '../../embed/server/find-and-count.ts';
import { languageOf, queryOf, readPageQuery, sanitiseQuery } from '../../embed/server/page-query.ts';
import { checkoutPath } from '../../waiting-room/server/room-address.ts';
import type { ListView } from '../contract.ts';

export type ListPageDeps = {
  database: Database;
  secretKeys: SecretKeys;
  checkoutUrl: string;
  sendPage: SendPage;
};

type Listed = {
  ticketTypeId: string;
  name: string;
  ticketName: string;
  most: number;
  country: Country;
  timezone: string;
  isOpen: boolean;
  /** Written out; null: nothing is drawn, or it is. */
  drawsAt: string | null;
  seedHash: string | null;
  isDrawn: boolean;
  hasSkips: boolean;
};

/** The pages of a waiting list, each made for one reader. */
export function createListPages(deps: ListPageDeps) {
  const pathOf = (request: FastifyRequest): string =>
    checkoutPath(deps.checkoutUrl, embedEventOf(request).slug);

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { listed, view, status = 200 }: { listed: Listed; view: ListView; status?: number },
  ): Promise<FastifyReply> {
    const found = embedEventOf(request);
    const query = queryOf(request);
    const { theme, color } = readPageQuery(query);
    const own = found.color ?? color;
    const language = languageOf(request);
    const ticket = `?lang=${language}&ticket=${listed.ticketTypeId}`;
    const listPath = `${pathOf(request)}/waiting-list`;
    const look = sanitiseQuery(query.toString());
    const isForm = query.has('ticket');
    return deps.sendPage(reply, {
      page: 'waitingList',
      status,
      data: {
        language,
        theme: found.theme ?? theme,
        accents: { light: accentFor('light', own), dark: accentFor('dark', own) },
        query: isForm ? `${look === '' ? '?' : `${look}&`}ticket=${listed.ticketTypeId}` : look,
        eventName: listed.name,
        hostName: found.hostName,
        ticketName: listed.ticketName,
        checkoutPath: pathOf(request),
        listPath: listPath + ticket,
        fairness: {
          seedHash: listed.seedHash,
          drawPath: listed.isDrawn ? `${listPath}/draw${ticket}` : null,
          skipsPath: listed.hasSkips ? `${listPath}/skips${ticket}` : null,
        },
        view,
      },
      policy: { formAction: "'self'" },
      isSecret: true,
    });
  }

  return {
    send,
    /** Refuses with `not_found` where the event has no such ticket type, or no list. */
    async readListed(request: FastifyRequest, ticketTypeId: string): Promise<Listed> {
      const { eventId } = embedEventOf(request);
      const language = languageOf(request);
      const { rows } = await deps.database.query<Omit<Listed, 'drawsAt'> & { drawsAt: Date | null }>(
        `SELECT t.id AS "ticketTypeId", coalesce(words.name, e.name) AS name, e.country, e.timezone,
                coalesce(words.ticket_types -> t.id::text ->> 'name', t.name) AS "ticketName", t.maximum_per_order AS most,
                l.stopped_at IS NULL AND e.status = 'LIVE' AND e.closes_at > now() AS "isOpen",
                CASE WHEN l.drawn_at IS NULL THEN l.draws_at END AS "drawsAt", encode(l.seed_hash, 'hex') AS "seedHash",
                l.drawn_at IS NOT NULL AS "isDrawn",
                EXISTS (SELECT FROM waiting_list_entries AS entry WHERE entry.ticket_type_id = t.id AND entry.state = 'skipped') AS "hasSkips"
           FROM ticket_types AS t JOIN events AS e ON e.id = t.event_id JOIN waiting_lists AS l ON l.event_id = e.id
           LEFT JOIN event_translations AS words ON words.event_id = e.id AND words.language = $3
          WHERE t.id = $2 AND t.event_id = $1 AND t.kind = 'GENERAL'`,
        [eventId, ticketTypeId, language],
      );
      const [row] = rows;
      if (!row) throw new Refusal('not_found', 'There is no waiting list for this ticket type.');
      return { ...row, drawsAt: row.drawsAt && writtenIn(language, row, row.drawsAt) };
    },

    async sendEntry(
      request: FastifyRequest,
      reply: FastifyReply,
      { listed, entry, code }: { listed: Listed; entry: ListEntry; code: string },
    ): Promise<FastifyReply> {
      const language = languageOf(request);
      const view = viewOf(entry, { listed, language, code, path: pathOf(request) });
      return send(request, reply, { listed, view });
    },
  };
}

const writtenIn = (
  language: Parameters<typeof localeOf>[0],
  { country, timezone }: { country: Country; timezone: string },
  at: Date,
): string => writeMoment(at.toISOString(), { locale: localeOf(language, country), timezone });

function viewOf(
  { state, quantity, place, offer, ticketTypeId }: ListEntry,
  {
    listed,
    language,
    code,
    path,
  }: { listed: Listed; language: Parameters<typeof localeOf>[0]; code: string; path: string },
): ListView {
  if (state === 'asked') return { about: 'confirm', quantity };
  if (state === 'waiting') {
    const written = place && new Intl.NumberFormat(localeOf(language, listed.country)).format(place);
    return { about: 'waiting', quantity, place: written || null, drawsAt: listed.drawsAt };
  }
  if (state !== 'offered' || !offer) return { about: state === 'offered' ? 'gone' : state };
  const take = new URLSearchParams({
    lang: language,
    offer: code,
    ticket: ticketTypeId,
    count: String(offer.quantity),
  });
  return {
    about: 'offered',
    quantity: offer.quantity,
    price: formatPrice(offer.priceMinor, listed.country, mailTextsIn(language).free, language),
    until: writtenIn(language, listed, offer.until),
    takePath: `${path}?${take.toString()}`,
  };
}
