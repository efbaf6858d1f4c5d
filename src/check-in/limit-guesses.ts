import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import type { ReadScan } from './read-scans.ts';

const MINUTES = 10;
/** Somebody who types all night mistypes now and then. Of 2^40 codes these are none. */
export const MAX_WRONG_CODES_PER_DEVICE = 30;
/** All phones of an event together. */
export const MAX_WRONG_CODES_PER_EVENT = 200;

/**
 * Sets aside scans of short codes once too many were wrong, so that nobody finds a guest by trying. Whatever else a phone has to say
 * goes on; a request that has nothing else is refused. The caller has locked the device.
 */
export async function keepToGuesses(
  tx: Transaction,
  { deviceId, eventId, scans }: { deviceId: string; eventId: string; scans: ReadScan[] },
): Promise<{ allowed: ReadScan[]; waiting: ReadonlySet<string> }> {
  const typed = scans.filter(isGuess);
  if (typed.length === 0) return { allowed: scans, waiting: new Set() };
  const [left, known] = await Promise.all([
    guessesLeft(tx, { deviceId, eventId }),
    knownCodes(tx, eventId, typed),
  ]);
  let wrong = 0;
  const waiting = new Set<string>();
  for (const scan of typed) {
    if (wrong >= left) waiting.add(scan.id);
    else if (scan.shortNumber === null || !known.has(scan.shortNumber)) wrong += 1;
  }
  if (waiting.size > 0 && waiting.size === scans.length)
    throw new Refusal(
      'rate_limited',
      `Too many short codes were wrong: scan the tickets’ codes, or try again in ${MINUTES} minutes.`,
      { retryAfterSeconds: MINUTES * 60 },
    );
  return { allowed: scans.filter(({ id }) => !waiting.has(id)), waiting };
}

/** A code refused on the phone is not looked up, and tells nothing. */
const isGuess = ({ how, kind, verdict }: ReadScan): boolean =>
  how === 'short_code' && kind !== 'undo' && verdict !== 'refused';

async function guessesLeft(
  tx: Transaction,
  { deviceId, eventId }: { deviceId: string; eventId: string },
): Promise<number> {
  const { rows } = await tx.query<{ byDevice: number; byAll: number }>(
    `SELECT count(*) FILTER (WHERE device_id = $2)::integer AS "byDevice", count(*)::integer AS "byAll"
       FROM scans
      WHERE event_id = $1 AND how = 'short_code' AND ticket_id IS NULL AND verdict IS DISTINCT FROM 'refused'
        AND received_at > clock_timestamp() - interval '${MINUTES} minutes'`,
    [eventId, deviceId],
  );
  const { byDevice, byAll } = rows[0] ?? { byDevice: 0, byAll: 0 };
  return Math.max(0, Math.min(MAX_WRONG_CODES_PER_DEVICE - byDevice, MAX_WRONG_CODES_PER_EVENT - byAll));
}

async function knownCodes(tx: Transaction, eventId: string, scans: ReadScan[]): Promise<Set<number>> {
  const { rows } = await tx.query<{ shortCode: number }>(
    'SELECT short_code AS "shortCode" FROM tickets WHERE event_id = $1 AND short_code = ANY ($2)',
    [eventId, scans.flatMap(({ shortNumber }) => shortNumber ?? [])],
  );
  return new Set(rows.map(({ shortCode }) => shortCode));
}
