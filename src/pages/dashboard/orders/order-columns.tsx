import type { VNode } from 'preact';
import { MailAddress } from '../../shared/mail-address.tsx';
import { writeMoment } from '../../shared/format-moment.ts';
import type { ShownOrder } from './data.ts';
import type { Column } from '../components/data-table.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { writeMoney } from '../components/write-money.ts';
import type { OrdersTexts } from './texts.ts';
import type { Page } from '../dashboard.ts';

const TONES = {
  processing: 'waiting',
  pending_payment: 'waiting',
  confirmed: 'good',
  partially_refunded: 'good',
  refunded: 'off',
  expired: 'off',
  cancelled: 'off',
  failed: 'bad',
} as const satisfies Record<ShownOrder['status'], 'good' | 'waiting' | 'bad' | 'off'>;

// The list names orders that no buyer made; a filter finds the other sources.
const BY_HOSTS = new Set<string>(['complimentary', 'host', 'exchange']);

export function orderColumns(
  { orders: texts, order: words }: OrdersTexts,
  { page, timezone, hasEvent }: { page: Page; timezone: string; hasEvent: boolean },
): Column<ShownOrder>[] {
  return [
    {
      name: 'buyer',
      label: texts.buyer,
      isRowHeader: true,
      cell: ({ buyer, reference }) => (
        <span class="stack member">
          <a href={page.inHost(`/orders/${reference}`)}>
            {buyer.firstName} {buyer.lastName}
          </a>
          <small class="soft">
            <MailAddress text={buyer.email} />
          </small>
        </span>
      ),
    },
    // Beside the other columns there is no space for both.
    hasEvent
      ? {
          name: 'event',
          label: texts.event,
          cell: ({ event, reference }) => (
            <span class="order-event">
              {event.name}
              <small class="soft order-reference">{reference}</small>
            </span>
          ),
        }
      : {
          name: 'reference',
          label: texts.reference,
          cell: ({ reference }) => <span class="order-reference">{reference}</span>,
        },
    { name: 'tickets', label: texts.tickets, isFigure: true, cell: ({ quantity }) => quantity },
    {
      name: 'total',
      label: texts.total,
      isFigure: true,
      cell: (order) => writeMoney(order.totalMinor, order),
    },
    {
      name: 'status',
      label: texts.status,
      cell: ({ status, source }) => (
        <span class="order-status">
          <StatusBadge tone={TONES[status]}>{words.states[status]}</StatusBadge>
          {BY_HOSTS.has(source) && <small class="soft">{texts.sources[source]}</small>}
        </span>
      ),
    },
    {
      name: 'when',
      label: texts.when,
      cell: ({ createdAt }) => <OrderedAt at={createdAt} timezone={timezone} locale={page.locale} />,
    },
  ];
}

/** Day and time on two lines, on the clock that the filters' days are on. */
function OrderedAt({ at, timezone, locale }: { at: string; timezone: string; locale: string }): VNode {
  const write = (style: Intl.DateTimeFormatOptions): string => writeMoment(at, { locale, timezone }, style);
  // Leave out the current year.
  const isThisYear = new Date(at).getUTCFullYear() === new Date().getUTCFullYear();
  return (
    <time dateTime={at} class="ordered-at" title={write({ weekday: 'long', month: 'long' })}>
      {write({
        hour: undefined,
        minute: undefined,
        timeZoneName: undefined,
        ...(isThisYear && { year: undefined }),
      })}{' '}
      <small class="soft">{write({ day: undefined, month: undefined, year: undefined })}</small>
    </time>
  );
}
