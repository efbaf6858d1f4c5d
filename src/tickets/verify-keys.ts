import { createBoundedMap, type BoundedMap } from '../cache/bounded-map.ts';
import type { Database, Queryable } from '../db/database.ts';
import { recordSecretKeys } from '../secrets/known-keys.ts';
import type { SecretKey, SecretKeys } from '../secrets/secret-keys.ts';
import { eventVerifyKey } from './ticket-code.ts';

const BATCH_EVENTS = 500;
// A few hundred bytes each; more events than this are not sold at one moment.
const MAX_REMEMBERED = 10_000;

/** Events whose key is on record, for each secret key. */
const onRecord = new WeakMap<SecretKey, BoundedMap<string, true>>();

/**
 * Puts the public half of the event's current key on record, before any code that was signed with it goes out: the code
 * will be good even when the secret key is gone from the configuration.
 */
export async function keepVerifyKey(
  database: Queryable,
  { current }: SecretKeys,
  eventId: string,
): Promise<void> {
  let known = onRecord.get(current);
  if (!known) onRecord.set(current, (known = createBoundedMap({ max: MAX_REMEMBERED })));
  if (known.get(eventId)) return;
  await writeVerifyKeys(database, current, [eventId]);
  // A transaction may still be undone.
  if ('isTransaction' in database) return;
  known.set(eventId, true);
}

/** The same for every event that has tickets, whose codes may have been signed by a process that did not keep its key. */
export async function keepAllVerifyKeys(database: Database, secretKey: SecretKey): Promise<number> {
  let count = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await database.query<{ id: string }>(
      `SELECT e.id FROM events AS e
        WHERE e.id > $1 AND EXISTS (SELECT 1 FROM tickets AS t WHERE t.event_id = e.id)
          AND NOT EXISTS (SELECT 1 FROM event_verify_keys AS v WHERE v.event_id = e.id AND v.secret_key_id = $2)
        ORDER BY e.id LIMIT $3`,
      [after, secretKey.id, BATCH_EVENTS],
    );
    const last = rows.at(-1);
    if (!last) return count;
    await writeVerifyKeys(
      database,
      secretKey,
      rows.map(({ id }) => id),
    );
    count += rows.length;
    after = last.id;
  }
}

async function writeVerifyKeys(database: Queryable, secretKey: SecretKey, eventIds: string[]): Promise<void> {
  // On record since the start, unless the parts of the product are used without its program.
  await recordSecretKeys(database, { current: secretKey, accepted: [secretKey] });
  await database.query(
    `INSERT INTO event_verify_keys (event_id, secret_key_id, public_key)
     SELECT made.event_id, $1, made.public_key FROM unnest($2::uuid[], $3::bytea[]) AS made (event_id, public_key)
     ON CONFLICT DO NOTHING`,
    [secretKey.id, eventIds, eventIds.map((eventId) => eventVerifyKey(secretKey, eventId).raw)],
  );
}

/**
 * The public keys whose codes are good at an event's door: those of the configured secret keys, and those on record of
 * earlier ones; none of a key that was distrusted since.
 */
export async function findVerifyKeys(
  database: Queryable,
  { accepted }: SecretKeys,
  eventId: string,
): Promise<Buffer[]> {
  const { rows } = await database.query<{ id: string; isDistrusted: boolean; publicKey: Buffer | null }>(
    `SELECT k.id, k.distrusted_at IS NOT NULL AS "isDistrusted", v.public_key AS "publicKey"
       FROM secret_keys AS k
       LEFT JOIN event_verify_keys AS v ON v.secret_key_id = k.id AND v.event_id = $1
      ORDER BY k.first_seen_at DESC`,
    [eventId],
  );
  const distrusted = new Set(rows.filter(({ isDistrusted }) => isDistrusted).map(({ id }) => id));
  const configured = new Set(accepted.map(({ id }) => id));
  const earlier = rows.flatMap(({ id, publicKey }) =>
    publicKey && !distrusted.has(id) && !configured.has(id) ? [publicKey] : [],
  );
  const trusted = accepted.filter(({ id }) => !distrusted.has(id));
  return [...trusted.map((key) => eventVerifyKey(key, eventId).raw), ...earlier];
}
