import { signal, type ReadonlySignal } from '@preact/signals';
import type { SeatChanges } from '../../../../inventory/seats/seat-map.ts';

/** The indexes that may have changed; null is all. */
export type News = { changed: number[] | null };

/** The taken seats, kept up to date by the server. */
export type LiveSeats = {
  isTaken(index: number): boolean;
  /** New with every message: what reads it is drawn again. */
  news: ReadonlySignal<News>;
  isConnected: ReadonlySignal<boolean>;
  stop(): void;
};

// The browser itself comes back after a lost connection, but not after an answer it cannot use.
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;

type Listener = {
  /** Seats that somebody has now. */
  onTaken(indexes: number[]): void;
  /** The host has changed the seats themselves: nothing that is drawn can be trusted. No more news come of these. */
  onOtherMap(): void;
};

export function followSeats(url: string, count: number, { onTaken, onOtherMap }: Listener): LiveSeats {
  const taken = new Uint8Array(count);
  const news = signal<News>({ changed: null });
  const isConnected = signal(true);
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  // The first news of a connection tells of all seats, whatever was missed while there was none.
  let isFirst = true;
  // The server has told all it knows and hung up, for want of space: this end is not a failure.
  let isToldLater = false;
  // The map of the first news, as the server calls it. A page that was away may have missed that it changed.
  let map: string | null = null;

  function listen(): void {
    source = new EventSource(url);
    source.addEventListener('open', () => {
      isFirst = true;
    });
    source.addEventListener('taken', (event: MessageEvent<string>) => {
      isConnected.value = true;
      retryMs = FIRST_RETRY_MS;
      map ??= event.lastEventId;
      if (map === event.lastEventId) hear(JSON.parse(event.data) as SeatChanges);
      else leave();
    });
    source.addEventListener('map', leave);
    source.addEventListener('later', () => {
      isToldLater = true;
    });
    source.addEventListener('error', () => {
      isConnected.value = isToldLater;
      isToldLater = false;
      if (source?.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(listen, retryMs);
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
    });
  }

  function leave(): void {
    if (!source) return;
    source.close();
    source = null;
    onOtherMap();
  }

  function hear(changes: SeatChanges): void {
    const changed = isFirst ? null : [...changes.free, ...changes.taken];
    if (isFirst) taken.fill(0);
    isFirst = false;
    for (const index of changes.free) taken[index] = 0;
    for (const index of changes.taken) taken[index] = 1;
    news.value = { changed };
    if (changes.taken.length > 0) onTaken(changes.taken);
  }

  listen();
  return {
    isTaken: (index) => taken[index] === 1,
    news,
    isConnected,
    stop() {
      clearTimeout(retry);
      source?.close();
    },
  };
}
