import { effect } from '@preact/signals';
import { CallFailed } from '../../shared/call-server.ts';
import { onceDrawn } from '../../shared/once-drawn.ts';
import type { Checkout } from './checkout-state.ts';
import { STEP_HEADING } from './components/step-heading.tsx';
import { tellTrouble } from './tell-trouble.ts';

const fetchLaterSteps = () => import('./steps/later-steps.tsx');

/** As soon as the cart has a ticket: they are there before anybody gets to them. If it fails, the step itself fetches them again and tells. */
export function fetchLaterStepsAhead({ totals, laterSteps }: Checkout): void {
  effect(() => {
    if (totals.value.count === 0 || laterSteps.peek()) return;
    fetchLaterSteps().then(
      (steps) => (laterSteps.value = steps),
      () => undefined,
    );
  });
}

/** A failure is told with a way to try again. */
export async function loadLaterSteps(checkout: Checkout): Promise<void> {
  if (checkout.laterSteps.value) return;
  try {
    const steps = await fetchLaterSteps();
    // The heading that was read when the step opened makes room for the step's own.
    const wasHeadingFocused = document.activeElement?.id === STEP_HEADING;
    if (checkout.trouble.value?.isUnreached) checkout.trouble.value = null;
    checkout.laterSteps.value = steps;
    if (wasHeadingFocused)
      onceDrawn(() => document.getElementById(STEP_HEADING)?.focus({ preventScroll: true }));
  } catch {
    tellTrouble(checkout, new CallFailed('offline', null), () => {
      checkout.trouble.value = null;
      void loadLaterSteps(checkout);
    });
  }
}
