import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ShownSum } from '../event-layout/data.ts';
import type { LiveEvent, LiveFigures } from './server/live-figures.ts';
import { useDashboard } from '../dashboard.ts';
import { followStream, type LiveState } from './follow-stream.ts';

// As many as one page of events has; pages loaded after it don't update.
const MAX_SHOWN = 50;

export type LiveNews = {
  state: LiveState;
  events: ReadonlyMap<string, LiveEvent>;
  /** Null until there are newer ones than the page came with. */
  sums: ShownSum[] | null;
};

const NOTHING: LiveNews = { state: 'starting', events: new Map(), sums: null };

/** Live figures of the shown events. A hidden page has no connection open. */
export function useLiveFigures(eventIds: readonly string[]): LiveNews {
  const { router, page, checkSession } = useDashboard();
  const news = useSignal<LiveNews>(NOTHING);
  const shown = eventIds.slice(0, MAX_SHOWN).join(',');
  useEffect(() => {
    news.value = NOTHING;
    if (shown === '') return undefined;
    return followStream(page.inHost(`/live?shown=${shown}`), {
      name: 'figures',
      onLost: checkSession,
      onStale: () => (news.value = { ...news.value, state: 'stale' }),
      onNews: (text) => {
        const { events, gone, sums } = JSON.parse(text) as LiveFigures;
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
