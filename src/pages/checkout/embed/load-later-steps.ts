import { effect } from '@preact/signals';
import { CallFailed } from '../../shared/call-server.ts';
import { onceDrawn } from '../../shared/once-drawn.ts';
import type { Checkout } from './checkout-state.ts';
import { STEP_HEADING } from './components/step-heading.tsx';
import { tellTrouble } from './tell-trouble.ts';

type LaterSteps = typeof import('./steps/later-steps.tsx');

let tries = 0;
let loading: Promise<LaterSteps> | null = null;

const fetchLaterSteps = (): Promise<LaterSteps> =>
  (loading ??= tryToLoad().catch((error: unknown) => {
    loading = null;
    throw error;
  }));

/** A browser never asks again for a script that it could not load, so another try has another address. */
function tryToLoad(): Promise<LaterSteps> {
  const address = document.getElementById('checkout')?.dataset['laterSteps'];
  tries += 1;
  return tries === 1 || address === undefined
    ? import('./steps/later-steps.tsx')
    : (import(`${address}?try=${tries}`) as Promise<LaterSteps>);
}

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
    if (wasHeadingFocused) onceDrawn(focusHeading);
  } catch {
    tellTrouble(checkout, new CallFailed('offline', null), () => {
      // The button that was pressed goes away.
      focusHeading();
      checkout.trouble.value = null;
      void loadLaterSteps(checkout);
    });
  }
}

const focusHeading = (): void => document.getElementById(STEP_HEADING)?.focus({ preventScroll: true });
