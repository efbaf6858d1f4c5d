import { randomUUID } from 'node:crypto';
import { invalidField, Refusal } from '../refusal.ts';
import type { HoldEngine } from '../inventory/hold-engine.ts';
import { checkSeatRules } from '../inventory/seats/seat-rules.ts';
import type { Offer, Offers } from './offers.ts';
import { acceptedOrThrow, PromoCodeRefused, SeatsTaken } from './hold-refusals.ts';
import { toLines, type QuotedCart } from './quote-cart.ts';
import type { OfferTaker } from './take-offer.ts';
import type { Reservation, ReservationBody } from './reservation-schema.ts';
import { given } from '../values/given.ts';
import type { WaitingRooms } from '../waiting-room/waiting-rooms.ts';

/** The waiting rooms, as far as holds go through them. */
export type HoldGuard = Pick<WaitingRooms, 'mayHaveRoom' | 'admit'>;

export type HoldCart = ReservationBody & {
  /** The seats that the buyer chose, in lower case. Left out by the API, which sells none. */
  seatIds?: string[];
  /** As which ticket type a seat is bought, by the seat's id; left out: as its own. */
  seatTypes?: ReadonlyMap<string, string>;
  hostId: string;
  slug: string;
  token: string | null;
  address: string;
  /** A server that calls for many buyers. */
  isExempt: boolean;
  /** With a key, as others than our own checkout do. */
  byApi: boolean;
  /** The buyer's admission from the event's waiting room. */
  admission?: string | undefined;
  isWanted: () => boolean;
};

// The buyer's countdown ends this much before the hold does, so that a slow phone is still in time.
const CLIENT_MARGIN_MS = 15_000;
// If the price changes more often than this within one request, the request is refused.
const MAX_PRICINGS = 3;

// More than a buyer clicks one by one, and as many as a cart may have lines.
export const MAX_SEATS = 50;

/** Prices a cart and holds its tickets, instead of those that the attendee held before. */
export async function holdCart(
  deps: { offers: Offers; engine: HoldEngine; rooms: HoldGuard; lists: OfferTaker },
  input: HoldCart,
): Promise<{ reservation: Reservation; isNew: boolean }> {
  const offered = deps.lists.readOffer(given(input.promoCode));
  if (offered !== null) return takeOffered(deps, input, offered);
  for (let pricing = 1; ; pricing++) {
    const offer = await deps.offers.find(input.hostId, input.slug);
    if (pricing === 1 && deps.rooms.mayHaveRoom(offer.eventId)) await admit(deps.rooms, offer, input);
    const { items, seatTypes, noPrice } = await readItems(deps.offers, offer, input);
    if (noPrice) {
      if (pricing > 1) throw noPrice;
      // It may be newer than the offer that this process has.
      deps.offers.forget(input.hostId, input.slug);
      continue;
    }
    const promoCode = await findPromoCode(deps.offers, offer, items, input);
    const cart = deps.offers.quote(offer, items, promoCode);
    const quoteReference = newQuoteReference();
    const result = await deps.engine.hold(
      {
        eventId: offer.eventId,
        token: input.token,
        address: input.address,
        isExempt: input.isExempt,
        lines: cart.lines,
        seatIds: input.seatIds ?? [],
        seatTypes,
        promoCodeId: cart.promoCodeId,
        quoteReference,
        quote: cart.quote,
      },
      input.isWanted,
    );
    if (result.outcome === 'stale_price' && pricing < MAX_PRICINGS) {
      deps.offers.forget(input.hostId, input.slug);
      continue;
    }
    // Seats that nobody else has: the host has changed them since they were read.
    if (result.outcome === 'seats_taken' && result.culprits.length === 0 && pricing < MAX_PRICINGS) continue;
    if (result.outcome === 'unavailable' && input.seatIds?.length) {
      // The last seats of their price are gone. To say which of the buyer's seats those are helps more than "too few are left".
      const { token, seatIds } = input;
      const taken = await deps.offers.takenSeats({ eventId: offer.eventId, token, seatIds });
      if (taken.length > 0) throw new SeatsTaken(taken);
    }
    return {
      reservation: toReservation(
        cart,
        quoteReference,
        acceptedOrThrow(result, offer, (sku) => deps.lists.listUrl(input.slug, sku)),
      ),
      isNew: result.outcome === 'held',
    };
  }
}

const newQuoteReference = (): string => `q_${randomUUID().replaceAll('-', '')}`;

/** Takes the offer of a waiting list, by the code that rides in the place of a promo code. */
async function takeOffered(
  { offers, lists }: { offers: Offers; lists: OfferTaker },
  { hostId, slug, items, seatIds = [], token, address }: HoldCart,
  entryId: string,
): Promise<{ reservation: Reservation; isNew: boolean }> {
  if (seatIds.length > 0) throw new PromoCodeRefused('other_tickets');
  const offer = await offers.find(hostId, slug);
  const quoteReference = newQuoteReference();
  const { cart, hold, isNew } = await lists.take(offer, entryId, { items, token, address, quoteReference });
  return { reservation: toReservation(cart, quoteReference, hold), isNew };
}

