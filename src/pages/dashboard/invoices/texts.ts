import { textsWith } from '../texts/page-texts.ts';

const en = {
  title: 'Invoices',
  intro:
    'Numbered without gaps, by year. Nobody can change one: a correction is a credit note and a new invoice.',
  list: 'Issued',
  number: 'Number',
  issuedOn: 'Issued',
  order: 'Order',
  buyer: 'To',
  amount: 'Amount',
  tax: 'Tax in it',
  kinds: { invoice: 'Invoice', credit_note: 'Credit note' },
  from: 'From',
  to: 'To',
  sums: (invoices: string, notes: string) => `${invoices} invoiced, ${notes} credited.`,
  emptyTitle: 'No invoices yet',
  emptyText: 'They appear here a moment after an order is paid.',
  offText: 'Switch them on below.',
  noneTitle: 'No invoices in these days',
  noneText: 'Choose other days.',
  settings: 'How you invoice',
  settingsIntro: (name: string, country: string) =>
    `The seller on them is ${name} in ${country}, with the tax number and the contact e-mail of your settings. Changes apply to orders from now on.`,
  taxNumberMissing: 'Your settings have no tax number. Most countries ask for one on invoices.',
  forOrders: 'Invoices for',
  forOrdersHint:
    'Free orders, and tickets you give away, never have one. Orders in the sandbox have numbers of their own.',
  orders: { none: 'Nobody', asked: 'Buyers who ask for one', all: 'Every paid order' },
  addressLines: 'Your address',
  addressLinesHint: 'Street and number, in up to three lines.',
  postalCode: 'Postal code',
  city: 'City',
  region: 'State or region',
  timezone: 'Time zone',
  timezoneHint: 'Invoices are dated and numbered by its days and years.',
  prefix: 'Before the number',
  prefixHint: 'For example T- for T-2026-000042. Letters, digits, - and /; no digit at the end.',
  footer: 'Words on every invoice',
  footerHint: 'Such as your register, your bank, or why no tax is charged.',
  keptYears: 'Years to keep them',
  keptYearsHint:
    'After the year of issue, by your country’s law. Until then they outlast the erasure of a buyer’s data.',
  hasFacturX: 'Add the data for accounting programs (Factur-X)',
  hasFacturXHint: 'Within the PDF, which looks the same.',
  save: 'Save',
};

export const useInvoicesTexts = textsWith({ en: { invoices: en }, fr: { invoices: en } });
