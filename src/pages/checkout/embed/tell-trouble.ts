import { CallFailed } from '../../shared/call-server.ts';
import type { Checkout } from './checkout-state.ts';

/** Tells trouble in the buyer's language if we have words for it, else in the server's. */
export function describeFailure({ texts }: Pick<Checkout, 'texts'>, failure: CallFailed): string {
  if (failure.reason !== 'refused') return texts.trouble[failure.reason];
  const text = failure.code === null ? undefined : texts.errors[failure.code];
  return text ?? (failure.message || (texts.errors['internal_error'] ?? ''));
}

/** Shows a failure with the way to try again. Any other error is a fault of ours, and must not be hidden. */
export function tellTrouble(checkout: Checkout, failure: unknown, retry: (() => void) | null): CallFailed {
  if (!(failure instanceof CallFailed)) throw failure;
  checkout.trouble.value = { text: describeFailure(checkout, failure), retry };
  return failure;
}

/** One thing at a time: what is pressed twice happens once. */
export async function whileBusy(checkout: Checkout, act: () => Promise<void>): Promise<void> {
  if (checkout.busy.value) return;
  checkout.busy.value = true;
  checkout.trouble.value = null;
  try {
    await act();
  } finally {
    checkout.busy.value = false;
  }
}
