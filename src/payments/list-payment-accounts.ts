import type { Queryable } from '../db/database.ts';
import { openSealed, SecretKeyMissing, type Sealed } from '../secrets/sealed.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import type { PaymentAccount } from './payment-accounts.ts';
import { hasTestCredentials } from './test-credentials.ts';

/** The public facts of an account: nothing that it could be used with. */
export type ListedAccount = {
  accountId: string;
  gateway: PaymentAccount['gateway'];
  currency: string;
  createdAt: Date;
  checkedAt: Date | null;
  /** Null: it takes the host's payments in its currency. */
  disabledAt: Date | null;
  /** The first callback with a right signature; null: none has come. */
  firstCallbackAt: Date | null;
  /** The first payment, if no callback has told of it in time. */
  missedCallbackAt: Date | null;
  /** A callback with a wrong signature, if none with a right one has come. */
  refusedCallbackAt: Date | null;
  /** Its gateway does not answer; null: it does, or it is the only way to pay. */
  downSince: Date | null;
  /** Null where the credentials can't be opened: the secret key that they are sealed under is gone. */
  opened: { isTest: boolean; keyEnd: string | null } | null;
};

// Those in use are few for each currency; of the others, as many as somebody looks through.
const MAX_LISTED = 30;
// Gateways call within seconds. The buyer's return is often quicker.
export const CALLBACK_IN_TIME = '2 minutes';
// As the gateways themselves show keys, and only where far more than that stays hidden.
const SHOWN_CHARACTERS = 4;
const MIN_KEY_CHARACTERS = 20;

/** Those in use first, then the newest of the others. */
export async function listPaymentAccounts(
  database: Queryable,
  secretKeys: SecretKeys,
  hostId: string,
): Promise<ListedAccount[]> {
  const { rows } = await database.query<Omit<ListedAccount, 'opened'> & Sealed>(
    `SELECT id AS "accountId", gateway, currency, created_at AS "createdAt", checked_at AS "checkedAt",
            disabled_at AS "disabledAt", first_callback_at AS "firstCallbackAt",
            CASE WHEN first_callback_at IS NULL AND first_payment_at < now() - interval '${CALLBACK_IN_TIME}' THEN first_payment_at END
              AS "missedCallbackAt",
            CASE WHEN first_callback_at IS NULL THEN refused_callback_at END AS "refusedCallbackAt", down_since AS "downSince", credentials_ciphertext AS box, credentials_sealed_by AS "sealedBy"
       FROM payment_accounts WHERE host_id = $1
      ORDER BY disabled_at DESC NULLS FIRST, currency, CASE WHEN disabled_at IS NULL THEN position END, id DESC
      LIMIT ${MAX_LISTED}`,
    [hostId],
  );
  return rows.map(({ box, sealedBy, ...account }) => ({
    ...account,
    opened: open(secretKeys, { box, sealedBy }, account),
  }));
}

function open(
  secretKeys: SecretKeys,
  sealed: Sealed,
  { accountId, gateway }: Pick<ListedAccount, 'accountId' | 'gateway'>,
): ListedAccount['opened'] {
  try {
    const text = openSealed(secretKeys, sealed, { purpose: 'payment-credentials', owner: accountId });
    const account: PaymentAccount = { gateway, credentials: JSON.parse(text) };
    return { isTest: hasTestCredentials(account), keyEnd: endOf(account.credentials.secretKey) };
  } catch (error) {
    if (error instanceof SecretKeyMissing) return null;
    throw error;
  }
}

/** By which people tell two keys apart. All of Flutterwave's end in `-X`. */
function endOf(secretKey: string): string | null {
  const key = secretKey.replace(/-X$/, '');
  return key.length < MIN_KEY_CHARACTERS ? null : key.slice(-SHOWN_CHARACTERS);
}
