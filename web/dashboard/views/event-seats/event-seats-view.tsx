import type { VNode } from 'preact';
import type { ViewProps } from '../../contract.ts';
import { EventFrame } from '../../parts/event-frame.tsx';
import { useEventSeatsTexts } from './texts/texts.ts';

/** The seats of the hall, and which ticket type each is sold as. */
export function EventSeatsView({ data, frame }: ViewProps<'eventSeats'>): VNode {
  const texts = useEventSeatsTexts();
  return (
    <EventFrame event={data.event} frame={frame} page="seats">
      <p>{texts.intro}</p>
    </EventFrame>
  );
}
