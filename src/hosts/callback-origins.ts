import type { Transaction } from '../db/database.ts';
import { invalidField, Refusal } from '../refusal.ts';

/** As in the database's check. */
const MAX_ORIGINS = 50;
const MAX_ORIGIN_CHARACTERS = 300;

/**
 * The sites that an order's `callbackUrl` may be on; null: any. Every process hears of it at once. Orders that were made
 * before keep their address: it was checked when they were made.
 */
export async function setCallbackOrigins(
  tx: Transaction,
  { hostId, origins }: { hostId: string; origins: string[] | null },
): Promise<string[] | null> {
  const read = origins && [...new Set(origins.map(readOrigin))];
  if (read && (read.length === 0 || read.length > MAX_ORIGINS)) {
    throw invalidField('origins', `must be 1 to ${MAX_ORIGINS} sites.`);
  }
  await tx.query('UPDATE hosts SET callback_origins = $2 WHERE id = $1', [hostId, read]);
  return read;
}

/** Scheme, host and port as a browser compares them: in small letters, in ASCII, without a default port. */
function readOrigin(typed: string): string {
  const url =
    typed.length <= MAX_ORIGIN_CHARACTERS && /^https?:\/\/[^/\\\s*@]+\/?$/i.test(typed)
      ? URL.parse(typed)
      : null;
  if (!url || `${url.origin}/` !== url.href) {
    throw new Refusal(
      'validation_failed',
      `${JSON.stringify(typed.slice(0, MAX_ORIGIN_CHARACTERS))} is no site: write it as https://shop.example, without a path, a user name or a *.`,
      { field: 'origins' },
    );
  }
  return url.origin;
}
