import type { Counters } from '../cache/cache.ts';

export type RateLimitVerdict = {
  isAllowed: boolean;
  /** The RateLimit header: what is left of the limit nearest to its end, and seconds until it starts afresh. */
  header: string;
  secondsLeft: number;
};

type Window = {
  taken: number;
  /** What other processes took, as far as the cache has told us. */ elsewhere: number;
  unsent: number;
};

const WINDOW_MS = 60_000;
// How far apart the processes' counts can drift: a tenth of a second of traffic.
const SHARE_EVERY_MS = 100;
// An attacker with many addresses gets forgotten counters, not our memory.
const MOST_WINDOWS = 200_000;

/**
 * Counts requests per key, and per key and client address, in windows of a minute. Every process decides from its own
 * memory, so that no request ever waits for the cache, and tells the others through the cache ten times a second. With
 * the cache lost each process limits on its own and goes on.
 */
export function createRateLimiter(options: {
  /** Null where this process is the only one. */
  counters: Counters | null;
  perKey: number;
  perAddress: number;
  onCacheError: (error: Error) => void;
  now?: () => number;
}) {
  const { counters } = options;
  const now = options.now ?? Date.now;
  let windows = new Map<string, Window>();
  let windowNumber = Math.floor(now() / WINDOW_MS);
  const dirty = new Set<string>();

  function countOf(name: string): Window {
    let window = windows.get(name);
    if (!window) {
      if (windows.size >= MOST_WINDOWS) windows.clear();
      window = { taken: 0, elsewhere: 0, unsent: 0 };
      windows.set(name, window);
    }
    return window;
  }

  function take(name: string, limit: number): number {
    const window = countOf(name);
    const left = limit - window.taken - window.elsewhere;
    // What is refused is not counted, so that a client that keeps knocking gets in when the window turns.
    if (left <= 0) return -1;
    window.taken += 1;
    if (counters) {
      window.unsent += 1;
      dirty.add(name);
    }
    return left - 1;
  }

  async function shareThrough(through: Counters): Promise<void> {
    if (dirty.size === 0) return;
    const number = windowNumber;
    const names = [...dirty];
    dirty.clear();
    const sent = names.map((name) => {
      const window = windows.get(name);
      const by = window?.unsent ?? 0;
      if (window) window.unsent = 0;
      return { name: `rate:${number}:${name}`, by };
    });
    const totals = await through.add(sent, WINDOW_MS * 2);
    if (windowNumber !== number) return;
    for (const [index, name] of names.entries()) {
      const window = windows.get(name);
      const total = totals[index];
      if (window && total !== undefined)
        window.elsewhere = Math.max(0, total - (window.taken - window.unsent));
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
    policy: `"key";q=${options.perKey};w=60, "address";q=${options.perAddress};w=60`,

    /** Without a key a request counts on its address alone: no stranger uses up what others may. */
    take(keyId: string | null, address: string): RateLimitVerdict {
      const nowMs = now();
      const current = Math.floor(nowMs / WINDOW_MS);
      if (current !== windowNumber) {
        windowNumber = current;
        windows = new Map();
        dirty.clear();
      }
      const secondsLeft = Math.ceil(((current + 1) * WINDOW_MS - nowMs) / 1000);
      const leftOfAddress = take(`${keyId ?? ''}:${address}`, options.perAddress);
      const leftOfKey = leftOfAddress < 0 ? 0 : keyId === null ? Infinity : take(keyId, options.perKey);
      const isAddressNearer = leftOfAddress <= leftOfKey;
      const name = isAddressNearer ? 'address' : 'key';
      const left = Math.max(0, isAddressNearer ? leftOfAddress : leftOfKey);
      return {
        isAllowed: leftOfAddress >= 0 && leftOfKey >= 0,
        header: `"${name}";r=${left};t=${secondsLeft}`,
        secondsLeft,
      };
    },
    close: () => clearInterval(timer),
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;
