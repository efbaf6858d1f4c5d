import type { OrderTickets } from './load-order-tickets.ts';
import { writeTicketMail, type TicketLetter } from './mails/write-ticket-mail.ts';
import type { Printing } from './printer-thread.ts';
import { renderTicketPdf } from './render-ticket-pdf.ts';

/** A PDF of tickets, or the mail of which it is a part. */
export type TicketPrint = { orderTickets: OrderTickets; letter: TicketLetter | null; mediaDir: string };

/** Runs in a printer's thread. */
export const print: Printing<TicketPrint>['print'] = async (
  { orderTickets, letter, mediaDir },
  { pause },
) => {
  const parts = { mediaDir, pause };
  return letter ? writeTicketMail(orderTickets, letter, parts) : renderTicketPdf(orderTickets, parts);
};
