import { GATEWAYS } from '../rules/gateways/all-gateways.ts';
import type { PaymentMethod } from '../rules/payment-methods.ts';
import type { GatewayName } from './gateway.ts';

/** The ways to pay that a gateway's page has in a currency. */
export function methodsOnPageOf(gateway: GatewayName, currency: string): PaymentMethod[] {
  if (gateway === 'sandbox') return ['card'];
  const { takesCards = true, besidesCards } = GATEWAYS[gateway];
  return [...(takesCards ? (['card'] as const) : []), ...besidesCards(currency)];
}
