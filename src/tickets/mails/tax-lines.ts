import { formatMoney, formatPercent } from '../../money/format-money.ts';
import type { OrderTickets } from '../load-order-tickets.ts';
import { textsIn as mailTextsIn } from './texts/texts.ts';

/** A line for each rate below the total. What is exempt has no tax: its line has the sum that is exempt. */
export function taxLines({
  order,
  event,
}: Pick<OrderTickets, 'order' | 'event'>): [name: string, amount: string][] {
  const { language } = order;
  const { taxes: texts } = mailTextsIn(language);
  const money = (minor: number): string => formatMoney(minor, event.country, language);
  return order.taxes.map(({ name, kind, basisPoints, amountMinor, taxMinor }) => {
    if (kind === 'exempt') return [texts.exempt(name), money(amountMinor)];
    const rate = formatPercent(basisPoints, event.country, language);
    return [name === '' ? texts.vat(rate) : texts.tax({ name, rate }), money(taxMinor)];
  });
}
