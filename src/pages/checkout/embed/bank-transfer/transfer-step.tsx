import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { TransferInstructions } from '../../../../rules/bank-transfer.ts';
import { textsIn } from '../../../../rules/texts/bank-transfer/texts.ts';
import { Icon } from '../../../shared/icon.tsx';
import { outIcon } from '../../../shared/icons.ts';
import { offerCopying } from '../../../shared/offer-copying.ts';
import { TransferFacts } from '../../../shared/transfer-facts.tsx';
import { callOrder, receiptAddress } from '../call-embed.ts';
import type { Checkout } from '../checkout-state.ts';
import { StepHeading } from '../components/step-heading.tsx';
import { buyMore } from '../start-again.ts';
import { tellTrouble, whileBusy } from '../tell-trouble.ts';

/** The order waits, for days: how to pay it, and two ways on. The page may be closed, since all of this is in an e-mail too. */
export function TransferStep({
  checkout,
  transfer,
}: {
  checkout: Checkout;
  transfer: TransferInstructions;
}): VNode {
  const { data, receiptToken, formatMoney } = checkout;
  const texts = textsIn(data.language);
  const isAsked = useSignal(false);
  useEffect(() => {
    checkout.isOrderFresh.value = false;
    offerCopying();
  }, []);
  const token = receiptToken.value ?? '';
  const deadline = new Intl.DateTimeFormat(data.locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: data.event.timezone,
  }).format(new Date(transfer.payBy));
  const amount = formatMoney(transfer.amountMinor);
  const cancel = (): Promise<void> =>
    whileBusy(checkout, async () => {
      try {
        await callOrder(checkout, token, '/cancel', { method: 'POST' });
        if (checkout.order.value) checkout.order.value = { ...checkout.order.value, status: 'cancelled' };
        checkout.transfer.value = null;
      } catch (error) {
        tellTrouble(checkout, error, () => void cancel());
      }
    });
  return (
    <>
      <StepHeading>{texts.title(amount)}</StepHeading>
      <p>{texts.text({ deadline, host: data.event.hostName })}</p>
      <TransferFacts transfer={transfer} language={data.language} amount={amount} deadline={deadline} />
      <a class="main" href={receiptAddress(checkout, token)} target="_blank" rel="noopener">
        {texts.receipt}
        <Icon path={outIcon} turns />
      </a>
      <button type="button" class="plain" onClick={() => buyMore(checkout)}>
        {texts.more}
      </button>
      {isAsked.value ? (
        <>
          <p>{texts.cancelText}</p>
          <button type="button" class="second" disabled={checkout.busy.value} onClick={() => void cancel()}>
            {texts.cancel}
          </button>
        </>
      ) : (
        <button type="button" class="plain" onClick={() => (isAsked.value = true)}>
          {texts.cancel}
        </button>
      )}
    </>
  );
}
