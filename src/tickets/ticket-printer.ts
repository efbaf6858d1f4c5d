import type { OrderTickets } from './load-order-tickets.ts';
import type { TicketLetter } from './mails/write-ticket-mail.ts';
import { createPrintQueue } from './print-queue.ts';

export type TicketPrinter = {
  /** One page per ticket. Refuses with `unavailable` where too many wait. With the signal, the print is given up. */
  print(
    orderTickets: OrderTickets,
    options: { queue: 'page' | 'mail'; signal?: AbortSignal },
  ): Promise<Buffer>;
  /** A ticket mail with its PDF, as it goes over the wire. */
  writeMail(orderTickets: OrderTickets, letter: TicketLetter): Promise<Buffer>;
  close(): Promise<void>;
};

// A page takes some hundredths of a second. What takes longer than this hangs.
const PAGE_LIMIT_MS = 20_000;
// Mails wait for the processor too.
const PATIENCE = 3;

/**
 * Draws tickets in threads of their own, each started when it is first needed: a page takes some milliseconds, in which no
 * buyer should wait. Mails have a thread to themselves: whatever people do on the receipt pages, it does not delay them.
 */
export function createTicketPrinter(options: { mediaDir: string; pageLimitMs?: number }): TicketPrinter {
  const { mediaDir, pageLimitMs = PAGE_LIMIT_MS } = options;
  const queues = {
    page: createPrintQueue({ mediaDir, pageLimitMs, isPatient: false }),
    mail: createPrintQueue({ mediaDir, pageLimitMs: pageLimitMs * PATIENCE, isPatient: true }),
  };
  return {
    // Nothing but what is on the tickets: two prints are the same where that is.
    print: ({ order, event, tickets }, { queue, signal }) =>
      queues[queue].print({ orderTickets: { order, event, tickets }, letter: null }, signal),
    writeMail: (orderTickets, letter) => queues.mail.print({ orderTickets, letter }),
    async close() {
      await Promise.all([queues.page.close(), queues.mail.close()]);
    },
  };
}
