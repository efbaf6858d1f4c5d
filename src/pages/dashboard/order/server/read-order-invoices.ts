import type { Queryable } from '../../../../db/database.ts';
import { readInvoiceRequest } from '../../../../invoices/invoice-request.ts';
import { readInvoiceState } from '../../../../invoices/read-invoice-state.ts';
import { COUNTRIES, COUNTRY_CODES, type Country } from '../../../../money/countries.ts';
import { EMPTY_INVOICE } from '../../../../rules/invoices.ts';
import type { OrderInvoices } from '../data.ts';

/** The invoices of an order that was paid. */
export async function readOrderInvoices(
  database: Queryable,
  orderId: string,
  country: Country,
): Promise<OrderInvoices | null> {
  const state = await readInvoiceState(database, orderId);
  if (!state?.isConfirmed || (state.mayAsk === 'no_invoice' && state.issued.length === 0)) return null;
  const asked = await readInvoiceRequest(database, orderId);
  const { version: _, ...draft } = asked ?? {
    ...EMPTY_INVOICE,
    countryCode: COUNTRIES[country].region,
    version: 0,
  };
  return {
    issued: state.issued,
    isUnderWay: state.isUnderWay,
    mayChange: state.mayAsk !== 'no_invoice',
    draft,
    countries: COUNTRY_CODES,
  };
}
