import { archiveInvoices } from '../invoices/archive/archive-invoices.ts';
import type { InvoicePrinter } from '../invoices/documents/invoice-printer.ts';
import { readInvoiceSettings } from '../invoices/settings/read-invoice-settings.ts';
import { exportText } from './export-text.ts';
import type { FoundExport } from './find-export.ts';
import type { ExportDeps } from './order-lines.ts';
import type { ExportScope } from './walk-events.ts';
import { walkInvoices } from './walk-invoices.ts';

export type ExportedFile = {
  extension: 'csv' | 'zip';
  contentType: string;
  pieces: AsyncGenerator<string | Uint8Array, void, undefined>;
};

/** A file, which is made while its pieces are read. */
export async function exportFile(
  deps: ExportDeps & { invoicePrinter: Pick<InvoicePrinter, 'openArchive'> },
  asked: FoundExport,
  scope: ExportScope,
): Promise<ExportedFile> {
  if (asked.what !== 'invoice_files')
    return {
      extension: 'csv',
      contentType: 'text/csv; charset=utf-8',
      pieces: exportText(deps, asked, scope),
    };
  const settings = await readInvoiceSettings(deps.database, scope);
  const pieces = archiveInvoices(walkInvoices(deps.database, scope, asked.filters), {
    printer: deps.invoicePrinter,
    facturX: settings?.hasFacturX ?? false,
  });
  return { extension: 'zip', contentType: 'application/zip', pieces };
}
