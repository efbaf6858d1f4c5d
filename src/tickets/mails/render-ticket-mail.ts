import { isSameAddress } from '../../values/email-address.ts';
import { formatMoney, formatPrice } from '../../money/format-money.ts';
import { html, type Html } from '../../mail/html.ts';
import { calendarFile } from '../calendar-file.ts';
import { eventPlace, eventWhen } from '../describe-event.ts';
import { qrPng } from '../draw-qr.ts';
import type { TicketedEvent } from '../read-order.ts';
import type { OrderTicket, OrderTickets } from '../load-order-tickets.ts';
import { readPoster } from '../read-poster.ts';
import type { TicketPrinter } from '../ticket-printer.ts';
import {
  mailButton,
  mailFacts,
  mailHeading,
  mailKicker,
  mailLayout,
  withBreaks,
} from '../../mail/mail-layout.ts';
import type { MailAttachment } from '../../mail/mailer.ts';
import { unlinked } from '../../mail/unlinked.ts';

export type RenderedMail = { subject: string; html: string; text: string; attachments: MailAttachment[] };

// Beyond these a mail grows past what inboxes take; the rest is in the PDF, and on the receipt page.
const MAX_CODES_SHOWN = 10;
const MAX_TICKETS_ATTACHED = 200;
const POSTER_MAX_BYTES = 400 * 1024;
const POSTER_CID = 'poster@tessera';
const REPLACEMENT = 'Use these codes: those of an earlier e-mail for this order no longer let anybody in.';

/** Tickets for one recipient. The buyer gets all of them, and the way to the receipt; a guest gets his own. */
export async function renderTicketMail(
  { order, event, tickets }: OrderTickets,
  to: {
    isBuyer: boolean;
    /** The codes of an earlier mail are no longer good. */
    isReplacement: boolean;
    receiptUrl: string;
    /** With the reference: it opens nothing, and mails the link to the buyer. */
    orderUrl: string;
    mediaDir: string;
    printer: TicketPrinter;
  },
): Promise<RenderedMail> {
  const shown = tickets.slice(0, MAX_CODES_SHOWN);
  const poster = await readPoster(to.mediaDir, event.posterFile, { maxBytes: POSTER_MAX_BYTES });
  const receiptUrl = to.isBuyer ? to.receiptUrl : null;
  const title = tickets.length === 1 ? `Your ticket for ${event.name}` : `Your tickets for ${event.name}`;
  const attached = tickets.slice(0, MAX_TICKETS_ATTACHED);
  return {
    subject: title,
    html: mailLayout({
      title,
      preview: `${eventWhen(event).date}. ${countOf(tickets)} inside.`,
      header: header(event, poster !== null),
      body: html`${greeting({ order, event, tickets }, to.isBuyer)}
      ${to.isReplacement && html`<p style="margin:0 0 18px"><strong>${REPLACEMENT}</strong></p>`}
      ${mailFacts(factsOf(event))} ${hostMessage(event)} ${shown.map(ticketCard)}
      ${moreTickets(tickets.length, attached.length, receiptUrl)}
      ${receiptUrl !== null && mailButton('See your order', receiptUrl)}
      ${to.isBuyer && order.totalMinor > 0 && receipt({ order, event, tickets })}`,
      footer: footer(event, order.reference),
    }),
    text: textOf({ order, event, tickets: attached }, { receiptUrl, isReplacement: to.isReplacement }),
    attachments: [
      {
        filename: `tickets-${event.slug}.pdf`,
        content: await to.printer.print({ order, event, tickets: attached }, { queue: 'mail' }),
        contentType: 'application/pdf',
      },
      {
        filename: `${event.slug}.ics`,
        content: calendarFile(event, {
          reference: order.reference,
          ...(to.isBuyer && { orderUrl: to.orderUrl }),
        }),
        contentType: 'text/calendar; charset=utf-8',
      },
      ...(poster
        ? [
            {
              filename: poster.contentType === 'image/png' ? 'poster.png' : 'poster.jpg',
              content: poster.bytes,
              contentType: poster.contentType,
              cid: POSTER_CID,
            },
          ]
        : []),
      ...(await Promise.all(
        shown.map(async (ticket) => ({
          filename: `ticket-${ticket.position}.png`,
          content: await qrPng(ticket.code),
          contentType: 'image/png',
          cid: codeCid(ticket),
        })),
      )),
    ],
  };
}

/** What a guest may know of an order: his own tickets. Its reference opens nothing. */
export function forGuest(orderTickets: OrderTickets, email: string): OrderTickets {
  const { order, event, tickets } = orderTickets;
  return {
    order,
    event,
    tickets: tickets.filter((ticket) => isSameAddress(ticket.recipient.email, email)),
  };
}

const nameOf = (person: { firstName: string; lastName: string }): string =>
  unlinked(`${person.firstName} ${person.lastName}`);

const codeCid = (ticket: OrderTicket): string => `ticket-${ticket.position}@tessera`;
const countOf = (tickets: OrderTicket[]): string =>
  tickets.length === 1 ? 'One ticket' : `${tickets.length} tickets`;

