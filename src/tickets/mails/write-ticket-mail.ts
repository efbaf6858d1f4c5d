import { composeMail, type MailHead } from '../../mail/compose-mail.ts';
import type { OrderTickets } from '../load-order-tickets.ts';
import { renderTicketPdf } from '../render-ticket-pdf.ts';
import { renderTicketMail, type TicketMail } from './render-ticket-mail.ts';

/** All of a ticket mail but the tickets. */
export type TicketLetter = { from: string; head: MailHead; mail: TicketMail };

/** A ticket mail as it goes over the wire. `pause` is awaited before each page of its PDF. */
export async function writeTicketMail(
  orderTickets: OrderTickets,
  { from, head, mail }: TicketLetter,
  { mediaDir, pause }: { mediaDir: string; pause: () => Promise<void> },
): Promise<Buffer> {
  const print = (attached: OrderTickets): Promise<Buffer> => renderTicketPdf(attached, { mediaDir, pause });
  return composeMail(from, { ...head, ...(await renderTicketMail(orderTickets, mail, { mediaDir, print })) });
}
