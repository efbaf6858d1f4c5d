import { createCachedLookUps } from '../cache/cached-look-ups.ts';
import type { Database } from '../db/database.ts';
import { widerNetwork } from '../http/client-address.ts';
import type { SharedCounts } from '../http/shared-counts.ts';
import { Refusal } from '../refusal.ts';
import { PromoCodeRefused } from './hold-refusals.ts';
import type { Discount } from './price-cart.ts';

export type OfferedCode = { id: string; code: string; discount: Discount };

// A code that is used now is in memory, whichever event's it is; the others cost one look-up.
const MAX_CODES = 20_000;
const FRESH_FOR_MS = 60_000;
// As they are stored, in lower case. What is anything else is no code, and not worth a question to the database.
const CODE = /^[0-9a-z_-]{1,50}$/;
// Different ones: somebody who mistypes tries a few times, and a whole city behind one address of its mobile network that was told one
// wrong code tries one. At this rate a million guesses take an address three weeks, and codes that we make
// are long enough for that (rules/promo-code.ts).
const MAX_WRONG_PER_MINUTE = 30;
// One customer's IPv6 network has thousands of addresses.
const MAX_WRONG_PER_NETWORK = 300;

/**
 * Promo codes as buyers type them, cached, the wrong ones too. Who tries one wrong code after another is told to wait. Whoever shares
 * their address waits along, but not for a code that others use now or that is known to be none: its answer is in memory, and tells a
 * guesser nothing about the codes that few people have.
 */
export function createOfferedCodes(options: { database: Database; counts: SharedCounts | null }) {
  const { database, counts } = options;
  const cached = createCachedLookUps<OfferedCode | null>({ max: MAX_CODES, freshForMs: FRESH_FOR_MS });

  /** Counted as wrong before it is looked at, and given back where it is right. */
  function countGuess(eventId: string, guesser: string): () => void {
    if (!counts) return () => undefined;
    const secondsLeft = counts.secondsLeft();
    const window = counts.window();
    const network = widerNetwork(guesser);
    const limits: [string, number][] = [[`promo:${eventId}:${guesser}`, MAX_WRONG_PER_MINUTE]];
    if (network !== null) limits.push([`promo:${eventId}:${network}`, MAX_WRONG_PER_NETWORK]);
    for (const [name, limit] of limits) {
      if (counts.take(name, limit) >= 0) continue;
      throw new Refusal('rate_limited', `Too many wrong promo codes: try again in ${secondsLeft} s.`, {
        field: 'promoCode',
        retryAfterSeconds: secondsLeft,
      });
    }
    return () => {
      for (const [name] of limits) counts.giveBack(name, window);
    };
  }

  return {
    /** Throws where there is no such code, or its time to guess is over. Whether it may be used now, the hold engine says. */
    async find(
      { eventId, hasPromoCodes }: { eventId: string; hasPromoCodes: boolean },
      { hostId, typed, guesser }: { hostId: string; typed: string; guesser: string | null },
    ): Promise<OfferedCode> {
      const code = typed.trim().toLowerCase();
      if (!hasPromoCodes || !CODE.test(code)) throw new PromoCodeRefused('unknown');
      const key = `${hostId} ${eventId} ${code}`;
      const giveBack = guesser === null || cached.knows(key) ? () => undefined : countGuess(eventId, guesser);
      const found = await cached
        .find(key, () => readCode(database, eventId, code))
        .catch((error: unknown) => {
          // The database is down: nothing says that the code is wrong.
          giveBack();
          throw error;
        });
      if (!found) throw new PromoCodeRefused('unknown');
      giveBack();
      return found;
    },
    forgetOf: (hostId: string): void => cached.forgetWhere((key) => key.startsWith(`${hostId} `)),
    forgetAll: cached.forgetAll,
  };
}

type CodeRow = {
  id: string;
  code: string;
  percent_basis_points: number | null;
  amount_minor: number | null;
  skus: string[] | null;
};

async function readCode(database: Database, eventId: string, code: string): Promise<OfferedCode | null> {
  const { rows } = await database.query<CodeRow>(
    `SELECT id, code, percent_basis_points, amount_minor,
            (SELECT array_agg(ticket_type_id) FROM promo_code_ticket_types WHERE promo_code_id = promo.id) AS skus
       FROM promo_codes AS promo WHERE event_id = $1 AND lower(code) = $2`,
    [eventId, code],
  );
  const [row] = rows;
  if (!row) return null;
  const { percent_basis_points: percentBasisPoints, amount_minor: amountMinor, skus } = row;
  const amount = percentBasisPoints === null ? { amountMinor: amountMinor ?? 0 } : { percentBasisPoints };
  return { id: row.id, code: row.code, discount: { ...amount, skus: skus && new Set(skus) } };
}
