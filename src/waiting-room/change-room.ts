import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import { changedFields } from '../audit/what-changed.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { lockEvent } from '../events/event-fields.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { sealCurrent } from '../secrets/sealed.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { WAITING_ROOM_LIMITS } from '../rules/waiting-room.ts';
import { hashOf, makeSeed } from './draw.ts';

export type RoomSettings = {
  drawsAt: Date;
  /** How many are let in a minute, at most. */
  perMinute: number;
  /** How many may be choosing and paying at the same time. */
  mostInside: number;
  /** For how long one may begin a cart. */
  admissionMinutes: number;
  asksEmail: boolean;
};

const SETTINGS = ['drawsAt', 'perMinute', 'mostInside', 'admissionMinutes', 'asksEmail'] as const;

type Whose = { hostId: string; eventId: string; actor: Actor };

type StoredRoom = RoomSettings & {
  drawnAt: Date | null;
  pausedAt: Date | null;
  closedAt: Date | null;
  /** The database's time. */
  now: Date;
};

const A_YEAR_MS = 366 * 86_400_000;
// "At once" is a time that has just passed when the form arrives.
const AT_ONCE_MS = 60_000;

/** From the commit on nobody holds tickets of the event without being let in, as soon as each process has heard of it. */
export async function openRoom(
  tx: Transaction,
  input: Whose & { settings: RoomSettings; secretKeys: SecretKeys },
): Promise<void> {
  const { hostId, eventId, settings, secretKeys } = input;
  const event = await lockEvent(tx, { hostId, eventId });
  const earlier = await lockRoom(tx, eventId);
  if (earlier && !earlier.closedAt) throw wrongState('This event already has a waiting room.');
  const now = await databaseNow(tx);
  if (event.status === 'ENDED' || event.status === 'CANCELLED' || event.closesAt <= now) {
    throw wrongState('This event is over, so it can’t have a waiting room.');
  }
  checkSettings(settings, now);
  const seed = makeSeed();
  const sealed = sealCurrent(secretKeys, {
    purpose: 'waiting-room-seeds',
    owner: eventId,
    secret: seed.toString('hex'),
  });
  // With whoever was in the earlier one.
  await tx.query('DELETE FROM waiting_rooms WHERE event_id = $1', [eventId]);
  await tx.query(
    `INSERT INTO waiting_rooms (event_id, draws_at, per_minute, most_inside, admission_minutes, asks_email,
                                seed_ciphertext, seed_sealed_by, seed_hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [eventId, ...valuesOf(settings), sealed.box, sealed.sealedBy, hashOf(seed)],
  );
  await record(tx, input, { action: 'open', name: event.name, after: settings });
}

/** After the draw, when it is and whether it asks for an e-mail stay as they are: to change those is refused. */
export async function changeRoom(tx: Transaction, input: Whose & { settings: RoomSettings }): Promise<void> {
  const { settings, eventId } = input;
  const { room, name } = await lockOpenRoom(tx, input);
  const changed = changedFields(room, settings, SETTINGS);
  if (room.drawnAt) {
    const fixed = changed.find((field) => field === 'drawsAt' || field === 'asksEmail');
    if (fixed) throw invalidField(fixed, 'can’t be changed after the draw.');
  }
  // Those who are there came in by the other rule.
  if (changed.includes('asksEmail') && (await hasEntries(tx, eventId))) {
    throw invalidField('asksEmail', 'can’t be changed once people are in line.');
  }
  checkSettings(settings, changed.includes('drawsAt') ? room.now : null);
  await tx.query(
    `UPDATE waiting_rooms SET draws_at = $2, per_minute = $3, most_inside = $4, admission_minutes = $5, asks_email = $6
      WHERE event_id = $1`,
    [eventId, ...valuesOf(settings)],
  );
  const pick = (of: RoomSettings) => Object.fromEntries(changed.map((field) => [field, of[field]]));
  await record(tx, input, { action: 'change', name, before: pick(room), after: pick(settings) });
}

/** Nobody is let in until it is resumed, but whom a member lets in. */
export async function pauseRoom(tx: Transaction, input: Whose): Promise<void> {
  const { room, name } = await lockOpenRoom(tx, input);
  if (!room.drawnAt)
    throw wrongState('The waiting room has not let anyone in yet, so there is nothing to pause.');
  if (room.pausedAt) throw wrongState('The waiting room is already paused.');
  await tx.query('UPDATE waiting_rooms SET paused_at = clock_timestamp() WHERE event_id = $1', [
    input.eventId,
  ]);
  await record(tx, input, { action: 'pause', name });
}

export async function resumeRoom(tx: Transaction, input: Whose): Promise<void> {
  const { room, name } = await lockOpenRoom(tx, input);
  if (!room.pausedAt) throw wrongState('The waiting room is not paused.');
  await tx.query('UPDATE waiting_rooms SET paused_at = NULL WHERE event_id = $1', [input.eventId]);
  await record(tx, input, { action: 'resume', name });
}

/** So many more than the rate would, with the next ticks; never more inside than there may be. */
export async function letInNow(tx: Transaction, input: Whose & { count: number }): Promise<void> {
  const { eventId, count } = input;
  const { room, name } = await lockOpenRoom(tx, input);
  if (!room.drawnAt) throw wrongState('Nobody can be let in before the draw.');
  checkNumber('count', count, WAITING_ROOM_LIMITS.letIn);
  await tx.query(
    'UPDATE waiting_rooms SET extra_allowance = least(extra_allowance + $2, $3) WHERE event_id = $1',
    [eventId, count, WAITING_ROOM_LIMITS.letIn.max],
  );
  await record(tx, input, { action: 'let_in', name, after: { count } });
}

/** From the commit on everybody may hold tickets again, as soon as each process has heard of it. */
export async function closeRoom(tx: Transaction, input: Whose): Promise<void> {
  const { name } = await lockOpenRoom(tx, input);
  await tx.query('SELECT close_waiting_room(of_event => $1)', [input.eventId]);
  await record(tx, input, { action: 'close', name });
}

async function lockOpenRoom(tx: Transaction, whose: Whose): Promise<{ room: StoredRoom; name: string }> {
  const { name } = await lockEvent(tx, whose);
  const room = await lockRoom(tx, whose.eventId);
  if (!room) throw new Refusal('not_found', 'This event has no waiting room.');
  if (room.closedAt) throw wrongState('The waiting room is closed.');
  return { room, name };
}

async function lockRoom(tx: Transaction, eventId: string): Promise<StoredRoom | null> {
  const { rows } = await tx.query<StoredRoom>(
    `SELECT draws_at AS "drawsAt", per_minute AS "perMinute", most_inside AS "mostInside",
            admission_minutes AS "admissionMinutes", asks_email AS "asksEmail",
            drawn_at AS "drawnAt", paused_at AS "pausedAt", closed_at AS "closedAt", clock_timestamp() AS now
       FROM waiting_rooms WHERE event_id = $1 FOR UPDATE`,
    [eventId],
  );
  return rows[0] ?? null;
}

async function hasEntries(tx: Transaction, eventId: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT 1 FROM waiting_entries WHERE event_id = $1 LIMIT 1', [eventId]);
  return rowCount !== 0;
}

async function databaseNow(tx: Queryable): Promise<Date> {
  const { rows } = await tx.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return rows[0]?.now ?? new Date();
}

/** `now`: null where the draw stays when it was. */
function checkSettings(settings: RoomSettings, now: Date | null): void {
  for (const field of ['perMinute', 'mostInside', 'admissionMinutes'] as const) {
    checkNumber(field, settings[field], WAITING_ROOM_LIMITS[field]);
  }
  if (!now) return;
  const aheadMs = settings.drawsAt.getTime() - now.getTime();
  if (!(aheadMs >= -AT_ONCE_MS)) throw invalidField('drawsAt', 'must be in the future.');
  if (aheadMs > A_YEAR_MS) throw invalidField('drawsAt', 'must be within a year.');
}

function checkNumber(field: string, value: number, { min, max }: { min: number; max: number }): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw invalidField(field, `must be a whole number from ${min} to ${max}.`);
}

const valuesOf = (settings: RoomSettings): unknown[] => SETTINGS.map((field) => settings[field]);

const wrongState = (message: string): Refusal => new Refusal('wrong_state', message);

const record = (
  tx: Transaction,
  { hostId, eventId, actor }: Whose,
  { action, name, before, after }: { action: string; name: string; before?: object; after?: object },
): Promise<void> =>
  recordChange(tx, {
    hostId,
    actor,
    action: `waiting_room.${action}`,
    subject: { id: eventId, name },
    ...(before && { before: { ...before } }),
    ...(after && { after: { ...after } }),
  });
