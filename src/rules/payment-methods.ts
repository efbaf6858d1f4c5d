/** Ways to pay on a gateway's page. `eft` is a payment from the buyer's own bank, as South Africa calls it. */
export const PAYMENT_METHODS = ['card', 'bank_transfer', 'ussd', 'mobile_money', 'eft', 'paypal'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
