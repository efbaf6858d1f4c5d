import type { VNode } from 'preact';
import type { ViewProps } from '../../contract.ts';
import { EventFrame } from '../../parts/event-frame.tsx';

export function EventGuestsView({ data, frame }: ViewProps<'eventGuests'>): VNode {
  return (
    <EventFrame event={data.event} frame={frame} page="guests">
      <p />
    </EventFrame>
  );
}
