import { pageTexts } from '../../texts/page-texts.ts';

const en = {
  export: {
    orders: 'Export orders',
    guests: 'Export guests',
    promo_uses: 'Export uses',
    report: 'Export report',
    check_ins: 'Export scans',
    newsletter: 'Export addresses',
    no_shows: 'Export no-shows',
  },
  title: {
    orders: 'Export orders',
    guests: 'Export guests',
    promo_uses: 'Export uses of promo codes',
    report: 'Export the report',
    check_ins: 'Export scans',
    newsletter: 'Export who may be written to',
    no_shows: 'Export no-shows',
  },
  about: {
    orders:
      'One line per order: reference, event, status, times, the buyer’s name, e-mail and phone, items, amounts, refunds, payment, promo code and your shop’s metadata.',
    report:
      'One line for each row of the report and each currency: orders, tickets, gross, discounts, fees, refunds and net. No buyers.',
    guests:
      'One line per ticket: event, name, e-mail and phone of who comes, ticket type, seat, how they came by it, and whether they came in. No codes of tickets.',
    newsletter:
      'One line per address that has agreed and not taken it back: e-mail, name, language, when and to which words. For your newsletter.',
    check_ins:
      'One line per scan: time, guest, ticket type, what came of it, door, device, and whether it was a conflict or undone. No codes of tickets.',
    no_shows:
      'One line per good ticket that nobody came in with: event, name, e-mail and phone, ticket type, seat, and how they came by it. No codes of tickets.',
    promo_uses:
      'One line per order with a promo code: the code, the order, its discount and its total. No buyers.',
  },
  all: 'All of them are in the file.',
  filtered: 'The filters of this page count: what you see in the list is in the file.',
  form: 'Times are by the event’s clock with the offset written, amounts in major units with a dot.',
  personal:
    'The file has personal data. Keep it where only those read it who need it, and delete it afterwards.',
  separator: 'Between the cells',
  separators: {
    comma: { label: 'Comma', hint: 'For most programs.' },
    semicolon: { label: 'Semicolon', hint: 'For Excel where numbers have a decimal comma.' },
  },
  withBom: 'Mark the file as UTF-8 (BOM)',
  withBomHint: 'Excel needs it for letters such as é and ọ. Switch it off for programs that stumble over it.',
  submit: 'Download',
  begun: 'The download has begun. It goes on if you leave this page.',
};

export const useExportTexts = pageTexts({ en, fr: en });
