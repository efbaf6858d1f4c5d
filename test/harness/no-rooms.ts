import type { HoldGuard } from '../../src/reservations/hold-cart.ts';
import type { OfferTaker } from '../../src/reservations/take-offer.ts';

/** For parts that a test puts together by itself: no event has a waiting room. */
export const NO_ROOMS: HoldGuard & { checkEmail: () => Promise<void> } = {
  mayHaveRoom: () => false,
  admit: () => Promise.resolve(),
  checkEmail: () => Promise.resolve(),
};

/** For sales without a waiting list. */
export const NO_LISTS: OfferTaker = {
  listUrl: () => '',
  readOffer: () => null,
  take: () => Promise.reject(new Error('nothing was offered')),
};
