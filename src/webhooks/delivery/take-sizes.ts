// Of one subscription few deliveries are taken at first; twice as many if they are used up soon, since many at once cost little
// more than few; few again if they are not used up in time.
const MIN_OF_ONE = 64;
const MAX_OF_ONE = 2_048;
const SOON_MS = 150;
const IN_TIME_MS = 1_000;

/** How many deliveries of each subscription are taken from the database at once. */
export function createTakeSizes(now: () => number) {
  const sizes = new Map<string, { size: number; takenAtMs: number }>();
  return {
    of: (subscriptionId: string): number => sizes.get(subscriptionId)?.size ?? MIN_OF_ONE,
    /** So many are taken now; more next time if that is soon. */
    onTake(subscriptionId: string, size: number): void {
      const isSoon = now() - (sizes.get(subscriptionId)?.takenAtMs ?? -Infinity) < SOON_MS;
      sizes.set(subscriptionId, { size: isSoon ? Math.min(MAX_OF_ONE, 2 * size) : size, takenAtMs: now() });
    },
    startAnew: (subscriptionId: string): void => void sizes.delete(subscriptionId),
    /** Those whose deliveries were not used up in time start anew. */
    startSlowAnew(): void {
      for (const [subscriptionId, { takenAtMs }] of sizes)
        if (now() - takenAtMs > IN_TIME_MS) sizes.delete(subscriptionId);
    },
  };
}
