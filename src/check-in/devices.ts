import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../audit/actor.ts';
import { noteUnchanged, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { findDoor } from './doors.ts';
import { lockEvent, type EventOfHost } from './lock-event.ts';

type ByMember = EventOfHost & { actor: Actor };

/** The only time that it is told: of a link the database has the hash. */
export type DeviceLink = { deviceId: string; link: string; linkExpiresAt: Date };

export const MAX_DEVICES = 200;
/** Long enough to walk to the door with it; a picture of it that somebody takes is soon worth nothing. */
export const LINK_MINUTES = 60;
/** Guests come and go until the last one is out, and the phones still have to send what they have. */
export const HOURS_AFTER_EVENT = 12;

/** Nobody is let in a week later, and a phone that was forgotten in a drawer should not read the list of guests for ever. */
export const MAX_DAYS_AFTER_EVENT = 7;

const SECRET_BYTES = 32;

export const makeSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
/** Whether the text can be a link or a token of ours: nothing else is looked up. */
export const isSecret = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** `endsAt` null: half a day after the event, also where the event is moved. */
export async function makeDevice(
  tx: Transaction,
  input: ByMember & { doorId: string; name: string; maySearch: boolean; endsAt?: Date | null },
): Promise<DeviceLink> {
  const { hostId, eventId, actor, doorId, name, maySearch, endsAt = null } = input;
  await lockEvent(tx, input);
  const door = await findDoor(tx, input);
  if (endsAt) await requireGoodEnd(tx, { eventId, endsAt });
  await requireSpace(tx, { eventId, count: 1 });
  const deviceId = randomUUIDv7();
  await tx.query(
    'INSERT INTO door_devices (id, door_id, event_id, name, may_search, ends_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [deviceId, doorId, eventId, name, maySearch, endsAt],
  );
  const link = await writeLink(tx, deviceId);
  const subject = { id: deviceId, name };
  const after = { door: door.name, maySearch, ...(endsAt && { endsAt }) };
  await recordChange(tx, { hostId, actor, action: 'device.create', subject, after });
  return link;
}

/** A sheet of links for as many phones, to print: each link is one phone's, and works once, for so many hours. None of them may search. */
export async function makeDevices(
  tx: Transaction,
  input: ByMember & { doorId: string; name: string; count: number; linkHours: number },
): Promise<(DeviceLink & { name: string })[]> {
  const { hostId, eventId, actor, doorId, count, linkHours } = input;
  await lockEvent(tx, input);
  const door = await findDoor(tx, input);
  await requireSpace(tx, { eventId, count });
  const links: (DeviceLink & { name: string })[] = [];
  for (const name of await nextNames(tx, input)) {
    const deviceId = randomUUIDv7();
    await tx.query('INSERT INTO door_devices (id, door_id, event_id, name) VALUES ($1, $2, $3, $4)', [
      deviceId,
      doorId,
      eventId,
      name,
    ]);
    links.push({ ...(await writeLink(tx, deviceId, linkHours * 60)), name });
    const subject = { id: deviceId, name };
    await recordChange(tx, { hostId, actor, action: 'device.create', subject, after: { door: door.name } });
  }
  return links;
}

/** Numbered from one on; a second sheet goes on counting. */
async function nextNames(
  tx: Transaction,
  { eventId, name, count }: { eventId: string; name: string; count: number },
): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    'SELECT name FROM door_devices WHERE event_id = $1 AND revoked_at IS NULL AND starts_with(name, $2)',
    [eventId, `${name} `],
  );
  const taken = rows.map((row) => /^[0-9]{1,6}$/.exec(row.name.slice(name.length + 1))?.[0] ?? '0');
  const last = Math.max(0, ...taken.map(Number));
  return Array.from({ length: count }, (_, nr) => `${name} ${last + nr + 1}`);
}

/** A sheet got lost: its links that nobody has used yet are dead. Phones that have paired stay. */
export async function revokeUnused(
  tx: Transaction,
  input: ByMember & { doorId: string },
): Promise<{ count: number }> {
  const { hostId, actor, doorId } = input;
  await lockEvent(tx, input);
  await findDoor(tx, input);
  const { rows } = await tx.query<{ id: string; name: string }>(
    `UPDATE door_devices SET revoked_at = clock_timestamp(), link_hash = NULL, link_expires_at = NULL
      WHERE door_id = $1 AND revoked_at IS NULL AND paired_at IS NULL RETURNING id, name`,
    [doorId],
  );
  for (const subject of rows) await recordChange(tx, { hostId, actor, action: 'device.revoke', subject });
  if (rows.length === 0) noteUnchanged(tx);
  return { count: rows.length };
}

async function requireSpace(
  tx: Transaction,
  { eventId, count }: { eventId: string; count: number },
): Promise<void> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM door_devices WHERE event_id = $1 AND revoked_at IS NULL',
    [eventId],
  );
  if ((rows[0]?.count ?? 0) + count > MAX_DEVICES)
    throw new Refusal(
      'validation_failed',
      `An event can have at most ${MAX_DEVICES} devices: remove one that you no longer need.`,
    );
}

