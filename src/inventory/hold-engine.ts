import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { plainArray, textArray } from '../db/array-literal.ts';
import { AGAIN, BATCH_SETTINGS, createBatcher, LANES } from '../db/batcher.ts';
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
  lines: { sku: string; quantity: number; priceMinor: number }[];
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

const HOLD_SQL = `SELECT * FROM hold_carts_capped($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30)`;

/** Holds carts, many at a time: what one call of the database decides together is decided in the order of arrival. */
export function createHoldEngine(options: { database: Database; addressLimit: number }) {
  const pool = options.database.dedicatedPool({ size: LANES, settings: BATCH_SETTINGS });
  const carts = createBatcher<HoldRequest, HoldResult>({
    keyOf: ({ eventId, token, address }) => `${eventId} ${token ?? address}`,
    async run(requests) {
      const { rows } = await pool.query<ResultRow>({
        name: 'hold-carts',
        text: HOLD_SQL,
        values: toArrays(requests, options.addressLimit),
      });
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

/** The requests turned by ninety degrees: an array per column. Lines and seats name their request by its number. */
function toArrays(requests: HoldRequest[], addressLimit: number): unknown[] {
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
  return [
    plainArray(requests.map((request) => request.eventId)),
    plainArray(requests.map((request) => request.token ?? randomUUID())),
    plainArray(requests.map(() => randomUUIDv7())),
    plainArray(requests.map((request) => request.token === null)),
    textArray(requests.map((request) => request.address)),
    plainArray(requests.map((request) => request.isExempt)),
    plainArray(requests.map((request) => request.promoCodeId)),
    textArray(requests.map((request) => request.quoteReference)),
    textArray(requests.map((request) => JSON.stringify(request.quote))),
    plainArray(cartQuantities),
    plainArray(firstLines),
    plainArray(types.names),
    plainArray(types.totals),
    plainArray(types.names.map((sku) => priceOf.get(sku) ?? null)),
    plainArray(lines.map((line) => line.number)),
    plainArray(types.places),
    plainArray(lines.map((line) => line.quantity)),
    plainArray(lines.map((line) => line.priceMinor)),
    plainArray(networks.narrowPlaces),
    plainArray(networks.widePlaces),
    plainArray(networks.found.map((network) => network.eventId)),
    textArray(networks.found.map((network) => network.low)),
    textArray(networks.found.map((network) => network.high)),
    plainArray(networks.found.map((network) => network.asked)),
    plainArray(networks.found.map((network) => network.limit)),
    plainArray(networks.found.map((network) => network.sharePercent)),
    plainArray(seats.map((seat) => seat.number)),
    plainArray(seats.map((seat) => seat.id)),
    SHARE_FLOOR,
    LAPSE_FACTOR,
  ];
}

/** The distinct networks that are counted, and for every request the places of its own. */
function tallyNetworks(
  requests: HoldRequest[],
  { cartQuantities, addressLimit }: { cartQuantities: number[]; addressLimit: number },
) {
  const found: (CountedNetwork & { eventId: string; asked: number })[] = [];
  const placeOf = new Map<string, number>();
  const count = (network: CountedNetwork | null, eventId: string, quantity: number): number | null => {
    if (!network) return null;
    const name = `${eventId} ${network.high}`;
    const place = placeOf.get(name) ?? found.push({ ...network, eventId, asked: 0 });
    placeOf.set(name, place);
    const at = found[place - 1];
    if (at) at.asked += quantity;
    return place;
  };
  const narrowPlaces: (number | null)[] = [];
  const widePlaces: (number | null)[] = [];
  for (const [index, { address, eventId, isExempt }] of requests.entries()) {
    const { narrow, wide } = isExempt ? NOT_COUNTED : countedNetworks(address, addressLimit);
    narrowPlaces.push(count(narrow, eventId, cartQuantities[index] ?? 0));
    widePlaces.push(count(wide, eventId, cartQuantities[index] ?? 0));
  }
  return { found, narrowPlaces, widePlaces };
}

const NOT_COUNTED = { narrow: null, wide: null };

/** The distinct names, how much of each, and for every entry the place of its name, counted from 1 as SQL does. */
function tally(entries: { name: string; quantity: number }[]): {
  names: string[];
  totals: number[];
  places: number[];
} {
  const placeOf = new Map<string, number>();
  const totals: number[] = [];
  const places = entries.map(({ name, quantity }) => {
    const place = placeOf.get(name) ?? totals.push(0);
    placeOf.set(name, place);
    totals[place - 1] = (totals[place - 1] ?? 0) + quantity;
    return place;
  });
  return { names: [...placeOf.keys()], totals, places };
}
