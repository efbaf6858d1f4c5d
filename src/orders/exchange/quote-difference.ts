import assert from 'node:assert/strict';
import type { Transaction } from '../../db/database.ts';
import { nameSeat } from '../../rules/seat-name.ts';
import type { Language } from '../../values/language.ts';
import { totalOf, type Difference } from './find-difference.ts';
import type { LockedExchange } from './lock-exchange.ts';
import { textsIn } from './texts/texts.ts';

/** The quote of an order for a change of seat: one line, in the language and currency of the order that the ticket was bought by. */
export async function quoteDifference(
  tx: Transaction,
  ofOrderId: string,
  { found, difference }: { found: LockedExchange; difference: Difference },
): Promise<{ quote: object; currency: string }> {
  const { rows } = await tx.query<{ language: Language; currency: string }>(
    'SELECT language, currency FROM orders WHERE id = $1',
    [ofOrderId],
  );
  const [bought] = rows;
  assert(bought, 'an order vanished under its lock');
  const { language, currency } = bought;
  const { from, to, toType } = found;
  const { priceMinor: price, feeMinor: fee } = difference;
  const total = totalOf(difference);
  const name = textsIn(language).seatChange({
    from: nameSeat(from, language),
    to: nameSeat(to, language),
  });
  const items = [{ sku: toType.ticketTypeId, name, quantity: 1, price, fee, discount: 0, total }];
  return { quote: { items, total, totalFees: fee, discount: 0, currency, promoCode: null }, currency };
}
