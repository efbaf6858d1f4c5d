import type { VNode } from 'preact';
import type { OrderView as Data } from '../../../../src/dashboard/orders/order-view.ts';
import type { ViewProps } from '../../contract.ts';
import { useDashboard } from '../../dashboard.ts';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { EventMoment } from '../../parts/event-moment.tsx';
import { Moment } from '../../parts/moment.tsx';
import { writeMoney } from '../../parts/write-money.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Section } from '../../parts/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { inHost } from '../../paths.ts';
import { OrderDeliveries, OrderMails } from './order-messages.tsx';
import { OrderMoney } from './order-money.tsx';
import { OrderStory } from './order-story.tsx';
import { useOrderTexts, type OrderTexts } from './texts/texts.ts';

type Ticket = Data['tickets'][number];

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

/** One order: who bought what, what became of it, and who did what when. */
export function OrderView({ data, frame }: ViewProps<'order'>): VNode {
  const texts = useOrderTexts();
  const { texts: shared } = useDashboard();
  const { buyer, event } = data;
  return (
    <>
      <PageHeader
        title={data.reference}
        back={{ href: inHost(frame, `/events/${event.eventId}`), label: event.name }}
        beside={<StatusBadge tone={TONES[data.status]}>{shared.order.states[data.status]}</StatusBadge>}
      >
        {event.name} · <EventMoment at={event.startsAt} timezone={event.timezone} locale={data.locale} />
      </PageHeader>
      <Section title={texts.buyer} isCard>
        <dl class="fact-list">
          <Fact label={texts.name} value={`${buyer.firstName} ${buyer.lastName}`} />
          <Fact label={texts.email} value={buyer.email} />
          {buyer.phone !== null && <Fact label={texts.phone} value={buyer.phone} />}
          <Fact label={texts.ordered} value={<Moment at={data.createdAt} />} />
          {data.status === 'pending_payment' && data.payBy !== null && (
            <Fact label={texts.payBy} value={<Moment at={data.payBy} />} />
          )}
        </dl>
      </Section>
      {data.tickets.length > 0 && (
        <Section title={texts.tickets}>
          <DataTable
            caption={texts.tickets}
            columns={ticketColumns(texts, data)}
            rows={data.tickets}
            keyOf={(ticket) => ticket.ticketId}
          />
        </Section>
      )}
      <OrderMoney order={data} />
      <OrderStory changes={data.changes} />
      {data.mails.length > 0 && <OrderMails mails={data.mails} />}
      {data.deliveries.length > 0 && <OrderDeliveries deliveries={data.deliveries} />}
    </>
  );
}

function Fact({ label, value }: { label: string; value: VNode | string }): VNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const ticketColumns = (words: OrderTexts, order: Data): Column<Ticket>[] => [
  {
    name: 'ticket',
    label: words.ticket,
    isRowHeader: true,
    cell: ({ position, typeName, seat }) => (
      <>
        {position}. {typeName}
        {seat && <small class="soft event-when">{words.seat(seat)}</small>}
      </>
    ),
  },
  {
    name: 'holder',
    label: words.holder,
    cell: ({ holder }) => (
      <>
        {holder.firstName} {holder.lastName}
        <small class="soft event-when">{holder.email}</small>
      </>
    ),
  },
  { name: 'paid', label: words.paid, isFigure: true, cell: ({ paidMinor }) => writeMoney(paidMinor, order) },
  { name: 'state', label: words.state, cell: (ticket) => <TicketBadge ticket={ticket} words={words} /> },
];

function TicketBadge({ ticket, words }: { ticket: Ticket; words: OrderTexts }): VNode {
  if (ticket.voidedAt !== null) return <StatusBadge tone="off">{words.void}</StatusBadge>;
  if (ticket.usedAt !== null) return <StatusBadge tone="good">{words.used}</StatusBadge>;
  return <StatusBadge tone="good">{words.valid}</StatusBadge>;
}
