import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { plainArray, textArray } from '../db/array-literal.ts';
import { countedNetworks, LAPSE_FACTOR, SHARE_FLOOR, type CountedNetwork } from './hold-caps.ts';
import type { HoldRequest } from './hold-engine.ts';

/** The arguments of `hold_batch()` for a batch: an array for each field. Lines and seats name their request by its number. */
export function toArguments(requests: HoldRequest[], addressLimit: number) {
  const lines = tallyLines(requests);
  const networks = tallyNetworks(requests, { cartQuantities: lines.cartQuantities, addressLimit });
  const quotes = tallyQuotes(requests);
  const seats = requests.flatMap(({ seatIds, seatTypes }, index) =>
    seatIds.map((id) => ({ id, number: index + 1, sku: seatTypes?.get(id) ?? null })),
  );
  return {
    only_event: onlyEvent(requests),
    event_ids: plainArray(requests.map((request) => request.eventId)),
    tokens: plainArray(requests.map((request) => request.token ?? randomUUID())),
    new_ids: plainArray(requests.map(() => randomUUIDv7())),
    are_shared: plainArray(requests.map((request) => request.token === null)),
    addresses: textArray(requests.map((request) => request.address)),
    are_exempt: plainArray(requests.map((request) => request.isExempt)),
    promo_ids: plainArray(requests.map((request) => request.promoCodeId)),
    quote_references: textArray(requests.map((request) => request.quoteReference)),
    quotes: textArray(quotes.texts),
    quote_at: plainArray(quotes.indexes),
    cart_quantities: plainArray(lines.cartQuantities),
    first_lines: plainArray(lines.firstLines),
    asked_types: plainArray([...lines.types.map(({ sku }) => sku), ...lines.poolMates]),
    asked_quantities: plainArray(lines.types.map(({ quantity }) => quantity)),
    asked_prices: plainArray(lines.types.map(({ priceMinor }) => priceMinor)),
    line_requests: plainArray(lines.requests),
    line_at: plainArray(lines.indexes),
    line_quantities: plainArray(lines.quantities),
    line_prices: plainArray(lines.prices),
    narrow_at: plainArray(networks.narrowIndexes),
    wide_at: plainArray(networks.wideIndexes),
    network_events: plainArray(networks.found.map((network) => network.eventId)),
    network_lows: textArray(networks.found.map((network) => network.low)),
    network_highs: textArray(networks.found.map((network) => network.high)),
    network_asked: plainArray(networks.found.map((network) => network.asked)),
    network_limits: plainArray(networks.found.map((network) => network.limit)),
    network_percents: plainArray(networks.found.map((network) => network.sharePercent)),
    most_asked: networks.mostAsked,
    seat_requests: plainArray(seats.map((seat) => seat.number)),
    seat_ids: plainArray(seats.map((seat) => seat.id)),
    seat_skus: plainArray(seats.map((seat) => seat.sku)),
    share_floor: SHARE_FLOOR,
    lapse_factor: LAPSE_FACTOR,
  };
}

/** The event of all of them, if every cart has a token of its own. */
function onlyEvent(requests: HoldRequest[]): string | null {
  const eventId = requests[0]?.eventId ?? null;
  return requests.every((request) => request.eventId === eventId && request.token !== null) ? eventId : null;
}

/**
 * The lines of all carts, each with the index of its ticket type, counted from 1 as SQL does; and the distinct ticket types, with those
 * of their pools that nobody asks for.
 */
function tallyLines(requests: HoldRequest[]) {
  const types: { sku: string; quantity: number; priceMinor: number | null }[] = [];
  const indexOf = new Map<string, number>();
  const inPools = new Set<string>();
  const tallied = {
    types,
    poolMates: [] as string[],
    cartQuantities: [] as number[],
    /** The index of each request's first line; null where it releases. */
    firstLines: [] as (number | null)[],
    requests: [] as number[],
    indexes: [] as number[],
    quantities: [] as number[],
    prices: [] as number[],
  };
  for (const [index, { lines }] of requests.entries()) {
    let cartQuantity = 0;
    tallied.firstLines.push(lines.length > 0 ? tallied.requests.length + 1 : null);
    for (const { sku, quantity, priceMinor, poolMates } of lines) {
      if (poolMates) for (const mate of poolMates) inPools.add(mate);
      const at = indexOf.get(sku) ?? types.push({ sku, quantity: 0, priceMinor });
      indexOf.set(sku, at);
      const type = types[at - 1];
      if (type) {
        type.quantity += quantity;
        // Lines that disagree on the price are compared one by one.
        if (type.priceMinor !== priceMinor) type.priceMinor = null;
      }
      cartQuantity += quantity;
      tallied.requests.push(index + 1);
      tallied.indexes.push(at);
      tallied.quantities.push(quantity);
      tallied.prices.push(priceMinor);
    }
    tallied.cartQuantities.push(cartQuantity);
  }
  tallied.poolMates = [...inPools].filter((sku) => !indexOf.has(sku));
  return tallied;
}

/** The distinct quotes, and for every request the index of its own: of one sale most carts are alike. */
function tallyQuotes(requests: HoldRequest[]): { texts: string[]; indexes: number[] } {
  const indexOf = new Map<object | string, number>();
  const texts: string[] = [];
  const indexes = requests.map(({ quote }) => {
    const known = indexOf.get(quote);
    if (known !== undefined) return known;
    const text = JSON.stringify(quote);
    const index = indexOf.get(text) ?? texts.push(text);
    indexOf.set(text, index).set(quote, index);
    return index;
  });
  return { texts, indexes };
}

/** The distinct networks that are counted, and for every request the indexes of its own. */
function tallyNetworks(
  requests: HoldRequest[],
  { cartQuantities, addressLimit }: { cartQuantities: number[]; addressLimit: number },
) {
  const found: (CountedNetwork & { eventId: string; asked: number })[] = [];
  const indexOf = new Map<string, number>();
  let mostAsked: number | null = 0;
  const count = (network: CountedNetwork | null, eventId: string, quantity: number): number | null => {
    if (!network) return null;
    const name = `${eventId} ${network.high}`;
    const index = indexOf.get(name) ?? found.push({ ...network, eventId, asked: 0 });
    indexOf.set(name, index);
    const at = found[index - 1];
    if (at) {
      at.asked += quantity;
      if (mostAsked !== null) mostAsked = Math.max(mostAsked, at.asked);
    }
    return index;
  };
  const narrowIndexes: (number | null)[] = [];
  const wideIndexes: (number | null)[] = [];
  for (const [index, { address, eventId, isExempt }] of requests.entries()) {
    const { narrow, wide } = isExempt ? NOT_COUNTED : countedNetworks(address, addressLimit);
    narrowIndexes.push(count(narrow, eventId, cartQuantities[index] ?? 0));
    if (wide) mostAsked = null;
    wideIndexes.push(count(wide, eventId, cartQuantities[index] ?? 0));
  }
  return { found, narrowIndexes, wideIndexes, mostAsked };
}

const NOT_COUNTED = { narrow: null, wide: null };
