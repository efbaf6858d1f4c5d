import type { VNode } from 'preact';
import type { ShownRoom } from './data.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { LiveMark } from '../live/live-mark.tsx';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { CloseSection } from './close-section.tsx';
import { ControlSection } from './control-section.tsx';
import { NowSection } from './now-section.tsx';
import { OpenSection } from './open-section.tsx';
import { ReportSection } from './report-section.tsx';
import { SettingsSection } from './settings-section.tsx';
import { ShareSection } from './share-section.tsx';
import { useWaitingRoomTexts } from './texts.ts';
import { useNewestRoom } from './use-newest-room.ts';

const TONES = { line_up: 'waiting', letting_in: 'good', paused: 'bad', closed: 'off' } as const;

/** The waiting room of an event: open it, watch it, read its report. */
export function EventWaitingRoomView({ data: first }: ViewProps<'eventWaitingRoom'>): VNode {
  const { page } = useDashboard();
  const { data, state } = useNewestRoom(first);
  const { event, room, report } = data;
  const isOpen = room !== null && room.phase !== 'closed';
  const mayChange = page.powers.includes('events.change');
  return (
    <EventLayout
      event={event}
      page="waitingRoom"
      beside={
        <>
          <PhaseMark room={room} />
          {isOpen && <LiveMark state={state} />}
        </>
      }
    >
      {isOpen && (
        <>
          <NowSection room={room} event={event} />
          {mayChange && room.isDrawn && <ControlSection room={room} event={event} />}
          <ShareSection room={room} data={data} />
          <SettingsSection room={room} data={data} />
          {mayChange && <CloseSection room={room} event={event} />}
        </>
      )}
      {!isOpen && report && <ReportSection report={report} data={data} />}
      {!isOpen && room && <ShareSection room={room} data={data} />}
      {!isOpen && <OpenSection data={data} />}
    </EventLayout>
  );
}

/** The phase of the waiting room; screen readers announce a change. */
function PhaseMark({ room }: { room: ShownRoom | null }): VNode {
  const { phases } = useWaitingRoomTexts();
  return (
    <span role="status">
      {room && <StatusBadge tone={TONES[room.phase]}>{phases[room.phase]}</StatusBadge>}
    </span>
  );
}
