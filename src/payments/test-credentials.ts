import type { PaymentAccount } from './payment-accounts.ts';

const TEST_KEY: Record<PaymentAccount['gateway'], RegExp> = {
  paystack: /^sk_test_/,
  flutterwave: /^FLWSECK_TEST/,
  stripe: /^[rs]k_test_/,
};

/** Whether the gateway takes no money with these: with its test cards, everything that is for sale could be had for nothing. */
export function hasTestCredentials({ gateway, credentials }: PaymentAccount): boolean {
  return TEST_KEY[gateway].test(credentials.secretKey);
}
