import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Checkout } from '../checkout-state.ts';
import { loadIssuedTickets } from '../follow-order.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { Icon } from '../../../shared/icon.tsx';
import { checkIcon } from '../../../shared/icons.ts';
import { AskHost } from '../components/ask-host.tsx';
import { Issued } from '../components/issued.tsx';
import { Messages } from '../components/messages.tsx';
import { Over } from '../components/over.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import { StepMain } from '../components/step-main.tsx';
import { textsIn } from '../texts/ordered/texts.ts';
import { buyMore } from '../start-again.ts';

export function Done({ checkout }: { checkout: Checkout }): VNode {
  const { order, issued, data, receiptToken } = checkout;
  const texts = textsIn(data.language);
  const reference = order.value?.reference ?? data.reference ?? '';
  const token = receiptToken.value ?? '';
  useEffect(() => void loadIssuedTickets(checkout, token), [token]);
  if (issued.value?.ticketCount === 0) {
    return (
      <StepMain checkout={checkout} class="narrow">
        <Over checkout={checkout} order={issued.value} />
        <p class="reference soft">{texts.pay.reference(reference)}</p>
        <AskHost checkout={checkout} />
      </StepMain>
    );
  }
  return (
    <StepMain checkout={checkout} class="done">
      <div class="thanks">
        <span class="sign">
          <Icon path={checkIcon} />
        </span>
        <StepHeading>{texts.done.heading(issued.value?.ticketCount ?? 2)}</StepHeading>
        <p class="soft">{texts.pay.reference(reference)}</p>
      </div>
      <Messages checkout={checkout} />
      {issued.value ? (
        <Issued checkout={checkout} issued={issued.value} />
      ) : (
        checkout.trouble.value === null && (
          <p class="waiting" role="status">
            <span class="spinner" />
            {texts.done.loading}
          </p>
        )
      )}
      <AskHost checkout={checkout} />
      <BackButton label={texts.done.more} onPress={() => buyMore(checkout)} />
    </StepMain>
  );
}
