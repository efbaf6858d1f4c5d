import { networksOf } from '../http/client-address.ts';

// How much of an event one client may hold: docs/decisions/hoarding.md. Shares are of the capacity, of the event's and of each
// ticket type's.

/** It takes four clients to empty a hall, and the buyers behind one mobile address fit into a quarter of a large event. */
const SHARE_PERCENT = 25;
/** A /48 is a whole site, or one client who has rented it. */
const WIDE_SHARE_PERCENT = 50;
/** Of a small event half, up to this many: otherwise the fourth buyer behind a mobile address would find it closed. */
export const SHARE_FLOOR = 20;
/** Together with what lapsed unpaid lately: whoever was late once may try again. */
export const LAPSE_FACTOR = 2;

/** An address or the network around it: between which addresses on record it lies, and its caps. */
export type CountedNetwork = { low: string; high: string; limit: number; sharePercent: number };

const WIDE_ENDING = '::/48';
// Sorts behind every character of an address.
const LAST_CHARACTER = '~';
const MAX_IN_SQL = 2 ** 31 - 1;

/** The networks that a client's tickets are counted in. The address is one that `limitAddress` gave. */
export function countedNetworks(
  address: string,
  addressLimit: number,
): { narrow: CountedNetwork; wide: CountedNetwork | null } {
  const narrow = { low: address, high: address, limit: addressLimit, sharePercent: SHARE_PERCENT };
  const [, around] = networksOf(address);
  if (around === undefined) return { narrow, wide: null };
  const beginning = `${around.network.slice(0, -WIDE_ENDING.length)}:`;
  const wide = {
    low: beginning,
    high: beginning + LAST_CHARACTER,
    limit: Math.min(addressLimit * around.factor, MAX_IN_SQL),
    sharePercent: WIDE_SHARE_PERCENT,
  };
  return { narrow, wide };
}
