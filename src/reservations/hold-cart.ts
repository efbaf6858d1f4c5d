import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Refusal } from '../http/refusal.ts';
import type { HoldEngine, HoldResult } from '../inventory/hold-engine.ts';
import { COUNTRIES } from '../money/countries.ts';
import { formatMoney } from '../money/format-money.ts';
import type { Offer, Offers } from './offers.ts';
import { priceCart, type CartLine, type PricedCart } from './price-cart.ts';
import type { Reservation, ReservationBody } from './reservation-schema.ts';

export type HoldCart = ReservationBody & {
  hostId: string;
  slug: string;
  token: string | null;
  address: string;
  isWanted: () => boolean;
};

// The buyer's countdown ends this much before the server lets go, so that "just in time" on a slow phone still is.
const CLIENT_MARGIN_MS = 15_000;
// A price that changes more often than this within one request is not worth chasing.
const MOST_PRICINGS = 3;

/** Prices a cart and holds its tickets, in place of whatever the attendee held before. */
export async function holdCart(
  parts: { offers: Offers; engine: HoldEngine },
  input: HoldCart,
): Promise<{ reservation: Reservation; isNew: boolean }> {
  for (let pricing = 1; ; pricing++) {
    const offer = await parts.offers.find(input.hostId, input.slug);
    const lines = toLines(offer, input.items);
    const promoCode = findPromoCode(offer, lines, input.promoCode);
    const priced = priceCart(lines, offer.feeRule, promoCode?.discount ?? null);
    const quote = {
      ...priced,
      currency: COUNTRIES[offer.country].currency,
      promoCode: promoCode?.code ?? null,
    };
    const quoteReference = `q_${randomUUID().replaceAll('-', '')}`;
    const result = await parts.engine.hold(
      {
        eventId: offer.eventId,
        token: input.token,
        address: input.address,
        lines: lines.map(({ sku, quantity, priceMinor }) => ({ sku, quantity, priceMinor })),
        seatIds: [],
        promoCodeId: promoCode?.id ?? null,
        quoteReference,
        quote,
      },
      input.isWanted,
    );
    if (result.outcome === 'stale_price' && pricing < MOST_PRICINGS) {
      parts.offers.forget(input.hostId, input.slug);
      continue;
    }
    return {
      reservation: toReservation(offer, { ...quote, quoteReference }, acceptedOrThrow(result, offer)),
      isNew: result.outcome === 'held',
    };
  }
}

function toLines(offer: Offer, items: ReservationBody['items']): CartLine[] {
  if (offer.kind === 'seat_map') {
    throw new Refusal(
      'seat_map_event',
      'This event is sold seat by seat: send the buyer to the checkout embed.',
    );
  }
  const quantities = new Map<string, number>();
  for (const { sku, quantity } of items) quantities.set(sku, (quantities.get(sku) ?? 0) + quantity);
  return [...quantities].map(([sku, quantity]) => {
    const ticketType = offer.ticketTypes.get(sku);
    if (!ticketType)
      throw new Refusal('unknown_ticket', `${JSON.stringify(sku)} is no ticket of this event.`);
    if (quantity > ticketType.maximumPerOrder) {
      throw new Refusal(
        'quantity_limit',
        `One order may have at most ${ticketType.maximumPerOrder} of ${ticketType.name}.`,
      );
    }
    return { sku, quantity, name: ticketType.name, priceMinor: ticketType.priceMinor };
  });
}

function findPromoCode(offer: Offer, lines: CartLine[], typed: string | undefined) {
  if (typed === undefined) return null;
  const promoCode = offer.promoCodes.get(typed.trim().toLowerCase());
  if (!promoCode) throw new Refusal('invalid_promo_code', 'promoCode is no code of this event.');
  const { skus } = promoCode.discount;
  if (skus && !lines.some((line) => skus.has(line.sku))) {
    throw new Refusal('invalid_promo_code', 'promoCode is for other tickets than these.');
  }
  return promoCode;
}

type RefusedOutcome = Exclude<
  HoldResult['outcome'],
  'held' | 'refreshed' | 'released' | 'nothing_to_release'
>;

/** Why the engine said no, in words for the buyer; `name` is the ticket type that stood in the way. */
const REFUSED: Record<RefusedOutcome, (name: string) => Refusal> = {
  unavailable: (name) => new Refusal('tickets_unavailable', `Not enough of ${name} is left.`),
  not_on_sale: (name) => new Refusal('tickets_unavailable', `${name} is not on sale now.`),
  seats_taken: () => new Refusal('tickets_unavailable', 'A seat was taken by someone else.'),
  stale_price: () =>
    new Refusal('unavailable', 'The prices are changing at this moment: try again.', {
      retryAfterSeconds: 1,
    }),
  address_limit: () =>
    new Refusal(
      'quantity_limit',
      'Too many tickets of this event are held from your address: buy those first.',
    ),
  promo_unavailable: () => new Refusal('invalid_promo_code', 'promoCode is used up, or not valid today.'),
};

function acceptedOrThrow(result: HoldResult, offer: Offer): { token: string; expiresAt: Date } {
  const { outcome, token, expiresAt } = result;
  if (outcome === 'held' || outcome === 'refreshed') {
    assert(token && expiresAt, 'a hold without token or expiry');
    return { token, expiresAt };
  }
  assert(outcome !== 'released' && outcome !== 'nothing_to_release', `a cart was ${outcome} instead of held`);
  throw REFUSED[outcome](offer.ticketTypes.get(result.culprits[0] ?? '')?.name ?? 'these tickets');
}

function toReservation(
  offer: Offer,
  quote: PricedCart & { currency: string; promoCode: string | null; quoteReference: string },
  hold: { token: string; expiresAt: Date },
): Reservation {
  return {
    reservationToken: hold.token,
    quoteReference: quote.quoteReference,
    total: quote.total,
    totalFees: quote.totalFees,
    discount: quote.discount,
    promoCode: quote.promoCode,
    items: quote.items,
    currency: quote.currency,
    formattedTotal: formatMoney(quote.total, offer.country),
    clientExpiresAt: new Date(hold.expiresAt.getTime() - CLIENT_MARGIN_MS).toISOString(),
  };
}
