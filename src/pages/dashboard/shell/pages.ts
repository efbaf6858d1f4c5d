import type { Power } from '../../../powers.ts';
import {
  calendarIcon,
  cardIcon,
  chartIcon,
  checkIcon,
  gearIcon,
  homeIcon,
  keyIcon,
  listIcon,
  peopleIcon,
  receiptIcon,
  seatIcon,
} from '../../shared/icons.ts';
import type { Texts } from '../texts/read-texts.ts';
import type { Page } from '../dashboard.ts';

type HostPage = {
  name: keyof Texts['shell']['pages'];
  path: string;
  power: Power;
  icon: string;
  /** A separate page that belongs to this one. */
  also?: string;
  /** In the bar of a phone. The mark at its top leads to Home. */
  isDaily?: true;
};

/** The pages of a host, in the order of the navigation. */
const PAGES: readonly HostPage[] = [
  { name: 'home', path: '', power: 'host.enter', icon: homeIcon },
  {
    name: 'events',
    path: '/events',
    power: 'host.enter',
    icon: calendarIcon,
    also: '/new-event',
    isDaily: true,
  },
  { name: 'orders', path: '/orders', power: 'orders.see', icon: receiptIcon, isDaily: true },
  { name: 'guests', path: '/guests', power: 'orders.see', icon: peopleIcon, isDaily: true },
  { name: 'checkIn', path: '/check-in', power: 'check_in.see', icon: checkIcon, isDaily: true },
  { name: 'reports', path: '/reports', power: 'reports.see', icon: chartIcon },
  { name: 'invoices', path: '/invoices', power: 'invoices.see', icon: receiptIcon },
  { name: 'seatingPlans', path: '/seating-plans', power: 'seating_plans.manage', icon: seatIcon },
  {
    name: 'paymentAccounts',
    path: '/payment-accounts',
    power: 'payment_accounts.see',
    icon: cardIcon,
    also: '/bank-transfers',
  },
  { name: 'team', path: '/team', power: 'team.see', icon: peopleIcon, also: '/support' },
  { name: 'settings', path: '/settings', power: 'settings.see', icon: gearIcon, also: '/buyer-data' },
  { name: 'keys', path: '/keys', power: 'keys.manage', icon: keyIcon },
  { name: 'audit', path: '/audit', power: 'audit.see', icon: listIcon },
];

export type ShownPage = {
  name: HostPage['name'];
  href: string;
  icon: string;
  isDaily: boolean;
  isCurrent: boolean;
};

/** The pages that the member's role may open. */
export function pagesFor(page: Page): ShownPage[] {
  const { host, address, powers } = page;
  if (!host) return [];
  const [path = ''] = address.split('?');
  const allowed = PAGES.filter(({ power }) => powers.includes(power)).map(({ path: below, ...shown }) => ({
    ...shown,
    href: page.inHost(below),
  }));
  const isBelow = (href: string): boolean => path === href || path.startsWith(`${href}/`);
  // The guests and the check-in of an event belong to those of the host.
  const ofEvent = /\/events\/[^/]+(\/(?:guests|check-in))/.exec(path)?.[1];
  const current =
    allowed.find(({ href }) => ofEvent !== undefined && href === page.inHost(ofEvent)) ??
    allowed.findLast(({ href, also }) => isBelow(href) || (also !== undefined && isBelow(page.inHost(also))));
  return allowed.map(({ name, href, icon, isDaily = false }) => ({
    name,
    href,
    icon,
    isDaily,
    isCurrent: name === current?.name,
  }));
}
