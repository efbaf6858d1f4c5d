import type { VNode } from 'preact';
import type { Checkout } from '../checkout-state.ts';
import { continueWithCart } from '../hold-cart.ts';
import { MainButton } from '../../../shared/main-button.tsx';
import { AskHost } from '../components/ask-host.tsx';
import { HostMessage } from '../components/host-message.tsx';
import { StateCard } from '../components/state-card.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import { StepMain } from '../components/step-main.tsx';
import { Summary } from '../components/summary.tsx';
import { TicketLine } from '../components/ticket-line.tsx';
import { Seats } from './seats.tsx';

/** The first step: seats if the event has them, tickets if not, and prices if nothing is available. */
export function Choose({ checkout }: { checkout: Checkout }): VNode {
  const { isOpen, isSeated } = checkout;
  return isSeated && isOpen.value ? <Seats checkout={checkout} /> : <Tickets checkout={checkout} />;
}

function Tickets({ checkout }: { checkout: Checkout }): VNode {
  const { texts, tickets, eventState, isOpen } = checkout;
  const state = eventState.value;
  const hasList = tickets.value.length > 0 && state !== 'ended' && state !== 'cancelled';
  return (
    <>
      <StepMain checkout={checkout}>
        {!isOpen.value && state !== 'on_sale' && <StateCard checkout={checkout} state={state} />}
        {!isOpen.value && <AskHost checkout={checkout} />}
        {hasList && (
          <section aria-labelledby="step-heading">
            <StepHeading>{isOpen.value ? texts.choose.heading : texts.choose.prices}</StepHeading>
            <ul class="types">
              {tickets.value.map((ticket) => (
                <TicketLine key={ticket.id} checkout={checkout} ticket={ticket} />
              ))}
            </ul>
          </section>
        )}
        <HostMessage checkout={checkout} />
        {isOpen.value && <AskHost checkout={checkout} />}
      </StepMain>
      {isOpen.value && (
        <Summary checkout={checkout} hasPromo>
          <MainButton isBusy={checkout.busy.value} onPress={() => void continueWithCart(checkout)}>
            {texts.choose.continue}
          </MainButton>
        </Summary>
      )}
    </>
  );
}
