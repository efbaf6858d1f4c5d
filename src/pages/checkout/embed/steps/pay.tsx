import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { goTo, isWaiting, type Checkout, type PendingOrder } from '../checkout-state.ts';
import { receiptAddress } from '../call-embed.ts';
import { followOrder } from '../follow-order.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { Icon } from '../../../shared/icon.tsx';
import { outIcon } from '../../../shared/icons.ts';
import { ChooseWay } from '../components/choose-way.tsx';
import { AskHost } from '../components/ask-host.tsx';
import { Over, UnderWay } from '../components/over.tsx';
import { Messages } from '../components/messages.tsx';
import { PayInPlace } from '../components/pay-in-place.tsx';
import { PaymentMethods } from '../components/payment-methods.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import { StepMain } from '../components/step-main.tsx';
import { TransferStep } from '../bank-transfer/transfer-step.tsx';
import { UnpaidOrder } from '../components/unpaid-order.tsx';
import { textsIn } from '../texts/ordered/texts.ts';
import { chooseAgain } from '../start-again.ts';

export function Pay({ checkout }: { checkout: Checkout }): VNode {
  const { order, data, texts, receiptToken, trouble } = checkout;
  const { pay } = textsIn(data.language);
  const reference = order.value?.reference ?? data.reference;
  const token = receiptToken.value;
  useEffect(() => (token === null ? undefined : followOrder(checkout, token)), [token]);
  const isOver = order.value !== null && !isWaiting(order.value);
  // Until its first answer the page knows it by the choice alone.
  const isTransfer =
    checkout.transfer.value !== null || (checkout.isOrderFresh.value && order.value?.checkoutUrl === null);
  // A gateway says so too while the buyer types a bank's code into its form: that is not taken away.
  const isUnderWay = checkout.isPaymentUnderWay.value && !checkout.paysHere.value;
  return (
    <StepMain checkout={checkout} class="narrow">
      {(order.value === null || (isTransfer && !isOver && checkout.transfer.value === null)) && (
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
      {order.value && isUnderWay && <UnderWay checkout={checkout} />}
      {order.value && !isOver && checkout.transfer.value && (
        <TransferStep checkout={checkout} transfer={checkout.transfer.value} />
      )}
      {order.value && !isOver && !isUnderWay && !isTransfer && (
        <Pending checkout={checkout} order={order.value} />
      )}
      {order.value && isOver && !isUnderWay && <Over checkout={checkout} order={order.value} />}
      <Messages checkout={checkout} />
      {order.value === null && trouble.value !== null && (
        <BackButton label={pay.startAgain} onPress={() => chooseAgain(checkout)} />
      )}
      {reference !== null && <p class="reference soft">{pay.reference(reference)}</p>}
      <AskHost checkout={checkout} />
    </StepMain>
  );
}

function Pending({ checkout, order }: { checkout: Checkout; order: PendingOrder }): VNode {
  const { hold, wasCancelled } = checkout;
  const { heading } = checkout.texts.pay;
  const { pay } = textsIn(checkout.data.language);
  // Only the page that has just made the order leaves by itself; one that was come back to waits for a word.
  const isFresh = useSignal(checkout.isOrderFresh.value && order.isFramable);
  const wasOpened = useSignal(false);
  const { checkoutUrl } = order;
  const ways = checkout.unpaid.value?.ways ?? order.ways ?? [];
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
  const choiceUrl = checkoutUrl ?? checkout.unpaid.value?.checkoutUrl ?? null;
  const onOpen = (): void => {
    wasOpened.value = true;
    wasCancelled.value = false;
  };
  const letsChoose = ways.length > 0 && choiceUrl !== null;
  // On the event's own page nothing is around the checkout: the gateway's page itself is in place.
  const frameUrl = checkout.isInPage ? null : (order.frameUrl ?? checkout.unpaid.value?.frameUrl ?? null);
  const hasPlace = frameUrl !== null || (!checkout.isInPage && ways.some(({ isInPlace }) => isInPlace));
  return (
    <>
      <StepHeading>{isNew ? heading : pay[`${state}Title`]}</StepHeading>
      <p>{isNew && hasPlace ? pay.inPlace : pay[isNew ? 'newTab' : state]}</p>
      <UnpaidOrder checkout={checkout} />
      {letsChoose ? (
        <ChooseWay checkout={checkout} ways={ways} checkoutUrl={choiceUrl} onOpen={onOpen} />
      ) : (
        <>
          <WayToPay
            checkout={checkout}
            order={order}
            label={isNew || frameUrl !== null ? pay.open : pay.now}
            isSecond={frameUrl !== null}
            onOpen={onOpen}
          />
          {frameUrl !== null && <PayInPlace key={frameUrl} checkout={checkout} frameUrl={frameUrl} />}
          <PaymentMethods checkout={checkout} />
        </>
      )}
      {!isNew && !wasCancelled.value && (frameUrl === null || wasOpened.value) && (
        <p class="waiting soft" role="status">
          <span class="spinner" />
          {pay.waiting}
        </p>
      )}
      {hold.value ? (
        <BackButton label={pay.change} onPress={() => goTo(checkout, 'details')} />
      ) : (
        <BackButton label={pay.startAgain} onPress={() => chooseAgain(checkout)} />
      )}
    </>
  );
}

/** To the gateway's page: in the frame where it may be shown there, else in a tab of its own. */
function WayToPay(props: {
  checkout: Checkout;
  order: PendingOrder;
  label: (total: string) => string;
  /** There is another way above it. */
  isSecond: boolean;
  onOpen: () => void;
}): VNode {
  const { checkout, order } = props;
  const { data, unpaid, totals, formatMoney, receiptToken } = checkout;
  const total = unpaid.value?.total ?? totals.value.total;
  const checkoutUrl = order.checkoutUrl ?? unpaid.value?.checkoutUrl ?? null;
  const label = total > 0 ? props.label(formatMoney(total)) : textsIn(data.language).pay.openAgain;
  if (order.isFramable && checkoutUrl !== null)
    return (
      <a class="main" href={checkoutUrl} onClick={props.onOpen}>
        {label}
      </a>
    );
  return (
    <a
      class={props.isSecond ? 'second' : 'main'}
      // The receipt leads to the payment too, where this page has forgotten the way.
      href={checkoutUrl ?? receiptAddress(checkout, receiptToken.value ?? '')}
      target="_blank"
      rel="noopener"
      onClick={props.onOpen}
    >
      {label}
      <Icon path={outIcon} turns />
    </a>
  );
}

function Leaving({ checkout, checkoutUrl }: { checkout: Checkout; checkoutUrl: string }): VNode {
  const { pay } = textsIn(checkout.data.language);
  return (
    <>
      <StepHeading>{checkout.texts.pay.heading}</StepHeading>
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
