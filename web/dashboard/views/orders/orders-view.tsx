import type { VNode } from 'preact';
import type { ViewProps } from '../../contract.ts';
import { EventFrame } from '../../parts/event-frame.tsx';
import { PageHeader } from '../../parts/page-header.tsx';

export function OrdersView({ data, frame }: ViewProps<'orders' | 'eventOrders'>): VNode {
  if (!data.event) return <PageHeader title="Orders" />;
  return (
    <EventFrame event={data.event} frame={frame} page="orders">
      <p />
    </EventFrame>
  );
}
