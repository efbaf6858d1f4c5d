import type { EventCancelView } from './data.ts';
import { writeMoney } from '../components/write-money.ts';

type Plan = NonNullable<EventCancelView['plan']>;

/** The sum to refund, by currency; null if there is none. */
export function sumOf({ goesBack }: Plan, locale: string): string | null {
  const sums = new Map<string, number>();
  for (const { currency, amountMinor } of goesBack)
    sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
  const written = [...sums].map(([currency, amount]) => writeMoney(amount, { locale, currency }));
  return written.length === 0 ? null : written.join(' + ');
}
