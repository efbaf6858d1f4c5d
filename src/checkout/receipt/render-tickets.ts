import { html, type Html, type HtmlValue } from '../../mail/html.ts';
import { qrSvg } from '../../tickets/draw-qr.ts';
import { eventWhen } from '../../tickets/describe-event.ts';
import type { OrderTicket } from '../../tickets/load-order-tickets.ts';
import { formatMoment } from './describe-refund.ts';
import { icon } from './draw-icon.ts';
import type { Receipt } from './load-receipt.ts';

// Drawing a code takes milliseconds in which nobody else is answered, and an order may have a thousand tickets.
const TICKETS_PER_PAGE = 10;

/** The tickets as they are shown at the door: one to a screen, the code as large as the phone is wide. */
export function renderTickets(receipt: Receipt, page: number): Html {
  const { tickets } = receipt;
  const pages = Math.ceil(tickets.length / TICKETS_PER_PAGE);
  const current = Math.min(Math.max(page, 1), pages);
  const first = (current - 1) * TICKETS_PER_PAGE;
  const shown = tickets.slice(first, first + TICKETS_PER_PAGE);
  return html`<section class="tickets" aria-labelledby="tickets">
    <h2 id="tickets">${tickets.length === 1 ? 'Your ticket' : `Your ${tickets.length} tickets`}</h2>
    <ol>
      ${shown.map((ticket, index) => renderTicket(receipt, { ticket, next: shown[index + 1] }))}
    </ol>
    ${pages > 1 && renderPages({ receiptToken: receipt.receiptToken, pages, current, count: tickets.length })}
  </section>`;
}

/** Where a ticket is on the page that is shown, or on the one that has it. */
export function addressOf(
  { receiptToken, tickets }: Receipt,
  { ticket, ticketsPage }: { ticket: OrderTicket; ticketsPage: number },
): string {
  const page = Math.floor(tickets.indexOf(ticket) / TICKETS_PER_PAGE) + 1;
  return `${page === ticketsPage ? '' : `${receiptToken}?tickets=${page}`}#ticket-${ticket.position}`;
}

function renderPages(of: { receiptToken: string; pages: number; current: number; count: number }): Html {
  const links = Array.from({ length: of.pages }, (_, index) => {
    const first = index * TICKETS_PER_PAGE + 1;
    const last = Math.min(first + TICKETS_PER_PAGE - 1, of.count);
    return html`<li>
      <a
        href="${of.receiptToken}?tickets=${index + 1}#tickets"
        ${index + 1 === of.current && html`aria-current="page"`}
        >${first === last ? first : `${first} to ${last}`}</a
      >
    </li>`;
  });
  return html`<nav class="pages" aria-label="All tickets">
    <ul>
      ${links}
    </ul>
  </nav>`;
}

function renderTicket(
  { event, tickets }: Receipt,
  { ticket, next }: { ticket: OrderTicket; next: OrderTicket | undefined },
): Html {
  const id = `ticket-${ticket.position}`;
  const number = tickets.length === 1 ? 'Ticket' : `Ticket ${ticket.position} of ${tickets.length}`;
  const holder = `${ticket.recipient.firstName} ${ticket.recipient.lastName}`;
  const { date, time } = eventWhen(event);
  return html`<li>
    <article class="ticket ${stateOf(ticket)}" id="${id}" aria-labelledby="${id}-name">
      <div class="about">
        <p class="number">${number}</p>
        <h3 id="${id}-name">${ticket.typeName}</h3>
        <p class="event">${event.name}</p>
        <p class="when">${date}, ${time}</p>
      </div>
      <div class="code">
        ${face(ticket, { event, title: `QR code of ${number}: ${ticket.typeName}, ${holder}` })}
      </div>
      <div class="holder">
        <dl>
          ${ticket.seat !== null && seat(ticket.seat)}
          <div class="wide">
            <dt>Holder</dt>
            <dd>${holder}</dd>
          </div>
        </dl>
        ${
          ticket.voidedAt === null &&
          html`<details>
            <summary>Code in letters</summary>
            <p class="letters">${groupsOf(ticket.code).join(' ')}</p>
          </details>`
        }
        ${next && html`<a class="next" href="#ticket-${next.position}">Next ticket ${icon('down')}</a>`}
      </div>
    </article>
  </li>`;
}

function stateOf({ voidedAt, usedAt }: OrderTicket): 'void' | 'used' | 'live' {
  if (voidedAt) return 'void';
  return usedAt ? 'used' : 'live';
}

/** Where there is nothing left to read, there is no code: nobody queues with a ticket that will be turned away. */
function face(ticket: OrderTicket, { event, title }: { event: Receipt['event']; title: string }): HtmlValue {
  if (ticket.voidedAt) {
    return html`<div class="stamp">
      ${icon('cross')}<strong>Void</strong>
      <span>Not valid for entry since ${formatMoment(ticket.voidedAt, event)}</span>
    </div>`;
  }
  if (ticket.usedAt) {
    return html`<div class="stamp">
      ${icon('check')}<strong>Used</strong>
      <span>Let in on ${formatMoment(ticket.usedAt, event)}</span>
    </div>`;
  }
  return qrSvg(ticket.code, { title });
}

const seat = ({ section, row, seat: number }: NonNullable<OrderTicket['seat']>): Html =>
  html`<div>
      <dt>Section</dt>
      <dd>${section}</dd>
    </div>
    <div>
      <dt>Row</dt>
      <dd>${row}</dd>
    </div>
    <div>
      <dt>Seat</dt>
      <dd>${number}</dd>
    </div>`;

const groupsOf = (code: string): string[] => code.match(/.{1,5}/g) ?? [];
