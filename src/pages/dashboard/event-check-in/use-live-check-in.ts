import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { LiveCheckIn } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { followStream, type LiveState } from '../live/follow-stream.ts';

// In a rush something is scanned every moment: what is read again follows in steps.
const FOLLOWS_AFTER_MS = 1_000;

/** How check-in goes, as it happens. `onChange` is called some moments after `read` tells something else than before. */
export function useLiveCheckIn({
  eventId,
  read,
  onChange,
}: {
  eventId: string;
  read: (news: LiveCheckIn) => string;
  onChange: () => Promise<void>;
}): { state: LiveState; news: LiveCheckIn | null } {
  const { page } = useDashboard();
  const live = useSignal<{ state: LiveState; news: LiveCheckIn | null }>({ state: 'starting', news: null });
  // The newest: what is called later is not what was there when the stream began.
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    let seen: string | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stale = (): void => void (live.value = { ...live.value, state: 'stale' });
    const followSoon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        change.current().catch(stale);
      }, FOLLOWS_AFTER_MS);
    };
    const stop = followStream(page.inHost(`/events/${eventId}/check-in/live`), {
      name: 'check_in',
      onStale: stale,
      onNews: (text) => {
        const news = JSON.parse(text) as LiveCheckIn;
        live.value = { state: 'live', news };
        // The first look too: something may have changed since the page was made.
        if (seen !== read(news)) followSoon();
        seen = read(news);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [eventId]);
  return live.value;
}
