import type { Queryable } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { doorAnswersSql } from '../questions/door-answers.ts';
import type { GuestState } from '../tickets/guest-marks.ts';
import { listGuests } from '../tickets/list-guests.ts';
import { cutForDoor, type DoorAnswer } from '../rules/door-answers.ts';
import type { GuestAtDoor } from './describe-scans.ts';
import type { Device } from './find-device.ts';
import { countSearch } from './limit-searches.ts';

/** A guest who was looked for by name, and how they stand. */
export type FoundGuest = Omit<GuestAtDoor, 'position'> & {
  state: GuestState;
  leftAt: Date | null;
  asked: DoorAnswer[];
};

const MAX_FOUND = 10;
/** A few letters find many guests, and tell whoever tries the alphabet all of them. Shorter texts find those who are called so. */
const MIN_PREFIX_CHARACTERS = 3;

/** By the beginning of a name, or an order's reference; where the host lets this phone. E-mail addresses are not told. */
export async function searchGuestsAtDoor(
  database: Queryable,
  { device, search }: { device: Device; search: string },
): Promise<FoundGuest[]> {
  if (!device.maySearch)
    throw new Refusal('not_allowed', 'This phone can’t search by name: ask the host to allow it.');
  const typed = search.trim();
  if (typed === '') return [];
  await countSearch(database, device.deviceId);
  const { guests: found } = await listGuests(database, {
    hostId: device.hostId,
    eventId: device.eventId,
    filters: { search: typed, ticketTypeId: null, state: null, how: null },
    limit: MAX_FOUND,
    cursor: null,
  });
  const guests =
    typed.length < MIN_PREFIX_CHARACTERS ? found.filter((guest) => isCalled(guest, typed)) : found;
  const { rows } = await database.query<{ id: string; leftAt: Date | null; asked: DoorAnswer[] }>(
    `SELECT t.id, t.left_at AS "leftAt", ${doorAnswersSql('t.event_id', 't')} AS asked FROM tickets AS t WHERE t.id = ANY ($1)`,
    [guests.map(({ ticketId }) => ticketId)],
  );
  const more = new Map(rows.map((row) => [row.id, row]));
  return guests.map(({ ticketId, firstName, lastName, ticketTypeId, typeName, seat, reference, state }) => ({
    ticketId,
    firstName,
    lastName,
    ticketTypeId,
    typeName,
    seat,
    orderReference: reference,
    state,
    leftAt: more.get(ticketId)?.leftAt ?? null,
    asked: cutForDoor(more.get(ticketId)?.asked ?? []),
  }));
}

const isCalled = ({ firstName, lastName }: { firstName: string; lastName: string }, typed: string): boolean =>
  [firstName, lastName].some((name) => name.toLowerCase() === typed.toLowerCase());
