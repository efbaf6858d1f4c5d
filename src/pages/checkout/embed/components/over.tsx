import type { VNode } from 'preact';
import { Icon } from '../../../shared/icon.tsx';
import { outIcon } from '../../../shared/icons.ts';
import { receiptAddress } from '../call-embed.ts';
import type { Checkout, PendingOrder } from '../checkout-state.ts';
import { chooseAgain } from '../start-again.ts';
import { textsIn } from '../texts/ordered/texts.ts';
import { StepHeading } from './step-heading.tsx';

/** An order that came to nothing, or has no ticket left. */
export function Over({
  checkout,
  order,
}: {
  checkout: Checkout;
  order: Pick<PendingOrder, 'status' | 'isPaidBack'>;
}): VNode {
  const { pay } = textsIn(checkout.data.language);
  const { status, isPaidBack = false } = order;
  const withoutTickets = isPaidBack ? 'refunded' : 'void';
  const told =
    status === 'expired' || status === 'cancelled' || status === 'failed' ? status : withoutTickets;
  return (
    <>
      <StepHeading>{pay[`${told}Title`]}</StepHeading>
      <p>{pay[told]}</p>
      <button type="button" class="main" onClick={() => chooseAgain(checkout)}>
        {pay.startAgain}
      </button>
      <a
        class="plain"
        href={receiptAddress(checkout, checkout.receiptToken.value ?? '')}
        target="_blank"
        rel="noopener"
      >
        {pay.receipt}
        <Icon path={outIcon} turns />
      </a>
    </>
  );
}

/** The buyer has paid, and the money is not here yet: nothing invites to pay again. */
export function UnderWay({ checkout }: { checkout: Checkout }): VNode {
  const { pay } = textsIn(checkout.data.language);
  const { chosen, checkoutUrl = null } = checkout.unpaid.value ?? {};
  const address = chosen?.checkoutUrl ?? checkoutUrl;
  return (
    <>
      <StepHeading>{pay.underWayTitle}</StepHeading>
      <p class="waiting" role="status">
        <span class="spinner" />
        {pay.underWay}
      </p>
      {address !== null && (
        <a class="plain" href={address} target="_blank" rel="noopener">
          {pay.openAgain}
        </a>
      )}
    </>
  );
}
