import type { VNode } from 'preact';
import type { ViewProps } from '../contract.ts';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { DetailsForm } from './details-form.tsx';

/** What buyers read about the event, and where and when it is. */
export function EventDetailsView({ data }: ViewProps<'eventDetails'>): VNode {
  return (
    <EventLayout event={data.event} page="details">
      <DetailsForm data={data} />
    </EventLayout>
  );
}
