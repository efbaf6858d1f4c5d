import type { Queryable } from '../db/database.ts';
import { CALLBACK_IN_TIME } from './list-payment-accounts.ts';
import type { PaymentAccount } from './payment-accounts.ts';

export type AccountWithoutCallback = {
  gateway: PaymentAccount['gateway'];
  currency: string;
  /** The first payment that no callback told of, or a callback with a wrong signature. */
  since: Date;
};

/** The host's accounts in use whose callbacks don't arrive, or have a wrong signature. Each has one currency, so they are few. */
export async function findAccountsWithoutCallback(
  database: Queryable,
  hostId: string,
): Promise<AccountWithoutCallback[]> {
  const { rows } = await database.query<AccountWithoutCallback>(
    `SELECT gateway, currency, coalesce(refused_callback_at, first_payment_at) AS since FROM payment_accounts
      WHERE host_id = $1 AND disabled_at IS NULL AND first_callback_at IS NULL
        AND (refused_callback_at IS NOT NULL OR first_payment_at < now() - interval '${CALLBACK_IN_TIME}')
      ORDER BY currency`,
    [hostId],
  );
  return rows;
}
