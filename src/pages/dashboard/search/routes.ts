import { Type } from 'typebox';
import { findHostEvents, type FoundEvent } from '../../../events/find-host-events.ts';
import { readTypedReference } from '../../../orders/order-reference.ts';
import type { ListedOrder } from '../../../orders/list-orders.ts';
import { ALL_ORDERS } from '../../../orders/order-filters.ts';
import { searchOrders } from '../../../orders/search-orders.ts';
import { mayUse } from '../../../powers.ts';
import { ROUTES } from '../../../routes.ts';
import { cursorKeysOf } from '../../../secrets/cursor-keys.ts';
import { LANGUAGE_FACTS, type Language } from '../../../values/language.ts';
import { eventPath } from '../event-layout/event-path.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { SearchAnswer, SearchResult } from './server/search-answer.ts';
import type { PageRoutes } from '../access/page-routes.ts';

const MAX_RESULTS = 10;
// One letter matches too much.
const MIN_CHARACTERS = 2;
// A ticket's code with a dash after every character.
const MAX_CHARACTERS = 300;

// The database refuses text with a zero character.
const NO_CONTROL = '^[^\\u0000-\\u001f\\u007f]*$';

const Query = Type.Object({
  q: Type.Optional(Type.String({ maxLength: MAX_CHARACTERS, pattern: NO_CONTROL })),
});

/** Finds events and orders of a host: those that the member may see. */
export function registerSearch(
  { answer }: PageRoutes,
  { database, secretKeys, base }: Pick<DashboardDeps, 'database' | 'secretKeys' | 'base'>,
): void {
  const cursorKeys = cursorKeysOf(secretKeys);
  answer(ROUTES.search.search, { query: Query }, async ({ member, query, reply }) => {
    const { hostId, eventIds, role, language } = member;
    const typed = (query.q ?? '').trim();
    const asked = { hostId, eventIds, typed, limit: MAX_RESULTS };
    const isAsked = typed.length >= MIN_CHARACTERS;
    // No event has the name of an e-mail address or a reference.
    const isOfOrder = typed.includes('@') || readTypedReference(typed) !== null;
    const [orders, events] = await Promise.all([
      isAsked && mayUse(role, 'orders.see')
        ? searchOrders(database, secretKeys, { ...ALL_ORDERS, ...asked, cursor: null, cursorKeys })
        : { items: [] },
      isAsked && !isOfOrder ? findHostEvents(database, asked) : [],
    ]);
    const at = `${base}/hosts/${hostId}`;
    const results = [
      ...orders.items.map((order) => showOrder(order, at)),
      ...events.map((event) => showEvent(event, at, { seesFigures: mayUse(role, 'figures.see'), language })),
    ];
    reply.header('cache-control', 'no-store');
    return { results } satisfies SearchAnswer;
  });
}

const showOrder = (
  { reference, status, buyer: { firstName, lastName, email }, eventName }: ListedOrder,
  at: string,
): SearchResult => ({
  kind: 'order',
  title: `${firstName} ${lastName}`,
  detail: `${reference} · ${email} · ${eventName}`,
  href: `${at}/orders/${reference}`,
  status,
});

const showEvent = (
  { eventId, name, status, startsAt, timezone, place }: FoundEvent,
  at: string,
  { seesFigures, language }: { seesFigures: boolean; language: Language },
): SearchResult => ({
  kind: 'event',
  title: name,
  detail: `${dayOf(startsAt, { language, timezone })} · ${place}`,
  href: at + eventPath(eventId, { seesFigures }),
  status,
});

const dayOf = (at: Date, { language, timezone }: { language: Language; timezone: string }): string =>
  new Intl.DateTimeFormat(LANGUAGE_FACTS[language].locale, {
    dateStyle: 'medium',
    timeZone: timezone,
  }).format(at);
