import { SEND_HOLDER_MAIL, SEND_WAITING_MAIL } from '../../../tickets/mails/send-mail-job.ts';
import type { Queryable } from '../../../db/database.ts';
import type { Member } from '../../../hosts/members/find-member.ts';
import { listAttention, type HostAttention } from './server/list-attention.ts';
import { localeOf } from '../../../money/countries.ts';
import { formatMoney } from '../../../money/format-money.ts';
import { findAccountsDown, type AccountDown } from '../../../payments/find-accounts-down.ts';
import { findAccountsWithoutCallback } from '../../../payments/find-accounts-without-callback.ts';
import { findEventsWithoutAccount } from '../../../payments/find-events-without-account.ts';
import { pricesTaken } from '../../../payments/prices-taken.ts';
import type { Session } from '../../../people/sessions/sessions.ts';
import { mayMember, mayUse } from '../../../powers.ts';
import { GATEWAY_TITLES } from '../../../rules/gateway-accounts.ts';
import type { SecretKeys } from '../../../secrets/secret-keys.ts';
import { moneyFormatter } from '../../../values/money-formatter.ts';

/** Something that needs a person: its kind, since when, its subject, and the page to handle it. */
export type AttentionItem = {
  kind:
    | 'disputed'
    | 'return_waiting'
    | 'refund_refused'
    | 'receiver_failing'
    | 'delivery_given_up'
    | 'mail_not_sent'
    | 'job_set_aside'
    | 'no_payment_account'
    | 'price_not_taken'
    | 'no_callback'
    | 'gateway_down'
    | 'email_not_confirmed'
    | 'no_factor';
  since: string | null;
  /** Until when it must be done. */
  dueAt?: string | null;
  count: number;
  /** An order's reference, an event's name, a receiver with its event, an e-mail address. */
  subject: string;
  /** The message of a gateway or a receiver. */
  detail: string | null;
  href: string | null;
};

const MAIL_JOBS: ReadonlySet<string> = new Set(['send_mail', SEND_HOLDER_MAIL, SEND_WAITING_MAIL]);

type SoldEvent = { eventId: string; name: string; currency: string };

type Deps = { base: string; secretKeys: SecretKeys; hasSandbox: boolean };

/** Lists everything that needs this member: of the host as far as their role goes, and of their own account. */
export async function showAttention(
  tx: Queryable,
  { session, ...input }: Deps & { session: Session; member: Member },
): Promise<AttentionItem[]> {
  const { member, base } = input;
  return [
    ...(await showSalesAttention(tx, { ...input, ...member })),
    ...(await showAccounts(tx, member, base)),
    ...showOwn(session, base),
  ];
}

/** The host's troubles at these events; null: at all events that the member may see. */
export async function showSalesAttention(
  tx: Queryable,
  { member, base, eventIds, ...deps }: Deps & { member: Member; eventIds: string[] | null },
): Promise<AttentionItem[]> {
  if (!mayUse(member.role, 'orders.see')) return [];
  const at = `${base}/hosts/${member.hostId}`;
  const whose = { hostId: member.hostId, eventIds };
  const href = mayMember(member, 'payment_accounts.see') ? `${at}/payment-accounts` : null;
  const [troubles, unpayable] = await Promise.all([
    listAttention(tx, whose),
    findEventsWithoutAccount(tx, deps, whose),
  ]);
  return [
    ...showTroubles(troubles, { at, member }),
    ...unpayable.map(({ name, currency }): AttentionItem => ({
      kind: 'no_payment_account',
      since: null,
      count: 1,
      subject: name,
      detail: currency,
      href,
    })),
  ];
}

/** A price that was changed, or a gateway that was connected, after the event was published. */
export async function showUntakenPrices(
  tx: Queryable,
  { member, base, event }: { member: Member; base: string; event: SoldEvent },
): Promise<AttentionItem[]> {
  const { hostId } = member;
  const { eventId, name, currency } = event;
  if (!mayUse(member.role, 'orders.see') || (await pricesTaken(tx, { hostId, eventId, currency }))) return [];
  const href = mayMember(member, 'events.change')
    ? `${base}/hosts/${hostId}/events/${eventId}/tickets`
    : null;
  return [{ kind: 'price_not_taken', since: null, count: 1, subject: name, detail: null, href }];
}

