import type { HoldGuard } from '../../src/reservations/hold-cart.ts';

/** For parts that a test puts together by itself: no event has a waiting room. */
export const NO_ROOMS: HoldGuard & { checkEmail: () => Promise<void> } = {
  mayHaveRoom: () => false,
  admit: () => Promise.resolve(),
  checkEmail: () => Promise.resolve(),
};
