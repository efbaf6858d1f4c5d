import type { VNode } from 'preact';
import type { ViewProps } from '../../contract.ts';
import { EventFrame } from '../../parts/event-frame.tsx';
import { useEventDetailsTexts } from './texts/texts.ts';

/** What buyers read about the event, and where and when it is. */
export function EventDetailsView({ data, frame }: ViewProps<'eventDetails'>): VNode {
  const texts = useEventDetailsTexts();
  return (
    <EventFrame event={data.event} frame={frame} page="details">
      <p>{texts.intro}</p>
    </EventFrame>
  );
}
