import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { plainArray, textArray } from '../db/array-literal.ts';
import { AGAIN, BATCH_SETTINGS, createBatcher, MAX_BATCHES_AT_ONCE } from '../db/batcher.ts';
import { callFunction } from '../db/call-function.ts';
import type { Database } from '../db/database.ts';
import { countedNetworks, LAPSE_FACTOR, SHARE_FLOOR, type CountedNetwork } from './hold-caps.ts';

export type HoldRequest = {
  eventId: string;
  /** Null: the cart of whoever calls from the address; a token is made for it. */
  token: string | null;
  address: string;
  /** Of a server that calls for many buyers: nothing is counted against its address. */
  isExempt: boolean;
  /** Empty: release. One line per ticket type. */
  lines: readonly { sku: string; quantity: number; priceMinor: number }[];
  seatIds: string[];
  promoCodeId: string | null;
  quoteReference: string;
  quote: object;
};

export type HoldResult = {
  outcome:
    | 'held'
    | 'refreshed'
    | 'released'
    | 'unavailable'
    | 'not_on_sale'
    | 'stale_price'
    | 'address_limit'
    | 'address_lapsed'
    | 'promo_unavailable'
    | 'seats_taken'
    | 'nothing_to_release';
  token: string | null;
  expiresAt: Date | null;
  /** The ticket type, or the seats, that stood in the way. */
  culprits: string[];
};

type ResultRow = {
  request: number;
  outcome: HoldResult['outcome'] | 'again';
  token: string | null;
  expires_at: Date | null;
  culprits: string[] | null;
};

/** Holds carts, many at a time: what one call of the database decides together is decided in the order of arrival. */
export function createHoldEngine(options: { database: Database; addressLimit: number }) {
  const pool = options.database.dedicatedPool({ size: MAX_BATCHES_AT_ONCE, settings: BATCH_SETTINGS });
  const carts = createBatcher<HoldRequest, HoldResult>({
    keyOf: ({ eventId, token, address }) => `${eventId} ${token ?? address}`,
    async run(requests) {
      const { rows } = await pool.query<ResultRow>(
        callFunction('hold_carts', toArguments(requests, options.addressLimit)),
      );
      return rows.map(({ outcome, token, expires_at: expiresAt, culprits }) =>
        outcome === 'again' ? AGAIN : { outcome, token, expiresAt, culprits: culprits ?? [] },
      );
    },
  });

  return {
    /** Decides one cart. `isWanted` says whether anybody still waits for the answer. */
    hold: (request: HoldRequest, isWanted?: () => boolean): Promise<HoldResult> =>
      carts.add(request, isWanted),
    close: () => pool.end(),
  };
}

export type HoldEngine = ReturnType<typeof createHoldEngine>;

