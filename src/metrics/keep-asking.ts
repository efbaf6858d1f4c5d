import { setTimeout as delay } from 'node:timers/promises';

// However many scrape, and however often: what is asked of others is asked no more often than this.
const EVERY_MS = 5_000;
// Scrapers wait ten seconds. Where the answer is later, they are told what is known without it.
const PATIENCE_MS = 1_000;

export type Asked<T> = {
  /** Asks, where it is time to. Resolves when it is answered, or is late. Never rejects. */
  ask(): Promise<void>;
  /** The last answer, and how long it took; null where there was none to the last question, or none in time. */
  answer(): { value: T; tookMs: number } | null;
};

/** A question that is asked for whoever scrapes: one at a time, now and then, and with a limit to how long anybody waits for it. */
export function keepAsking<T>(
  question: () => Promise<T>,
  { everyMs = EVERY_MS, patienceMs = PATIENCE_MS }: { everyMs?: number; patienceMs?: number } = {},
): Asked<T> {
  let askedAtMs = -Infinity;
  let underWay: Promise<void> | null = null;
  let last: { value: T; tookMs: number } | null = null;

  async function askNow(): Promise<void> {
    askedAtMs = performance.now();
    try {
      const value = await question();
      last = { value, tookMs: performance.now() - askedAtMs };
    } catch {
      // Callers that need more than a figure report the error.
      last = null;
    }
  }

  return {
    async ask() {
      if (!underWay) {
        if (performance.now() - askedAtMs < everyMs) return;
        underWay = askNow().finally(() => (underWay = null));
      }
      const waiting = new AbortController();
      const late = delay(patienceMs, 'late' as const, { signal: waiting.signal });
      late.catch(() => {});
      const first = await Promise.race([underWay, late]);
      waiting.abort();
      if (first === 'late') last = null;
    },
    answer: () => last,
  };
}
