import type { VNode } from 'preact';
import type { ShownOrder } from './data.ts';
import { writeMoney } from '../components/write-money.ts';
import { useOrdersTexts } from './texts.ts';

const COUNTS = new Set<ShownOrder['status']>(['confirmed', 'partially_refunded']);

/** The sums of the shown orders that were paid or given, per currency. */
export function ShownSums({ orders }: { orders: readonly ShownOrder[] }): VNode | null {
  const { orders: words } = useOrdersTexts();
  if (orders.length < 2) return null;
  const good = orders.filter(({ status }) => COUNTS.has(status));
  const tickets = good.reduce((sum, { quantity }) => sum + quantity, 0);
  const amounts = Map.groupBy(good, ({ currency }) => currency)
    .values()
    .map((some) => {
      const [first] = some;
      const sum = some.reduce((total, { totalMinor }) => total + totalMinor, 0);
      return first ? writeMoney(sum, first) : '';
    });
  return (
    <p class="soft">
      {words.shown(orders.length)}{' '}
      {good.length > 0 && words.shownGood({ count: good.length, tickets, amounts: [...amounts] })}
    </p>
  );
}
