import type { Printing } from '../../tickets/printer-thread.ts';
import type { Invoice } from '../invoice.ts';
import { renderInvoicePdf } from './render-invoice-pdf.ts';

export type InvoicePrint = { invoice: Invoice; facturX: boolean };

/** Runs in a printer's thread. */
export const print: Printing<InvoicePrint>['print'] = ({ invoice, facturX }, { pause }) =>
  renderInvoicePdf(invoice, { facturX, pause });
