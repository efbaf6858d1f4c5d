import { COUNTRIES, localeOf, type Country } from '../../money/countries.ts';
import { formatMoney } from '../../money/format-money.ts';
import type { OrderRefund } from '../../orders/describe-order.ts';
import type { TicketedEvent } from '../../tickets/read-order.ts';

type Place = Pick<TicketedEvent, 'country' | 'timezone'>;

const ASK_THE_HOST = 'ask the host about it, and name the order’s reference.';

const SHORT: Record<OrderRefund['status'], string> = {
  pending: 'Being returned',
  asking: 'Being returned',
  sent: 'Being returned',
  needs_attention: 'Being returned',
  succeeded: 'Returned',
  settled_by_hand: 'Settled by the host',
};

/** What became of money that goes back, in a word or three. */
export const nameRefund = ({ status }: OrderRefund): string => SHORT[status];

export const isOver = ({ status }: OrderRefund): boolean =>
  status === 'succeeded' || status === 'settled_by_hand';

/** What became of money that goes back, and why it does. */
export function describeRefund(refund: OrderRefund, place: Place): { outcome: string; why: string } {
  const sum = formatSum(refund.amountMinor, refund.currency);
  const subject = refund.use === 'order' ? sum : `Your payment of ${sum}`;
  const on = refund.endedAt ? ` on ${formatDay(refund.endedAt, place)}` : '';
  if (refund.status === 'succeeded') return { outcome: `${subject} was returned${on}.`, why: whyOf(refund) };
  if (refund.status === 'settled_by_hand') {
    const how = `It did not go back the way you paid: if you don’t know how, ${ASK_THE_HOST}`;
    return { outcome: `${subject} was settled by the host${on}.`, why: `${whyOf(refund)} ${how}`.trim() };
  }
  const patience =
    refund.status === 'needs_attention'
      ? `It takes longer than it should: ${ASK_THE_HOST}`
      : 'Banks take a few days.';
  return { outcome: `${subject} is being returned.`, why: `${whyOf(refund)} ${patience}`.trim() };
}

function whyOf({ use, reason }: OrderRefund): string {
  if (use === 'late') return 'It came when the time to pay was over and the tickets were gone.';
  if (use === 'surplus') return 'The order was paid for already: this was a second payment.';
  if (use === 'mismatch') return 'It was not the sum due.';
  return reason === 'surplus' ? 'You paid this much more than the order cost.' : '';
}

/** A payment of the wrong sum may have come in a currency that nothing is sold in. */
export function formatSum(amountMinor: number, currency: string): string {
  const country = (Object.keys(COUNTRIES) as Country[]).find((name) => COUNTRIES[name].currency === currency);
  if (country) return formatMoney(amountMinor, country);
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
  return format.format(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

export function formatDay(at: Date, { country, timezone }: Place): string {
  return new Intl.DateTimeFormat(localeOf('en', country), { timeZone: timezone, dateStyle: 'long' }).format(
    at,
  );
}

export function formatMoment(at: Date, { country, timezone }: Place): string {
  return new Intl.DateTimeFormat(localeOf('en', country), {
    timeZone: timezone,
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at);
}