/** Payment accounts whose gateway doesn't answer, or doesn't reach us: tickets come late. */
async function showAccounts(tx: Queryable, member: Member, base: string): Promise<AttentionItem[]> {
  if (!mayMember(member, 'payment_accounts.see')) return [];
  const at = `${base}/hosts/${member.hostId}/payment-accounts`;
  const mayManage = mayMember(member, 'payment_accounts.manage');
  const item = (
    kind: AttentionItem['kind'],
    { gateway, currency, since }: AccountDown,
    href: string,
  ): AttentionItem => ({
    kind,
    since: since.toISOString(),
    count: 1,
    subject: `${GATEWAY_TITLES[gateway]} (${currency})`,
    detail: null,
    href,
  });
  const withoutCallback = await findAccountsWithoutCallback(tx, member.hostId);
  return [
    ...(await findAccountsDown(tx, member.hostId)).map((account) => item('gateway_down', account, at)),
    ...withoutCallback.map((account) =>
      item(
        'no_callback',
        account,
        mayManage ? `${at}/gateways/${account.gateway}?currency=${account.currency}` : at,
      ),
    ),
  ];
}

function showTroubles(
  { disputes, returns, refunds, deliveries, jobs }: HostAttention,
  { at, member }: { at: string; member: Member },
): AttentionItem[] {
  const receivers = mayMember(member, 'integrations.manage') ? '/integrations' : '';
  const orderAt = (reference: string): string => `${at}/orders/${reference}`;
  return [
    ...disputes.map(({ reference, openedAt, dueAt, amountMinor, currency, country }): AttentionItem => ({
      kind: 'disputed',
      since: openedAt.toISOString(),
      dueAt: dueAt?.toISOString() ?? null,
      count: 1,
      subject: `${reference} (${moneyFormatter(localeOf('en', country), currency)(amountMinor)})`,
      detail: null,
      href: orderAt(reference),
    })),
    ...returns.map(({ reference, confirmedAt, amountMinor, country }): AttentionItem => ({
      kind: 'return_waiting',
      since: confirmedAt.toISOString(),
      count: 1,
      subject: `${reference} (${formatMoney(amountMinor, country)})`,
      detail: null,
      href: orderAt(reference),
    })),
    ...refunds.map(({ reference, createdAt, note, amountMinor, country }): AttentionItem => ({
      kind: 'refund_refused',
      since: createdAt.toISOString(),
      count: 1,
      subject: `${reference} (${formatMoney(amountMinor, country)})`,
      detail: note,
      href: orderAt(reference),
    })),
    ...deliveries.map(({ eventId, eventName, url, since, failingSince, count, failure }): AttentionItem => ({
      kind: failingSince ? 'receiver_failing' : 'delivery_given_up',
      since: (failingSince ?? since).toISOString(),
      count,
      subject: `${new URL(url).host} (${eventName})`,
      detail: failure,
      href: `${at}/events/${eventId}${receivers}`,
    })),
    ...jobs.map(({ kind, reference, setAsideAt }): AttentionItem => ({
      kind: MAIL_JOBS.has(kind) ? 'mail_not_sent' : 'job_set_aside',
      since: setAsideAt.toISOString(),
      count: 1,
      subject: reference,
      detail: null,
      href: orderAt(reference),
    })),
  ];
}

function showOwn({ isEmailConfirmed, hasFactor, email }: Session, base: string): AttentionItem[] {
  const own = { since: null, count: 1, subject: email, detail: null };
  return [
    ...(isEmailConfirmed ? [] : [{ ...own, kind: 'email_not_confirmed' as const, href: `${base}/me` }]),
    ...(hasFactor ? [] : [{ ...own, kind: 'no_factor' as const, href: `${base}/me/security` }]),
  ];
}
