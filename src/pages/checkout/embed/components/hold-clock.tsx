import type { VNode } from 'preact';
import type { Checkout } from '../checkout-state.ts';
import { formatClock } from '../../../shared/format-clock.ts';
import { holdAgain } from '../hold-cart.ts';
import { Icon } from '../../../shared/icon.tsx';
import { clockIcon } from '../../../shared/icons.ts';

// From here on it is told, and there is a way to ask for more.
const URGENT_SECONDS = 120;

/** How long the tickets are held; after that, how to hold them again. */
export function HoldClock({ checkout }: { checkout: Checkout }): VNode | null {
  const { texts, secondsLeft, hold, isLapsed, isOrdered, busy } = checkout;
  if (!hold.value || isOrdered.value) return null;
  if (isLapsed.value) {
    return (
      <div class="lapsed" role="alert">
        <Icon path={clockIcon} />
        <div>
          <h2>{texts.hold.endedTitle}</h2>
          <p>{texts.hold.endedText}</p>
          <button
            type="button"
            class="second"
            aria-disabled={busy.value}
            onClick={() => void holdAgain(checkout)}
          >
            {texts.hold.again}
          </button>
        </div>
      </div>
    );
  }
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
