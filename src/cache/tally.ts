import { createBoundedMap } from './bounded-map.ts';
import type { Counters } from './cache.ts';

type Entry = { total: number; untilMs: number };

// As many as each process has at most: see http/shared-counts.ts.
const MAX_COUNTERS = 200_000;

/** Counters in the memory of the process that has started the others. */
export function createTally(now: () => number = () => performance.now()): Counters {
  const entries = createBoundedMap<string, Entry>({ max: MAX_COUNTERS });
  return {
    async add(additions, keepMs) {
      const nowMs = now();
      return additions.map(({ name, by }) => {
        let entry = entries.get(name);
        if (!entry || entry.untilMs <= nowMs) {
          entry = { total: 0, untilMs: nowMs + keepMs };
          entries.set(name, entry);
        }
        entry.total += by;
        return entry.total;
      });
    },
  };
}
