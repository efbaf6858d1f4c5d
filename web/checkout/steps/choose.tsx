import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { goTo, type Checkout } from '../checkout-state.ts';
import { continueWithCart } from '../hold-cart.ts';
import { Icon } from '../../shared/icon.tsx';
import { alertIcon, clockIcon } from '../../shared/icons.ts';
import { MainButton } from '../../shared/main-button.tsx';
import { AskHost } from '../parts/ask-host.tsx';
import { StepHeading } from '../parts/step-heading.tsx';
import { StepMain } from '../parts/step-main.tsx';
import { Summary } from '../parts/summary.tsx';
import { TicketLine } from '../parts/ticket-line.tsx';
import { fetchPicker } from './seats.tsx';

export function Choose({ checkout }: { checkout: Checkout }): VNode {
  const { data, texts, tickets, eventState, isOpen, isSeated } = checkout;
  const state = eventState.value;
  // While the prices are read; should it fail, the next step fetches it again and tells.
  useEffect(() => {
    if (isSeated) void fetchPicker(data.language).catch(() => undefined);
  }, []);
  const hasList = tickets.value.length > 0 && state !== 'ended' && state !== 'cancelled';
  return (
    <>
      <StepMain checkout={checkout}>
        {!isOpen.value && state !== 'on_sale' && <StateCard checkout={checkout} state={state} />}
        {!isOpen.value && <AskHost checkout={checkout} />}
        {hasList && (
          <section aria-labelledby="step-heading">
            <StepHeading>{isSeated ? texts.choose.seatsHeading : texts.choose.heading}</StepHeading>
            <ul class="types">
              {tickets.value.map((ticket) => (
                <TicketLine key={ticket.id} checkout={checkout} ticket={ticket} />
              ))}
            </ul>
          </section>
        )}
        <HostMessage checkout={checkout} />
      </StepMain>
      {isOpen.value && (
        <Summary checkout={checkout} hasPromo={!isSeated}>
          {isSeated ? (
            <MainButton isBusy={checkout.busy.value} onPress={() => goTo(checkout, 'seats')}>
              {texts.choose.toSeats}
            </MainButton>
          ) : (
            <MainButton isBusy={checkout.busy.value} onPress={() => void continueWithCart(checkout)}>
              {texts.choose.continue}
            </MainButton>
          )}
        </Summary>
      )}
    </>
  );
}

function StateCard({
  checkout,
  state,
}: {
  checkout: Checkout;
  state: keyof Checkout['texts']['states'];
}): VNode {
  const { title, text } = checkout.texts.states[state];
  return (
    <section class={`state ${state}`} aria-labelledby="state">
      <Icon path={state === 'coming_soon' ? clockIcon : alertIcon} />
      <div>
        <h2 id="state">{title}</h2>
        <p>{text}</p>
      </div>
    </section>
  );
}

function HostMessage({ checkout }: { checkout: Checkout }): VNode | null {
  const { event } = checkout.data;
  if (event.hostMessage === null || event.hostMessage === '') return null;
  return (
    <section class="host-message" aria-labelledby="host-message">
      <h2 id="host-message">{checkout.texts.hostSays(event.hostName)}</h2>
      <p>{event.hostMessage}</p>
    </section>
  );
}
