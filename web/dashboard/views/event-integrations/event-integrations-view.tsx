import type { VNode } from 'preact';
import type { ViewProps } from '../../contract.ts';
import { EventFrame } from '../../parts/event-frame.tsx';
import { useEventIntegrationsTexts } from './texts/texts.ts';

/** Webhooks: what your own server is told of each purchase. */
export function EventIntegrationsView({ data, frame }: ViewProps<'eventIntegrations'>): VNode {
  const texts = useEventIntegrationsTexts();
  return (
    <EventFrame event={data.event} frame={frame} page="integrations">
      <p>{texts.intro}</p>
    </EventFrame>
  );
}
