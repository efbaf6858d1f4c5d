import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { EventCheckInView as Data } from './data.ts';
import { Icon } from '../../shared/icon.tsx';
import { plusIcon } from '../../shared/icons.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { LiveMark } from '../live/live-mark.tsx';
import { CheckInLayout } from './check-in-layout.tsx';
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

/** Check-in of an event: the counts, the conflicts, and the doors with their devices. */
export function EventCheckInView({ data: first }: ViewProps<'eventCheckIn'>): VNode {
  const texts = useCheckInTexts();
  const { page } = useDashboard();
  const opened = useSignal<Opened | null>(null);
  const { data, counts, state } = useNewest(first);
  const { event, doors } = data;
  const mayManage = page.powers.includes('doors.manage');
  const isEmpty = doors.length === 0;
  const newDoor = mayManage && (
    <button type="button" class="main" onClick={() => (opened.value = { what: 'new door' })}>
      <Icon path={plusIcon} />
      {texts.newDoor}
    </button>
  );
  return (
    <CheckInLayout
      event={event}
      page="doors"
      beside={<LiveMark state={state} />}
      action={!isEmpty && newDoor}
    >
      {(!isEmpty || counts.came > 0) && <CountSection counts={counts} data={data} />}
      {data.waiting.length > 0 && <LateSection waiting={data.waiting} event={event} />}
      {data.conflictCount > 0 && (
        <ConflictSection conflicts={data.conflicts} count={data.conflictCount} event={event} />
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
                open={(what) => (opened.value = what)}
              />
            ))}
          </div>
        </Section>
      )}
      {!isEmpty && <HoursSection data={data} />}
      {mayManage && !isEmpty && <RulesSection event={event} rules={data.rules} />}
      {opened.value && (
        <OpenDialog opened={opened.value} data={data} open={(what) => (opened.value = what)} />
      )}
    </CheckInLayout>
  );
}

/** The page's data, or newer data: the counts come live, the rest is read again when it changes. */
function useNewest(first: Data): {
  data: Data;
  counts: Data['counts'];
  state: ReturnType<typeof useLiveCheckIn>['state'];
} {
  const { router } = useDashboard();
  const newest = useSignal(first);
  const given = useRef(first);
  // The page was loaded again after a change.
  if (given.current !== first) {
    given.current = first;
    newest.value = first;
  }
  const { state, news } = useLiveCheckIn({
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
