// `Date` has whole seconds, and the answer took its time: less than this may be nothing.
const DOUBT_MS = 2_000;

/** The server's time, on a device whose clock may be wrong. */
export function createServerClock() {
  let aheadMs = 0;

  return {
    now: (): number => Date.now() + aheadMs,
    /** Learns from an answer that was asked for at `sentAt`. One from a cache has an old date, so only others count. */
    learn(headers: Headers, sentAt: number): void {
      const date = Date.parse(headers.get('date') ?? '');
      if (!date || !headers.get('cache-control')?.includes('no-store')) return;
      const now = Date.now();
      const foundMs = date + 500 - (sentAt + now) / 2;
      aheadMs = Math.abs(foundMs) < DOUBT_MS + (now - sentAt) / 2 ? 0 : foundMs;
    },
  };
}

export type ServerClock = ReturnType<typeof createServerClock>;

/**
 * Calls `onTick` with the whole seconds that are left, at once and then every second, the last time with 0. The function that it
 * returns stops it.
 */
export function countDown(
  clock: ServerClock,
  endsAt: string,
  onTick: (secondsLeft: number) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = (): void => {
    const leftMs = Math.max(0, Date.parse(endsAt) - clock.now());
    const secondsLeft = Math.ceil(leftMs / 1_000);
    // Set before the call, which may stop it.
    if (secondsLeft > 0) timer = setTimeout(tick, leftMs % 1_000 || 1_000);
    onTick(secondsLeft);
  };
  tick();
  return () => clearTimeout(timer);
}
