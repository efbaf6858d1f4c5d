import type { Queryable } from '../db/database.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { listPaymentAccounts } from './list-payment-accounts.ts';

/** How a host's buyers can pay in a currency: by an account of its own that is no test account, or only by the sandbox of development. */
export async function waysToPay(
  database: Queryable,
  { secretKeys, hasSandbox }: { secretKeys: SecretKeys; hasSandbox: boolean },
  { hostId, currency }: { hostId: string; currency: string },
): Promise<'own account' | 'sandbox' | 'none'> {
  if ((await currenciesTaken(database, secretKeys, hostId)).has(currency)) return 'own account';
  return hasSandbox ? 'sandbox' : 'none';
}

/** The currencies that a host's own accounts take, at gateways and at its bank. Production does not use test accounts. */
export async function currenciesTaken(
  database: Queryable,
  secretKeys: SecretKeys,
  hostId: string,
): Promise<ReadonlySet<string>> {
  const accounts = await listPaymentAccounts(database, secretKeys, hostId);
  const { rows: transfers } = await database.query<{ currency: string }>(
    'SELECT currency FROM bank_transfer_settings WHERE host_id = $1 AND is_on',
    [hostId],
  );
  return new Set([
    ...transfers.map(({ currency }) => currency),
    ...accounts.flatMap(({ disabledAt, opened, currency }) =>
      disabledAt === null && opened?.isTest === false ? [currency] : [],
    ),
  ]);
}
