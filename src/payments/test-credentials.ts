import { GATEWAYS } from '../rules/gateways/all-gateways.ts';
import type { PaymentAccount } from './payment-accounts.ts';

/** Whether the gateway takes no money with these: with its test cards, everything that is for sale could be had for nothing. */
export const hasTestCredentials = ({ gateway, credentials }: PaymentAccount): boolean =>
  GATEWAYS[gateway].testKeys?.test(credentials.secretKey) ?? false;
