import { mapLink } from '../../values/map-link.ts';
import { html, type Html } from '../../mail/html.ts';
import {
  mailButton,
  mailFacts,
  mailHeading,
  mailKicker,
  mailLayout,
  mailSides,
  withBreaks,
} from '../../mail/mail-layout.ts';
import { unlinked } from '../../mail/unlinked.ts';
import { formatMoney, formatPrice } from '../../money/format-money.ts';
import type { Language } from '../../values/language.ts';
import { nameSeatBelow } from '../../rules/seat-name.ts';
import { eventHours, eventPlace, eventWhen } from '../describe-event.ts';
import type { OrderTicket, OrderTickets } from '../load-order-tickets.ts';
import type { TicketedEvent } from '../read-order.ts';
import { tellPayment } from '../tell-payment.ts';
import { textsIn as ticketTextsIn } from '../texts/texts.ts';
import { hostLinesHtml } from './host-lines.ts';
import { passLinksHtml, type PassLinks } from './pass-links.ts';
import { quoteHtml } from './plain-mail.ts';
import { taxLines } from './tax-lines.ts';
import { textsIn as mailTextsIn } from './texts/texts.ts';

export const POSTER_CID = 'poster@tessera';
export const codeCid = (ticket: OrderTicket): string => `ticket-${ticket.position}@tessera`;

type Mail = {
  /** The recipient's name, as it is written. */
  name: string;
  /** Null in a guest's: it opens the whole order. */
  receiptUrl: string | null;
  termsUrl: string;
  notice: string | null;
  /** How the buyer returns tickets; null: not at all, or the reader is a guest. */
  returns: string | null;
  /** Asked on the receipt. */
  hasQuestions: boolean;
  guestNote: string | null;
  /** The tickets whose codes are in the mail itself. */
  shown: OrderTicket[];
  passLinks: Record<number, PassLinks>;
  attachedCount: number;
  hasPoster: boolean;
};

/** A mail with tickets, as most people see it. */
export function renderTicketHtml({ order, event, tickets }: OrderTickets, mail: Mail): string {
  const { language, reference } = order;
  const { receiptUrl, hasPoster } = mail;
  const { seeTickets, tickets: texts } = mailTextsIn(language);
  return mailLayout({
    language,
    title: texts.subject({ event: event.name, count: tickets.length }),
    preview: texts.preview({ date: eventWhen(event, language).date, count: tickets.length }),
    header: header(event, { hasPoster, language }),
    body: html`${greeting({ order, event, tickets }, mail)} ${guestNote(event, mail, language)}
    ${mail.notice !== null && html`<p style="margin:0 0 18px"><strong>${mail.notice}</strong></p>`}
    ${mail.hasQuestions && receiptUrl !== null && questions(receiptUrl, language)}
    ${mailFacts(factsOf(event, language), language)} ${hostMessage(event, language)}
    ${mail.shown.map((ticket) => ticketCard(ticket, mail.passLinks[ticket.position], language))}
    ${moreTickets(tickets.length, mail, language)}
    ${receiptUrl !== null && mailButton(seeTickets, receiptUrl)}
    ${mail.returns !== null && html`<p style="margin:18px 0 0">${mail.returns}</p>`}
    ${receiptUrl !== null && order.totalMinor > 0 && receipt({ order, event, tickets })}`,
    footer: html`${texts.footer(reference)}${hostLinesHtml({ order, event }, mail)}`,
  });
}

function questions(receiptUrl: string, language: Language): Html {
  const { asks, answer } = mailTextsIn(language).tickets;
  return html`<p style="margin:0 0 18px"><strong>${asks}</strong> <a href="${receiptUrl}">${answer}</a></p>`;
}

