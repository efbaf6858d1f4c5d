import type { Power } from '../../../powers.ts';
import {
  cardIcon,
  chartIcon,
  gearIcon,
  homeIcon,
  keyIcon,
  listIcon,
  peopleIcon,
  receiptIcon,
  seatIcon,
} from '../../shared/icons.ts';
import type { Texts } from '../texts/texts.ts';
import type { Page } from '../dashboard.ts';

type HostPage = {
  name: keyof Texts['shell']['pages'];
  path: string;
  power: Power;
  icon: string;
  /** A separate page that belongs to this one. */
  also?: string;
};

/** The pages of a host, in the order of the navigation. On a phone the first four are in the bar, the rest behind "More". */
const PAGES: readonly HostPage[] = [
  { name: 'home', path: '', power: 'host.enter', icon: homeIcon },
  { name: 'orders', path: '/orders', power: 'orders.see', icon: receiptIcon },
  { name: 'reports', path: '/reports', power: 'reports.see', icon: chartIcon },
  { name: 'keys', path: '/keys', power: 'keys.manage', icon: keyIcon },
  { name: 'seatingPlans', path: '/seating-plans', power: 'seating_plans.manage', icon: seatIcon },
  { name: 'paymentAccounts', path: '/payment-accounts', power: 'payment_accounts.see', icon: cardIcon },
  { name: 'team', path: '/team', power: 'team.see', icon: peopleIcon },
  { name: 'settings', path: '/settings', power: 'settings.see', icon: gearIcon, also: '/buyer-data' },
  { name: 'audit', path: '/audit', power: 'audit.see', icon: listIcon },
];

export type ShownPage = { name: HostPage['name']; href: string; icon: string; isCurrent: boolean };

/** The pages that the member's role may open. The first page is also that of events, which have none of their own. */
export function pagesFor(page: Page): ShownPage[] {
  const { host, address, powers } = page;
  if (!host) return [];
  const [path = ''] = address.split('?');
  const allowed = PAGES.filter(({ power }) => powers.includes(power)).map(({ path: below, ...shown }) => ({
    ...shown,
    href: page.inHost(below),
  }));
  const isBelow = (href: string): boolean => path === href || path.startsWith(`${href}/`);
  const current = allowed.findLast(
    ({ href, also }) => isBelow(href) || (also !== undefined && isBelow(page.inHost(also))),
  );
  return allowed.map(({ name, href, icon }) => ({ name, href, icon, isCurrent: name === current?.name }));
}
