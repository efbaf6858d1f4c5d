import { createHash } from 'node:crypto';
import type { HostToAsk } from '../../contract.ts';
import { createBoundedMap } from '../../../cache/bounded-map.ts';

// Some hundred bytes each.
const MAX_PAGES = 10_000;
// A host may have given another address since. A day is longer than any outage, and than anybody waits in front of a page.
const A_DAY_MS = 24 * 60 * 60_000;

/**
 * The contacts of hosts whose pages this process has shown, for a reader who reloads one while the database is away, or too often. Nothing is
 * looked up for it. It has hashes of addresses, names of hosts and what they gave to be asked at, and opens nothing.
 */
export function createShownHosts(nowMs: () => number = () => performance.now()) {
  const hosts = createBoundedMap<string, { host: HostToAsk; shownAtMs: number }>({ max: MAX_PAGES });
  return {
    remember(page: string, host: HostToAsk): void {
      hosts.set(hashOf(page), { host, shownAtMs: nowMs() });
    },
    recall(page: string): HostToAsk | null {
      const known = hosts.get(hashOf(page));
      return known && nowMs() - known.shownAtMs < A_DAY_MS ? known.host : null;
    },
  };
}

export type ShownHosts = ReturnType<typeof createShownHosts>;

const hashOf = (page: string): string => createHash('sha256').update(page).digest('base64url');
