import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { AttemptLimit } from '../attempts/attempt-limits.ts';
import { uncountAttempt, countAttempt } from '../attempts/count-attempt.ts';
import { enqueueOwnerNotice } from '../people/mails/enqueue-owner-notice.ts';
import { Refusal } from '../refusal.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { GATEWAY_TITLES } from '../rules/gateway-accounts.ts';
import { checkKey } from './check-key.ts';
import type { Gateways } from './gateways.ts';
import {
  addPaymentAccount,
  refuseUnusable,
  type AccountRules,
  type PaymentAccount,
} from './payment-accounts.ts';
import { hasTestCredentials } from './test-credentials.ts';

export type NewPaymentAccount = PaymentAccount & {
  hostId: string;
  actor: Actor;
  currency: string;
  /**
   * The account that took the currency when somebody decided on this one; null: none. Left out at the terminal, where it is
   * whichever there is.
   */
  replaces?: string | null;
  /** It is to take the currency beside those that do. */
  isBeside?: boolean;
};

type Deps = AccountRules & {
  database: Database;
  gateways: Pick<Gateways, 'connect'>;
  secretKeys: SecretKeys;
  inTransaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
};

const AN_HOUR_SECONDS = 3_600;

/**
 * Somebody who copies a key wrongly tries a few times. Who has a list of stolen keys must not try them out through us: after the
 * twentieth that is refused, no gateway is asked for an hour.
 */
const keyTriesLimit = (hostId: string): AttemptLimit => ({
  name: `gateway keys of ${hostId}`,
  free: 19,
  firstWaitSeconds: AN_HOUR_SECONDS,
  longestWaitSeconds: AN_HOUR_SECONDS,
  isClearedBySuccess: false,
});

/**
 * The gateway is asked first, outside of any transaction; then the account takes the host's payments in its currency, instead of another one or
 * beside it. The one before stays for the payments that were made with it. All owners are told.
 */
export async function connectPaymentAccount(deps: Deps, account: NewPaymentAccount): Promise<string> {
  refuseUnusable(account, deps);
  // Counted before the gateway is asked, so that many at the same moment are many.
  const limits = [keyTriesLimit(account.hostId)];
  await countAttempt(deps.database, limits);
  const giveBack = (): Promise<void> => deps.database.transaction((tx) => uncountAttempt(tx, limits));
  const verdict = await checkKey(deps.gateways, account).catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
  if (verdict === null) await giveBack();
  if (verdict !== null) {
    await deps.inTransaction((tx) => recordAccount(tx, account, { action: 'payment_account.refuse' }));
    throw verdict;
  }
  return deps.inTransaction((tx) => takeOver(tx, deps, { ...account, isChecked: true }));
}

/** Without asking the gateway: for an operator who can't reach it from here. */
export const connectUnchecked = (
  deps: Pick<Deps, 'inTransaction' | 'secretKeys' | 'refusesTestCredentials'>,
  account: NewPaymentAccount,
): Promise<string> => deps.inTransaction((tx) => takeOver(tx, deps, { ...account, isChecked: false }));

async function takeOver(
  tx: Transaction,
  rules: AccountRules & { secretKeys: SecretKeys },
  account: NewPaymentAccount & { isChecked: boolean },
): Promise<string> {
  const { hostId, actor, currency, replaces } = account;
  // Two who do this at the same time do so one after the other.
  await tx.query('SELECT 1 FROM hosts WHERE id = $1 FOR NO KEY UPDATE', [hostId]);
  const { rows } = await tx.query<{ id: string; gateway: PaymentAccount['gateway'] }>(
    'SELECT id, gateway FROM payment_accounts WHERE host_id = $1 AND currency = $2 AND disabled_at IS NULL ORDER BY position, id',
    [hostId, currency],
  );
  const before = account.isBeside ? undefined : (rows.find(({ id }) => id === replaces) ?? rows[0]);
  if (!account.isBeside && replaces !== undefined && replaces !== (before?.id ?? null)) {
    throw new Refusal(
      'changed_meanwhile',
      `Somebody else has changed which account takes ${currency} since you opened this page.`,
    );
  }
  const accountId = await addPaymentAccount(tx, rules, account);
  await recordAccount(tx, account, {
    action: before ? 'payment_account.replace' : 'payment_account.add',
    accountId,
    ...(before && { before: { gateway: before.gateway, account: before.id } }),
  });
  await enqueueOwnerNotice(tx, {
    hostId,
    what: before ? 'payment_account_changed' : 'payment_account_added',
    subject: `${GATEWAY_TITLES[account.gateway]}, ${currency}`,
    actor,
  });
  return accountId;
}

/** Records the account without its secrets. */
async function recordAccount(
  tx: Transaction,
  account: NewPaymentAccount & { isChecked?: boolean },
  line: { action: string; accountId?: string; before?: Record<string, string> },
): Promise<void> {
  const { hostId, actor, gateway, currency, isChecked } = account;
  const mode = hasTestCredentials(account) ? 'test' : 'live';
  await recordChange(tx, {
    hostId,
    actor,
    action: line.action,
    subject: { id: line.accountId ?? randomUUIDv7(), name: `${GATEWAY_TITLES[gateway]}, ${currency}` },
    ...(line.before && { before: line.before }),
    after: { gateway, currency, mode, ...(isChecked !== undefined && { checked: isChecked }) },
  });
}
