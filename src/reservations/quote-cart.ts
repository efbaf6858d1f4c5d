import { createBoundedMap } from '../cache/bounded-map.ts';
import { COUNTRIES } from '../money/countries.ts';
import type { HoldLine } from '../inventory/hold-engine.ts';
import { formatMoney } from '../money/format-money.ts';
import { Refusal } from '../refusal.ts';
import type { OfferedCode } from './offered-codes.ts';
import type { Offer } from './offers.ts';
import { priceCart, type CartLine, type PricedCart } from './price-cart.ts';
import type { ReservationBody } from './reservation-schema.ts';

type Item = ReservationBody['items'][number];

/** A cart with its price. Carts that are alike share one: nobody may change it. */
export type QuotedCart = {
  readonly lines: readonly HoldLine[];
  readonly promoCodeId: string | null;
  readonly quote: Readonly<PricedCart & { currency: string; promoCode: string | null }>;
  readonly formattedTotal: string;
};

// Of one sale most carts are alike. A cart of one line takes some 600 of these, one of fifty some 20,000.
const MAX_CHARACTERS = 8_000_000;

/**
 * Quotes carts, and remembers the quotes. A quote holds for one reading of the event's offer and of the promo code: whoever changes a
 * price, a name, a fee or a code has them read anew, and what was quoted before is never asked for again. How many tickets are left and
 * whether they are on sale is not in it: the hold engine decides that for each cart.
 */
export function createQuotes() {
  type Remembered = { cart: QuotedCart; promoCode: OfferedCode | null; characters: number };
  const remembered = createBoundedMap<string, Remembered>({
    max: MAX_CHARACTERS,
    weigh: ({ characters }) => characters,
  });
  const numbers = new WeakMap<Offer, number>();
  let count = 0;

  return (offer: Offer, items: Item[], promoCode: OfferedCode | null): QuotedCart => {
    let number = numbers.get(offer);
    if (number === undefined) numbers.set(offer, (number = count += 1));
    const key = `${number} ${promoCode?.id ?? ''} ${JSON.stringify(items)}`;
    const known = remembered.get(key);
    if (known && known.promoCode === promoCode) return known.cart;
    const cart = quoteCart(offer, items, promoCode);
    const characters = key.length + JSON.stringify(cart).length;
    remembered.set(key, { cart, promoCode, characters });
    return cart;
  };
}

/** Throws where the offer has no such ticket, or not so many for one order. */
export function quoteCart(offer: Offer, items: Item[], promoCode: OfferedCode | null): QuotedCart {
  const lines = toLines(offer, items);
  const priced = priceCart(lines, offer.feeRule, promoCode?.discount ?? null);
  return {
    lines: lines.map(({ sku, quantity, priceMinor }) => {
      const poolMates = offer.ticketTypes.get(sku)?.poolMates;
      return { sku, quantity, priceMinor, ...(poolMates && { poolMates }) };
    }),
    promoCodeId: promoCode?.id ?? null,
    quote: { ...priced, currency: COUNTRIES[offer.country].currency, promoCode: promoCode?.code ?? null },
    formattedTotal: formatMoney(priced.total, offer.country),
  };
}

export function toLines(offer: Offer, items: Item[]): CartLine[] {
  const quantities = new Map<string, number>();
  for (const { sku, quantity } of items) quantities.set(sku, (quantities.get(sku) ?? 0) + quantity);
  return [...quantities].map(([sku, quantity]) => {
    const ticketType = offer.ticketTypes.get(sku);
    if (!ticketType)
      throw new Refusal('unknown_ticket', `${JSON.stringify(sku)} is not a ticket type of this event.`);
    if (quantity > ticketType.maximumPerOrder) {
      throw new Refusal(
        'quantity_limit',
        `One order can have at most ${ticketType.maximumPerOrder} ${ticketType.name} tickets.`,
      );
    }
    return { sku, quantity, name: ticketType.name, priceMinor: ticketType.priceMinor };
  });
}
