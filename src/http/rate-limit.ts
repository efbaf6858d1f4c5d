import { widerNetwork } from './client-address.ts';
import type { SharedCounts } from './shared-counts.ts';

export type RateLimitVerdict = {
  isAllowed: boolean;
  /** The RateLimit header: what is left of the limit nearest to its end, and seconds until it starts afresh. */
  header: string;
  secondsLeft: number;
};

// Past the key's limit, an address that has asked for less than a fiftieth of its own limit (60 of 3,000) is served from a
// reserve of half the key's limit. Twenty addresses at their limits spend a key's limit; to spend its reserve too takes five
// hundred more. Where the limits are so small that a fiftieth is less than one, there is no reserve.
const FRUGAL_SHARE = 1 / 50;
const RESERVE_SHARE = 1 / 2;
// One customer's IPv6 network (/48) has thousands of networks (/64) that count as one address each. From the reserve they get
// as much as this many addresses.
const FRUGAL_PER_NETWORK = 10;

/**
 * Counts requests per key, and per key and client address. A few addresses that ask for too much use up the key's limit for
 * themselves, and not for those who ask little.
 */
export function createRateLimiter(options: { counts: SharedCounts; perKey: number; perAddress: number }) {
  const { counts, perKey, perAddress } = options;
  const frugal = Math.floor(perAddress * FRUGAL_SHARE);
  const reserve = frugal === 0 ? 0 : Math.floor(perKey * RESERVE_SHARE);

  /** The address's remaining share of the key, in and beyond its limit; -1 if this request is too much. */
  function takeOfKey(keyId: string, address: string, takenByAddress: number): number {
    if (takenByAddress > frugal) return counts.take(keyId, perKey);
    const left = counts.take(keyId, perKey + reserve);
    if (left < 0) return -1;
    if (left >= reserve) return left - reserve;
    const network = widerNetwork(address);
    if (network !== null && counts.take(`${keyId}:${network}`, frugal * FRUGAL_PER_NETWORK) < 0) {
      counts.giveBack(keyId, counts.window());
      return -1;
    }
    return Math.min(left, frugal - takenByAddress);
  }

  return {
    policy: `"key";q=${perKey};w=60, "address";q=${perAddress};w=60`,

    take(keyId: string, address: string): RateLimitVerdict {
      const secondsLeft = counts.secondsLeft();
      const leftOfAddress = counts.take(`${keyId}:${address}`, perAddress);
      const leftOfKey = leftOfAddress < 0 ? 0 : takeOfKey(keyId, address, perAddress - leftOfAddress);
      const isAddressNearer = leftOfAddress <= leftOfKey;
      const name = isAddressNearer ? 'address' : 'key';
      const left = Math.max(0, isAddressNearer ? leftOfAddress : leftOfKey);
      return {
        isAllowed: leftOfAddress >= 0 && leftOfKey >= 0,
        header: `"${name}";r=${left};t=${secondsLeft}`,
        secondsLeft,
      };
    },

    /**
     * Counts a request without a key, or with one that is not looked up yet, on its address alone: so it uses up nobody
     * else's limit. Given back when the key turns out to be good.
     */
    takeAsStranger(entryPoint: string, address: string): RateLimitVerdict & { giveBack: () => void } {
      const secondsLeft = counts.secondsLeft();
      const name = `${entryPoint}:${address}`;
      const left = counts.take(name, perAddress);
      const window = counts.window();
      return {
        isAllowed: left >= 0,
        header: `"address";r=${Math.max(0, left)};t=${secondsLeft}`,
        secondsLeft,
        giveBack: (): void => void (left >= 0 && counts.giveBack(name, window)),
      };
    },
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;
