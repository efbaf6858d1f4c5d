import { Ajv } from 'ajv';
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { Queryable, Transaction } from '../db/database.ts';
import { describeViolation, fieldOf } from '../http/describe-violation.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { FORMATS } from '../values/formats.ts';
import {
  ACCOUNT_GATEWAYS,
  GATEWAY_TITLES,
  MAX_ACCOUNTS_IN_USE,
  type AccountGateway,
} from '../rules/gateway-accounts.ts';
import { GATEWAYS, type CredentialsOf } from '../rules/gateways/all-gateways.ts';
import { GATEWAY_CURRENCIES } from '../rules/gateway-currencies.ts';
import { openSealed, sealCurrent, SecretKeyMissing, type Sealed } from '../secrets/sealed.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { hasOtherMode, hasTestCredentials } from './test-credentials.ts';

export type PaymentAccount = {
  [Name in AccountGateway]: { gateway: Name; credentials: CredentialsOf<Name> };
}[AccountGateway];

const ajv = new Ajv({ strict: false, verbose: true });
for (const [name, takes] of Object.entries(FORMATS)) if (takes) ajv.addFormat(name, takes);
const VALIDATORS = new Map(
  ACCOUNT_GATEWAYS.map((gateway) => [gateway, ajv.compile(GATEWAYS[gateway].credentials)]),
);

export type AccountRules = {
  /** As in production: who pays with a test card there has paid nothing. */
  refusesTestCredentials: boolean;
};

/** Checks an account without asking its gateway. The refusal names the field, never its value. */
export function refuseUnusable(
  account: PaymentAccount & { currency: string },
  { refusesTestCredentials }: AccountRules,
): void {
  const { gateway, currency } = account;
  if (!GATEWAY_CURRENCIES[gateway].includes(currency)) {
    throw invalidField('currency', `must be a currency of ${GATEWAY_TITLES[gateway]}.`);
  }
  validateOrThrow(account);
  if (refusesTestCredentials && hasTestCredentials(account)) {
    throw invalidField('secretKey', 'is a test key: use a live key in production.');
  }
  if (hasOtherMode(account)) {
    throw invalidField('publicKey', 'is of another mode than the secret key: copy both from the same page.');
  }
}

/**
 * From now on this account takes the host's payments in that currency: instead of `replaces`, beside those in use, or, where neither is said,
 * instead of all of them. Those that did so before are kept, for the payments that were made with them.
 */
export async function addPaymentAccount(
  tx: Transaction,
  { secretKeys, refusesTestCredentials }: AccountRules & { secretKeys: SecretKeys },
  account: PaymentAccount & {
    hostId: string;
    currency: string;
    isChecked?: boolean;
    isBeside?: boolean;
    replaces?: string | null | undefined;
  },
): Promise<string> {
  const { hostId, currency, gateway, credentials, isChecked = false } = account;
  refuseUnusable(account, { refusesTestCredentials });
  const accountId = randomUUIDv7();
  const { box, sealedBy } = sealCurrent(secretKeys, {
    purpose: 'payment-credentials',
    owner: accountId,
    secret: JSON.stringify(credentials),
  });
  // Two who add an account at the same time do so one after the other.
  await tx.query('SELECT 1 FROM hosts WHERE id = $1 FOR NO KEY UPDATE', [hostId]);
  const { rows: ended } = await tx.query<{ position: number }>(
    `UPDATE payment_accounts SET disabled_at = now()
      WHERE host_id = $1 AND currency = $2 AND disabled_at IS NULL AND NOT $3 AND ($4::uuid IS NULL OR id = $4)
     RETURNING position`,
    [hostId, currency, account.isBeside === true, account.replaces ?? null],
  );
  const { rows: kept } = await tx.query<{ id: string; position: number }>(
    `SELECT id, position FROM payment_accounts WHERE host_id = $1 AND currency = $2 AND disabled_at IS NULL ORDER BY position, id`,
    [hostId, currency],
  );
  await refuseTwice({ tx, secretKeys, account }, kept);
  const position = ended[0]?.position ?? (kept.at(-1)?.position ?? 0) + 1;
  await tx.query(
    `INSERT INTO payment_accounts (id, host_id, gateway, currency, credentials_ciphertext, credentials_sealed_by, checked_at, position)
     VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $7 THEN now() END, $8)`,
    [accountId, hostId, gateway, currency, box, sealedBy, isChecked, position],
  );
  return accountId;
}

/** Buyers would have the choice between two ways that are one. */
async function refuseTwice(
  {
    tx,
    secretKeys,
    account,
  }: { tx: Transaction; secretKeys: SecretKeys; account: PaymentAccount & { currency: string } },
  inUse: { id: string }[],
): Promise<void> {
  if (inUse.length >= MAX_ACCOUNTS_IN_USE)
    throw new Refusal(
      'validation_failed',
      `${MAX_ACCOUNTS_IN_USE} accounts already take ${account.currency}: disable one of them first.`,
    );
  for (const { id } of inUse) {
    const known = await readPaymentAccount(tx, secretKeys, id).catch((error: unknown) => {
      // One that can't be opened takes no payment either.
      if (error instanceof SecretKeyMissing) return null;
      throw error;
    });
    if (known?.gateway === account.gateway && known.credentials.secretKey === account.credentials.secretKey)
      throw invalidField('secretKey', `is the key of an account that already takes ${account.currency}.`);
  }
}

export async function readPaymentAccount(
  database: Queryable,
  secretKeys: SecretKeys,
  accountId: string,
): Promise<PaymentAccount> {
  const { rows } = await database.query<Sealed & { gateway: PaymentAccount['gateway'] }>(
    `SELECT gateway, credentials_ciphertext AS box, credentials_sealed_by AS "sealedBy"
       FROM payment_accounts WHERE id = $1`,
    [accountId],
  );
  const [row] = rows;
  if (!row) throw new Error(`there is no payment account ${accountId}`);
  const text = openSealed(secretKeys, row, { purpose: 'payment-credentials', owner: accountId });
  return { gateway: row.gateway, credentials: JSON.parse(text) };
}

/** The refusal names the field and what it takes, never what was given. */
function validateOrThrow({ gateway, credentials }: PaymentAccount): void {
  const validate = VALIDATORS.get(gateway);
  assert(validate, `${gateway} is in no list`);
  if (validate(credentials)) return;
  const [violation] = validate.errors ?? [];
  if (!violation) throw new Refusal('validation_failed', 'The credentials are not valid.');
  const message = describeViolation(violation, 'credentials');
  throw new Refusal('validation_failed', message, { field: fieldOf(violation) });
}
