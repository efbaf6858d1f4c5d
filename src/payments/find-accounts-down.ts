import type { Queryable } from '../db/database.ts';
import type { AccountGateway } from '../rules/gateway-accounts.ts';

export type AccountDown = { gateway: AccountGateway; currency: string; since: Date };

/** The host's accounts in use whose gateways do not answer. Each currency has a handful of accounts at most. */
export async function findAccountsDown(database: Queryable, hostId: string): Promise<AccountDown[]> {
  const { rows } = await database.query<AccountDown>(
    `SELECT gateway, currency, down_since AS since FROM payment_accounts
      WHERE host_id = $1 AND disabled_at IS NULL AND down_since IS NOT NULL ORDER BY currency, position`,
    [hostId],
  );
  return rows;
}
