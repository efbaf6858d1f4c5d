import { createPrintQueue } from '../../tickets/print-queue.ts';
import type { PrintQueues } from '../../tickets/ticket-printer.ts';
import type { PrintWork } from '../../tickets/printer-thread.ts';
import type { Invoice } from '../invoice.ts';
import type { InvoicePrint } from './print-invoice.ts';

export type InvoicePrinter = {
  /** Refuses with `unavailable` where too many wait. With the signal, the print is given up. */
  print(
    invoice: Invoice,
    options: { facturX: boolean; queue: 'page' | 'mail'; signal?: AbortSignal },
  ): Promise<Buffer>;
  openArchive(): ArchivePrinter;
  close(): Promise<void>;
};

/** Prints many, with what others leave of the processor. */
export type ArchivePrinter = {
  print(invoice: Invoice, options: { facturX: boolean }): Promise<Buffer>;
  /** Gives up what is under way. */
  close(): void;
};

const PRINTS_INVOICES = new URL('print-invoice.ts', import.meta.url).href;
// A page takes some hundredths of a second; it waits for the processor.
const MAX_ARCHIVE_PAGE_MS = 60_000;

const toWork = (turn: string, input: InvoicePrint): PrintWork => ({ turn, file: PRINTS_INVOICES, input });

/** Draws invoices in the threads that draw tickets, whose owner closes them. Archives have a thread to themselves, which ends with the last one. */
export function createInvoicePrinter(queues: PrintQueues): InvoicePrinter {
  const archives = createPrintQueue({
    pageLimitMs: MAX_ARCHIVE_PAGE_MS,
    isPatient: true,
    loads: PRINTS_INVOICES,
  });
  const open = new Set<string>();
  let opened = 0;
  return {
    print: (invoice, { facturX, queue, signal }) =>
      queues[queue].print(toWork(`invoice ${invoice.id}`, { invoice, facturX }), signal),
    openArchive() {
      const turn = `archive ${++opened}`;
      const leaving = new AbortController();
      open.add(turn);
      return {
        print: (invoice, { facturX }) => archives.print(toWork(turn, { invoice, facturX }), leaving.signal),
        close() {
          leaving.abort(new Error('the archive is closed'));
          open.delete(turn);
          if (open.size === 0) void archives.close();
        },
      };
    },
    close: () => archives.close(),
  };
}
