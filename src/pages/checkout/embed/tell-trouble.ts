import { CallFailed } from '../../shared/call-server.ts';
import { refusalOf } from './call-embed.ts';
import type { Checkout } from './checkout-state.ts';

/** Tells trouble in the buyer's language if we have words for it, else in the server's. */
export function describeFailure({ texts }: Pick<Checkout, 'texts'>, failure: CallFailed): string {
  if (failure.reason !== 'refused') return texts.trouble[failure.reason];
  const errors: Record<string, string> = texts.errors;
  const { transferProblem } = refusalOf(failure);
  const text = errors[transferProblem ?? failure.refusal?.reason ?? ''] ?? errors[failure.code ?? ''];
  return text ?? (failure.message || texts.errors.internal_error);
}

/** Shows a failure with the way to try again. Any other error is a fault of ours, and must not be hidden. */
export function tellTrouble(checkout: Checkout, failure: unknown, retry: (() => void) | null): CallFailed {
  if (!(failure instanceof CallFailed)) throw failure;
  const isUnreached = failure.reason !== 'refused';
  checkout.trouble.value = { text: describeFailure(checkout, failure), retry, isUnreached };
  return failure;
}

/** The server answers again. A page that still lacks its content asks for it once more; everything else waits for the buyer's word. */
export function tellReached({ trouble, step, issued, isSeated, seatPlan, laterSteps }: Checkout): void {
  const { isUnreached, retry } = trouble.value ?? {};
  if (!isUnreached) return;
  trouble.value = null;
  const contents = {
    choose: isSeated ? seatPlan.value : true,
    details: laterSteps.value,
    pay: laterSteps.value,
    done: laterSteps.value && issued.value,
  };
  if (contents[step.value] === null) retry?.();
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
