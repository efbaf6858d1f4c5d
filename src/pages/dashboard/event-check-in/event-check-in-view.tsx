import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { EventCheckInView as Data } from './data.ts';
import { Icon } from '../../shared/icon.tsx';
import { plusIcon } from '../../shared/icons.ts';
import type { Frame, ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { LiveMark } from '../live/live-mark.tsx';
import { CheckInFrame } from './check-in-frame.tsx';
import { ConflictSection } from './conflict-section.tsx';
import { CountSection } from './count-section.tsx';
import { DoorCard } from './door-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HoursSection } from './hours-section.tsx';
import { LateSection } from './late-section.tsx';
import { OpenDialog, type Opened } from './open-dialog.tsx';
import { RulesSection } from './rules-section.tsx';
import { Section } from '../components/section.tsx';
import { useCheckInTexts } from './texts.ts';
import { useLiveCheckIn } from './use-live-check-in.ts';

/** Check-in of an event: who is inside, what does not fit, and the doors with their devices. */
export function EventCheckInView({ data: first, frame }: ViewProps<'eventCheckIn'>): VNode {
  const texts = useCheckInTexts();
  const opened = useSignal<Opened | null>(null);
  const { data, counts, state } = useNewest(first, frame);
  const { event, doors } = data;
  const mayManage = frame.powers.includes('doors.manage');
  const isEmpty = doors.length === 0;
  const newDoor = mayManage && (
    <button type="button" class="main" onClick={() => (opened.value = { what: 'new door' })}>
      <Icon path={plusIcon} />
      {texts.newDoor}
    </button>
  );
  return (
    <CheckInFrame
      event={event}
      frame={frame}
      page="doors"
      beside={<LiveMark state={state} />}
      action={!isEmpty && newDoor}
    >
      {(!isEmpty || counts.came > 0) && <CountSection counts={counts} data={data} />}
      {data.waiting.length > 0 && <LateSection waiting={data.waiting} event={event} frame={frame} />}
      {data.conflictCount > 0 && (
        <ConflictSection conflicts={data.conflicts} count={data.conflictCount} event={event} frame={frame} />
      )}
      {isEmpty ? (
        <FirstSteps action={newDoor} />
      ) : (
        <Section title={texts.doors}>
          <div class="check-in-doors">
            {doors.map((door) => (
              <DoorCard
                key={door.doorId}
                door={door}
                came={counts.doors.find(({ doorId }) => doorId === door.doorId)?.came ?? 0}
                data={data}
                frame={frame}
                open={(what) => (opened.value = what)}
              />
            ))}
          </div>
        </Section>
      )}
      {!isEmpty && <HoursSection data={data} frame={frame} />}
      {mayManage && !isEmpty && <RulesSection event={event} rules={data.rules} frame={frame} />}
      {opened.value && (
        <OpenDialog opened={opened.value} data={data} frame={frame} open={(what) => (opened.value = what)} />
      )}
    </CheckInFrame>
  );
}

/** What the page came with, or what was read since: the counts as they are told, the rest when it has changed. */
function useNewest(
  first: Data,
  frame: Frame,
): { data: Data; counts: Data['counts']; state: ReturnType<typeof useLiveCheckIn>['state'] } {
  const { router } = useDashboard();
  const newest = useSignal(first);
  const given = useRef(first);
  // The page was read anew, after a change.
  if (given.current !== first) {
    given.current = first;
    newest.value = first;
  }
  const { state, news } = useLiveCheckIn(frame, {
    eventId: first.event.eventId,
    read: ({ mark }) => mark,
    onChange: async () => {
      const asked = given.current;
      const answer = await router.peek();
      if (answer?.view === 'eventCheckIn' && given.current === asked) newest.value = answer.data;
    },
  });
  return { data: newest.value, counts: news?.counts ?? newest.value.counts, state };
}