function header(event: TicketedEvent, hasPoster: boolean): Html {
  const words = html`${mailKicker(`${event.hostName} presents`)} ${mailHeading(event.name)}`;
  if (!hasPoster) return words;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td width="120" valign="top" style="padding-right:20px">
        <img
          src="cid:${POSTER_CID}"
          width="120"
          alt="Poster of ${event.name}"
          style="display:block;width:120px;border-radius:6px;border:0"
        />
      </td>
      <td valign="middle">${words}</td>
    </tr>
  </table>`;
}

function greeting({ order, tickets }: OrderTickets, isBuyer: boolean): Html {
  const name = isBuyer ? order.buyer.firstName : (tickets[0]?.recipient.firstName ?? '');
  const news = isBuyer
    ? `thank you for your order. ${tickets.length === 1 ? 'Your ticket is' : 'Your tickets are'} below and in the PDF.`
    : `${nameOf(order.buyer)} got ${tickets.length === 1 ? 'a ticket' : 'tickets'} for you.`;
  return html`<p style="margin:0 0 18px">Hello ${unlinked(name)}, ${news}</p>`;
}

function factsOf(event: TicketedEvent): [string, string[]][] {
  const { date, time } = eventWhen(event);
  return [
    ['When', [date, time]],
    ['Where', eventPlace(event)],
    ...(event.directions === null
      ? []
      : [['Getting there', event.directions.split(/\r?\n/)] as [string, string[]]]),
  ];
}

function hostMessage(event: TicketedEvent): Html | false {
  if (event.hostMessage === null) return false;
  return html`<p
    class="ink"
    style="margin:18px 0 0;padding:2px 0 2px 14px;border-left:4px solid #c8623f;color:#1b2829"
  >
    ${withBreaks(event.hostMessage.split(/\r?\n/))}
  </p>`;
}

function ticketCard(ticket: OrderTicket): Html {
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
      <td width="150" style="padding:14px">
        <img
          src="cid:${codeCid(ticket)}"
          width="150"
          height="150"
          alt="Code of ticket ${ticket.position}. It is in the PDF too."
          style="display:block;width:150px;height:150px;background:#ffffff;border:0;border-radius:4px"
        />
      </td>
      <td class="ink" valign="middle" style="padding:14px 14px 14px 4px;color:#1b2829">
        <strong style="font-size:17px">${ticket.typeName}</strong>
        ${seat !== null && html`<br />${seatText(seat)}`}
        <br /><span class="soft" style="color:#556160">${nameOf(recipient)}</span>
      </td>
    </tr>
  </table>`;
}

const seatText = (seat: { section: string; row: string; seat: string }): string =>
  `${seat.section}, row ${seat.row}, seat ${seat.seat}`;

function moreTickets(all: number, attached: number, receiptUrl: string | null): Html | false {
  if (all <= MAX_CODES_SHOWN) return false;
  const where = attached < all && receiptUrl !== null ? 'on your order’s page' : 'in the PDF';
  return html`<p style="margin:20px 0 0">All ${all} tickets are ${where}.</p>`;
}

function receipt({ order, event }: OrderTickets): Html {
  const money = (amount: number): string => formatMoney(amount, event.country);
  const rows: [string, string][] = [
    ...order.items.map((item): [string, string] => [
      `${item.quantity} × ${item.name}`,
      formatPrice(item.quantity * item.price, event.country, 'Free'),
    ]),
    ...(order.discountMinor > 0 ? [['Discount', money(-order.discountMinor)] as [string, string]] : []),
    ...(order.totalFeesMinor > 0 ? [['Fees', money(order.totalFeesMinor)] as [string, string]] : []),
  ];
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
            align="right"
            style="padding:7px 0;border-top:1px solid #e4dccd;color:#1b2829;white-space:nowrap"
          >
            ${amount}
          </td>
        </tr>`,
    )}
    <tr>
      <td class="ink line" style="padding:9px 0;border-top:2px solid #c8623f;color:#1b2829">
        <strong>Total paid</strong>
      </td>
      <td
        class="ink line"
        align="right"
        style="padding:9px 0;border-top:2px solid #c8623f;color:#1b2829;white-space:nowrap"
      >
        <strong>${money(order.totalMinor)}</strong>
      </td>
    </tr>
  </table>`;
}

function footer(event: TicketedEvent, reference: string): Html {
  return html`Order ${reference}. Each code lets one person in, once: keep it to yourself. Questions about the
  event? Ask ${event.hostName}.`;
}

function textOf(
  { order, event, tickets }: OrderTickets,
  { receiptUrl, isReplacement }: { receiptUrl: string | null; isReplacement: boolean },
): string {
  const { date, time } = eventWhen(event);
  const lines = [
    event.name,
    `by ${event.hostName}`,
    '',
    `When:  ${date}, ${time}`,
    `Where: ${eventPlace(event).join(', ')}`,
    ...(event.directions === null ? [] : [event.directions]),
    ...(event.hostMessage === null ? [] : ['', event.hostMessage]),
    '',
    ...tickets.map((ticket) => {
      const { recipient, seat } = ticket;
      const place = seat ? `, ${seatText(seat)}` : '';
      return `Ticket ${ticket.position}: ${ticket.typeName}${place}, for ${nameOf(recipient)}`;
    }),
    '',
    'The codes to show at the door are in the PDF.',
    ...(isReplacement ? [REPLACEMENT] : []),
    ...(receiptUrl === null ? [] : [`Your order: ${receiptUrl}`]),
    ...(receiptUrl === null || order.totalMinor === 0
      ? []
      : [`Total paid: ${formatMoney(order.totalMinor, event.country)}`]),
    `Order ${order.reference}`,
  ];
  return `${lines.join('\n')}\n`;
}
