import type { GatewayName } from './gateway.ts';

/** What a buyer can pay with on a gateway's page. `eft` is a payment from the buyer's own bank, as South Africa calls it. */
export const PAYMENT_WAYS = ['card', 'bank_transfer', 'ussd', 'mobile_money', 'eft'] as const;
export type PaymentWay = (typeof PAYMENT_WAYS)[number];

// What each offers on its page besides cards, for the currencies that hosts here sell in. What a gateway's documentation does not plainly put
// on its page is left out: less is promised, rather than more. Paystack: transfer and USSD for Nigeria, mobile money for Ghana, EFT for South Africa; card is everywhere. Flutterwave:
// the same for Nigeria and Ghana; what it has for bank accounts elsewhere is charged by its API, and not said to be on its page. Stripe has
// cards alone in these currencies. A host may have switched some of it off in its account, and wallets that hold cards are cards here.
const BESIDES_CARDS: Partial<Record<GatewayName, Record<string, PaymentWay[]>>> = {
  paystack: { NGN: ['bank_transfer', 'ussd'], GHS: ['mobile_money'], ZAR: ['eft'] },
  flutterwave: { NGN: ['bank_transfer', 'ussd'], GHS: ['mobile_money'] },
};

/** The ways to pay that a gateway's page has in a currency. */
export const waysOnPageOf = (gateway: GatewayName, currency: string): PaymentWay[] => [
  'card',
  ...(BESIDES_CARDS[gateway]?.[currency] ?? []),
];
