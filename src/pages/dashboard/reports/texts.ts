import type { ShownPeriod } from './data.ts';
import type { MoneyCame, ReportGroup } from '../../../reports/read-report.ts';
import { pageTexts } from '../texts/page-texts.ts';

const number = (count: number): string => count.toLocaleString('en');

const en = {
  title: 'Reports',
  intro: 'Your sales, payments and refunds, up to date.',
  period: 'Period',
  periods: {
    this_month: 'This month',
    last_month: 'Last month',
    this_year: 'This year',
    all: 'All time',
    days: 'Custom',
  } satisfies Record<ShownPeriod, string>,
  from: 'From',
  to: 'To',
  by: 'Group by',
  groups: {
    event: 'Event',
    ticket_type: 'Ticket type',
    gateway: 'Payment method',
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
  against: (change: string) => `${change} compared with before`,
  clock: (zone: string) => `Days are in ${zone} time.`,
  counting:
    'We’re still counting sales from before the last upgrade. The totals are too low for a few more minutes.',
  list: (currency: string) => `Sales in ${currency}`,
  orders: 'Orders',
  tickets: 'Tickets',
  returned: (count: number) => `${number(count)} void`,
  gross: 'Gross',
  discounts: 'Discounts',
  fees: 'Fees',
  refunds: 'Refunds',
  net: 'Net',
  chart: { day: 'Net by day', month: 'Net by month' },
  chartTotal: (chart: string, total: string) => `${chart}: ${total}`,
  of: (event: string) => `of ${event}`,
  only: (name: string) => `Only ${name}, by ticket type`,
  sums: {
    gateway: 'Through gateways',
    by_hand: 'Paid to you directly',
    none: 'Free of charge',
  } satisfies Record<MoneyCame, string>,
  inAll: 'Total',
  taxes: (currency: string) => `Taxes in ${currency}`,
  taxesIntro: 'Your prices include them. Refunds count when you request them, at the rate of their order.',
  taxRate: 'Tax rate',
  taxedSales: 'Sales',
  tax: 'Tax in them',
  taxedRefunds: 'Refunds',
  taxRefunded: 'Tax in refunds',
  taxLeft: 'Tax left',
  sandbox: 'Sandbox',
  rowsLeft: (count: number) =>
    `The totals include ${number(count)} more rows. Choose a shorter period or one event to see them.`,
  explained: 'What the columns mean',
  explanations: [
    [
      'Orders',
      'Orders confirmed in the period. An order with several ticket types counts once, under the first.',
    ],
    [
      'Tickets',
      'Tickets issued in the period, free ones too. “Void” counts tickets refunded or cancelled in the period, whenever they were bought.',
    ],
    ['Gross', 'Ticket prices, before discounts and without fees.'],
    ['Discounts', 'Reductions by promo codes.'],
    ['Fees', 'Fees that buyers paid on top of the price. If you absorb fees, this is 0.'],
    [
      'Refunds',
      'Refunds that you requested in the period, whenever the order was made, including fees. Late and double payments that we returned are not sales and don’t count here.',
    ],
    [
      'Net',
      'Your income: gross minus discounts and refunds, without fees. Home shows the same. Your gateway’s charges are not deducted.',
    ],
  ] as readonly (readonly [string, string])[],
  emptyTitle: 'No sales in this period',
  emptyText: 'Choose another period, or another event.',
  firstTitle: 'No sales yet',
  firstText:
    'After your first confirmed order, you see sales, discounts, refunds and income here, by event, ticket type, payment method, day and month.',
  toEvents: 'Go to events',
  showAll: 'Show all time',
};

export type ReportTexts = typeof en;
export const useReportTexts = pageTexts<ReportTexts>({ en, fr: en });
