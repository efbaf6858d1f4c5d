import type { Actor } from '../audit/actor.ts';
import { noteUnchanged, recordChange } from '../audit/record-change.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { lockEvent, type EventOfHost } from './lock-event.ts';

/** Whether guests who went out are let in again: phones then offer to scan them out. */
export type CheckInRules = { allowsReentry: boolean };

export async function setCheckInRules(
  tx: Transaction,
  { hostId, eventId, actor, allowsReentry }: EventOfHost & CheckInRules & { actor: Actor },
): Promise<void> {
  await lockEvent(tx, { hostId, eventId });
  const before = await readCheckInRules(tx, eventId);
  if (before.allowsReentry === allowsReentry) return noteUnchanged(tx);
  await tx.query(
    `INSERT INTO check_in_rules AS r (event_id, allows_reentry) VALUES ($1, $2)
     ON CONFLICT (event_id) DO UPDATE SET allows_reentry = excluded.allows_reentry, version = r.version + 1`,
    [eventId, allowsReentry],
  );
  const subject = { id: eventId, name: '' };
  await recordChange(tx, {
    hostId,
    actor,
    action: 'check_in.change',
    subject,
    before,
    after: { allowsReentry },
  });
}

export async function readCheckInRules(tx: Queryable, eventId: string): Promise<CheckInRules> {
  const { rows } = await tx.query<CheckInRules>(
    'SELECT allows_reentry AS "allowsReentry" FROM check_in_rules WHERE event_id = $1',
    [eventId],
  );
  return rows[0] ?? { allowsReentry: false };
}
