import type { VNode } from 'preact';
import type { ViewProps } from '../contract.ts';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { DetailsForm } from './details-form.tsx';

/** The event's details as buyers see them. */
export function EventDetailsView({ data }: ViewProps<'eventDetails'>): VNode {
  return (
    <EventLayout event={data.event} page="details">
      <DetailsForm data={data} />
    </EventLayout>
  );
}
