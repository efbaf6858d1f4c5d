import type { VNode } from 'preact';
import type { ViewProps } from '../../contract.ts';
import { EventFrame } from '../../parts/event-frame.tsx';

export function AddGuestsView({ data, frame }: ViewProps<'addGuests'>): VNode {
  return (
    <EventFrame event={data.event} frame={frame} page="guests">
      <p />
    </EventFrame>
  );
}
