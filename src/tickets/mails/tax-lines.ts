import { formatMoney, formatPercent } from '../../money/format-money.ts';
import { tellTax } from '../../rules/taxes.ts';
import type { OrderTickets } from '../load-order-tickets.ts';
import { textsIn as mailTextsIn } from './texts/texts.ts';

/** A line for each rate below the total. */
export function taxLines({
  order,
  event,
}: Pick<OrderTickets, 'order' | 'event'>): [name: string, amount: string][] {
  const { language } = order;
  const { taxes: texts } = mailTextsIn(language);
  return order.taxes.map((line) => {
    const rate = formatPercent(line.basisPoints, event.country, language);
    const { name, sumMinor } = tellTax(line, { texts, rate });
    return [name, formatMoney(sumMinor, event.country, language)];
  });
}
