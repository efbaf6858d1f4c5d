import type { Changes } from '../db/changes.ts';
import type { Database } from '../db/database.ts';
import type { CachedAnswer } from '../http/cached-answer.ts';
import { createCachedAnswers, type AskCached, type Fresh } from '../http/cached-answers.ts';
import { cursorKeysOf } from '../secrets/cursor-keys.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import type { Language } from '../values/language.ts';
import { getEvent } from './get-event.ts';
import { listEvents, type ListEvents } from './list-events.ts';
import { listGallery } from './list-gallery.ts';
import { isSlug, noSuchEvent } from './slug.ts';

type OneEvent = { hostId: string; slug: string; language?: Language | undefined };

// While notifications don't reach us, cached answers may be out of date. Clients are told to trust an answer for a minute anyway.
const TRUSTED_WITHOUT_NOTIFY_MS = 60_000;

/** The buyers' catalog, answered from cached bytes that are dropped the moment the host changes anything. */
export function createCatalog(options: {
  database: Database;
  changes: Changes;
  mediaUrl: string;
  secretKeys: SecretKeys;
  maxBytes: number;
}) {
  const { database, changes, mediaUrl, secretKeys } = options;
  const cursorKeys = cursorKeysOf(secretKeys);
  const cached = createCachedAnswers({ maxBytes: options.maxBytes });
  changes.listen('catalog_changed', {
    onChange: (hostId) => (hostId ? cached.drop(hostId) : cached.dropAll()),
    onGap: () => cached.dropAll(),
  });

  function prepare(hostId: string, what: string, load: () => Promise<Fresh>): AskCached {
    const ask = cached.prepare(hostId, what, load);
    return () => {
      if (changes.downForMs() > TRUSTED_WITHOUT_NOTIFY_MS) cached.dropAll();
      return ask();
    };
  }

  function prepareList(input: ListEvents): AskCached {
    // An empty filter is not the same as none: `?category=` finds nothing.
    const { category = null, q = null, limit, cursor = null, language = null } = input;
    return prepare(input.hostId, `list ${JSON.stringify([limit, cursor, category, q, language])}`, () =>
      listEvents(database, { mediaUrl, cursorKeys }, input),
    );
  }

  function prepareEvent(input: OneEvent): AskCached {
    if (!isSlug(input.slug)) throw noSuchEvent(input.slug);
    const { hostId, slug, language = '' } = input;
    return prepare(hostId, `event ${slug} ${language}`, () => getEvent(database, mediaUrl, input));
  }

  return {
    /** For whoever asks the same again and again. */
    prepareList,
    prepareEvent,
    list: (input: ListEvents): CachedAnswer | Promise<CachedAnswer> => prepareList(input)(),
    get: (input: OneEvent): CachedAnswer | Promise<CachedAnswer> => prepareEvent(input)(),
    gallery(input: Omit<OneEvent, 'language'>): CachedAnswer | Promise<CachedAnswer> {
      if (!isSlug(input.slug)) throw noSuchEvent(input.slug);
      return prepare(input.hostId, `gallery ${input.slug}`, () => listGallery(database, mediaUrl, input))();
    },
  };
}

export type Catalog = ReturnType<typeof createCatalog>;
