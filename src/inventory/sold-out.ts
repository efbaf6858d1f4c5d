import { createBoundedMap } from '../cache/bounded-map.ts';
import { plainArray } from '../db/array-literal.ts';
import type { HoldRequest, HoldResult } from './hold-engine.ts';

// Those asked for last are remembered. One that is forgotten costs a call of hold_batch(), as the first refusal did.
const MAX_TYPES = 10_000;

type Question = { of_event: string; tokens: string; types: string; prices: string };

/**
 * The ticket types that the database called sold out when it was last asked. That is no reason to refuse anybody: it only says which
 * question to ask first for a batch, of which the answer is the same for everybody.
 */
export function createSoldOutMemory() {
  const types = createBoundedMap<string, true>({ max: MAX_TYPES });

  return {
    /** The arguments of `still_sold_out()`, where all that is asked for was sold out before; null: hold_batch() is to decide. */
    questionOf(requests: readonly HoldRequest[]): Question | null {
      const eventId = requests[0]?.eventId ?? '';
      const prices = new Map<string, number>();
      const tokens: string[] = [];
      for (const request of requests) {
        const { lines, token, seatIds } = request;
        const isPlain = request.eventId === eventId && seatIds.length === 0 && lines.length > 0;
        if (token === null || !isPlain) return null;
        tokens.push(token);
        for (const { sku, priceMinor } of lines) {
          const price = prices.get(sku);
          if (price === undefined ? !types.get(sku) : price !== priceMinor) return null;
          prices.set(sku, priceMinor);
        }
      }
      return {
        of_event: eventId,
        tokens: plainArray(tokens),
        types: plainArray([...prices.keys()]),
        prices: plainArray([...prices.values()]),
      };
    },
    /** As hold_batch() says it: the last line of a cart is the one that is named. */
    refuse: (requests: readonly HoldRequest[]): HoldResult[] =>
      requests.map(({ lines }) => ({
        outcome: 'unavailable',
        token: null,
        expiresAt: null,
        culprits: lines.slice(-1).map(({ sku }) => sku),
        reason: 'sold_out',
      })),
    /** Hears what hold_batch() has answered. */
    note(results: readonly (Pick<HoldResult, 'reason' | 'culprits'> | symbol)[]): void {
      for (const result of results)
        if (typeof result !== 'symbol' && result.reason === 'sold_out')
          for (const sku of result.culprits) types.set(sku, true);
    },
    /** Something may be had again. */
    forget(requests: readonly HoldRequest[]): void {
      for (const { lines } of requests) for (const { sku } of lines) types.delete(sku);
    },
  };
}
