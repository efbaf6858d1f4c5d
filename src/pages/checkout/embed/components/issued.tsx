import type { VNode } from 'preact';
import type { Checkout } from '../checkout-state.ts';
import type { IssuedTickets } from '../server/issued-schemas.ts';
import { resendTickets } from '../resend-tickets.ts';
import { textsIn as passTextsIn, type Texts as PassTexts } from '../../../../rules/texts/passes/texts.ts';
import { Icon } from '../../../shared/icon.tsx';
import { calendarIcon, downloadIcon, letterIcon, receiptIcon } from '../../../shared/icons.ts';
import { MailAddress } from '../../../shared/mail-address.tsx';
import { textsIn as issuedTextsIn } from '../texts/issued/texts.ts';
import { textsIn as orderedTextsIn } from '../texts/ordered/texts.ts';
import { EmailCorrection } from './email-correction.tsx';

import { ShareEvent } from './share-event.tsx';

/** In a window of its own: no wallet opens in a frame. */
function AddToWallet(props: {
  ticket: Pick<IssuedTickets['tickets'][number], 'applePassUrl' | 'googlePassUrl'>;
  texts: PassTexts;
}): VNode {
  const { ticket, texts } = props;
  const links = [
    { url: ticket.applePassUrl, name: texts.apple },
    { url: ticket.googlePassUrl, name: texts.google },
  ];
  return (
    <>
      {links.map(
        ({ url, name }) =>
          url !== null && (
            <p key={name}>
              <a class="plain" href={url} target="_blank" rel="noopener">
                {name}
              </a>
            </p>
          ),
      )}
    </>
  );
}

/** The tickets that were bought. */
export function Issued({ checkout, issued }: { checkout: Checkout; issued: IssuedTickets }): VNode {
  const { texts, receiptToken, ownPurchase } = checkout;
  const own = ownPurchase.value?.reference === issued.reference ? ownPurchase.value : null;
  const issuedTexts = issuedTextsIn(checkout.data.language);
  const restCount = issued.ticketCount - issued.tickets.length;
  return (
    <>
      {issued.status === 'partially_refunded' && <p class="soft">{issuedTexts.partlyRefunded}</p>}
      <div class="sent">
        <Icon path={letterIcon} />
        <p>
          <span class="soft line">{issuedTexts.sentTo}</span>
          <MailAddress text={own?.email ?? issued.sentTo} />
        </p>
        <button
          type="button"
          class="plain"
          onClick={() => void resendTickets(checkout, receiptToken.value ?? '')}
        >
          {issuedTexts.resend}
        </button>
      </div>
      {own && checkout.data.emailNote === null && <EmailCorrection checkout={checkout} purchase={own} />}
      <div class="actions">
        <a class="second" href={issued.calendarUrl} download>
          <Icon path={calendarIcon} />
          {texts.calendar}
        </a>
        <a class="second" href={issued.pdfUrl} download>
          <Icon path={downloadIcon} />
          {issuedTexts.pdf}
        </a>
        <a class="second" href={issued.receiptUrl} target="_blank" rel="noopener">
          <Icon path={receiptIcon} />
          {issuedTexts.receipt}
        </a>
      </div>
      <ol class="tickets">
        {issued.tickets.map((ticket, index) => (
          <li key={ticket.position} class="ticket">
            {/* Drawn by our server from the code alone. */}
            <div class="qr" dangerouslySetInnerHTML={{ __html: ticket.qrSvg }} />
            <div class="stub">
              <p class="number">{issuedTexts.ticket({ number: index + 1, count: issued.ticketCount })}</p>
              <h3 dir="auto">{ticket.typeName}</h3>
              <dl>
                {ticket.seat !== null && (
                  <div>
                    <dt>{issuedTexts.seat}</dt>
                    <dd dir="auto">{ticket.seat}</dd>
                  </div>
                )}
                <div>
                  <dt>{issuedTexts.holder}</dt>
                  <dd dir="auto">{ticket.holder}</dd>
                </div>
                <div>
                  <dt>{issuedTexts.shortCode}</dt>
                  <dd class="letters">{ticket.shortCode}</dd>
                </div>
              </dl>
              <AddToWallet ticket={ticket} texts={passTextsIn(checkout.data.language)} />
            </div>
          </li>
        ))}
      </ol>
      {restCount > 0 && (
        <p>
          {issuedTexts.rest(restCount)}{' '}
          <a class="plain" href={issued.receiptUrl} target="_blank" rel="noopener">
            {orderedTextsIn(checkout.data.language).pay.receipt}
          </a>
        </p>
      )}
      <ShareEvent checkout={checkout} />
    </>
  );
}
