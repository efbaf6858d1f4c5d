import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../audit/actor.ts';
import { noteUnchanged, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { lockEvent, type EventOfHost } from './lock-event.ts';

/** `ticketTypeIds` null: whoever has a ticket to the event. */
export type DoorFields = { name: string; ticketTypeIds: string[] | null };

type ByMember = EventOfHost & { actor: Actor };
type DoorRow = DoorFields & { version: number };

export const MAX_DOORS = 50;

export async function makeDoor(
  tx: Transaction,
  { hostId, eventId, actor, ...fields }: ByMember & DoorFields,
): Promise<{ doorId: string }> {
  await lockEvent(tx, { hostId, eventId });
  await requireOwnTypes(tx, eventId, fields.ticketTypeIds);
  await requireFreeName(tx, { eventId, name: fields.name, doorId: null });
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM doors WHERE event_id = $1 AND removed_at IS NULL',
    [eventId],
  );
  if ((rows[0]?.count ?? 0) >= MAX_DOORS)
    throw new Refusal('validation_failed', `An event can have at most ${MAX_DOORS} doors.`);
  const doorId = randomUUIDv7();
  await tx.query('INSERT INTO doors (id, event_id, name, ticket_type_ids) VALUES ($1, $2, $3, $4)', [
    doorId,
    eventId,
    fields.name,
    fields.ticketTypeIds,
  ]);
  const subject = { id: doorId, name: fields.name };
  await recordChange(tx, { hostId, actor, action: 'door.create', subject, after: fields });
  return { doorId };
}

/** Phones at the door hear of it when they next ask. */
export async function changeDoor(
  tx: Transaction,
  input: ByMember & DoorFields & { doorId: string; version: number },
): Promise<void> {
  const { hostId, eventId, actor, doorId, name, ticketTypeIds } = input;
  await lockEvent(tx, input);
  const before = await findDoor(tx, input);
  if (before.version !== input.version)
    throw new Refusal('changed_meanwhile', 'Somebody else has changed this door since you opened it.', {
      current: before,
    });
  await requireOwnTypes(tx, eventId, ticketTypeIds);
  await requireFreeName(tx, { eventId, name, doorId });
  await tx.query('UPDATE doors SET name = $2, ticket_type_ids = $3, version = version + 1 WHERE id = $1', [
    doorId,
    name,
    ticketTypeIds,
  ]);
  await recordChange(tx, {
    hostId,
    actor,
    action: 'door.change',
    subject: { id: doorId, name },
    before: { name: before.name, ticketTypeIds: before.ticketTypeIds },
    after: { name, ticketTypeIds },
  });
}

/** Its phones are out at their next contact. What was scanned there stays. */
export async function removeDoor(tx: Transaction, input: ByMember & { doorId: string }): Promise<void> {
  const { hostId, actor, doorId } = input;
  await lockEvent(tx, input);
  const { rows } = await tx.query<{ name: string; wasThere: boolean }>(
    `SELECT name, removed_at IS NULL AS "wasThere" FROM doors WHERE id = $1 AND event_id = $2`,
    [doorId, input.eventId],
  );
  const [door] = rows;
  if (!door) throw noSuchDoor();
  if (!door.wasThere) return noteUnchanged(tx);
  await tx.query('UPDATE doors SET removed_at = clock_timestamp() WHERE id = $1', [doorId]);
  const { rows: devices } = await tx.query<{ id: string; name: string }>(
    `UPDATE door_devices SET revoked_at = clock_timestamp(), link_hash = NULL, link_expires_at = NULL
      WHERE door_id = $1 AND revoked_at IS NULL RETURNING id, name`,
    [doorId],
  );
  const subject = { id: doorId, name: door.name };
  await recordChange(tx, { hostId, actor, action: 'door.remove', subject });
  for (const device of devices)
    await recordChange(tx, { hostId, actor, action: 'device.revoke', subject: device });
}

export async function findDoor(
  tx: Transaction,
  { eventId, doorId }: { eventId: string; doorId: string },
): Promise<DoorRow> {
  const { rows } = await tx.query<DoorRow>(
    `SELECT name, ticket_type_ids AS "ticketTypeIds", version FROM doors
      WHERE id = $1 AND event_id = $2 AND removed_at IS NULL`,
    [doorId, eventId],
  );
  const [door] = rows;
  if (!door) throw noSuchDoor();
  return door;
}

const noSuchDoor = (): Refusal => new Refusal('not_found', 'There is no such door.');

async function requireOwnTypes(
  tx: Transaction,
  eventId: string,
  ticketTypeIds: string[] | null,
): Promise<void> {
  if (ticketTypeIds === null) return;
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM ticket_types WHERE event_id = $1 AND id = ANY ($2)',
    [eventId, ticketTypeIds],
  );
  if (ticketTypeIds.length === 0 || rows[0]?.count !== new Set(ticketTypeIds).size)
    throw invalidField('ticketTypeIds', 'must be ticket types of this event, at least one.');
}

async function requireFreeName(
  tx: Transaction,
  { eventId, name, doorId }: { eventId: string; name: string; doorId: string | null },
): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM doors WHERE event_id = $1 AND lower(name) = lower($2) AND removed_at IS NULL AND id IS DISTINCT FROM $3`,
    [eventId, name, doorId],
  );
  if (rowCount) throw invalidField('name', 'is already the name of another door of this event.');
}
