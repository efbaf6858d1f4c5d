import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { Section } from '../components/section.tsx';
import { AddWebhookDialog } from './add-webhook-dialog.tsx';
import { ConnectSection, SamplesSection } from './connect-section.tsx';
import { DeliverySection } from './delivery-section.tsx';
import { ReceiverCard } from './receiver-card.tsx';
import { useEventIntegrationsTexts } from './texts.ts';
import { useDeliveryLog } from './use-delivery-log.ts';

/** Webhooks send each purchase to the host's own server. */
export function EventIntegrationsView({ data }: ViewProps<'eventIntegrations'>): VNode {
  const texts = useEventIntegrationsTexts();
  const { page } = useDashboard();
  const isAdding = useSignal(false);
  const live = useDeliveryLog(data.log);
  const { receivers } = live.log;
  const address = page.inHost(`/events/${data.event.eventId}/integrations`);
  const enabled = receivers.filter(({ isEnabled }) => isEnabled).length;
  const addButton = (
    <button type="button" class="main" onClick={() => (isAdding.value = true)}>
      {texts.add}
    </button>
  );
  return (
    <EventLayout event={data.event} page="integrations" action={receivers.length > 0 && addButton}>
      <Section
        title={texts.receivers}
        intro={texts.receiversIntro(data.maxEnabled)}
        action={
          receivers.length > 0 && (
            <span class="soft">{texts.enabledOf({ count: enabled, most: data.maxEnabled })}</span>
          )
        }
      >
        {receivers.length === 0 ? (
          <EmptyState title={texts.emptyTitle} action={addButton}>
            {texts.emptyText}
          </EmptyState>
        ) : (
          <ul class="stack gap-m">
            {receivers.map((receiver) => (
              <ReceiverCard
                key={receiver.subscriptionId}
                receiver={receiver}
                address={address}
                onSent={live.lookNow}
              />
            ))}
          </ul>
        )}
      </Section>
      <DeliverySection address={address} removedReceivers={data.removedReceivers} live={live} />
      <SamplesSection samples={data.samples} />
      <ConnectSection data={data} />
      {isAdding.value && <AddWebhookDialog address={address} onClose={() => (isAdding.value = false)} />}
    </EventLayout>
  );
}
