const FIRST_PAUSE_MS = 3_000;
const MAX_PAUSE_MS = 30_000;
const PATIENCE_MS = 10_000;

/** Asks for the order's state, and reloads the page when it has changed. */
export function followOrder(live: HTMLElement): void {
  const { live: address = '', status, underWay } = live.dataset;
  const known = `${status} ${underWay}`;
  let pauseMs = FIRST_PAUSE_MS;
  let waiting: ReturnType<typeof setTimeout>;
  let isAsking = false;

  const ask = async (): Promise<void> => {
    isAsking = true;
    if ((await readState(address)) !== known) {
      location.reload();
      return;
    }
    isAsking = false;
    // A forgotten tab asks less and less.
    pauseMs = Math.min(pauseMs * 1.1, MAX_PAUSE_MS);
    waiting = setTimeout(() => void ask(), pauseMs);
  };
  const readState = async (from: string): Promise<string> => {
    try {
      const answer = await fetch(from, { signal: AbortSignal.timeout(PATIENCE_MS) });
      if (answer.ok) {
        const state = (await answer.json()) as { status: string; isPaymentUnderWay: boolean };
        return `${state.status} ${state.isPaymentUnderWay}`;
      }
    } catch {
      // Offline, or the service is: asked again later.
    }
    return known;
  };

  waiting = setTimeout(() => void ask(), pauseMs);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || isAsking) return;
    // Back from the bank's app: the answer is wanted now.
    clearTimeout(waiting);
    pauseMs = FIRST_PAUSE_MS;
    void ask();
  });
}
