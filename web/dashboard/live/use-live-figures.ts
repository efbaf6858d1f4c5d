import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { HomeSum } from '../../../src/dashboard/home/home-view.ts';
import type { LiveEvent, LiveFigures } from '../../../src/dashboard/live/live-figures.ts';
import type { Frame } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { inHost } from '../paths.ts';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
// As many as a page of events has; what was loaded after it is shown as it was then.
const MAX_SHOWN = 50;

export type LiveState = 'starting' | 'live' | 'stale';

export type LiveNews = {
  state: LiveState;
  events: ReadonlyMap<string, LiveEvent>;
  /** Null until there are newer ones than the page came with. */
  sums: HomeSum[] | null;
};

const NOTHING: LiveNews = { state: 'starting', events: new Map(), sums: null };

/** How the figures of the events that are shown change. Not while nobody looks: a hidden page has no line open. */
export function useLiveFigures(frame: Frame, eventIds: readonly string[]): LiveNews {
  const { router } = useDashboard();
  const news = useSignal<LiveNews>(NOTHING);
  const shown = eventIds.slice(0, MAX_SHOWN).join(',');
  useEffect(() => {
    news.value = NOTHING;
    if (shown === '') return undefined;
    return followFigures(inHost(frame, `/live?shown=${shown}`), {
      onState: (state) => (news.value = { ...news.value, state }),
      onFigures: ({ events, gone, sums }) => {
        const known = new Map(news.value.events);
        for (const event of events) known.set(event.eventId, event);
        news.value = { state: 'live', events: known, sums: sums ?? news.value.sums };
        // It is in another list now.
        if (gone.length > 0) void router.refresh();
      },
    });
  }, [shown]);
  return news.value;
}

/** Listens until it is told to stop. A line that is lost is taken up again, after longer and longer pauses. */
function followFigures(
  address: string,
  { onState, onFigures }: { onState: (state: LiveState) => void; onFigures: (figures: LiveFigures) => void },
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
    source.addEventListener('figures', (event) => {
      retryMs = FIRST_RETRY_MS;
      onFigures(JSON.parse((event as MessageEvent<string>).data) as LiveFigures);
    });
    source.addEventListener('stale', () => onState('stale'));
    source.addEventListener('error', () => {
      onState('stale');
      close();
      // Not all pages at once, when a server comes back.
      timer = setTimeout(open, retryMs * (0.5 + Math.random()));
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
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
