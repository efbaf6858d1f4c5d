import type { VNode } from 'preact';
import type { ViewProps } from '../../contract.ts';
import { EventFrame } from '../../parts/event-frame.tsx';
import { useEventPromoCodesTexts } from './texts/texts.ts';

/** Codes that take something off the price. */
export function EventPromoCodesView({ data, frame }: ViewProps<'eventPromoCodes'>): VNode {
  const texts = useEventPromoCodesTexts();
  return (
    <EventFrame event={data.event} frame={frame} page="promoCodes">
      <p>{texts.intro}</p>
    </EventFrame>
  );
}
