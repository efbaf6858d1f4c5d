import type { VNode } from 'preact';
import type { ViewProps } from '../../contract.ts';
import { EventFrame } from '../../parts/event-frame.tsx';

export function EventPromoCodeView({ data, frame }: ViewProps<'eventPromoCode'>): VNode {
  return (
    <EventFrame event={data.event} frame={frame} page="promoCodes">
      <p>{data.code.code}</p>
    </EventFrame>
  );
}
