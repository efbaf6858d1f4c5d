import { confirmedEmailKey } from '../../shared/confirmed-email.ts';
import type { Checkout } from './checkout-state.ts';

/** The address that this browser gave in the waiting room: the order must be for it. */
export function fillInConfirmedEmail({ data, buyer }: Checkout): void {
  if (data.emailNote === null || buyer.value.email !== '') return;
  try {
    buyer.value = { ...buyer.value, email: localStorage.getItem(confirmedEmailKey(data.slug)) ?? '' };
  } catch {
    // A frame of another site may have no storage: then the buyer types it.
  }
}
