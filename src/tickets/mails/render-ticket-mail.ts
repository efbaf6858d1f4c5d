import type { MailAttachment, MailContent } from '../../mail/compose-mail.ts';
import { unlinked } from '../../mail/unlinked.ts';
import { calendarFile } from '../calendar-file.ts';
import { qrPng } from '../draw-qr.ts';
import { describeReturns } from '../describe-returns.ts';
import type { OrderTicket, OrderTickets } from '../load-order-tickets.ts';
import { readPoster, type Poster } from '../read-poster.ts';
import { textsIn as ticketTextsIn } from '../texts/texts.ts';
import { codeCid, POSTER_CID, renderTicketHtml } from './render-ticket-html.ts';
import type { PassLinks } from './pass-links.ts';
import { renderTicketText } from './render-ticket-text.ts';
import { textsIn as mailTextsIn } from './texts/texts.ts';

/** The text of a ticket mail besides the tickets. Data alone: another thread renders it. */
export type TicketMail = {
  isBuyer: boolean;
  /** The host asks the buyer something, on the receipt. */
  hasQuestions: boolean;
  /** Why it is sent again, where there is something to know; null: nothing. */
  notice: string | null;
  /** The host's words to whom it gave the tickets; null: none. */
  guestNote: string | null;
  /** Of the tickets whose codes are in the mail, by their position. */
  passLinks: Record<number, PassLinks>;
  receiptUrl: string;
  /** With the reference: it opens nothing, and mails the link to the buyer. */
  orderUrl: string;
  termsUrl: string;
};

type Deps = { mediaDir: string; print: (orderTickets: OrderTickets) => Promise<Buffer> };

// Beyond these a mail grows past what inboxes take; the rest is in the PDF, and on the receipt page.
export const MAX_CODES_SHOWN = 10;
const MAX_TICKETS_ATTACHED = 200;
const POSTER_MAX_BYTES = 400 * 1024;

/** Tickets for one recipient. The buyer gets all of them, and the way to the receipt; a guest gets their own. */
export async function renderTicketMail(
  { order, event, tickets }: OrderTickets,
  to: TicketMail,
  { mediaDir, print }: Deps,
): Promise<MailContent> {
  const { notice, guestNote, termsUrl, hasQuestions, passLinks } = to;
  const texts = mailTextsIn(order.language);
  const shown = tickets.slice(0, MAX_CODES_SHOWN);
  const attached = tickets.slice(0, MAX_TICKETS_ATTACHED);
  const poster = await readPoster(mediaDir, event.posterFile, { maxBytes: POSTER_MAX_BYTES });
  const receiptUrl = to.isBuyer ? to.receiptUrl : null;
  const { firstName } = to.isBuyer ? order.buyer : (tickets[0]?.recipient ?? order.buyer);
  const name = unlinked(firstName);
  const { returnTerms, language } = order;
  const returns =
    to.isBuyer && returnTerms
      ? describeReturns(returnTerms, event, { language, isFree: order.totalMinor === 0 })
      : null;
  return {
    subject: texts.tickets.subject({ event: event.name, count: tickets.length }),
    html: renderTicketHtml(
      { order, event, tickets },
      {
        name,
        receiptUrl,
        termsUrl,
        notice,
        returns,
        hasQuestions,
        guestNote,
        passLinks,
        shown,
        attachedCount: attached.length,
        hasPoster: poster !== null,
      },
    ),
    text: renderTicketText(
      { order, event, tickets: attached },
      { receiptUrl, termsUrl, notice, returns, hasQuestions, guestNote, passLinks },
    ),
    attachments: [
      ...(await ticketFiles({ order, event, tickets: attached }, to, print)),
      ...(await pictures(shown, { poster, names: texts.tickets.files })),
    ],
  };
}

/** The tickets to print. */
export async function ticketPdf(
  { tickets, ...about }: OrderTickets,
  print: Deps['print'],
): Promise<MailAttachment> {
  return {
    filename: `${ticketTextsIn(about.order.language).pdf.file}-${about.event.slug}.pdf`,
    content: await print({ ...about, tickets: tickets.slice(0, MAX_TICKETS_ATTACHED) }),
    contentType: 'application/pdf',
  };
}

/** The tickets to print, and the event for the calendar. */
async function ticketFiles(
  orderTickets: OrderTickets,
  to: TicketMail,
  print: Deps['print'],
): Promise<MailAttachment[]> {
  const { order, event } = orderTickets;
  const { reference, language } = order;
  return [
    await ticketPdf(orderTickets, print),
    {
      filename: `${event.slug}.ics`,
      content: calendarFile(event, { reference, language, ...(to.isBuyer && { orderUrl: to.orderUrl }) }),
      contentType: 'text/calendar; charset=utf-8',
    },
  ];
}

/** The pictures of the HTML. */
async function pictures(
  shown: OrderTicket[],
  { poster, names }: { poster: Poster | null; names: { code: string; poster: string } },
): Promise<MailAttachment[]> {
  const codes = shown.map(async (ticket) => ({
    filename: `${names.code}-${ticket.position}.png`,
    content: await qrPng(ticket.code),
    contentType: 'image/png',
    cid: codeCid(ticket),
  }));
  if (!poster) return Promise.all(codes);
  const { bytes, contentType } = poster;
  const filename = `${names.poster}.${contentType === 'image/png' ? 'png' : 'jpg'}`;
  return [{ filename, content: bytes, contentType, cid: POSTER_CID }, ...(await Promise.all(codes))];
}
