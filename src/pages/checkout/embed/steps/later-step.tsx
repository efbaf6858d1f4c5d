import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Checkout } from '../checkout-state.ts';
import { AskHost } from '../components/ask-host.tsx';
import { Messages } from '../components/messages.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import { StepMain } from '../components/step-main.tsx';
import { loadLaterSteps } from '../load-later-steps.ts';

const NAMES = { details: 'Details', pay: 'Pay', done: 'Done' } as const;

type Props = { checkout: Checkout; step: keyof typeof NAMES };

/** All but the first step. Most visitors never get here, so the page starts without their code. */
export function LaterStep({ checkout, step }: Props): VNode {
  const steps = checkout.laterSteps.value;
  if (!steps) return <StepToCome checkout={checkout} step={step} />;
  const Step = steps[NAMES[step]];
  return <Step checkout={checkout} />;
}

function StepToCome({ checkout, step }: Props): VNode {
  const { texts, trouble } = checkout;
  const isOrdered = step !== 'details';
  useEffect(() => void loadLaterSteps(checkout), []);
  return (
    <StepMain checkout={checkout} class="narrow">
      <StepHeading>{isOrdered ? texts.pay.heading : texts.details.heading}</StepHeading>
      {trouble.value === null && (
        <p class="waiting" role="status">
          <span class="spinner" />
          {isOrdered ? texts.pay.checking : texts.terms.loading}
        </p>
      )}
      <Messages checkout={checkout} />
      <AskHost checkout={checkout} />
    </StepMain>
  );
}
