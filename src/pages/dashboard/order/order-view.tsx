import type { VNode } from 'preact';
import type { OrderView as Data } from './data.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { EventClock } from '../components/clock.ts';
import { CopyField } from '../components/copy-field.tsx';
import { lazily } from '../components/lazily.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderAnswers } from './order-answers.tsx';
import { OrderInvoices } from './order-invoices.tsx';
import { OrderMoney } from './order-money.tsx';
import { OrderMetadata, OrderSummary } from './order-summary.tsx';
import { OrderTickets } from './order-tickets.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { RefundAttention } from './refund-attention.tsx';
import { useOrderTexts } from './texts.ts';
import { useFollowing } from './use-following.ts';

// Few orders have one of these.
const OrderDispute = lazily(async () => (await import('./order-disputes.tsx')).OrderDispute);
const OrderListed = lazily(async () => (await import('./order-returns.tsx')).OrderListed);
const OrderReturn = lazily(async () => (await import('./order-returns.tsx')).OrderReturn);

const TONES = {
  processing: 'waiting',
  pending_payment: 'waiting',
  confirmed: 'good',
  partially_refunded: 'good',
  refunded: 'off',
  expired: 'off',
  cancelled: 'off',
  failed: 'bad',
} as const satisfies Record<Data['status'], 'good' | 'waiting' | 'bad' | 'off'>;

/** One order: its facts, its tickets, its history and its actions. */
export function OrderView({ data }: ViewProps<'order'>): VNode {
  const { texts: shared, page } = useDashboard();
  const texts = useOrderTexts();
  useFollowing(data);
  const refused = data.refunds.filter(({ status }) => status === 'needs_attention');
  return (
    <EventClock.Provider value={data.event.timezone}>
      <PageHeader
        title={data.reference}
        back={{
          href: page.inHost(`/events/${data.event.eventId}/orders`),
          label: texts.ordersOf(data.event.name),
        }}
        beside={
          <>
            <CopyField look="button" label={texts.reference} value={data.reference} />
            <StatusBadge tone={TONES[data.status]}>{shared.order.states[data.status]}</StatusBadge>
          </>
        }
        action={<OrderActions order={data} />}
      />
      {refused.map((refund) => (
        <RefundAttention key={refund.id} order={data} refund={refund} />
      ))}
      {data.disputes.map((dispute) => (
        <OrderDispute key={dispute.id} order={data} dispute={dispute} />
      ))}
      {data.listedTickets.length > 0 && <OrderListed tickets={data.listedTickets} />}
      {data.waitingReturn && <OrderReturn order={data} asked={data.waitingReturn} />}
      <OrderSummary order={data} />
      {data.tickets.length > 0 && <OrderTickets order={data} />}
      {(data.answers.length > 0 || data.asked) && <OrderAnswers order={data} />}
      <OrderMoney order={data} />
      {data.invoices && <OrderInvoices order={data} invoices={data.invoices} />}
      <OrderTimeline order={data} />
      {data.metadata !== null && <OrderMetadata metadata={data.metadata} />}
    </EventClock.Provider>
  );
}
