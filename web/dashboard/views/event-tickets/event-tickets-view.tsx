import type { VNode } from 'preact';
import type { ViewProps } from '../../contract.ts';
import { EventFrame } from '../../parts/event-frame.tsx';
import { useEventTicketsTexts } from './texts/texts.ts';

/** What is sold: prices, how many there are, and when. */
export function EventTicketsView({ data, frame }: ViewProps<'eventTickets'>): VNode {
  const texts = useEventTicketsTexts();
  return (
    <EventFrame event={data.event} frame={frame} page="tickets">
      <p>{texts.intro}</p>
    </EventFrame>
  );
}
