import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { hashAddress } from '../unsubscribing/address-hash.ts';
import type { Language } from '../values/language.ts';

export type NotedCart = {
  hostId: string;
  eventId: string;
  token: string;
  /** Null: the buyer does not want it any more. */
  email: string | null;
  language: Language;
};

/**
 * A buyer wants to be reminded of the cart that is held, once, or no longer wants it. Where the host has not switched it on, there is no such cart,
 * or the address has had its mail, nothing is written: what the page shows does not hang on it.
 */
export async function noteLeftCart(
  database: Database,
  secretKeys: SecretKeys,
  { hostId, eventId, token, email, language }: NotedCart,
): Promise<void> {
  if (email === null) {
    await database.query(
      `DELETE FROM left_carts WHERE email IS NOT NULL
          AND reservation_id = (SELECT id FROM reservations WHERE event_id = $1 AND token = $2)`,
      [eventId, token],
    );
    return;
  }
  const addressHash = await hashAddress(database, secretKeys, { hostId, email });
  await database.query(
    `INSERT INTO left_carts AS kept (id, reservation_id, event_id, address_hash, email, language)
     SELECT $3, r.id, r.event_id, $4, $5, $6 FROM reservations AS r
      WHERE r.event_id = $1 AND r.token = $2 AND r.ended_at IS NULL AND r.expires_at > clock_timestamp()
        AND EXISTS (SELECT FROM automatic_mails WHERE event_id = $1 AND kind = 'cart' AND is_on)
        AND NOT EXISTS (SELECT FROM left_carts AS told
                         WHERE told.event_id = $1 AND told.address_hash = $4 AND told.reservation_id <> r.id)
     ON CONFLICT (reservation_id) DO UPDATE
        SET address_hash = excluded.address_hash, email = excluded.email, language = excluded.language
      WHERE kept.email IS NOT NULL AND NOT kept.is_planned`,
    [eventId, token, randomUUIDv7(), addressHash, email, language],
  );
}
