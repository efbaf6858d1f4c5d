import type { VNode } from 'preact';
import type { OrderView as Data } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Moment } from '../components/moment.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import type { TaxLine } from '../../../rules/taxes.ts';
import { nameTax } from '../components/name-tax.ts';
import type { Texts } from '../texts/read-texts.ts';
import { writeMoney } from '../components/write-money.ts';
import { useOrderTexts, type OrderTexts } from './texts.ts';
import { howPaid, REFUND_TONES } from './timeline.ts';

type Payment = Data['payments'][number];
type Refund = Data['refunds'][number];

/** The order's amounts, payments and refunds. */
export function OrderMoney({ order }: { order: Data }): VNode {
  const words = useOrderTexts();
  const { parts } = useDashboard().texts;
  const lines = [
    ...order.items.map(({ name, quantity, pricesMinor }) => ({
      label: `${quantity} × ${name}`,
      minor: pricesMinor,
    })),
    ...(order.totalFeesMinor > 0 ? [{ label: words.fees, minor: order.totalFeesMinor }] : []),
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
        {order.discountMinor > 0 && (
          <div>
            <dt>
              {words.discount} <PromoCode order={order} />
            </dt>
            <dd>{writeMoney(-order.discountMinor, order)}</dd>
          </div>
        )}
        <div class="total">
          <dt>{words.total}</dt>
          <dd>{writeMoney(order.totalMinor, order)}</dd>
        </div>
        {order.taxes.map((line) => (
          <div key={JSON.stringify(line)} class="soft">
            <dt>{words.ofWhich(nameTax(line, parts, order.locale))}</dt>
            <dd>{writeMoney(taxOf(line), order)}</dd>
          </div>
        ))}
      </dl>
      {order.payments.length > 0 && (
        <DataTable
          caption={words.payments}
          columns={paymentColumns(words, order)}
          rows={order.payments}
          keyOf={(payment) => payment.gatewayPaymentId}
        />
      )}
      {order.refunds.length > 0 && (
        <DataTable
          caption={words.refunds}
          columns={refundColumns(words, parts, order)}
          rows={order.refunds}
          keyOf={(refund) => refund.id}
        />
      )}
    </Section>
  );
}

/** Of what is exempt, the sum that is. */
const taxOf = ({ kind, amountMinor, taxMinor }: TaxLine): number =>
  kind === 'exempt' ? amountMinor : taxMinor;

function PromoCode({ order }: { order: Data }): VNode | null {
  const { page } = useDashboard();
  const { promoCode, promoCodeId, event } = order;
  if (promoCode === null) return null;
  const isLink = promoCodeId !== null && page.powers.includes('events.change');
  return isLink ? (
    <a href={page.inHost(`/events/${event.eventId}/promo-codes/${promoCodeId}`)}>{promoCode}</a>
  ) : (
    <>{promoCode}</>
  );
}

const paymentColumns = (words: OrderTexts, order: Data): Column<Payment>[] => [
  {
    name: 'payment',
    label: words.payment,
    isRowHeader: true,
    cell: (payment) => howPaid(order, payment, words),
  },
  { name: 'at', label: words.at, cell: ({ paidAt }) => <Moment at={paidAt} /> },
  // A payment to the host itself has no gateway.
  ...(order.source === 'host' || order.byTransfer
    ? []
    : [
        {
          name: 'id',
          label: words.gatewayId,
          cell: ({ gatewayPaymentId }: Payment) => <code>{gatewayPaymentId}</code>,
        },
      ]),
  {
    name: 'amount',
    label: words.amount,
    isFigure: true,
    // A payment in another currency goes back.
    cell: ({ amountMinor, currency }) => writeMoney(amountMinor, { locale: order.locale, currency }),
  },
];

const refundColumns = (words: OrderTexts, parts: Texts['parts'], order: Data): Column<Refund>[] => [
  {
    name: 'refund',
    label: words.refund,
    isRowHeader: true,
    cell: ({ reason, note }) => (
      <>
        {words.refundReasons[reason]}
        {order.source === 'host' ? (
          <small class="soft event-when">{words.giveBackYourself}</small>
        ) : (
          note !== null && <small class="soft event-when">{note}</small>
        )}
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
    cell: ({ amountMinor, currency, taxes }) => (
      <>
        {writeMoney(-amountMinor, { locale: order.locale, currency })}
        {taxes.map((line) => (
          <small key={JSON.stringify(line)} class="soft event-when">
            {parts.withColon({
              before: words.ofWhich(nameTax(line, parts, order.locale)),
              after: writeMoney(-taxOf(line), order),
            })}
          </small>
        ))}
      </>
    ),
  },
];
