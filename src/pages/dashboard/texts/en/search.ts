import { plural } from './words.ts';

export const search = {
  title: 'Search',
  label: 'Search events, orders and pages',
  placeholder: 'Name, e-mail, reference or ticket code',
  pages: 'Pages',
  events: 'Events',
  orders: 'Orders',
  allOrders: (text: string) => `All orders for “${text}”`,
  none: (text: string) => `Nothing found for “${text}”.`,
  count: (count: number) => plural(count, 'result', 'results'),
  failed: 'We can’t search events and orders right now.',
  close: 'Close',
  yourAccount: 'Your account',
};
