import type { GatewayName } from './gateway.ts';

/** Ways to pay on a gateway's page. `eft` is a payment from the buyer's own bank, as South Africa calls it. */
export const PAYMENT_METHODS = ['card', 'bank_transfer', 'ussd', 'mobile_money', 'eft'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

// The ways to pay on each gateway's page besides cards, for the currencies of our hosts. Ways that a gateway's documentation does not
// plainly put on its page are left out: we promise less rather than more. Paystack: transfer and USSD for Nigeria, mobile money for
// Ghana, EFT for South Africa; card is everywhere. Flutterwave: the same for Nigeria and Ghana; elsewhere its API charges bank accounts,
// and its page is not said to. Stripe has only cards in these currencies. A host may have switched some off in its account, and wallets
// that hold cards are cards here.
const BESIDES_CARDS: Partial<Record<GatewayName, Record<string, PaymentMethod[]>>> = {
  paystack: { NGN: ['bank_transfer', 'ussd'], GHS: ['mobile_money'], ZAR: ['eft'] },
  flutterwave: { NGN: ['bank_transfer', 'ussd'], GHS: ['mobile_money'] },
};

/** The ways to pay that a gateway's page has in a currency. */
export const methodsOnPageOf = (gateway: GatewayName, currency: string): PaymentMethod[] => [
  'card',
  ...(BESIDES_CARDS[gateway]?.[currency] ?? []),
];
