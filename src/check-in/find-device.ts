import type { Queryable } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { hashSecret, HOURS_AFTER_EVENT, isSecret } from './devices.ts';

/** A phone at a door, by its token. */
export type Device = {
  deviceId: string;
  name: string;
  hostId: string;
  eventId: string;
  doorId: string;
  maySearch: boolean;
  pairedAt: Date;
  endsAt: Date;
};

type Found = Device & { isRevoked: boolean; isOver: boolean; isSuspended: boolean; isSeen: boolean };

// The dashboard tells which phones are there. Nobody needs it to the second.
const SEEN_SECONDS = 10;

/** Looked up anew with every request: who was revoked is out at the next one. */
export async function findDevice(database: Queryable, token: string): Promise<Device> {
  const found = isSecret(token) ? await lookUp(database, token) : null;
  // A phone whose place another one has taken is told the same: its token is nobody's any more.
  if (!found || found.isRevoked) throw deviceRevoked();
  if (found.isOver) throw deviceEnded();
  if (found.isSuspended)
    throw new Refusal('host_suspended', 'The operator of this service has suspended the host.');
  const { deviceId, name, hostId, eventId, doorId, maySearch, pairedAt, endsAt } = found;
  if (!found.isSeen)
    await database.query('UPDATE door_devices SET last_seen_at = clock_timestamp() WHERE id = $1', [
      deviceId,
    ]);
  return { deviceId, name, hostId, eventId, doorId, maySearch, pairedAt, endsAt };
}

export const deviceEnded = (): Refusal =>
  new Refusal('device_ended', 'The event is over: this phone can no longer scan for it.');

export const deviceRevoked = (): Refusal =>
  new Refusal('device_revoked', 'This phone was removed: ask for a new link.');

async function lookUp(database: Queryable, token: string): Promise<Found | null> {
  const { rows } = await database.query<Found>(
    `SELECT d.id AS "deviceId", d.name, e.host_id AS "hostId", d.event_id AS "eventId", d.door_id AS "doorId",
            d.may_search AS "maySearch", d.paired_at AS "pairedAt", ends.at AS "endsAt", d.revoked_at IS NOT NULL AS "isRevoked",
            ends.at <= clock_timestamp() AS "isOver", h.suspended_at IS NOT NULL AS "isSuspended",
            coalesce(d.last_seen_at > clock_timestamp() - interval '${SEEN_SECONDS} seconds', false) AS "isSeen"
       FROM door_devices AS d
       JOIN events AS e ON e.id = d.event_id
       JOIN hosts AS h ON h.id = e.host_id
      CROSS JOIN LATERAL (
        SELECT coalesce(d.ends_at, e.closes_at + interval '${HOURS_AFTER_EVENT} hours') AS at) AS ends
      WHERE d.token_hash = $1`,
    [hashSecret(token)],
  );
  return rows[0] ?? null;
}
