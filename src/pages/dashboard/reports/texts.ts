import type { ShownPeriod } from './data.ts';
import type { MoneyCame, ReportGroup } from '../../../reports/read-report.ts';
import { pageTexts } from '../texts/page-texts.ts';

const number = (count: number): string => count.toLocaleString('en');

const en = {
  title: 'Reports',
  intro:
    'What was sold, what buyers paid and what went back. The sums are those of your orders and refunds at this moment.',
  period: 'Period',
  periods: {
    this_month: 'This month',
    last_month: 'Last month',
    this_year: 'This year',
    all: 'All time',
    days: 'Chosen days',
  } satisfies Record<ShownPeriod, string>,
  from: 'From',
  to: 'To',
  by: 'Grouped by',
  groups: {
    event: 'Event',
    ticket_type: 'Ticket type',
    gateway: 'Way of payment',
    day: 'Day',
    month: 'Month',
  } satisfies Record<ReportGroup, string>,
  event: 'Event',
  allEvents: 'All events',
  between: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  since: (from: string) => `Since ${from}`,
  until: (to: string) => `Until ${to}`,
  always: 'All time',
  comparedWith: (period: string) => `Compared with ${period}.`,
  against: (change: string) => `${change} on the days before`,
  clock: (zone: string) => `Days begin and end by ${zone} time.`,
  counting:
    'What was sold before the last upgrade is still being counted. Until that is done, in some minutes, the sums are too low.',
  list: (currency: string) => `Sales in ${currency}`,
  orders: 'Orders',
  tickets: 'Tickets',
  returned: (count: number) => `${number(count)} void`,
  gross: 'Gross',
  discounts: 'Discounts',
  fees: 'Fees',
  refunds: 'Refunds',
  net: 'Net',
  of: (event: string) => `of ${event}`,
  only: (name: string) => `Only ${name}, by ticket type`,
  sums: {
    gateway: 'Through gateways',
    by_hand: 'Paid to you directly',
    none: 'Free of charge',
  } satisfies Record<MoneyCame, string>,
  inAll: 'In all',
  sandbox: 'Sandbox',
  rowsLeft: (count: number) =>
    `${number(count)} more rows are in the sums, and not in this list. Choose a shorter period or one event to see them.`,
  explained: 'What the columns are',
  explanations: [
    [
      'Orders',
      'Confirmed in the period. An order of several ticket types counts once, with the first of them.',
    ],
    [
      'Tickets',
      'Issued in the period, complimentary ones too. “Void” are those that were refunded or cancelled in the period, whenever they were bought.',
    ],
    ['Gross', 'What the tickets cost: price times number, before discounts and without fees.'],
    ['Discounts', 'What promo codes took off.'],
    [
      'Fees',
      'What buyers paid on top of the price. Where you bear the fees yourself, buyers pay none and this is 0.',
    ],
    [
      'Refunds',
      'What you gave back in the period, counted when you asked for it, whenever it was bought. Fees that you gave back are in it. Payments that came late or twice went back by themselves: they are no sales, and not here.',
    ],
    [
      'Net',
      'What is yours: gross, less discounts and refunds. Fees are not in it: with them it is the revenue that Home shows. What a gateway charges you is not taken off.',
    ],
  ] as readonly (readonly [string, string])[],
  emptyTitle: 'Nothing was sold in this time',
  emptyText: 'Choose another period, or another event.',
  firstTitle: 'Your sales will be here',
  firstText:
    'As soon as the first order is confirmed you see it here: what the tickets cost, what promo codes took off, what went back and what is yours, by event, ticket type, way of payment, day and month.',
  toEvents: 'Go to your events',
  showAll: 'Show all time',
};

export type ReportTexts = typeof en;
export const useReportTexts = pageTexts<ReportTexts>({ en, fr: en });
