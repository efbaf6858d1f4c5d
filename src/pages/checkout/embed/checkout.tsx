import type { VNode } from 'preact';
import type { Checkout as State } from './checkout-state.ts';
import { EventHeader } from './components/event-header.tsx';
import { Progress } from './components/progress.tsx';
import { Choose } from './steps/choose.tsx';
import { LaterStep } from './steps/later-step.tsx';

export function Checkout({ checkout }: { checkout: State }): VNode {
  const step = checkout.step.value;
  return (
    <div class={`checkout at-${step}`}>
      {/* The page around it tells of the event, until the purchase has the screen to itself. */}
      {!(checkout.isInPage && step === 'choose') && <EventHeader checkout={checkout} />}
      {(step !== 'choose' || checkout.isOpen.value) && <Progress checkout={checkout} />}
      {step === 'choose' ? (
        <Choose checkout={checkout} />
      ) : (
        <LaterStep key={step} checkout={checkout} step={step} />
      )}
      <p class="aloud" role="status">
        {checkout.announcement}
      </p>
    </div>
  );
}
