import type { Queryable } from '../db/database.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { claimedSerial, readTicketCode } from './ticket-code.ts';
import { findVerifyKeys } from './verify-keys.ts';

/**
 * The name of the event whose ticket this is, for a code that is none of this one's: a guest at the wrong event of the same host is sent
 * to the right one. Of another host's tickets nothing is said.
 */
export async function findOtherEvent(
  tx: Queryable,
  secretKeys: SecretKeys,
  { eventId, code }: { eventId: string; code: string },
): Promise<string | null> {
  const serial = claimedSerial(code);
  if (serial === null) return null;
  const { rows } = await tx.query<{ id: string; name: string }>(
    `SELECT e.id, e.name
       FROM tickets AS t
       JOIN events AS e ON e.id = t.event_id
       JOIN events AS here ON here.id = $2 AND here.host_id = e.host_id
      WHERE t.serial = $1`,
    [serial, eventId],
  );
  const [other] = rows;
  if (!other) return null;
  const verifyKeys = await findVerifyKeys(tx, secretKeys, other.id);
  return readTicketCode(verifyKeys, { eventId: other.id, code }) === null ? null : other.name;
}
