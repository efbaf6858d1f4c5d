import type { VNode } from 'preact';
import type { OrderView as Data } from '../../../../src/dashboard/orders/order-view.ts';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { writeMoney } from '../../parts/write-money.ts';
import { Section } from '../../parts/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useOrderTexts, type OrderTexts } from './texts/texts.ts';

type Payment = Data['payments'][number];
type Refund = Data['refunds'][number];

/** What the order costs, what was paid, and what went back. */
export function OrderMoney({ order }: { order: Data }): VNode {
  const texts = useOrderTexts();
  const words = texts;
  const lines = [
    ...order.items.map(({ name, quantity, totalMinor }) => ({
      label: `${quantity} × ${name}`,
      minor: totalMinor,
    })),
    { label: words.fees, minor: order.totalFeesMinor },
    ...(order.discountMinor > 0
      ? [{ label: words.discount(order.promoCode), minor: -order.discountMinor }]
      : []),
  ];
  return (
    <Section title={words.amounts}>
      <dl class="amounts">
        {lines.map(({ label, minor }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{writeMoney(minor, order)}</dd>
          </div>
        ))}
        <div class="total">
          <dt>{words.total}</dt>
          <dd>{writeMoney(order.totalMinor, order)}</dd>
        </div>
      </dl>
      {order.payments.length > 0 && (
        <DataTable
          caption={words.payments}
          columns={paymentColumns(texts, order)}
          rows={order.payments}
          keyOf={(payment) => payment.gatewayPaymentId}
        />
      )}
      {order.refunds.length > 0 && (
        <DataTable
          caption={words.refunds}
          columns={refundColumns(texts, order)}
          rows={order.refunds}
          keyOf={(refund) => refund.id}
        />
      )}
    </Section>
  );
}

const paymentColumns = (words: OrderTexts, order: Data): Column<Payment>[] => [
  {
    name: 'payment',
    label: words.payment,
    isRowHeader: true,
    cell: ({ use, gateway }) => words.paymentUses[use](gateway),
  },
  { name: 'at', label: words.at, cell: ({ paidAt }) => <Moment at={paidAt} /> },
  { name: 'id', label: words.gatewayId, cell: ({ gatewayPaymentId }) => <code>{gatewayPaymentId}</code> },
  {
    name: 'amount',
    label: words.amount,
    isFigure: true,
    // Somebody may have paid in another currency: it goes back.
    cell: ({ amountMinor, currency }) => writeMoney(amountMinor, { locale: order.locale, currency }),
  },
];

const REFUND_TONES = {
  pending: 'waiting',
  asking: 'waiting',
  sent: 'waiting',
  succeeded: 'good',
  needs_attention: 'bad',
  settled_by_hand: 'good',
} as const satisfies Record<Refund['status'], 'good' | 'waiting' | 'bad'>;

const refundColumns = (words: OrderTexts, order: Data): Column<Refund>[] => [
  {
    name: 'refund',
    label: words.refund,
    isRowHeader: true,
    cell: ({ reason, note }) => (
      <>
        {words.refundReasons[reason]}
        {note !== null && <small class="soft event-when">{note}</small>}
      </>
    ),
  },
  { name: 'at', label: words.at, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    name: 'state',
    label: words.state,
    cell: ({ status }) => <StatusBadge tone={REFUND_TONES[status]}>{words.refundStates[status]}</StatusBadge>,
  },
  {
    name: 'amount',
    label: words.amount,
    isFigure: true,
    cell: ({ amountMinor, currency }) => writeMoney(-amountMinor, { locale: order.locale, currency }),
  },
];
