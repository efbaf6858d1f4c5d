import { createCachedLookUps } from '../../../../cache/cached-look-ups.ts';
import type { Changes } from '../../../../db/changes.ts';
import type { Database } from '../../../../db/database.ts';
import {
  findPublicHost,
  isHostSlug,
  noSuchHost,
  type PublicHost,
} from '../../../../hosts/find-public-host.ts';

// Word of every change comes at once; this is for the word that never came.
const FRESH_FOR_MS = 60_000;
const MAX_HOSTS = 10_000;

/** Hosts by slug, cached and dropped when they change. */
export function createHostFinder({ database, changes }: { database: Database; changes: Changes }) {
  const cached = createCachedLookUps<PublicHost>({ max: MAX_HOSTS, freshForMs: FRESH_FOR_MS });
  changes.listen('catalog_changed', {
    onChange(hostId) {
      if (hostId) cached.forgetWhere((_slug, host) => host === undefined || host.hostId === hostId);
      else cached.forgetAll();
    },
    onGap: cached.forgetAll,
  });
  return {
    /** `beforeLookUp` is called before the database is asked, and may refuse. */
    async find(slug: string, beforeLookUp: () => void): Promise<PublicHost> {
      if (!isHostSlug(slug)) throw noSuchHost();
      return cached.find(slug, () => {
        beforeLookUp();
        return findPublicHost(database, slug);
      });
    },
  };
}
