import type { PaymentAccount } from './payment-accounts.ts';

const TEST_KEY: Record<PaymentAccount['gateway'], RegExp> = {
  paystack: /^sk_test_/,
  flutterwave: /^FLWSECK_TEST/,
  stripe: /^[rs]k_test_/,
};

/** Whether the gateway takes no money with these: its test cards buy whatever is for sale. */
export function hasTestCredentials({ gateway, credentials }: PaymentAccount): boolean {
  return TEST_KEY[gateway].test(credentials.secretKey);
}
