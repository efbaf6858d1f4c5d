import type { VNode } from 'preact';
import type { Checkout } from '../checkout-state.ts';
import { formatClock } from '../../../shared/format-clock.ts';
import { holdAgain } from '../hold-cart.ts';
import { Icon } from '../../../shared/icon.tsx';
import { clockIcon } from '../../../shared/icons.ts';
import { Message } from '../../../shared/message.tsx';

// From here on it is told, and there is a way to ask for more.
const URGENT_SECONDS = 120;

/** The end of the hold, at the place that the buyer looks at: beside the button, which a phone always shows. */
export function LapsedHold({ checkout }: { checkout: Checkout }): VNode {
  const { texts, isLapsed } = checkout;
  return (
    <div role="alert">
      {isLapsed.value && (
        <Message
          tone="warn"
          action={
            <button type="button" class="plain" onClick={() => void holdAgain(checkout)}>
              {texts.hold.again}
            </button>
          }
        >
          {texts.hold.ended}
        </Message>
      )}
    </div>
  );
}

/** How long the tickets are held. */
export function HoldClock({ checkout }: { checkout: Checkout }): VNode | null {
  const { texts, secondsLeft, hold, isLapsed, isOrdered } = checkout;
  if (!hold.value || isOrdered.value || isLapsed.value) return null;
  const isUrgent = secondsLeft.value <= URGENT_SECONDS;
  return (
    <div class={isUrgent ? 'clock urgent' : 'clock'}>
      <p role="timer">
        <Icon path={clockIcon} />
        {texts.hold.left(formatClock(secondsLeft.value))}
      </p>
      {isUrgent && (
        <button type="button" class="plain" onClick={() => void holdAgain(checkout)}>
          {texts.hold.moreTime}
        </button>
      )}
    </div>
  );
}
