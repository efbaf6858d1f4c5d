/** The roles of a host's members. */
export const ROLES = ['owner', 'manager', 'finance', 'door'] as const;
export type Role = (typeof ROLES)[number];

/** Support is nobody's member: it looks at a host that has let it in (hosts/support/), and changes nothing, whatever its powers. */
export type VisitorRole = Role | 'support';

/**
 * The powers of each role: the only place that says it. Every route of the dashboard names its power (routes.ts), the server asks this
 * table, and the team's page shows it. Anything not listed is denied. Support has no power that shows buyers, secrets or promo codes.
 */
export const POWERS = {
  'host.enter': ['owner', 'manager', 'finance', 'door', 'support'],
  'figures.see': ['owner', 'manager', 'finance', 'support'],
  'orders.see': ['owner', 'manager', 'finance'],
  'orders.change': ['owner', 'manager', 'finance'],
  'orders.refund': ['owner', 'finance'],
  'orders.export': ['owner', 'finance'],
  'guests.add': ['owner', 'manager'],
  'guests.export': ['owner', 'manager', 'finance'],
  'messages.send': ['owner', 'manager'],
  'check_in.see': ['owner', 'manager', 'door'],
  'devices.manage': ['owner', 'manager', 'door'],
  'devices.grant_search': ['owner', 'manager'],
  'doors.manage': ['owner', 'manager'],
  'reports.see': ['owner', 'finance', 'support'],
  'invoices.see': ['owner', 'finance'],
  'invoices.manage': ['owner'],
  'buyer_data.manage': ['owner'],
  'events.create': ['owner', 'manager'],
  'events.see': ['owner', 'manager', 'support'],
  'events.change': ['owner', 'manager'],
  'events.refund': ['owner'],
  'seating_plans.manage': ['owner', 'manager'],
  'integrations.manage': ['owner', 'manager'],
  'keys.manage': ['owner', 'manager'],
  'private_key.manage': ['owner'],
  'payment_accounts.see': ['owner', 'finance', 'support'],
  'payment_accounts.manage': ['owner'],
  'settings.see': ['owner', 'manager', 'finance', 'support'],
  'settings.change': ['owner'],
  'team.see': ['owner', 'manager', 'support'],
  'team.manage': ['owner'],
  'audit.see': ['owner'],
} as const satisfies Record<string, readonly VisitorRole[]>;

/**
 * In production these need a second factor. They can move money, write to every ticket holder, give tickets away or have each sale told to a
 * server of their choice; the people at the doors can't.
 */
export const demandsFactor = (role: VisitorRole): boolean => role !== 'door';

export type Power = keyof typeof POWERS;

export const mayUse = (role: VisitorRole, power: Power): boolean =>
  (POWERS[power] as readonly VisitorRole[]).includes(role);

/** Powers about single events. All others are about the whole host: members with chosen events don't have them. */
const ABOUT_EVENTS: ReadonlySet<Power> = new Set([
  'host.enter',
  'figures.see',
  'orders.see',
  'orders.change',
  'orders.refund',
  'orders.export',
  'guests.add',
  'guests.export',
  'messages.send',
  'check_in.see',
  'devices.manage',
  'devices.grant_search',
  'doors.manage',
  'reports.see',
  'events.see',
  'events.change',
  'integrations.manage',
]);

/** `eventIds`: the events that the member was given; null: all. */
export const mayMember = (
  { role, eventIds }: { role: VisitorRole; eventIds: readonly string[] | null },
  power: Power,
): boolean => mayUse(role, power) && (eventIds === null || ABOUT_EVENTS.has(power));
