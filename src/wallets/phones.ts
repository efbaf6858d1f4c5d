import type { Queryable, Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { ticketOfPass, type PassNumber } from './pass-number.ts';

/** A phone, by the name that it has for us, and where Apple reaches it. */
export type Phone = { device: string; pushToken: string };

// A person has a few; a pass that is on more is handed around, or somebody fills our table.
const MAX_PHONES = 20;
// Wallet asks again for what is left.
const MAX_LISTED = 1_000;

/** Notes that a phone has a pass. False: it was on record already, and its push token may be another one now. */
export async function registerPhone(
  tx: Transaction,
  { number, device, pushToken }: Phone & { number: PassNumber },
): Promise<boolean> {
  // Those that come at one moment are counted one after the other.
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`pass ${number}`]);
  const { rowCount: known } = await tx.query(
    `UPDATE wallet_passes SET push_token = $3 WHERE pass = $1 AND wallet = 'apple' AND device = $2`,
    [number, device, pushToken],
  );
  if (known) return false;
  const { rowCount: added } = await tx.query(
    `INSERT INTO wallet_passes (pass, wallet, device, push_token, ticket_id, event_id)
     SELECT $1, 'apple', $2, $3, id, event_id FROM tickets
      WHERE id = $4 AND (SELECT count(*) FROM wallet_passes WHERE pass = $1 AND wallet = 'apple') < ${MAX_PHONES}
     ON CONFLICT DO NOTHING`,
    [number, device, pushToken, ticketOfPass(number)],
  );
  if (!added) throw new Refusal('wrong_state', 'This pass is on too many phones.');
  return true;
}

export async function unregisterPhone(
  tx: Queryable,
  { number, device }: Pick<Phone, 'device'> & { number: PassNumber },
): Promise<void> {
  await tx.query(`DELETE FROM wallet_passes WHERE pass = $1 AND wallet = 'apple' AND device = $2`, [
    number,
    device,
  ]);
}

/** The phone's passes that have changed after a tag, which is a time of ours; null where none have. */
export async function listChangedPasses(
  tx: Queryable,
  { device, sinceMs }: { device: string; sinceMs: number },
): Promise<{ numbers: PassNumber[]; lastMs: number } | null> {
  const { rows } = await tx.query<{ pass: string; changedAt: Date }>(
    `SELECT pass, changed_at AS "changedAt" FROM wallet_passes
      WHERE device = $1 AND wallet = 'apple' AND changed_at > to_timestamp($2::float8 / 1000)
      ORDER BY changed_at, pass LIMIT ${MAX_LISTED}`,
    [device, sinceMs],
  );
  const last = rows.at(-1);
  return last ? { numbers: rows.map(({ pass }) => pass), lastMs: last.changedAt.getTime() } : null;
}
