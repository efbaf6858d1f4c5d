// Each poll counts as a use of the session; an untouched page must not keep it open for ever.
const MAX_UNTOUCHED_MS = 30 * 60_000;
const TOUCHES = ['visibilitychange', 'pointerdown', 'keydown'];

/** Polls until it is stopped; not while the page is hidden or untouched for long. */
export function lookAgain(
  look: () => Promise<void>,
  { everyMs, onTrouble }: { everyMs: number; onTrouble: () => void },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touchedAtMs = performance.now();
  let isOver = false;
  const isWatched = (): boolean => !document.hidden && performance.now() - touchedAtMs < MAX_UNTOUCHED_MS;
  const lookSoon = (): void => {
    clearTimeout(timer);
    if (!isOver && isWatched()) timer = setTimeout(() => void lookOnce(), everyMs);
  };
  const lookOnce = async (): Promise<void> => {
    try {
      await look();
    } catch {
      onTrouble();
    }
    lookSoon();
  };
  const onTouch = (): void => {
    const wasWatched = isWatched();
    touchedAtMs = performance.now();
    if (!wasWatched) lookSoon();
  };
  for (const touch of TOUCHES) document.addEventListener(touch, onTouch);
  lookSoon();
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const touch of TOUCHES) document.removeEventListener(touch, onTouch);
  };
}
