import type { VNode } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import { checkIcon, clockIcon, stopIcon } from '../../shared/icons.ts';
import type { PayEnd } from '../contract.ts';

type End = { title: string; text: string; look: keyof typeof ICONS };

const ICONS = { check: checkIcon, clock: clockIcon, stop: stopIcon };

export const ENDS: Record<PayEnd, End> = {
  paid: { title: 'This payment is complete', text: 'There is nothing more to do here.', look: 'check' },
  processing: {
    title: 'Your bank transfer is under way',
    text: 'It can take a while to arrive. We tell the shop as soon as it does. There is nothing more to do here.',
    look: 'clock',
  },
  closed: {
    title: 'This payment was closed',
    text: 'The shop no longer accepts this payment. You weren’t charged.',
    look: 'stop',
  },
  expired: {
    title: 'The time to pay is over',
    text: 'You weren’t charged. Go back to the shop to order again.',
    look: 'clock',
  },
};

export const UNKNOWN: End = {
  title: 'There is no such payment',
  text: 'The link is incomplete, or the payment is too old. Ask the shop for a new link.',
  look: 'stop',
};

/** The payment's result, and the way back to the shop. */
export function Ending({ end, shopUrl }: { end: End; shopUrl: string | null }): VNode {
  return (
    <div class={`ending ${end.look}`}>
      <Icon path={ICONS[end.look]} />
      <h1>{end.title}</h1>
      <p>{end.text}</p>
      {shopUrl !== null && (
        <a class="pay" href={shopUrl}>
          Continue to the shop
        </a>
      )}
    </div>
  );
}
