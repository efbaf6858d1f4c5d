import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { goTo, isWaiting, type Checkout, type PendingOrder } from '../checkout-state.ts';
import { receiptAddress } from '../call-embed.ts';
import { fetchIssuedView, followOrder } from '../follow-order.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { useLater } from '../../../shared/use-later.ts';
import { Icon } from '../../../shared/icon.tsx';
import { outIcon } from '../../../shared/icons.ts';
import { AskHost } from '../components/ask-host.tsx';
import { Messages } from '../components/messages.tsx';
import { PaymentMethods } from '../components/payment-methods.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import { StepMain } from '../components/step-main.tsx';
import { chooseAgain } from '../start-again.ts';

export function Pay({ checkout }: { checkout: Checkout }): VNode {
  const { order, data, texts, receiptToken, trouble } = checkout;
  const reference = order.value?.reference ?? data.reference;
  const token = receiptToken.value;
  useEffect(() => (token === null ? undefined : followOrder(checkout, token)), [token]);
  // Fetches the last steps while the buyer pays; if it fails, the next step fetches them again and tells.
  const later = useLater(fetchIssuedView);
  const isOver = order.value !== null && !isWaiting(order.value);
  const isUnderWay = checkout.isPaymentUnderWay.value;
  return (
    <StepMain checkout={checkout} class="narrow">
      {order.value === null && (
        <>
          <StepHeading>{texts.pay.heading}</StepHeading>
          {trouble.value === null && (
            <p class="waiting" role="status">
              <span class="spinner" />
              {texts.pay.checking}
            </p>
          )}
        </>
      )}
      {order.value && isUnderWay && later && <later.UnderWay checkout={checkout} />}
      {order.value && !isOver && !isUnderWay && (
        <Pending
          checkout={checkout}
          order={order.value}
          unpaidOrder={later && <later.UnpaidOrder checkout={checkout} />}
        />
      )}
      {order.value && isOver && !isUnderWay && later && (
        <later.Over checkout={checkout} order={order.value} />
      )}
      <Messages checkout={checkout} />
      {order.value === null && trouble.value !== null && (
        <BackButton label={texts.pay.startAgain} onPress={() => chooseAgain(checkout)} />
      )}
      {reference !== null && <p class="reference soft">{texts.pay.reference(reference)}</p>}
      <AskHost checkout={checkout} />
    </StepMain>
  );
}

function Pending({
  checkout,
  order,
  unpaidOrder,
}: {
  checkout: Checkout;
  order: PendingOrder;
  unpaidOrder: VNode | null;
}): VNode {
  const { texts, hold, wasCancelled } = checkout;
  // Only the page that has just made the order leaves by itself; one that was come back to waits for a word.
  const isFresh = useSignal(checkout.isOrderFresh.value && order.isFramable);
  const wasOpened = useSignal(false);
  const { checkoutUrl } = order;
  useEffect(() => {
    checkout.isOrderFresh.value = false;
    if (isFresh.value && checkoutUrl !== null) location.assign(checkoutUrl);
    // Back by the browser's own button, the page is shown as it was left.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) isFresh.value = false;
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);

  if (isFresh.value && checkoutUrl !== null) return <Leaving checkout={checkout} checkoutUrl={checkoutUrl} />;
  const isNew = checkoutUrl !== null && !order.isFramable && !wasOpened.value && !checkout.wasRestored.value;
  const state = wasCancelled.value ? 'stopped' : 'unfinished';
  return (
    <>
      <StepHeading>{isNew ? texts.pay.heading : texts.pay[`${state}Title`]}</StepHeading>
      <p>{texts.pay[isNew ? 'newTab' : state]}</p>
      {unpaidOrder}
      <WayToPay
        checkout={checkout}
        order={order}
        label={isNew ? texts.pay.open : texts.pay.now}
        onOpen={() => {
          wasOpened.value = true;
          wasCancelled.value = false;
        }}
      />
      <PaymentMethods checkout={checkout} />
      {!isNew && !wasCancelled.value && (
        <p class="waiting soft" role="status">
          <span class="spinner" />
          {texts.pay.waiting}
        </p>
      )}
      {hold.value ? (
        <BackButton label={texts.pay.change} onPress={() => goTo(checkout, 'details')} />
      ) : (
        <BackButton label={texts.pay.startAgain} onPress={() => chooseAgain(checkout)} />
      )}
    </>
  );
}

/** To the gateway's page: in the frame where it may be shown there, else in a tab of its own. */
function WayToPay(props: {
  checkout: Checkout;
  order: PendingOrder;
  label: (total: string) => string;
  onOpen: () => void;
}): VNode {
  const { checkout, order } = props;
  const { texts, unpaid, totals, formatMoney, receiptToken } = checkout;
  const total = unpaid.value?.total ?? totals.value.total;
  const checkoutUrl = order.checkoutUrl ?? unpaid.value?.checkoutUrl ?? null;
  const label = total > 0 ? props.label(formatMoney(total)) : texts.pay.openAgain;
  if (order.isFramable && checkoutUrl !== null)
    return (
      <a class="main" href={checkoutUrl} onClick={props.onOpen}>
        {label}
      </a>
    );
  return (
    <a
      class="main"
      // The receipt leads to the payment too, where this page has forgotten the way.
      href={checkoutUrl ?? receiptAddress(checkout, receiptToken.value ?? '')}
      target="_blank"
      rel="noopener"
      onClick={props.onOpen}
    >
      {label}
      <Icon path={outIcon} />
    </a>
  );
}

function Leaving({ checkout, checkoutUrl }: { checkout: Checkout; checkoutUrl: string }): VNode {
  const { pay } = checkout.texts;
  return (
    <>
      <StepHeading>{pay.heading}</StepHeading>
      <p class="waiting">
        <span class="spinner" />
        {pay.leaving}
      </p>
      <a class="plain" href={checkoutUrl}>
        {pay.stuck}
      </a>
    </>
  );
}
