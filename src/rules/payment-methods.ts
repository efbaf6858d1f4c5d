/** Ways to pay on a gateway's page. `eft` is a payment from the buyer's own bank, as South Africa calls it. */
export const PAYMENT_METHODS = ['card', 'bank_transfer', 'ussd', 'mobile_money', 'eft', 'paypal'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/**
 * With what a payment was made. Besides those, `bank` is any payment from the buyer's bank that is confirmed at once, and `wallet` a wallet on a
 * phone, such as Apple Pay. The column `payments.method` has the same list.
 */
export type PaidMethod = PaymentMethod | 'bank' | 'wallet';
