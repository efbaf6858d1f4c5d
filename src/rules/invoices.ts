import { isLine } from '../values/person-name.ts';
import { westernDigits } from '../values/western-digits.ts';
import { readTaxNumber } from './tax-number.ts';
import { readPostalCode } from './postal-code.ts';

/** The orders that are invoiced. */
export const INVOICED_ORDERS = ['none', 'asked', 'all'] as const;
export type InvoicedOrders = (typeof INVOICED_ORDERS)[number];

/** A buyer's wishes for an invoice, field by field as they are typed. Server and browser check them by the same rules. */
export type InvoiceDraft = {
  /** Empty: the buyer in person. */
  company: string;
  line1: string;
  line2: string;
  postalCode: string;
  city: string;
  region: string;
  /** ISO 3166, two letters. */
  countryCode: string;
  taxNumber: string;
  /** The buyer's own order number or cost centre. */
  purchaseReference: string;
};
export type InvoiceField = keyof InvoiceDraft;

// The limits are those of the database.
export const INVOICE_FIELDS: Readonly<Record<InvoiceField, { maxLength: number; isRequired: boolean }>> = {
  company: { maxLength: 200, isRequired: false },
  line1: { maxLength: 150, isRequired: true },
  line2: { maxLength: 150, isRequired: false },
  postalCode: { maxLength: 20, isRequired: false },
  city: { maxLength: 100, isRequired: true },
  region: { maxLength: 100, isRequired: false },
  countryCode: { maxLength: 2, isRequired: true },
  taxNumber: { maxLength: 40, isRequired: false },
  purchaseReference: { maxLength: 100, isRequired: false },
};
export const INVOICE_FIELD_NAMES = Object.keys(INVOICE_FIELDS) as InvoiceField[];

export const EMPTY_INVOICE: InvoiceDraft = Object.fromEntries(
  INVOICE_FIELD_NAMES.map((field) => [field, '']),
) as InvoiceDraft;

export type InvoiceProblem = 'required' | 'wrong';
export type InvoiceProblems = Partial<Record<InvoiceField, InvoiceProblem>>;

// They turn the writing of all that follows around, or nobody sees them: they come with what is copied. Those that join letters are words' own.
const ODD_SIGNS = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069]/g;

/** The draft as it is stored, and what is wrong with it: nothing, where it may be stored. */
export function checkInvoiceDraft(typed: InvoiceDraft): { draft: InvoiceDraft; problems: InvoiceProblems } {
  const draft = Object.fromEntries(
    INVOICE_FIELD_NAMES.map((field) => [
      field,
      typed[field].replaceAll(ODD_SIGNS, '').trim().replaceAll(/\s+/g, ' '),
    ]),
  ) as InvoiceDraft;
  const problems: InvoiceProblems = {};
  for (const field of INVOICE_FIELD_NAMES) {
    const { maxLength, isRequired } = INVOICE_FIELDS[field];
    const text = draft[field];
    if (text === '' && isRequired) problems[field] = 'required';
    else if (text !== '' && (text.length > maxLength || !isLine(text))) problems[field] = 'wrong';
  }
  draft.countryCode = draft.countryCode.toUpperCase();
  if (draft.countryCode !== '' && !/^[A-Z]{2}$/.test(draft.countryCode)) problems.countryCode = 'wrong';
  const postalCode = readPostalCode(westernDigits(draft.postalCode), draft.countryCode);
  if (postalCode === null) problems.postalCode = draft.postalCode === '' ? 'required' : 'wrong';
  const taxNumber =
    draft.taxNumber === '' ? '' : readTaxNumber(westernDigits(draft.taxNumber), draft.countryCode);
  if (taxNumber === null) problems.taxNumber = 'wrong';
  return {
    draft: { ...draft, postalCode: postalCode ?? draft.postalCode, taxNumber: taxNumber ?? draft.taxNumber },
    problems,
  };
}

export const hasProblems = (problems: InvoiceProblems): boolean => Object.keys(problems).length > 0;

// A buyer finds a wrong address within weeks; what is later goes by the host, who knows whether its books are closed.
export const BUYERS_CORRECT_DAYS = 30;
// Each is two more documents in the host's books.
export const BUYERS_CORRECT_TIMES = 3;
export const MEMBERS_CORRECT_TIMES = 20;
