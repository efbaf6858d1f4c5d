import { createBoundedMap, type BoundedMap } from '../cache/bounded-map.ts';
import type { Catalog } from '../events/catalog.ts';
import type { ListEvents } from '../events/list-events.ts';
import { isSlug } from '../events/slug.ts';
import { readLanguage, type Language } from '../values/language.ts';
import type { AskCached } from '../http/cached-answers.ts';
import { ROUTES } from '../routes.ts';

const EVENTS_PATH = ROUTES.api.listEvents.path;
const LANGUAGE_QUERY = '?language=';
const MAX_LISTS = 1_000;
// Of each host the addresses that are read just now. There are no answers in it, only what to ask for.
const MAX_HOSTS = 1_000;
const MAX_READS_OF_HOST = 200;

type ListQuery = Omit<ListEvents, 'hostId'>;

/** The answer that an address asks for: a list or an event, or the tickets of an event. */
type Read =
  | { what: 'events' | 'event'; ask: AskCached; ticketsOf: null }
  | { what: 'tickets'; ask: null; ticketsOf: { slug: string; language: Language | undefined } };

/** Remembers the meaning of each address. Most requests repeat an address, so it is parsed once. */
export function createKnownReads(catalog: Pick<Catalog, 'prepareList' | 'prepareEvent'>) {
  // Addresses of lists whose query the route has validated already.
  const lists = createBoundedMap<string, ListQuery>({ max: MAX_LISTS });
  const readsOfHosts = createBoundedMap<string, BoundedMap<string, Read>>({ max: MAX_HOSTS });

  function readAddress(hostId: string, url: string): Read | null {
    const list = lists.get(url);
    // The host comes last: a query may have anything in it.
    if (list) return { what: 'events', ask: catalog.prepareList({ ...list, hostId }), ticketsOf: null };
    const [path = '', query, more] = url.slice(EVENTS_PATH.length + 1).split(LANGUAGE_QUERY);
    const language = query === undefined ? undefined : readLanguage(query);
    const [slug = '', part, rest] = path.split('/', 3);
    if (url[EVENTS_PATH.length] !== '/' || !isSlug(slug) || (rest ?? more) !== undefined || language === null)
      return null;
    if (part === 'tickets') return { what: 'tickets', ask: null, ticketsOf: { slug, language } };
    return part === undefined
      ? { what: 'event', ask: catalog.prepareEvent({ hostId, slug, language }), ticketsOf: null }
      : null;
  }

  return {
    /** Null where the address, which begins as that of the list does, is for the framework. */
    find(hostId: string, url: string): Read | null {
      let reads = readsOfHosts.get(hostId);
      const known = reads?.get(url);
      if (known) return known;
      const read = readAddress(hostId, url);
      if (!read) return null;
      if (!reads) readsOfHosts.set(hostId, (reads = createBoundedMap({ max: MAX_READS_OF_HOST })));
      reads.set(url, read);
      return read;
    },
    rememberList: (url: string, query: ListQuery): void => lists.set(url, query),
  };
}
