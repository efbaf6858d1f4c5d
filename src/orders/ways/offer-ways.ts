import type { OfferedWay, PaymentWay } from '../../payments/payment-way.ts';
import { toOffered } from '../../payments/payment-way.ts';

/** Our own page on which a buyer chooses how to pay. The address opens the payment, and no ticket. */
export const choicePageUrl = (checkoutUrl: string, returnToken: string): string =>
  `${checkoutUrl}/orders/${returnToken}/pay`;

/** For pages of ours that no frame is on. */
export const offerWays = (ways: readonly PaymentWay[], currency: string): OfferedWay[] =>
  ways.map((way) => toOffered(way, currency));