function header(
  event: TicketedEvent,
  { hasPoster, language }: { hasPoster: boolean; language: Language },
): Html {
  const kicker = ticketTextsIn(language).presents(event.host.name);
  const words = html`${mailKicker(kicker)} ${mailHeading(event.name)}`;
  if (!hasPoster) return words;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td width="120" valign="top" style="padding-${mailSides(language).end}:20px">
        <img
          src="cid:${POSTER_CID}"
          width="120"
          alt="${mailTextsIn(language).tickets.poster(event.name)}"
          style="display:block;width:120px;border-radius:6px;border:0"
        />
      </td>
      <td valign="middle">${words}</td>
    </tr>
  </table>`;
}

function greeting({ order, tickets }: OrderTickets, { name, receiptUrl }: Mail): Html {
  const texts = mailTextsIn(order.language).tickets;
  const news =
    receiptUrl === null
      ? texts.toGuest({ name, buyer: nameOf(order.buyer), count: tickets.length })
      : texts.toBuyer({ name, count: tickets.length });
  return html`<p style="margin:0 0 18px">${news}</p>`;
}

const nameOf = (person: { firstName: string; lastName: string }): string =>
  unlinked(`${person.firstName} ${person.lastName}`);

function factsOf(event: TicketedEvent, language: Language): [string, (string | Html)[]][] {
  const texts = mailTextsIn(language).tickets;
  const { date, times } = eventHours(event, language);
  const map = mapLink(event);
  const facts: [string, (string | Html)[]][] = [
    [texts.when, [date, times]],
    [
      texts.where,
      [...eventPlace(event, language), ...(map === null ? [] : [html`<a href="${map}">${texts.map}</a>`])],
    ],
  ];
  if (event.directions !== null)
    facts.push([event.isOnline ? texts.join : texts.directions, event.directions.split(/\r?\n/)]);
  return facts;
}

function hostMessage(event: TicketedEvent, language: Language): Html | false {
  if (event.hostMessage === null) return false;
  const { start } = mailSides(language);
  return html`<p
    class="ink"
    dir="auto"
    style="margin:18px 0 0;padding:2px 0;padding-${start}:14px;border-${start}:4px solid #c8623f;color:#1b2829;text-align:${start}"
  >
    ${withBreaks(event.hostMessage.split(/\r?\n/))}
  </p>`;
}

/** The host's words to this guest: plain text, below a line that says so. */
function guestNote(event: TicketedEvent, { guestNote: note }: Mail, language: Language): Html | false {
  const intro = mailTextsIn(language).writes(event.host.name);
  return note !== null && quoteHtml({ intro, words: note }, language);
}

function ticketCard(ticket: OrderTicket, passLinks: PassLinks | undefined, language: Language): Html {
  const { recipient, seat } = ticket;
  return html`<table
    role="presentation"
    class="line"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="margin:20px 0 0;border:1px solid #e4dccd;border-radius:8px"
  >
    <tr>
      <td class="side" width="150" style="padding:14px">
        <img
          src="cid:${codeCid(ticket)}"
          width="150"
          height="150"
          alt="${mailTextsIn(language).tickets.code(ticket.position)}"
          style="display:block;width:150px;height:150px;background:#ffffff;border:0;border-radius:4px"
        />
      </td>
      <td
        class="ink side"
        valign="middle"
        style="padding:14px;padding-${mailSides(language).start}:4px;color:#1b2829"
      >
        <strong dir="auto" style="font-size:17px">${ticket.typeName}</strong>
        ${seat !== null && html`<br /><span dir="auto">${nameSeatBelow(ticket.typeName, seat, language)}</span>`}
        <br /><span class="soft" dir="auto" style="color:#556160">${nameOf(recipient)}</span> <br /><span
          class="soft"
          style="color:#556160"
          >${mailTextsIn(language).tickets.shortCode}</span
        >
        <span dir="ltr" style="font-family:monospace;white-space:nowrap">${ticket.shortCode}</span>
        ${passLinksHtml(passLinks, language)}
      </td>
    </tr>
  </table>`;
}

function moreTickets(
  all: number,
  { shown, attachedCount, receiptUrl }: Mail,
  language: Language,
): Html | false {
  if (all === shown.length) return false;
  const texts = mailTextsIn(language).tickets;
  const isCut = attachedCount < all && receiptUrl !== null;
  return html`<p style="margin:20px 0 0">${isCut ? texts.allOnPage(all) : texts.allInPdf(all)}</p>`;
}

function receipt({ order, event }: OrderTickets): Html {
  const { language } = order;
  const texts = mailTextsIn(language).tickets;
  const { free, payment } = ticketTextsIn(language);
  const paidWith = tellPayment(order);
  const { end } = mailSides(language);
  const money = (amount: number): string => formatMoney(amount, event.country, language);
  const rows = order.items.map((item): [Html | string, string] => [
    html`${item.quantity} × <span dir="auto">${item.name}</span>`,
    formatPrice(item.quantity * item.price, event.country, free, language),
  ]);
  if (order.discountMinor > 0) rows.push([texts.discount, money(-order.discountMinor)]);
  if (order.totalFeesMinor > 0) rows.push([texts.fees, money(order.totalFeesMinor)]);
  return html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="margin:20px 0 0"
  >
    ${rows.map(
      ([name, amount]) =>
        html`<tr>
          <td class="ink line" style="padding:7px 0;border-top:1px solid #e4dccd;color:#1b2829">${name}</td>
          <td
            class="ink line"
            align="${end}"
            style="padding:7px 0;border-top:1px solid #e4dccd;color:#1b2829;white-space:nowrap"
          >
            ${amount}
          </td>
        </tr>`,
    )}
    <tr>
      <td class="ink line" style="padding:9px 0;border-top:2px solid #c8623f;color:#1b2829">
        <strong>${texts.total}</strong>
      </td>
      <td
        class="ink line"
        align="${end}"
        style="padding:9px 0;border-top:2px solid #c8623f;color:#1b2829;white-space:nowrap"
      >
        <strong>${money(order.totalMinor)}</strong>
      </td>
    </tr>
    ${[...taxLines({ order, event }), ...(paidWith === null ? [] : [[payment.label, paidWith]])].map(
      ([name, value]) =>
        html`<tr>
          <td class="soft" style="padding:2px 0;color:#5c6667">${name}</td>
          <td class="soft" align="${end}" style="padding:2px 0;color:#5c6667;white-space:nowrap">${value}</td>
        </tr>`,
    )}
  </table>`;
}
