import assert from 'node:assert/strict';
import { AGAIN, BATCH_SETTINGS, createBatcher, MAX_BATCHES_AT_ONCE, type BatchWatch } from '../db/batcher.ts';
import { callFunction } from '../db/call-function.ts';
import type { Database } from '../db/database.ts';
import type { RefusalReason } from '../refusal.ts';
import { toArguments } from './hold-arguments.ts';
import { createSoldOutMemory } from './sold-out.ts';

export type HoldLine = {
  sku: string;
  quantity: number;
  priceMinor: number;
  /** The other ticket types of its pool, which are locked with it. Left out where it has none. */
  poolMates?: readonly string[];
};

export type HoldRequest = {
  eventId: string;
  /** Null: the cart of whoever calls from the address; a token is made for it. */
  token: string | null;
  address: string;
  /** Of a server that calls for many buyers: nothing is counted against its address. */
  isExempt: boolean;
  /** Empty: release. One line per ticket type. */
  lines: readonly HoldLine[];
  seatIds: string[];
  /** Of seats that are bought as a further price, the ticket type that it is. */
  seatTypes?: ReadonlyMap<string, string>;
  promoCodeId: string | null;
  quoteReference: string;
  quote: object;
};

export type HoldReason = RefusalReason | 'leaves_single_seat';

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
  /** Why tickets are unavailable or not on sale; or that nobody has the seats, but the choice leaves the culprits alone. */
  reason?: HoldReason | null;
};

type Answer = [
  HoldResult['outcome'] | 'again',
  token: string | null,
  expiresAt: string | null,
  culprits: string[] | null,
  reason?: HoldReason | null,
];

/** If all are held until the same time, each by their own token, only that time is told. */
type BatchRow = { held_until: Date; answers: null } | { held_until: null; answers: Answer[] };

/** Holds carts, many at a time: what one call of the database decides together is decided in the order of arrival. */
export function createHoldEngine(options: { database: Database; addressLimit: number; watch?: BatchWatch }) {
  const { addressLimit, watch } = options;
  const pool = options.database.dedicatedPool({
    name: 'holds',
    size: MAX_BATCHES_AT_ONCE,
    settings: BATCH_SETTINGS,
  });
  const soldOut = createSoldOutMemory();
  const carts = createBatcher<HoldRequest, HoldResult>({
    keyOf: ({ eventId, token, address }) => `${eventId} ${token ?? address}`,
    groupOf: ({ eventId }) => eventId,
    watch,
    async run(requests) {
      const question = soldOut.questionOf(requests);
      if (question) {
        const { rows } = await pool.query<{ still_sold_out: boolean }>(
          callFunction('still_sold_out', question),
        );
        if (rows[0]?.still_sold_out) return soldOut.refuse(requests);
        soldOut.forget(requests);
      }
      const { rows } = await pool.query<BatchRow>(
        callFunction('hold_batch', toArguments(requests, addressLimit)),
      );
      const [row] = rows;
      if (row?.answers) {
        const results = row.answers.map(toResult);
        soldOut.note(results);
        return results;
      }
      // Nobody is told that anything is held unless the database says until when.
      assert(row?.held_until);
      const expiresAt = row.held_until;
      return requests.map(({ token }) => ({ outcome: 'held', token, expiresAt, culprits: NOBODY }));
    },
  });

  return {
    /** Decides one cart. `isWanted` says whether anybody still waits for the answer. */
    hold: (request: HoldRequest, isWanted?: () => boolean): Promise<HoldResult> =>
      carts.add(request, isWanted),
    close: () => pool.end(),
  };
}

const NOBODY: string[] = [];

const toResult = ([outcome, token, expiresAt, culprits, reason]: Answer): HoldResult | typeof AGAIN =>
  outcome === 'again'
    ? AGAIN
    : {
        outcome,
        token,
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
        culprits: culprits ?? NOBODY,
        ...(reason && { reason }),
      };

export type HoldEngine = ReturnType<typeof createHoldEngine>;
