import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { LiveCheckIn } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { followStream, type LiveState } from '../live/follow-stream.ts';

// In a rush scans arrive all the time: reload at a steady pace.
const FOLLOWS_AFTER_MS = 1_000;

/** The live state of check-in. `onChange` is called some moments after the result of `read` changes. */
export function useLiveCheckIn({
  eventId,
  read,
  onChange,
}: {
  eventId: string;
  read: (news: LiveCheckIn) => string;
  onChange: () => Promise<void>;
}): { state: LiveState; news: LiveCheckIn | null } {
  const { page, checkSession } = useDashboard();
  const live = useSignal<{ state: LiveState; news: LiveCheckIn | null }>({ state: 'starting', news: null });
  // The newest callback, since a later render may bring another than the first.
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
      onLost: checkSession,
      onStale: stale,
      onNews: (text) => {
        const news = JSON.parse(text) as LiveCheckIn;
        live.value = { state: 'live', news };
        // Also at the first look: something may have changed since the page was made.
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
