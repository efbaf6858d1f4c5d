import { COUNTRY_CODES } from '../money/countries.ts';
import { checkInvoiceDraft, type InvoiceDraft, type InvoiceProblems } from '../rules/invoices.ts';

/** The check of the form, and whether there is such a country: pages have their list, and let nobody choose another. */
export function checkRequest(typed: InvoiceDraft): { draft: InvoiceDraft; problems: InvoiceProblems } {
  const { draft, problems } = checkInvoiceDraft(typed);
  const isKnown = draft.countryCode === '' || COUNTRY_CODES.includes(draft.countryCode);
  return { draft, problems: isKnown ? problems : { ...problems, countryCode: 'wrong' } };
}