async function requireGoodEnd(
  tx: Transaction,
  { eventId, endsAt }: { eventId: string; endsAt: Date },
): Promise<void> {
  const { rows } = await tx.query<{ isOver: boolean; isTooLate: boolean }>(
    `SELECT $2 <= clock_timestamp() AS "isOver",
            $2 > greatest(closes_at, clock_timestamp()) + interval '${MAX_DAYS_AFTER_EVENT} days' AS "isTooLate"
       FROM events WHERE id = $1`,
    [eventId, endsAt],
  );
  if (rows[0]?.isOver) throw invalidField('endsAt', 'is in the past.');
  if (rows[0]?.isTooLate)
    throw invalidField('endsAt', `is more than ${MAX_DAYS_AFTER_EVENT} days after the event.`);
}

/**
 * Lets a device search guests by name, or no longer: at its next request. It is granted to the phone that is at the door: a link that somebody
 * has made for another one meanwhile ends, else it would give the search away.
 */
export async function setDeviceSearch(
  tx: Transaction,
  input: ByMember & { deviceId: string; maySearch: boolean },
): Promise<void> {
  const { hostId, actor, deviceId, maySearch } = input;
  await lockEvent(tx, input);
  const device = await lockDevice(tx, input);
  if (device.isRevoked) throw deviceRemoved();
  if (device.maySearch === maySearch) return noteUnchanged(tx);
  await tx.query(
    `UPDATE door_devices
        SET may_search = $2,
            link_hash = CASE WHEN $2 AND token_hash IS NOT NULL THEN NULL ELSE link_hash END,
            link_expires_at = CASE WHEN $2 AND token_hash IS NOT NULL THEN NULL ELSE link_expires_at END
      WHERE id = $1`,
    [deviceId, maySearch],
  );
  await recordChange(tx, {
    hostId,
    actor,
    action: 'device.change',
    subject: { id: deviceId, name: device.name },
    before: { maySearch: device.maySearch },
    after: { maySearch },
  });
}

/**
 * A link for another phone, or for the same once more. The phone that has paired before goes on until the new link is used. The link of a
 * device that searches gives the search away, so it takes who may.
 */
export async function renewLink(
  tx: Transaction,
  input: ByMember & { deviceId: string; mayGrantSearch: boolean },
): Promise<DeviceLink> {
  const { hostId, actor, deviceId } = input;
  await lockEvent(tx, input);
  const device = await lockDevice(tx, input);
  if (device.isRevoked) throw deviceRemoved();
  if (device.maySearch && !input.mayGrantSearch)
    throw new Refusal(
      'not_allowed',
      'This device can search guests by name: ask an owner or a manager for its link.',
    );
  const link = await writeLink(tx, deviceId);
  const subject = { id: deviceId, name: device.name };
  await recordChange(tx, { hostId, actor, action: 'device.renew', subject });
  return link;
}

/** The phone is out at its next contact: it wipes what it has, and what it has not sent counts only once it is let in again by another link. */
export async function revokeDevice(tx: Transaction, input: ByMember & { deviceId: string }): Promise<void> {
  const { hostId, actor, deviceId } = input;
  await lockEvent(tx, input);
  const device = await lockDevice(tx, input);
  if (device.isRevoked) return noteUnchanged(tx);
  await tx.query(
    `UPDATE door_devices SET revoked_at = clock_timestamp(), link_hash = NULL, link_expires_at = NULL WHERE id = $1`,
    [deviceId],
  );
  const subject = { id: deviceId, name: device.name };
  await recordChange(tx, { hostId, actor, action: 'device.revoke', subject });
}

const deviceRemoved = (): Refusal => new Refusal('wrong_state', 'This device was removed: add a new one.');

type LockedDevice = { name: string; maySearch: boolean; isRevoked: boolean };

export async function lockDevice(
  tx: Transaction,
  { eventId, deviceId }: { eventId: string; deviceId: string },
): Promise<LockedDevice> {
  const { rows } = await tx.query<LockedDevice>(
    `SELECT name, may_search AS "maySearch", revoked_at IS NOT NULL AS "isRevoked" FROM door_devices WHERE id = $1 AND event_id = $2 FOR NO KEY UPDATE`,
    [deviceId, eventId],
  );
  const [device] = rows;
  if (!device) throw new Refusal('not_found', 'There is no such device.');
  return device;
}

async function writeLink(
  tx: Transaction,
  deviceId: string,
  minutes: number = LINK_MINUTES,
): Promise<DeviceLink> {
  const link = makeSecret();
  const { rows } = await tx.query<{ linkExpiresAt: Date }>(
    `UPDATE door_devices SET link_hash = $2, link_expires_at = clock_timestamp() + make_interval(mins => $3)
      WHERE id = $1 RETURNING link_expires_at AS "linkExpiresAt"`,
    [deviceId, hashSecret(link), minutes],
  );
  const [row] = rows;
  if (!row) throw new Error('the device is gone in its own transaction');
  return { deviceId, link, linkExpiresAt: row.linkExpiresAt };
}
