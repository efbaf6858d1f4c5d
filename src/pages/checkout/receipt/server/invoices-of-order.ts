import type { ReceiptInvoice } from '../contract.ts';
import type { Queryable } from '../../../../db/database.ts';
import { readInvoiceRequest } from '../../../../invoices/invoice-request.ts';
import { readInvoiceState } from '../../../../invoices/read-invoice-state.ts';
import { COUNTRIES, COUNTRY_CODES } from '../../../../money/countries.ts';
import { EMPTY_INVOICE, INVOICE_FIELD_NAMES, type InvoiceDraft } from '../../../../rules/invoices.ts';
import type { Receipt } from './load-receipt.ts';

/** The invoices of an order that was paid; null: its host sends none, and nothing is to be said. */
export async function readInvoices(
  tx: Queryable,
  { order, event }: Pick<Receipt, 'order' | 'event'>,
): Promise<ReceiptInvoice | null> {
  if (order.confirmedAt === null) return null;
  const state = await readInvoiceState(tx, order.id);
  if (!state || (state.mayAsk === 'no_invoice' && state.issued.length === 0)) return null;
  const { issued, isUnderWay, mayAsk, keptYears } = state;
  const asked = await readInvoiceRequest(tx, order.id);
  return {
    issued: issued.map(({ id, number, kind }) => ({ id, number, kind })),
    isUnderWay,
    mayAsk,
    keptYears,
    draft: asked ? pickFields(asked) : { ...EMPTY_INVOICE, countryCode: COUNTRIES[event.country].region },
    problems: {},
    countries: COUNTRY_CODES,
  };
}

/** The fields of an invoice among others, as texts. What is missing is empty. */
export const pickFields = (of: Partial<Record<keyof InvoiceDraft, unknown>>): InvoiceDraft =>
  Object.fromEntries(
    INVOICE_FIELD_NAMES.map((field) => [field, typeof of[field] === 'string' ? of[field] : '']),
  ) as InvoiceDraft;
