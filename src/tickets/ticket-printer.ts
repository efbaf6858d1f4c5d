import type { OrderTickets } from './load-order-tickets.ts';
import type { TicketLetter } from './mails/write-ticket-mail.ts';
import { createPrintQueue } from './print-queue.ts';
import type { TicketPrint } from './print-tickets.ts';
import type { PrintWork } from './printer-thread.ts';
import { printedFile } from './read-poster.ts';

export type TicketPrinter = {
  /** For other documents that its threads draw. */
  queues: PrintQueues;
  /** One page per ticket. Refuses with `unavailable` where too many wait. With the signal, the print is given up. */
  print(
    orderTickets: OrderTickets,
    options: { queue: 'page' | 'mail'; signal?: AbortSignal },
  ): Promise<Buffer>;
  /** A ticket mail with its PDF, as it goes over the wire. */
  writeMail(orderTickets: OrderTickets, letter: TicketLetter): Promise<Buffer>;
  /** How many are being printed or wait for it. */
  waiting(): { page: number; mail: number };
  close(): Promise<void>;
};

// A page takes some hundredths of a second. What takes longer than this hangs.
const MAX_PAGE_MS = 20_000;
// Mails wait for the processor too.
const PATIENCE = 3;

const PRINTS_TICKETS = new URL('print-tickets.ts', import.meta.url).href;

/** Mails have a thread to themselves: whatever people do on the receipt pages, it does not delay them. */
export const createPrintQueues = (pageLimitMs = MAX_PAGE_MS) => ({
  page: createPrintQueue({ pageLimitMs, isPatient: false, loads: PRINTS_TICKETS }),
  mail: createPrintQueue({ pageLimitMs: pageLimitMs * PATIENCE, isPatient: true, loads: PRINTS_TICKETS }),
});

export type PrintQueues = ReturnType<typeof createPrintQueues>;

const toWork = (input: TicketPrint): PrintWork => ({
  turn: input.orderTickets.order.id,
  file: PRINTS_TICKETS,
  input,
});

/**
 * Draws tickets in threads of their own, each started when it is first needed: a page takes some milliseconds, in which no
 * buyer should wait.
 */
export function createTicketPrinter(options: {
  mediaDir: string;
  /** Has the file in the folder, where it is there at all. Not given: whatever is there is in the folder. */
  bringPoster?: (name: string) => Promise<unknown>;
  pageLimitMs?: number;
  /** Shared with other printers, and not closed by this one. Not given: its own. */
  sharedQueues?: PrintQueues | undefined;
}): TicketPrinter {
  const { mediaDir, bringPoster, pageLimitMs, sharedQueues } = options;
  const queues = sharedQueues ?? createPrintQueues(pageLimitMs);
  let closing = new AbortController();
  const withPoster = async ({ event }: OrderTickets): Promise<void> => {
    const name = printedFile(event.posterFile);
    // While it can't be had, tickets are printed without it: they are good as they are.
    if (bringPoster && name !== null) await bringPoster(name).catch(() => {});
  };
  return {
    queues,
    async print({ order, event, tickets }, { queue, signal }) {
      // Nothing but what is on the tickets: two prints are the same where that is.
      const orderTickets = { order, event, tickets };
      await withPoster(orderTickets);
      const signals = signal ? [closing.signal, signal] : [closing.signal];
      return queues[queue].print(toWork({ orderTickets, letter: null, mediaDir }), AbortSignal.any(signals));
    },
    async writeMail(orderTickets, letter) {
      await withPoster(orderTickets);
      return queues.mail.print(toWork({ orderTickets, letter, mediaDir }), closing.signal);
    },
    waiting: () => ({ page: queues.page.waiting(), mail: queues.mail.waiting() }),
    async close() {
      closing.abort(new Error('the program is stopping'));
      closing = new AbortController();
      if (!sharedQueues) await Promise.all([queues.page.close(), queues.mail.close()]);
    },
  };
}
