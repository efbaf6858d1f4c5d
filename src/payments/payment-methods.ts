import { GATEWAYS } from '../rules/gateways/all-gateways.ts';
import type { PaymentMethod } from '../rules/payment-methods.ts';
import type { GatewayName } from './gateway.ts';

/** The ways to pay that a gateway's page has in a currency. */
export const methodsOnPageOf = (gateway: GatewayName, currency: string): PaymentMethod[] => [
  'card',
  ...(gateway === 'sandbox' ? [] : GATEWAYS[gateway].besidesCards(currency)),
];
