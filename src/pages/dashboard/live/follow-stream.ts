const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

export type LiveState = 'starting' | 'live' | 'stale';

/**
 * Listens to the stream's events of one name until it is stopped. It reconnects a lost connection, after longer and longer
 * pauses. A hidden page has no connection open.
 */
export function followStream(
  address: string,
  {
    name,
    onStale,
    onLost,
    onNews,
  }: { name: string; onStale: () => void; onLost: () => unknown; onNews: (text: string) => void },
): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  const close = (): void => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const open = (): void => {
    close();
    source = new EventSource(address);
    source.addEventListener(name, (event) => {
      retryMs = FIRST_RETRY_MS;
      onNews((event as MessageEvent<string>).data);
    });
    source.addEventListener('stale', onStale);
    source.addEventListener('error', () => {
      onStale();
      // The server ends the stream with the session, and says so only to a call.
      onLost();
      close();
      // Spread the reconnects when a server comes back.
      timer = setTimeout(open, retryMs * (0.5 + Math.random()));
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
    });
  };
  const onVisibility = (): void => {
    if (document.hidden) close();
    else open();
  };
  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  };
}
