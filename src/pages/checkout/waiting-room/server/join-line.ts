import { randomUUID } from 'node:crypto';
import { invalidField, Refusal } from '../../../../refusal.ts';
import { isEmailAddress } from '../../../../values/email-address.ts';
import type { Language } from '../../../../values/language.ts';
import type { Room } from '../../../../waiting-room/room-memory.ts';
import type { WaitingRooms } from '../../../../waiting-room/waiting-rooms.ts';
import { JoinRefused } from './join-refused.ts';
import type { EntryAnswer, JoinBody } from './room-schemas.ts';

export const noRoom = (): Refusal => new Refusal('not_found', 'This event has no waiting room that is open.');

/** Puts a buyer in line, or finds the place that they have. */
export async function joinLine(
  rooms: Pick<WaitingRooms, 'find' | 'join' | 'entryOf' | 'readDevice'>,
  input: { eventId: string; address: string; language: Language; body: JoinBody },
): Promise<{ answer: EntryAnswer; isNew: boolean }> {
  const { eventId, address, language, body } = input;
  const room = await rooms.find(eventId);
  if (!room) throw noRoom();
  const { outcome, entryId, token } = await rooms.join({
    eventId,
    // A form that is sent without a script has none.
    entryId: body.entry?.toLowerCase() ?? randomUUID(),
    language: body.language ?? language,
    address,
    email: emailFor(room, body),
    deviceId: deviceIn(rooms, eventId, body),
  });
  if (outcome === 'no_room' || outcome === 'closed') throw noRoom();
  if (outcome === 'full') throw new JoinRefused(outcome);
  // Before the draw there is nothing more to be known of a new one: at the rush before it, each look-up counts.
  const own =
    outcome === 'joined' && !room.isDrawn
      ? { entry: entryId, place: null, isEarly: true, mustConfirm: false, admission: null, hasExpired: false }
      : await rooms.entryOf(eventId, token);
  if (!own) throw noRoom();
  return { answer: { token, ...own }, isNew: outcome === 'joined' || outcome === 'asked' };
}

function emailFor({ asksEmail }: Room, { email = '' }: JoinBody): string | undefined {
  if (!asksEmail) return undefined;
  if (!isEmailAddress(email.trim())) throw new JoinRefused('email_wrong');
  return email.trim();
}

/** The buyer of an integrator's shop, who was sent here with a link. */
function deviceIn(
  rooms: Pick<WaitingRooms, 'readDevice'>,
  eventId: string,
  { device }: JoinBody,
): string | undefined {
  if (device === undefined) return undefined;
  const deviceId = rooms.readDevice(eventId, device);
  if (deviceId === null) throw invalidField('device', 'is not a link of this event.');
  return deviceId;
}
