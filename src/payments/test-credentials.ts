import { GATEWAYS } from '../rules/gateways/all-gateways.ts';
import type { PaymentAccount } from './payment-accounts.ts';

/** Whether the gateway takes no money with these: with its test cards, everything that is for sale could be had for nothing. */
export const hasTestCredentials = ({ gateway, credentials }: PaymentAccount): boolean =>
  GATEWAYS[gateway].testKeys?.test(credentials.secretKey) ?? false;

const TEST_PUBLIC_KEY = /^(pk_test_|FLWPUBK_TEST)/;

/** A public key of the other mode would show buyers a payment that can't be found, or is none. */
export function hasOtherMode(account: PaymentAccount): boolean {
  const { publicKey } = account.credentials as { publicKey?: string };
  return publicKey !== undefined && TEST_PUBLIC_KEY.test(publicKey) !== hasTestCredentials(account);
}
