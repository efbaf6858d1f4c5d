import type { TaxKind } from '../rules/taxes.ts';
import type { Language } from '../values/language.ts';

/** An address as it is printed, the country last. */
export type PostalAddress = {
  /** One to three lines: street, house, floor. */
  lines: string[];
  postalCode: string;
  city: string;
  /** Empty where the country has none, or nobody gave one. */
  region: string;
  /** ISO 3166, two letters. */
  countryCode: string;
};

export type Party = {
  name: string;
  /** Null: not given. An invoice to a private buyer may lack it. */
  address: PostalAddress | null;
  /** The number that begins with a country in the EU; elsewhere whatever the country's tax office gives. Empty: none. */
  taxNumber: string;
  /** Empty: none. */
  email: string;
};

/** The tax of a line or a sum. `none`: there is no tax on it and no word of one. */
export type InvoiceRate = { name: string; kind: TaxKind | 'none'; basisPoints: number };

export type InvoiceLine = {
  /** The ticket type, or the fee, in the invoice's language. */
  name: string;
  quantity: number;
  rate: InvoiceRate;
  /** After discounts, with its tax. */
  grossMinor: number;
  taxMinor: number;
};

export type InvoiceTax = { rate: InvoiceRate; grossMinor: number; taxMinor: number };

/** An invoice or credit note as it was issued. Nothing in it ever changes. Amounts of a credit note are positive: what the buyer gets back. */
export type Invoice = {
  id: string;
  kind: 'invoice' | 'credit_note';
  /** Without gaps, per host and year, such as `2026-000042`. Invoices and credit notes share one series. */
  number: string;
  issuedAt: Date;
  /** In the host's time zone, such as `2026-11-19`. */
  issuedOn: string;
  /** The day of the event: when it is supplied, in the event's time zone. */
  suppliedOn: string;
  language: Language;
  /** ISO 4217. */
  currency: string;
  /** The event's, by the name of the API: how amounts are written. */
  country: string;
  seller: Party;
  buyer: Party & {
    /** The company that is invoiced. Empty: the buyer in person, whose name is `name`. */
    company: string;
    /** The buyer's own order number or cost centre. Empty: none. */
    purchaseReference: string;
  };
  orderReference: string;
  eventName: string;
  /** Of a credit note: the invoice that it corrects. */
  corrects: { number: string; issuedOn: string } | null;
  /** Lines add up to grossMinor, and by their rate to taxes. */
  lines: InvoiceLine[];
  taxes: InvoiceTax[];
  grossMinor: number;
  taxMinor: number;
  /** Words that the host has put on all its invoices: its register, its bank. Empty: none. */
  footer: string;
};
