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
  failed: 'Events and orders can’t be searched just now.',
  close: 'Close',
  yourAccount: 'Your account',
};
