import type { VNode } from 'preact';
import type { ViewProps } from '../contract.ts';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { CancelSection } from './cancel-section.tsx';
import { CancelledSection } from './cancelled-section.tsx';
import { GiveBackSection } from './give-back-section.tsx';
import { MoveSection } from './move-section.tsx';
import { MovesSection } from './moves-section.tsx';
import { useEventCancelTexts } from './texts.ts';

/** Postpones or cancels an event. */
export function EventCancelView({ data }: ViewProps<'eventCancel'>): VNode {
  const texts = useEventCancelTexts();
  const isPublic = data.event.state !== 'draft';
  return (
    <EventLayout event={data.event} page="cancel">
      {data.cancellation && <CancelledSection data={data} cancellation={data.cancellation} />}
      {data.byHand.length > 0 && <GiveBackSection data={data} />}
      {data.event.state === 'cancelled' && !data.cancellation && <p>{texts.doneText}</p>}
      {data.plan && <p class="below-m soft">{texts.intro}</p>}
      {data.plan && isPublic && <MoveSection key={data.version} data={data} plan={data.plan} />}
      {data.postponements.length > 0 && <MovesSection data={data} />}
      {data.plan && isPublic && <CancelSection data={data} plan={data.plan} />}
    </EventLayout>
  );
}