/** If the event has a waiting room: throws unless the buyer was let in. */
function admit(rooms: HoldGuard, { eventId }: Offer, input: HoldCart): Promise<void> {
  const { slug, token, admission, byApi } = input;
  const address = input.isExempt ? null : input.address;
  return rooms.admit({ eventId, slug, token, admission, byApi, address });
}

type Item = ReservationBody['items'][number];

/** The items of a cart, the seats in it among them; and which of these are bought as a further price, or why one can't be. */
type ReadItems = { items: Item[]; seatTypes: ReadonlyMap<string, string>; noPrice?: Refusal };

const NO_SEAT_TYPES: ReadonlyMap<string, string> = new Map();

async function readItems(offers: Offers, offer: Offer, input: HoldCart): Promise<ReadItems> {
  const { items, seatIds, seatTypes = NO_SEAT_TYPES } = input;
  if (seatIds === undefined) {
    if (offer.kind !== 'seat_map') return { items, seatTypes };
    throw new Refusal('seat_map_event', 'This event is sold by seat: send the buyer to the checkout embed.');
  }
  const bySeat = offer.kind === 'seat_map' && items.find(({ sku }) => isSeated(offer, sku));
  if (bySeat) {
    const { name } = offer.ticketTypes.get(bySeat.sku) ?? {};
    throw new Refusal('validation_failed', `${name} is sold by seat: send seatIds.`, { field: 'items' });
  }
  if (items.length === 0 && seatIds.length === 0) {
    throw new Refusal('validation_failed', 'items or seatIds must name at least one ticket.');
  }
  if (seatIds.length === 0) return { items, seatTypes };
  if (seatIds.length > MAX_SEATS) {
    throw new Refusal('quantity_limit', `One order can have at most ${MAX_SEATS} seats.`);
  }
  if (new Set(seatIds).size < seatIds.length) {
    throw invalidField('seatIds', 'must name every seat once.');
  }
  const seats = await offers.findSeats(offer.eventId, seatIds);
  const unknown = seatIds.find((id) => !seats.has(id));
  if (unknown !== undefined || offer.kind !== 'seat_map') {
    throw new Refusal('validation_failed', `${unknown ?? seatIds[0]} is not a seat of this event.`, {
      field: 'seatIds',
    });
  }
  checkSeatRules([...seats.values()]);
  const bought = seatIds.map((id) => {
    const own = seats.get(id)?.sku ?? '';
    return { id, own, sku: seatTypes.get(id) ?? own };
  });
  const further = bought.filter(({ own, sku }) => sku !== own);
  const wrong = further.find(({ own, sku }) => !isPriceOf(offer, own, sku));
  return {
    items: [...items, ...bought.map(({ sku }) => ({ sku, quantity: 1 }))],
    seatTypes: new Map(further.map(({ id, sku }) => [id, sku])),
    ...(wrong && {
      noPrice: invalidField(
        'seatTypes',
        `must name a price of the seat: ${wrong.sku} is not a price of ${wrong.id}.`,
      ),
    }),
  };
}

/** Prices of one seat are the ticket types of one pool. */
const isPriceOf = (offer: Offer, own: string, sku: string): boolean =>
  isSeated(offer, sku) && (offer.ticketTypes.get(own)?.poolMates?.includes(sku) ?? false);

const isSeated = (offer: Offer, sku: string): boolean => offer.ticketTypes.get(sku)?.kind === 'SEATED';

async function findPromoCode(offers: Offers, offer: Offer, items: Item[], input: HoldCart) {
  const typed = given(input.promoCode);
  if (typed === undefined) return null;
  // A cart that is wrong anyway is no guess at a code.
  const lines = toLines(offer, items);
  const { hostId, isExempt, address } = input;
  const promoCode = await offers.findPromoCode(offer, {
    hostId,
    typed,
    guesser: isExempt ? null : address,
  });
  const { skus } = promoCode.discount;
  if (skus && !lines.some((line) => skus.has(line.sku))) {
    throw new PromoCodeRefused('other_tickets');
  }
  return promoCode;
}

function toReservation(
  { quote, formattedTotal }: QuotedCart,
  quoteReference: string,
  hold: { token: string; expiresAt: Date },
): Reservation {
  return {
    reservationToken: hold.token,
    quoteReference,
    total: quote.total,
    totalFees: quote.totalFees,
    discount: quote.discount,
    promoCode: quote.promoCode,
    items: quote.items,
    currency: quote.currency,
    formattedTotal,
    clientExpiresAt: new Date(hold.expiresAt.getTime() - CLIENT_MARGIN_MS).toISOString(),
  };
}
