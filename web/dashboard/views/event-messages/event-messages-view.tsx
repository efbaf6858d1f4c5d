import type { VNode } from 'preact';
import type { ViewProps } from '../../contract.ts';
import { EventFrame } from '../../parts/event-frame.tsx';

export function EventMessagesView({ data, frame }: ViewProps<'eventMessages'>): VNode {
  return (
    <EventFrame event={data.event} frame={frame} page="messages">
      <p />
    </EventFrame>
  );
}
