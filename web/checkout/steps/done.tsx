import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Checkout } from '../checkout-state.ts';
import type { IssuedTickets } from '../contract.ts';
import { loadIssuedTickets, resendTickets } from '../follow-order.ts';
import { BackButton } from '../parts/back-button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Messages } from '../parts/messages.tsx';
import { StepHeading } from '../parts/step-heading.tsx';
import { buyMore } from '../start-again.ts';

export function Done({ checkout }: { checkout: Checkout }): VNode {
  const { texts, order, issued, data } = checkout;
  const reference = order.value?.reference ?? data.reference ?? '';
  useEffect(() => void loadIssuedTickets(checkout, reference), [reference]);
  return (
    <main class="done">
      <div class="thanks">
        <span class="sign">
          <Icon name="check" />
        </span>
        <StepHeading>{texts.done.heading(issued.value?.tickets.length ?? 2)}</StepHeading>
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
      <BackButton label={texts.done.more} onPress={() => buyMore(checkout)} />
    </main>
  );
}

function Issued({ checkout, issued }: { checkout: Checkout; issued: IssuedTickets }): VNode {
  const { texts } = checkout;
  return (
    <>
      <div class="sent">
        <Icon name="letter" />
        <p>
          <span class="soft line">{texts.done.sentTo}</span>
          {issued.sentTo}
        </p>
        <button type="button" class="plain" onClick={() => void resendTickets(checkout, issued.reference)}>
          {texts.done.resend}
        </button>
      </div>
      <div class="actions">
        <a class="second" href={issued.calendarUrl} download>
          <Icon name="calendar" />
          {texts.done.calendar}
        </a>
        <a class="second" href={issued.pdfUrl} download>
          <Icon name="download" />
          {texts.done.pdf}
        </a>
        <a class="second" href={issued.receiptUrl} target="_blank" rel="noopener">
          <Icon name="receipt" />
          {texts.done.receipt}
        </a>
      </div>
      <ol class="tickets">
        {issued.tickets.map((ticket) => (
          <li key={ticket.position} class="ticket">
            {/* Drawn by our server from the code alone. */}
            <div class="qr" dangerouslySetInnerHTML={{ __html: ticket.qrSvg }} />
            <div class="stub">
              <p class="number">{texts.done.ticket(ticket.position, issued.tickets.length)}</p>
              <h3>{ticket.typeName}</h3>
              <dl>
                {ticket.seat !== null && (
                  <div>
                    <dt>{texts.done.seat}</dt>
                    <dd>{ticket.seat}</dd>
                  </div>
                )}
                <div>
                  <dt>{texts.done.holder}</dt>
                  <dd>{ticket.holder}</dd>
                </div>
              </dl>
              <details>
                <summary>{texts.done.code}</summary>
                <p class="letters">{ticket.code}</p>
              </details>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
