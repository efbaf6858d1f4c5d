import type { VNode } from 'preact';
import type { ViewProps } from '../../contract.ts';
import { EventFrame } from '../../parts/event-frame.tsx';
import { useEventEmbedTexts } from './texts/texts.ts';

/** The checkout on a site of yours. */
export function EventEmbedView({ data, frame }: ViewProps<'eventEmbed'>): VNode {
  const texts = useEventEmbedTexts();
  return (
    <EventFrame event={data.event} frame={frame} page="embed">
      <p>{texts.intro}</p>
    </EventFrame>
  );
}
