import { Ajv } from 'ajv';
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { Queryable, Transaction } from '../db/database.ts';
import { describeViolation, fieldOf } from '../http/describe-violation.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { FORMATS } from '../values/formats.ts';
import { ACCOUNT_GATEWAYS, GATEWAY_TITLES, type AccountGateway } from '../rules/gateway-accounts.ts';
import { GATEWAYS, type CredentialsOf } from '../rules/gateways/all-gateways.ts';
import { GATEWAY_CURRENCIES } from '../rules/gateway-currencies.ts';
import { openSealed, sealCurrent, type Sealed } from '../secrets/sealed.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { hasTestCredentials } from './test-credentials.ts';

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
}

/**
 * From now on this account takes the host's payments in that currency. The account that did so before is kept, for the
 * payments that were made with it.
 */
export async function addPaymentAccount(
  tx: Transaction,
  { secretKeys, refusesTestCredentials }: AccountRules & { secretKeys: SecretKeys },
  account: PaymentAccount & { hostId: string; currency: string; isChecked?: boolean },
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
  await tx.query(
    `UPDATE payment_accounts SET disabled_at = now() WHERE host_id = $1 AND currency = $2 AND disabled_at IS NULL`,
    [hostId, currency],
  );
  await tx.query(
    `INSERT INTO payment_accounts (id, host_id, gateway, currency, credentials_ciphertext, credentials_sealed_by, checked_at)
     VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $7 THEN now() END)`,
    [accountId, hostId, gateway, currency, box, sealedBy, isChecked],
  );
  return accountId;
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
