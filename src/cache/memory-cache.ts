import type { Cache } from './cache.ts';

/** The cache of a program that runs alone. */
export function createMemoryCache(): Cache {
  const counters = new Map<string, { total: number; forgottenAtMs: number }>();
  return {
    async addToCounters(additions, keepMs) {
      const now = performance.now();
      for (const [name, counter] of counters) if (counter.forgottenAtMs <= now) counters.delete(name);
      return additions.map(({ name, by }) => {
        const counter = counters.get(name) ?? { total: 0, forgottenAtMs: now + keepMs };
        counter.total += by;
        counters.set(name, counter);
        return counter.total;
      });
    },
    ping: async () => {},
    close: async () => {},
  };
}
