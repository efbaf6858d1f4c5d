import { randomUUID } from 'node:crypto';
import assert from 'node:assert/strict';
import type { Actor } from '../audit/actor.ts';
import { noteUnchanged, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { isUuid } from '../values/is-uuid.ts';
import type { EventOfHost } from './lock-event.ts';
import { writeScans } from './write-scans.ts';

/** Takes back what a scan did, as a member: the guest is as if it had not been. Pressed twice, it is done once. */
export async function undoScan(
  tx: Transaction,
  { hostId, eventId, actor, scanId }: EventOfHost & { actor: Actor; scanId: string },
): Promise<void> {
  assert(actor.kind === 'member', 'a member takes scans back');
  const { rows } = isUuid(scanId)
    ? await tx.query<{ isUndone: boolean }>(
        `SELECT s.undone_by IS NOT NULL AS "isUndone" FROM scans AS s JOIN events AS e ON e.id = s.event_id
          WHERE s.id = $1 AND s.event_id = $2 AND e.host_id = $3`,
        [scanId, eventId, hostId],
      )
    : { rows: [] };
  const [scan] = rows;
  if (!scan) throw new Refusal('not_found', 'There is no such scan.');
  if (scan.isUndone) return noteUnchanged(tx);
  const source = { eventId, doorId: null, deviceId: null, personId: actor.personId, sentAt: null };
  const undo = {
    id: randomUUID(),
    kind: 'undo',
    how: 'name',
    at: new Date(),
    verdict: null,
    undoes: scanId,
    serial: null,
    shortNumber: null,
    preset: null,
    otherEventName: null,
  } as const;
  const [written] = await writeScans(tx, source, [undo]);
  if (written?.outcome !== 'undone')
    throw new Refusal('wrong_state', 'There is nothing to undo: nobody went in or out with this scan.');
  const subject = { id: scanId, name: '' };
  await recordChange(tx, { hostId, actor, action: 'check_in.undo', subject });
}
