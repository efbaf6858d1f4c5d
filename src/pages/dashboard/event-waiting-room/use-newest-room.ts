import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { EventWaitingRoomView as Data, LiveRoom } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { followStream, type LiveState } from '../live/follow-stream.ts';

const phaseOf = ({ room }: LiveRoom): string => room?.phase ?? 'none';

/** The page's data, updated by the stream. A change of phase reloads all of it. */
export function useNewestRoom(first: Data): { data: Data; state: LiveState } {
  const { router, page, checkSession } = useDashboard();
  const newest = useSignal(first);
  const state = useSignal<LiveState>('starting');
  const given = useRef(first);
  // The page was reloaded after a change.
  if (given.current !== first) {
    given.current = first;
    newest.value = first;
  }
  const { eventId } = first.event;
  useEffect(() => {
    const stale = (): void => void (state.value = 'stale');
    const lookAtAll = async (): Promise<void> => {
      const asked = given.current;
      const answer = await router.peek();
      if (answer?.view === 'eventWaitingRoom' && given.current === asked) newest.value = answer.data;
    };
    return followStream(page.inHost(`/events/${eventId}/waiting-room/live`), {
      name: 'waiting_room',
      onLost: checkSession,
      onStale: stale,
      onNews: (text) => {
        const news = JSON.parse(text) as LiveRoom;
        state.value = 'live';
        if (phaseOf(news) === phaseOf(newest.peek())) newest.value = { ...newest.peek(), room: news.room };
        else lookAtAll().catch(stale);
      },
    });
  }, [eventId]);
  return { data: newest.value, state: state.value };
}
