import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { InvoicePrinter } from '../documents/invoice-printer.ts';
import type { Invoice } from '../invoice.ts';
import { inOrder } from './in-order.ts';
import { writeZip, type ZippedFile } from './write-zip.ts';

// One is drawn, and the next ones are ready for the thread when it is done.
const PRINTED_AT_ONCE = 3;

const deflate = promisify(deflateRaw);

type ArchiveOptions = { printer: Pick<InvoicePrinter, 'openArchive'>; facturX: boolean };

/** A ZIP with the PDF of each invoice, printed while it is read: nothing is printed that nobody takes. */
export const archiveInvoices = (
  invoices: AsyncIterable<Invoice>,
  options: ArchiveOptions,
): AsyncGenerator<Uint8Array, void, undefined> => writeZip(printAll(invoices, options));

async function* printAll(
  invoices: AsyncIterable<Invoice>,
  { printer, facturX }: ArchiveOptions,
): AsyncGenerator<ZippedFile, void, undefined> {
  const archive = printer.openArchive();
  try {
    yield* inOrder(invoices, PRINTED_AT_ONCE, async (invoice) => {
      const bytes = await archive.print(invoice, { facturX });
      // A quarter of a PDF is its structure, which is not packed.
      return { name: nameInvoiceFile(invoice), at: invoice.issuedAt, bytes, deflated: await deflate(bytes) };
    });
  } finally {
    archive.close();
  }
}

/** Numbers may have a slash, which names of files can't. No number has the sign that stands for it. */
export const nameInvoiceFile = ({ number }: Pick<Invoice, 'number'>): string =>
  `${number.replaceAll('/', '_')}.pdf`;
