import type { PrintQueues } from '../../tickets/ticket-printer.ts';
import type { Invoice } from '../invoice.ts';
import type { InvoicePrint } from './print-invoice.ts';

export type InvoicePrinter = {
  /** Refuses with `unavailable` where too many wait. With the signal, the print is given up. */
  print(
    invoice: Invoice,
    options: { facturX: boolean; queue: 'page' | 'mail'; signal?: AbortSignal },
  ): Promise<Buffer>;
};

const PRINTS_INVOICES = new URL('print-invoice.ts', import.meta.url).href;

/** Draws invoices in the threads that draw tickets. Whoever opened the queues closes them. */
export const createInvoicePrinter = (queues: PrintQueues): InvoicePrinter => ({
  print: (invoice, { facturX, queue, signal }) =>
    queues[queue].print(
      {
        turn: `invoice ${invoice.id}`,
        file: PRINTS_INVOICES,
        input: { invoice, facturX } satisfies InvoicePrint,
      },
      signal,
    ),
});
