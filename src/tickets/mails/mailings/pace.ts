import { setTimeout as delay } from 'node:timers/promises';

/** When the next of several may begin, so that there are never more than so many a second. What was missed is not made up for. */
export function createTurns(perSecond: number): (nowMs: number) => number {
  let freeAtMs = -Infinity;
  return (nowMs) => {
    const atMs = Math.max(nowMs, freeAtMs);
    freeAtMs = atMs + 1_000 / perSecond;
    return atMs;
  };
}

export type Pace = { turn(signal: AbortSignal): Promise<void> };

/** One for all mailings of a process. */
export function createPace(perSecond: number): Pace {
  const takeTurn = createTurns(perSecond);
  return {
    async turn(signal) {
      const nowMs = performance.now();
      const atMs = takeTurn(nowMs);
      if (atMs > nowMs) await delay(atMs - nowMs, undefined, { signal });
    },
  };
}
