import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { isDatabaseUnavailable, type Database } from '../db/database.ts';
import { Refusal } from '../http/refusal.ts';

export type HoldRequest = {
  eventId: string;
  /** Null: the cart of whoever calls from the address; a token is made for it. */
  token: string | null;
  address: string;
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

type Waiting = {
  request: HoldRequest;
  /** Two requests of one cart are never in flight together: the second must see what became of the first. */
  cart: string;
  isWanted: () => boolean;
  resolve: (result: HoldResult) => void;
  reject: (error: unknown) => void;
};

const MOST_IN_BATCH = 512;
// At the rate that batches go through, the last in this queue waits some tenths of a second.
const MOST_WAITING = 4_096;
// While one batch is in the database the next is being put together. More would only wait for the same rows.
const LANES = 2;
// Whoever lost a race sees the winner's rows at the next try; more than one loss in a row is rare.
const MOST_TRIES = 4;

// A batch is many small look-ups by key. Plans made once, for that, halve the time of a batch of one.
const SESSION_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
};

const HOLD_SQL = `SELECT * FROM hold_carts($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)`;

/**
 * Holds carts, many at a time: all that arrive while a batch is in the database form the next one, which is one call, one
 * transaction and one fsync. Nobody waits for a timer: a lonely request goes at once.
 */
export function createHoldEngine(options: { database: Database; addressLimit: number }) {
  const pool = options.database.dedicatedPool({ size: LANES, settings: SESSION_SETTINGS });
  let waiting: Waiting[] = [];
  let busyLanes = 0;
  const cartsInFlight = new Set<string>();

  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    for (const entry of waiting) {
      // Whose client has gone is dropped before it costs anything.
      if (!entry.isWanted())
        entry.reject(new Refusal('unavailable', 'The client has gone.', { retryAfterSeconds: 1 }));
      else if (batch.length >= MOST_IN_BATCH || cartsInFlight.has(entry.cart)) left.push(entry);
      else {
        cartsInFlight.add(entry.cart);
        batch.push(entry);
      }
    }
    waiting = left;
    return batch;
  }

  async function runLane(): Promise<void> {
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      await decide(batch);
      for (const { cart } of batch) cartsInFlight.delete(cart);
    }
    busyLanes -= 1;
  }

  async function decide(batch: Waiting[], tries = 1): Promise<void> {
    let rows: ResultRow[];
    try {
      rows = (
        await pool.query<ResultRow>({
          name: 'hold-carts',
          text: HOLD_SQL,
          values: toArrays(batch, options.addressLimit),
        })
      ).rows;
    } catch (error) {
      if (isLostRace(error) && tries < MOST_TRIES) return decide(batch, tries + 1);
      if (batch.length === 1 || isDatabaseUnavailable(error)) {
        for (const entry of batch) entry.reject(error);
        return;
      }
      // One request that the database can't digest must not fail its neighbours: it is found by halving.
      const half = Math.ceil(batch.length / 2);
      await decide(batch.slice(0, half));
      await decide(batch.slice(half));
      return;
    }
    const again: Waiting[] = [];
    for (const [index, entry] of batch.entries()) {
      const row = rows[index];
      if (!row) entry.reject(new Error('the hold engine gave no answer'));
      else if (row.outcome === 'again') again.push(entry);
      else {
        const { outcome, token, expires_at: expiresAt, culprits } = row;
        entry.resolve({ outcome, token, expiresAt, culprits: culprits ?? [] });
      }
    }
    // Ahead of whatever came after them.
    if (again.length > 0) waiting = [...again, ...waiting];
  }

  return {
    /** Decides one cart. `isWanted` says whether anybody still waits for the answer. */
    hold(request: HoldRequest, isWanted: () => boolean = () => true): Promise<HoldResult> {
      if (waiting.length >= MOST_WAITING) {
        return Promise.reject(
          new Refusal('unavailable', 'Too many buyers at this moment: try again.', { retryAfterSeconds: 1 }),
        );
      }
      return new Promise((resolve, reject) => {
        const cart = `${request.eventId} ${request.token ?? request.address}`;
        waiting.push({ request, cart, isWanted, resolve, reject });
        if (busyLanes >= LANES) return;
        busyLanes += 1;
        // One turn of the event loop later: what arrived in the same breath joins the batch.
        setImmediate(() => void runLane());
      });
    },
    close: () => pool.end(),
  };
}

export type HoldEngine = ReturnType<typeof createHoldEngine>;

/** The same new cart was made by another batch at this moment, here or in another process; or two waited in a circle. */
function isLostRace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '23505' || error.code === '40P01');
}

/** The requests turned by ninety degrees: an array per column. Lines and seats name their request by its number. */
function toArrays(batch: Waiting[], addressLimit: number): unknown[] {
  const requests = batch.map(({ request }) => request);
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
  const addresses = tally(
    requests.map((request, index) => ({
      name: `${request.eventId} ${request.address}`,
      quantity: cartQuantities[index] ?? 0,
    })),
  );
  const firstOf = new Map(requests.map((request) => [`${request.eventId} ${request.address}`, request]));
  const distinctAddresses = addresses.names.map((name) => firstOf.get(name));
  return [
    plainArray(requests.map((request) => request.eventId)),
    plainArray(requests.map((request) => request.token ?? randomUUID())),
    plainArray(requests.map(() => randomUUIDv7())),
    plainArray(requests.map((request) => request.token === null)),
    textArray(requests.map((request) => request.address)),
    plainArray(requests.map((request) => request.promoCodeId)),
    textArray(requests.map((request) => request.quoteReference)),
    textArray(requests.map((request) => JSON.stringify(request.quote))),
    plainArray(cartQuantities),
    plainArray(firstLines),
    plainArray(types.names),
    plainArray(types.totals),
    plainArray(lines.map((line) => line.number)),
    plainArray(types.places),
    plainArray(lines.map((line) => line.quantity)),
    plainArray(lines.map((line) => line.priceMinor)),
    plainArray(addresses.places),
    plainArray(distinctAddresses.map((request) => request?.eventId ?? null)),
    textArray(distinctAddresses.map((request) => request?.address ?? '')),
    plainArray(addresses.totals),
    plainArray(seats.map((seat) => seat.number)),
    plainArray(seats.map((seat) => seat.id)),
    addressLimit,
  ];
}

// The driver would write the same literals with a look at every character; at 20 arrays a batch that showed.

/** An array literal of values without a character that means something in one: ids, numbers, true and false. */
function plainArray(values: (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** JSON's quotes and backslashes are an array literal's too; none of these texts has a control character in it. */
function textArray(values: string[]): string {
  return `{${values.map((value) => JSON.stringify(value)).join(',')}}`;
}

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
