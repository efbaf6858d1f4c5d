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
    newsletter: 'Export newsletter addresses',
    no_shows: 'Export no-shows',
  },
  about: {
    orders:
      'One line per order: reference, event, status, times, the buyer’s name, e-mail and phone, items, amounts, refunds, payment, promo code and your shop’s metadata.',
    report:
      'One line for each row of the report and each currency: orders, tickets, gross, discounts, fees, refunds and net. No buyers.',
    guests:
      'One line per ticket: event, the guest’s name, e-mail and phone, ticket type, seat, how they got it, and whether they checked in. No ticket codes.',
    newsletter:
      'One line per subscriber: e-mail, name, language, when they agreed and to which words. People who unsubscribed are not included.',
    check_ins:
      'One line per scan: time, guest, ticket type, result, door, device, and whether it was a conflict or undone. No ticket codes.',
    no_shows:
      'One line per valid ticket that was not checked in: event, name, e-mail and phone, ticket type, seat, and how they got it. No ticket codes.',
    promo_uses:
      'One line per order with a promo code: the code, the order, its discount and its total. No buyers.',
  },
  all: 'The file contains everything.',
  filtered: 'The file contains the list as you have filtered it.',
  form: 'Times are in the event’s time zone, with the UTC offset. Amounts use a decimal point.',
  personal:
    'The file contains personal data. Share it only with people who need it, and delete it afterwards.',
  separator: 'Separator',
  separators: {
    comma: { label: 'Comma', hint: 'For most programs.' },
    semicolon: { label: 'Semicolon', hint: 'For Excel in countries with a decimal comma.' },
  },
  withBom: 'Mark the file as UTF-8 (BOM)',
  withBomHint:
    'Excel needs it for letters such as é and ọ. Turn it off if another program can’t read the file.',
  submit: 'Download',
  begun: 'The download has started. It continues if you leave this page.',
};

export const useExportTexts = pageTexts({ en, fr: en });
