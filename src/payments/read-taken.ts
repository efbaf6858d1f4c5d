import { readMethod } from './paid-method.ts';
import { GatewaySilent, type TakenPayment } from './gateway.ts';

// As long as the database keeps.
const MAX_ID_CHARACTERS = 255;

/** A payment as a gateway tells of it. What can't be true is nonsense: money is not to be booked on a guess. */
export function readTaken(
  gateway: string,
  told: {
    id: string | null;
    currency: string | null;
    amountMinorIn: (currency: string) => number | null;
    paidAt: Date;
    /** The gateway's word for what it was made with. */
    method: string | null;
  },
): TakenPayment {
  const { id, paidAt } = told;
  const currency = told.currency?.toUpperCase() ?? '';
  const amountMinor = /^[A-Z]{3}$/.test(currency) ? told.amountMinorIn(currency) : null;
  if (!id || id.length > MAX_ID_CHARACTERS || !amountMinor || Number.isNaN(paidAt.getTime())) {
    throw new GatewaySilent(`${gateway} answered nonsense: a payment without id, amount, currency or time`);
  }
  return { gatewayPaymentId: id, amountMinor, currency, paidAt, method: readMethod(told.method) };
}
