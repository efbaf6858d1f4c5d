import type { Queryable } from '../db/database.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { findVerifyKeys } from '../tickets/verify-keys.ts';
import type { Device } from './find-device.ts';
import { readCheckInRules, type CheckInRules } from './set-check-in-rules.ts';

/** All that a phone needs to know to work through a night without a network, but for the guests. */
export type DeviceDescription = {
  device: { id: string; name: string; maySearch: boolean; endsAt: Date };
  event: { id: string; name: string; startsAt: Date; closesAt: Date; timezone: string; status: string };
  /** `ticketTypeIds` null: all are let in. */
  door: { id: string; name: string; ticketTypeIds: string[] | null };
  ticketTypes: { id: string; name: string }[];
  /** All of the event, those that are gone too: a guest may have come in there. */
  doors: { id: string; name: string }[];
  rules: Pick<CheckInRules, 'allowsReentry' | 'opensAt'>;
  /** Public Ed25519 keys of the event, 32 bytes in base64url: a code that one of them has signed is the event's. */
  verifyKeys: string[];
  /** By the database's clock. */
  serverTime: Date;
};

type Found = Pick<DeviceDescription, 'door' | 'doors' | 'ticketTypes' | 'serverTime'> & {
  event: Omit<DeviceDescription['event'], 'startsAt' | 'closesAt'>;
  startsAt: Date;
  closesAt: Date;
};

export async function describeDevice(
  database: Queryable,
  secretKeys: SecretKeys,
  { deviceId, name, maySearch, endsAt, eventId, doorId }: Device,
): Promise<DeviceDescription> {
  const { rows } = await database.query<Found>(
    `SELECT json_build_object('id', e.id, 'name', e.name, 'timezone', e.timezone, 'status', e.status) AS event,
            e.starts_at AS "startsAt", e.closes_at AS "closesAt",
            json_build_object('id', d.id, 'name', d.name, 'ticketTypeIds', d.ticket_type_ids) AS door,
            (SELECT coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) ORDER BY t.position, t.id), '[]')
               FROM ticket_types AS t WHERE t.event_id = e.id) AS "ticketTypes",
            (SELECT json_agg(json_build_object('id', o.id, 'name', o.name) ORDER BY o.id) FROM doors AS o WHERE o.event_id = e.id) AS doors,
            clock_timestamp() AS "serverTime"
       FROM events AS e JOIN doors AS d ON d.event_id = e.id
      WHERE e.id = $1 AND d.id = $2`,
    [eventId, doorId],
  );
  const [found] = rows;
  if (!found) throw new Error('a device without its door');
  const { event, startsAt, closesAt, door, doors, ticketTypes, serverTime } = found;
  const { allowsReentry, opensAt } = await readCheckInRules(database, eventId);
  const keys = await findVerifyKeys(database, secretKeys, eventId);
  return {
    device: { id: deviceId, name, maySearch, endsAt },
    event: { ...event, startsAt, closesAt },
    door,
    doors,
    ticketTypes,
    rules: { allowsReentry, opensAt },
    verifyKeys: keys.map((key) => key.toString('base64url')),
    serverTime,
  };
}
