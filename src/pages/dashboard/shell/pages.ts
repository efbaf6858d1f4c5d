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
import type { Frame } from '../contract.ts';
import { inHost } from '../paths.ts';
import type { Texts } from '../texts/texts.ts';

type Page = {
  name: keyof Texts['shell']['pages'];
  path: string;
  power: Power;
  icon: string;
  /** A page of its own that one comes to from here. */
  also?: string;
};

/** The pages of a host, in the order of the navigation. On a phone the first four are in the bar, the rest behind "More". */
const PAGES: readonly Page[] = [
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

export type ShownPage = { name: Page['name']; href: string; icon: string; isCurrent: boolean };

/** The pages that the member's role may open. The first page is also that of events, which have none of their own. */
export function pagesFor(frame: Frame): ShownPage[] {
  const { host, address, powers } = frame;
  if (!host) return [];
  const [path = ''] = address.split('?');
  const allowed = PAGES.filter(({ power }) => powers.includes(power)).map((page) => ({
    name: page.name,
    href: inHost(frame, page.path),
    icon: page.icon,
    also: page.also,
  }));
  const isBelow = (href: string): boolean => path === href || path.startsWith(`${href}/`);
  const current = allowed.findLast(
    ({ href, also }) => isBelow(href) || (also !== undefined && isBelow(inHost(frame, also))),
  );
  return allowed.map(({ name, href, icon }) => ({ name, href, icon, isCurrent: name === current?.name }));
}
