import { createCachedLookUps } from '../../../../cache/cached-look-ups.ts';
import type { Changes } from '../../../../db/changes.ts';
import type { MadePage } from '../../../serving/make-page.ts';

// How many tickets are left changes all the time, and a sale opens or ends by the clock: the page is as old as this at most. The
// page's script asks for what is left as soon as it runs.
const FRESH_FOR_MS = 3_000;
// A page is about a hundred kilobytes, in all encodings together.
const MAX_PAGES = 200;

/** Pages that everybody gets alike, made once every few seconds however many ask, and dropped when their host changes anything. */
export function createPageCache(changes: Changes) {
  const made = createCachedLookUps<{ hostId: string; page: MadePage }>({
    max: MAX_PAGES,
    freshForMs: FRESH_FOR_MS,
  });
  changes.listen('catalog_changed', {
    onChange(hostId) {
      if (hostId) made.forgetWhere((_key, known) => known === undefined || known.hostId === hostId);
      else made.forgetAll();
    },
    onGap: made.forgetAll,
  });
  return {
    async find(key: string, hostId: string, make: () => Promise<MadePage>): Promise<MadePage> {
      const { page } = await made.find(key, async () => ({ hostId, page: await make() }));
      return page;
    },
  };
}
