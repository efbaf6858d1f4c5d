import type { Actor } from '../../audit/actor.ts';
import { noteUnchanged, recordChange } from '../../audit/record-change.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { lockDevice } from '../devices.ts';
import { lockEvent, type EventOfHost } from '../lock-event.ts';

/** The scans of one phone that wait for the host's yes. */
export type WaitingScans = {
  deviceId: string;
  name: string;
  door: string;
  /** Else its time was over, and it went on scanning. */
  isRevoked: boolean;
  count: number;
  /** How many of them let somebody in. */
  letIn: number;
  /** By the phone's own clock, which may be wrong. */
  firstAt: Date;
  lastAt: Date;
  /** The last of them, by its number: whoever decides names what they saw. */
  until: number;
};

export async function listWaitingScans(database: Queryable, eventId: string): Promise<WaitingScans[]> {
  const { rows } = await database.query<WaitingScans>(
    `SELECT l.device_id AS "deviceId", d.name, door.name AS door, d.revoked_at IS NOT NULL OR l.was_replaced AS "isRevoked",
            l.count, l.let_in AS "letIn", l.first_at AS "firstAt", l.last_at AS "lastAt", l.until
       FROM (SELECT device_id, count(*)::integer AS count, min(at) AS first_at, max(at) AS last_at, max(number)::float8 AS until,
                    count(*) FILTER (WHERE kind = 'entry' AND verdict = 'admitted')::integer AS let_in,
                    EXISTS (SELECT 1 FROM former_device_tokens AS f WHERE f.device_id = w.device_id) AS was_replaced
               FROM late_scans AS w WHERE event_id = $1 AND state = 'waiting' GROUP BY device_id) AS l
       JOIN door_devices AS d ON d.id = l.device_id
       JOIN doors AS door ON door.id = d.door_id
      ORDER BY l.device_id`,
    [eventId],
  );
  return rows;
}

type Decision = EventOfHost & { actor: Actor; deviceId: string; until: number };

/** They count from now on, by the times at which they happened. What the phone sends later waits again. Pressed twice, it is done once. */
export async function acceptLateScans(tx: Transaction, input: Decision): Promise<number> {
  return decide(tx, input, {
    action: 'device.accept_scans',
    sql: 'SELECT take_late_scans($1, $2) AS count',
  });
}

/** For good: the same scans are not asked about again. */
export async function discardLateScans(tx: Transaction, input: Decision): Promise<number> {
  return decide(tx, input, {
    action: 'device.discard_scans',
    sql: `WITH gone AS (
            UPDATE late_scans SET state = 'discarded' WHERE device_id = $1 AND number <= $2 AND state = 'waiting' RETURNING 1)
          SELECT count(*)::integer AS count FROM gone`,
  });
}

async function decide(
  tx: Transaction,
  input: Decision,
  { action, sql }: { action: 'device.accept_scans' | 'device.discard_scans'; sql: string },
): Promise<number> {
  const { hostId, actor, deviceId, until } = input;
  await lockEvent(tx, input);
  const { name } = await lockDevice(tx, input);
  const { rows } = await tx.query<{ count: number }>(sql, [deviceId, until]);
  const count = rows[0]?.count ?? 0;
  if (count === 0) noteUnchanged(tx);
  else await recordChange(tx, { hostId, actor, action, subject: { id: deviceId, name }, after: { count } });
  return count;
}
