import { setImmediate as nextTurn } from 'node:timers/promises';
import PdfKit from 'pdfkit';
import type { Pdf } from '../../tickets/fit-text.ts';
import { registerFonts } from '../../tickets/pdf-fonts.ts';
import { describePdf } from '../../tickets/describe-pdf.ts';
import { drawSheet } from '../../tickets/ticket-sheet.ts';
import type { Invoice } from '../invoice.ts';
import { embedFacturX, FACTUR_X_METADATA } from './factur-x/embed-factur-x.ts';
import { whyNoFacturX } from './factur-x/why-no-factur-x.ts';
import { drawInvoicePage, layOutInvoice } from './draw-invoice.ts';
import { PAGE } from './invoice-layout.ts';
import { textsIn as invoiceTextsIn } from './texts/texts.ts';

export const invoiceTitle = ({
  language,
  kind,
  number,
}: Pick<Invoice, 'language' | 'kind' | 'number'>): string => {
  const texts = invoiceTextsIn(language);
  return texts.title({ document: kind === 'invoice' ? texts.invoice : texts.creditNote, number });
};

/**
 * The same invoice makes the same document. With `facturX` it is one that programs read too, a PDF/A-3 with EN 16931 inside, if the invoice
 * can be one: `whyNoFacturX()` says. `pause` is awaited before each page.
 */
export async function renderInvoicePdf(
  invoice: Invoice,
  { facturX = false, pause = nextTurn }: { facturX?: boolean; pause?: () => Promise<void> } = {},
): Promise<Buffer> {
  const isFacturX = facturX && whyNoFacturX(invoice) === null;
  const pdf = new PdfKit({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    ...(isFacturX && { subset: 'PDF/A-3b' }),
    tagged: true,
    lang: invoice.language,
    displayTitle: true,
    // pdfkit reads a font of its own for every document, unless told that there is none.
    font: '',
    info: {
      Title: invoiceTitle(invoice),
      Author: invoice.seller.name,
      Creator: 'Tessera',
      CreationDate: invoice.issuedAt,
    },
  });
  describePdf(pdf, isFacturX ? FACTUR_X_METADATA : '');
  if (isFacturX) embedFacturX(pdf, invoice);
  const bytes = gather(pdf);
  await registerFonts(pdf);
  const layout = layOutInvoice(pdf, invoice);
  const document = pdf.struct('Document');
  pdf.addStructure(document);
  for (const page of layout.pages) {
    // A page takes some milliseconds: between any two, others have their turn.
    await pause();
    drawSheet(pdf, document, (sheet) => drawInvoicePage(sheet, layout, page));
  }
  pdf.end();
  return bytes;
}

async function gather(pdf: Pdf): Promise<Buffer> {
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  return Buffer.concat(chunks);
}