/** An array for each field of the requests. Lines and seats name their request by its number. */
function toArguments(requests: HoldRequest[], addressLimit: number) {
  const lines = requests.flatMap((request, index) =>
    request.lines.map((line) => ({ ...line, number: index + 1 })),
  );
  const seats = requests.flatMap((request, index) =>
    request.seatIds.map((id) => ({ id, number: index + 1 })),
  );
  const cartQuantities = requests.map((request) =>
    request.lines.reduce((sum, { quantity }) => sum + quantity, 0),
  );
  let lineCount = 0;
  const firstLines = requests.map(({ lines: own }) => {
    const first = own.length > 0 ? lineCount + 1 : null;
    lineCount += own.length;
    return first;
  });
  const types = tally(lines.map((line) => ({ name: line.sku, quantity: line.quantity })));
  const priceOf = new Map<string, number | null>();
  for (const { sku, priceMinor } of lines) {
    const known = priceOf.get(sku);
    priceOf.set(sku, known === undefined || known === priceMinor ? priceMinor : null);
  }
  const networks = tallyNetworks(requests, { cartQuantities, addressLimit });
  return {
    event_ids: plainArray(requests.map((request) => request.eventId)),
    tokens: plainArray(requests.map((request) => request.token ?? randomUUID())),
    new_ids: plainArray(requests.map(() => randomUUIDv7())),
    are_shared: plainArray(requests.map((request) => request.token === null)),
    addresses: textArray(requests.map((request) => request.address)),
    are_exempt: plainArray(requests.map((request) => request.isExempt)),
    promo_ids: plainArray(requests.map((request) => request.promoCodeId)),
    quote_references: textArray(requests.map((request) => request.quoteReference)),
    quotes: textArray(requests.map((request) => JSON.stringify(request.quote))),
    cart_quantities: plainArray(cartQuantities),
    first_lines: plainArray(firstLines),
    asked_types: plainArray(types.names),
    asked_quantities: plainArray(types.totals),
    asked_prices: plainArray(types.names.map((sku) => priceOf.get(sku) ?? null)),
    line_requests: plainArray(lines.map((line) => line.number)),
    line_at: plainArray(types.indexes),
    line_quantities: plainArray(lines.map((line) => line.quantity)),
    line_prices: plainArray(lines.map((line) => line.priceMinor)),
    narrow_at: plainArray(networks.narrowIndexes),
    wide_at: plainArray(networks.wideIndexes),
    network_events: plainArray(networks.found.map((network) => network.eventId)),
    network_lows: textArray(networks.found.map((network) => network.low)),
    network_highs: textArray(networks.found.map((network) => network.high)),
    network_asked: plainArray(networks.found.map((network) => network.asked)),
    network_limits: plainArray(networks.found.map((network) => network.limit)),
    network_percents: plainArray(networks.found.map((network) => network.sharePercent)),
    seat_requests: plainArray(seats.map((seat) => seat.number)),
    seat_ids: plainArray(seats.map((seat) => seat.id)),
    share_floor: SHARE_FLOOR,
    lapse_factor: LAPSE_FACTOR,
  };
}

/** The distinct networks that are counted, and for every request the indexes of its own. */
function tallyNetworks(
  requests: HoldRequest[],
  { cartQuantities, addressLimit }: { cartQuantities: number[]; addressLimit: number },
) {
  const found: (CountedNetwork & { eventId: string; asked: number })[] = [];
  const indexOf = new Map<string, number>();
  const count = (network: CountedNetwork | null, eventId: string, quantity: number): number | null => {
    if (!network) return null;
    const name = `${eventId} ${network.high}`;
    const index = indexOf.get(name) ?? found.push({ ...network, eventId, asked: 0 });
    indexOf.set(name, index);
    const at = found[index - 1];
    if (at) at.asked += quantity;
    return index;
  };
  const narrowIndexes: (number | null)[] = [];
  const wideIndexes: (number | null)[] = [];
  for (const [index, { address, eventId, isExempt }] of requests.entries()) {
    const { narrow, wide } = isExempt ? NOT_COUNTED : countedNetworks(address, addressLimit);
    narrowIndexes.push(count(narrow, eventId, cartQuantities[index] ?? 0));
    wideIndexes.push(count(wide, eventId, cartQuantities[index] ?? 0));
  }
  return { found, narrowIndexes, wideIndexes };
}

const NOT_COUNTED = { narrow: null, wide: null };

/** The distinct names, how much of each, and for every entry the index of its name, counted from 1 as SQL does. */
function tally(entries: { name: string; quantity: number }[]): {
  names: string[];
  totals: number[];
  indexes: number[];
} {
  const indexOf = new Map<string, number>();
  const totals: number[] = [];
  const indexes = entries.map(({ name, quantity }) => {
    const index = indexOf.get(name) ?? totals.push(0);
    indexOf.set(name, index);
    totals[index - 1] = (totals[index - 1] ?? 0) + quantity;
    return index;
  });
  return { names: [...indexOf.keys()], totals, indexes };
}
