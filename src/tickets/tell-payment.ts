import { GATEWAY_TITLES, type AccountGateway } from '../rules/gateway-accounts.ts';
import type { OrderSummary } from './read-order.ts';
import { textsIn as ticketTextsIn } from './texts/texts.ts';

/** With what an order was paid, and through whom, in the buyer's language. Null: it is not paid, or was a gift. */
export function tellPayment({
  payment,
  paidBy,
  language,
}: Pick<OrderSummary, 'payment' | 'paidBy' | 'language'>): string | null {
  const { names, methodAt } = ticketTextsIn(language).payment;
  if (paidBy !== null) return names[paidBy === 'transfer' ? 'bank_transfer' : paidBy];
  if (payment === null || payment.through === 'by_hand') return null;
  const { through, method } = payment;
  if (through === 'bank_transfer' || through === 'sandbox') return names[through];
  const gateway = GATEWAY_TITLES[through satisfies AccountGateway];
  // PayPal is both.
  if (method === null || names[method] === gateway) return gateway;
  return methodAt({ method: names[method], gateway });
}
