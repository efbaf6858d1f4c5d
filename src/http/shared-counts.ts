import { createBoundedMap } from '../cache/bounded-map.ts';
import type { Counters } from '../cache/cache.ts';

type Count = {
  taken: number;
  /** The counts of other processes, as far as the cache has told us. */ elsewhere: number;
  unsent: number;
};

const WINDOW_MS = 60_000;
// How far apart the processes' counts can drift: a tenth of a second of traffic.
const SHARE_EVERY_MS = 100;
// An attacker with many addresses makes us forget counts that are not in use, and takes no more memory.
const MAX_COUNTS = 200_000;

/**
 * Counts by name, in windows of a minute. Every process decides from its own memory, so that no request ever waits for the
 * cache, and tells the others through the cache ten times a second. With the cache lost each process counts on its own and
 * goes on.
 */
export function createSharedCounts(options: {
  /** Null where this process is the only one. */
  counters: Counters | null;
  onCacheError: (error: Error) => void;
  now?: () => number;
}) {
  const { counters } = options;
  const now = options.now ?? Date.now;
  const counts = createBoundedMap<string, Count>({ max: MAX_COUNTS });
  let windowNumber = Math.floor(now() / WINDOW_MS);
  const dirty = new Set<string>();

  function countOf(name: string): Count {
    let count = counts.get(name);
    if (!count) {
      count = { taken: 0, elsewhere: 0, unsent: 0 };
      counts.set(name, count);
    }
    return count;
  }

  function add(name: string, count: Count, by: number): void {
    count.taken += by;
    if (!counters) return;
    count.unsent += by;
    dirty.add(name);
  }

  async function shareThrough(through: Counters): Promise<void> {
    if (dirty.size === 0) return;
    const number = windowNumber;
    const names = [...dirty];
    dirty.clear();
    const sent = names.map((name) => {
      const count = counts.get(name);
      const by = count?.unsent ?? 0;
      if (count) count.unsent = 0;
      return { name: `rate:${number}:${name}`, by };
    });
    const totals = await through.add(sent, WINDOW_MS * 2);
    if (windowNumber !== number) return;
    for (const [index, name] of names.entries()) {
      const count = counts.get(name);
      const total = totals[index];
      if (count && total !== undefined) count.elsewhere = Math.max(0, total - (count.taken - count.unsent));
    }
  }

  let sharing = false;
  const timer = setInterval(() => {
    if (!counters || sharing) return;
    sharing = true;
    shareThrough(counters)
      .catch(options.onCacheError)
      .finally(() => (sharing = false));
  }, SHARE_EVERY_MS);
  timer.unref();

  return {
    /** Seconds until all counts start afresh. To be asked before anything is taken: it is what turns the window. */
    secondsLeft(): number {
      const nowMs = now();
      const current = Math.floor(nowMs / WINDOW_MS);
      if (current !== windowNumber) {
        windowNumber = current;
        counts.clear();
        dirty.clear();
      }
      return Math.ceil(((current + 1) * WINDOW_MS - nowMs) / 1000);
    },
    /** How many of the limit are left after this one; -1 where too few were left for it. */
    take(name: string, limit: number, weight = 1): number {
      const count = countOf(name);
      const left = limit - count.taken - count.elsewhere - weight;
      // Refused requests are not counted, so that a client that asks again and again gets in when the next window begins.
      if (left < 0) return -1;
      add(name, count, weight);
      return left;
    },
    /** As if it had not been taken. Of an earlier window there is nothing to give back. */
    giveBack(name: string, takenInWindow: number): void {
      const count = counts.get(name);
      if (count && takenInWindow === windowNumber) add(name, count, -1);
    },
    window: (): number => windowNumber,
    close: () => clearInterval(timer),
  };
}

export type SharedCounts = ReturnType<typeof createSharedCounts>;
