import type { GatewayName } from './gateway.ts';

/** What a buyer can pay with on a gateway's page. `eft` is a payment from the buyer's own bank, as South Africa calls it. */
export const PAYMENT_WAYS = ['card', 'bank_transfer', 'ussd', 'mobile_money', 'eft'] as const;
export type PaymentWay = (typeof PAYMENT_WAYS)[number];

// What each offers besides cards in a currency, by its own documents. A host may have switched some of it off with the gateway.
const BESIDES_CARDS: Partial<Record<GatewayName, Record<string, PaymentWay[]>>> = {
  paystack: { NGN: ['bank_transfer', 'ussd'], GHS: ['mobile_money'], ZAR: ['eft'] },
  flutterwave: { NGN: ['bank_transfer', 'ussd'], GHS: ['mobile_money'] },
};

/** The ways to pay that a gateway's page has in a currency. */
export const waysOnPageOf = (gateway: GatewayName, currency: string): PaymentWay[] => [
  'card',
  ...(BESIDES_CARDS[gateway]?.[currency] ?? []),
];
