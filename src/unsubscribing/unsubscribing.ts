import type { Queryable } from '../db/database.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import type { Language } from '../values/language.ts';
import { hashAddress } from './address-hash.ts';
import { readToken, writeToken, type OptionalMail, type Subscription } from './unsubscribe-token.ts';

/** Stands beside a mail that was planned and not sent. */
export const UNSUBSCRIBED = 'They have unsubscribed from these e-mails.';

/** By which mails that nobody needs for their tickets can be ended. */
export type Unsubscribing = {
  /** The address at which somebody ends such mails; null: they have ended them, and get none. */
  linkFor(
    database: Queryable,
    mail: { hostId: string; kind: OptionalMail; email: string; language: Language },
  ): Promise<string | null>;
  /** Shown in previews: it ends nothing. */
  sampleLink: string;
  read(token: string): Subscription | null;
};

export function createUnsubscribing(deps: { secretKeys: SecretKeys; publicUrl: string }): Unsubscribing {
  const { secretKeys, publicUrl } = deps;
  return {
    async linkFor(database, { hostId, kind, email, language }) {
      const addressHash = await hashAddress(database, secretKeys, { hostId, email });
      const subscription = { hostId, kind, addressHash };
      if (await isUnsubscribed(database, subscription)) return null;
      return `${publicUrl}/unsubscribe/${writeToken(secretKeys, subscription)}?lang=${language}`;
    },
    sampleLink: `${publicUrl}/unsubscribe/sample`,
    read: (token) => readToken(secretKeys, token),
  };
}

export async function isUnsubscribed(
  database: Queryable,
  { hostId, kind, addressHash }: Subscription,
): Promise<boolean> {
  const { rowCount } = await database.query(
    'SELECT FROM unsubscribed WHERE host_id = $1 AND kind = $2 AND address_hash = $3',
    [hostId, kind, addressHash],
  );
  return rowCount === 1;
}

/** From the commit on nobody plans or sends such a mail; one that is on its way at this moment arrives. */
export async function unsubscribe(
  database: Queryable,
  { hostId, kind, addressHash }: Subscription,
): Promise<void> {
  await database.query(
    'INSERT INTO unsubscribed (host_id, kind, address_hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [hostId, kind, addressHash],
  );
}

/** It was a mistake, or a change of mind. */
export async function subscribeAgain(
  database: Queryable,
  { hostId, kind, addressHash }: Subscription,
): Promise<void> {
  await database.query('DELETE FROM unsubscribed WHERE host_id = $1 AND kind = $2 AND address_hash = $3', [
    hostId,
    kind,
    addressHash,
  ]);
}
