import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Checkout } from '../checkout-state.ts';
import type { IssuedTickets } from '../../../src/checkout/embed/issued-schemas.ts';
import { loadIssuedTickets, resendTickets } from '../follow-order.ts';
import { BackButton } from '../../shared/back-button.tsx';
import { Icon } from '../../shared/icon.tsx';
import { calendarIcon, checkIcon, downloadIcon, letterIcon, receiptIcon } from '../../shared/icons.ts';
import { AskHost } from '../parts/ask-host.tsx';
import { Messages } from '../parts/messages.tsx';
import { StepHeading } from '../parts/step-heading.tsx';
import { StepMain } from '../parts/step-main.tsx';
import { useLater } from '../../shared/use-later.ts';
import { buyMore } from '../start-again.ts';
import { Over } from './pay.tsx';

export function Done({ checkout }: { checkout: Checkout }): VNode {
  const { texts, order, issued, data, receiptToken } = checkout;
  const reference = order.value?.reference ?? data.reference ?? '';
  const token = receiptToken.value ?? '';
  useEffect(() => void loadIssuedTickets(checkout, token), [token]);
  // Beside the tickets, so that it is there with them.
  const correction = useLater(() => import('../parts/email-correction.tsx'));
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
        <Issued checkout={checkout} issued={issued.value} correction={correction} />
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

function Issued({
  checkout,
  issued,
  correction,
}: {
  checkout: Checkout;
  issued: IssuedTickets;
  correction: typeof import('../parts/email-correction.tsx') | null;
}): VNode {
  const { texts, receiptToken, ownPurchase } = checkout;
  const own = ownPurchase.value?.reference === issued.reference ? ownPurchase.value : null;
  const restCount = issued.ticketCount - issued.tickets.length;
  return (
    <>
      {issued.status === 'partially_refunded' && <p class="soft">{texts.done.partlyRefunded}</p>}
      <div class="sent">
        <Icon path={letterIcon} />
        <p>
          <span class="soft line">{texts.done.sentTo}</span>
          <Address text={own?.email ?? issued.sentTo} />
        </p>
        <button
          type="button"
          class="plain"
          onClick={() => void resendTickets(checkout, receiptToken.value ?? '')}
        >
          {texts.done.resend}
        </button>
      </div>
      {own && correction && <correction.EmailCorrection checkout={checkout} purchase={own} />}
      <div class="actions">
        <a class="second" href={issued.calendarUrl} download>
          <Icon path={calendarIcon} />
          {texts.done.calendar}
        </a>
        <a class="second" href={issued.pdfUrl} download>
          <Icon path={downloadIcon} />
          {texts.done.pdf}
        </a>
        <a class="second" href={issued.receiptUrl} target="_blank" rel="noopener">
          <Icon path={receiptIcon} />
          {texts.done.receipt}
        </a>
      </div>
      <ol class="tickets">
        {issued.tickets.map((ticket, index) => (
          <li key={ticket.position} class="ticket">
            {/* Drawn by our server from the code alone. */}
            <div class="qr" dangerouslySetInnerHTML={{ __html: ticket.qrSvg }} />
            <div class="stub">
              <p class="number">{texts.done.ticket(index + 1, issued.ticketCount)}</p>
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
                <div>
                  <dt>{texts.done.shortCode}</dt>
                  <dd class="letters">{ticket.shortCode}</dd>
                </div>
              </dl>
            </div>
          </li>
        ))}
      </ol>
      {restCount > 0 && (
        <p>
          {texts.done.rest(restCount)}{' '}
          <a class="plain" href={issued.receiptUrl} target="_blank" rel="noopener">
            {texts.pay.receipt}
          </a>
        </p>
      )}
    </>
  );
}

/** A long one is best broken before the @. */
function Address({ text }: { text: string }): VNode {
  const at = text.lastIndexOf('@');
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}
