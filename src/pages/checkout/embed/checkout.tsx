import type { VNode } from 'preact';
import type { Checkout as State } from './checkout-state.ts';
import { EventHeader } from './components/event-header.tsx';
import { Progress } from './components/progress.tsx';
import { Choose } from './steps/choose.tsx';
import { Details } from './steps/details.tsx';
import { Done } from './steps/done.tsx';
import { Pay } from './steps/pay.tsx';

const STEPS = { choose: Choose, details: Details, pay: Pay, done: Done };

export function Checkout({ checkout }: { checkout: State }): VNode {
  const step = checkout.step.value;
  const Step = STEPS[step];
  return (
    <div class={`checkout at-${step}`}>
      {/* The page around it tells of the event, until the purchase has the screen to itself. */}
      {!(checkout.isInPage && step === 'choose') && <EventHeader checkout={checkout} />}
      {(step !== 'choose' || checkout.isOpen.value) && <Progress checkout={checkout} />}
      <Step key={step} checkout={checkout} />
      <p class="aloud" role="status">
        {checkout.announcement}
      </p>
    </div>
  );
}
