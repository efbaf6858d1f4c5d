import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { hashSecret, HOURS_AFTER_EVENT, isSecret } from '../devices.ts';
import { deviceEnded, deviceRevoked } from '../find-device.ts';

/** A phone that is out, and may still have scans of the time when it was not. */
export type LateDevice = {
  deviceId: string;
  eventId: string;
  doorId: string;
  /** Scans by then count; null: none counts before the host says so, since the phone and its clock may be a thief's. */
  endsAt: Date | null;
};

/** A festival's phones lie in a box for the weekend, and then somebody charges them. */
export const LATE_DAYS = 7;

type Found = LateDevice & { isRevoked: boolean; isTooLate: boolean; isSuspended: boolean };

/** By its token, or by the one that it had before another phone took its place. Locks the device: whoever accepts scans waits, and so does whoever revokes. */
export async function lockLateDevice(tx: Transaction, token: string): Promise<LateDevice> {
  const found = isSecret(token) ? await lookUp(tx, hashSecret(token)) : null;
  if (!found) throw deviceRevoked();
  if (found.isSuspended)
    throw new Refusal('host_suspended', 'The operator of this service has suspended the host.');
  if (found.isTooLate) throw found.isRevoked ? deviceRevoked() : deviceEnded();
  const { deviceId, eventId, doorId, isRevoked, endsAt } = found;
  return { deviceId, eventId, doorId, endsAt: isRevoked ? null : endsAt };
}

async function lookUp(tx: Transaction, tokenHash: Buffer): Promise<Found | null> {
  const { rows: former } = await tx.query<{ deviceId: string; replacedAt: Date }>(
    'SELECT device_id AS "deviceId", replaced_at AS "replacedAt" FROM former_device_tokens WHERE token_hash = $1',
    [tokenHash],
  );
  const [replaced] = former;
  const { rows } = await tx.query<Found>(
    `SELECT d.id AS "deviceId", d.event_id AS "eventId", d.door_id AS "doorId", ends.at AS "endsAt",
            $2::timestamptz IS NOT NULL OR d.revoked_at IS NOT NULL AS "isRevoked", h.suspended_at IS NOT NULL AS "isSuspended",
            coalesce($2, d.revoked_at, ends.at) < clock_timestamp() - interval '${LATE_DAYS} days' AS "isTooLate"
       FROM door_devices AS d
       JOIN events AS e ON e.id = d.event_id
       JOIN hosts AS h ON h.id = e.host_id
      CROSS JOIN LATERAL (
        SELECT coalesce(d.ends_at, e.closes_at + interval '${HOURS_AFTER_EVENT} hours') AS at) AS ends
      WHERE ${replaced ? 'd.id = $1' : 'd.token_hash = $1'} FOR NO KEY UPDATE OF d`,
    [replaced?.deviceId ?? tokenHash, replaced?.replacedAt ?? null],
  );
  return rows[0] ?? null;
}
