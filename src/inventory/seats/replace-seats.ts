import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { listTicketTypes, lockTicketTypes, lockTicketTypesOfEvent } from '../ticket-type-fields.ts';
import { compareSeats, MAX_SHOWN_IN_THE_WAY, type SeatInTheWay } from './compare-seats.ts';
import { createSeats, OF_NO_PLAN, type NewSeat } from './create-seats.ts';
import { lockHall } from './read-hall.ts';
import { keyOfType, readSeatList, type ListedSeat } from './read-seat-list.ts';
import { addHallType, changeSeats, countSeats, deleteSeats, giveBackLapsed } from './write-hall.ts';

export type ReplacedSeats = { added: number; removed: number; changed: number; seats: number };

type Prices = readonly { name: string; priceMinor: number }[];
type OfEvent = { hostId: string; eventId: string };

const MAX_NAMED = 5;

/**
 * The seats of an event are those of the list, from now on: all of it, or nothing. A seat that stays is the same seat. One that is sold
 * or held stays, and what it is sold as. Of every seated ticket type there are as many as it has seats.
 */
export async function replaceSeats(
  tx: Transaction,
  input: OfEvent & { actor: Actor; version: number; text: string; newTypes: Prices },
): Promise<ReplacedSeats> {
  const { hostId, eventId, actor } = input;
  const event = await lockTicketTypesOfEvent(tx, { hostId, eventId });
  if (event.kind !== 'seat_map') throw new Refusal('validation_failed', 'This event has no seats.');
  if (event.version !== input.version)
    throw new Refusal('changed_meanwhile', 'Somebody else has changed this event since you opened it.', {
      current: { version: event.version },
    });
  const typed = await listTicketTypes(tx, { hostId, eventId });
  const list = readSeatList(input.text, typed);
  if (list.preview.listProblems.length > 0 || list.preview.problemCount > 0)
    throw new Refusal('validation_failed', 'The list has errors: fix them first.', { field: 'text' });
  const prices = readPrices(list.newTypes, input.newTypes);

  // Nothing of the list is looked into any more: from here on buyers wait.
  const ticketTypeIds = typed.map(({ ticketTypeId }) => ticketTypeId);
  await lockTicketTypes(tx, { hostId, eventId, ticketTypeIds });
  const at = await giveBackLapsed(tx, ticketTypeIds);
  const before = await lockHall(tx, { hostId, eventId, at });
  const differences = compareSeats(before, list.seats);
  if (differences.inTheWay.length > 0) throw inTheWay(differences.inTheWay);

  const types = new Map<string, string>();
  for (const { name, kind, seatsOf, ticketTypeId } of typed)
    if (kind === 'SEATED' && seatsOf === null) types.set(keyOfType(name), ticketTypeId);
  let position = Math.max(-1, ...typed.map((type) => type.position));
  for (const { name, priceMinor } of prices)
    types.set(
      keyOfType(name),
      await addHallType(tx, { eventId, name, priceMinor, position: (position += 1) }),
    );
  const toSeat = ({ typeKey, ...seat }: ListedSeat): NewSeat => ({
    ...seat,
    ticketTypeId: types.get(typeKey) ?? '',
  });
  await deleteSeats(tx, differences.removed);
  await changeSeats(
    tx,
    differences.changed.map(({ before: { id, blocked }, after }) => ({
      id,
      ...toSeat(after),
      ...OF_NO_PLAN,
      blocked,
    })),
  );
  await leavePlan(tx, eventId);
  if (differences.added.length > 0) await createSeats(tx, eventId, differences.added.map(toSeat));
  await countSeats(tx, eventId);
  await tx.query('UPDATE events SET version = version + 1 WHERE id = $1', [eventId]);

  const done: ReplacedSeats = {
    added: differences.added.length,
    removed: differences.removed.length,
    changed: differences.changed.length,
    seats: list.seats.length,
  };
  await recordChange(tx, {
    hostId,
    actor,
    action: 'seat_map.replace',
    subject: { id: eventId, name: event.eventName },
    before: { seats: before.length },
    after: { ...done, newTicketTypes: prices.map(({ name }) => name) },
  });
  return done;
}

/** Every new ticket type has a price that somebody has typed. */
function readPrices(names: readonly string[], given: Prices): Prices {
  const byName = new Map(given.map(({ name, priceMinor }) => [keyOfType(name), priceMinor]));
  return names.map((name) => {
    const priceMinor = byName.get(keyOfType(name));
    if (priceMinor === undefined) throw invalidField('newTypes', `must have a price for “${name}”.`);
    return { name, priceMinor };
  });
}

/** A list says nothing of companions, tables and drawings. */
async function leavePlan(tx: Transaction, eventId: string): Promise<void> {
  await tx.query(
    `UPDATE seats SET plan_seat_id = NULL, companion_of = NULL, table_id = NULL, table_seats = NULL
      WHERE event_id = $1 AND coalesce(plan_seat_id, companion_of, table_id) IS NOT NULL`,
    [eventId],
  );
  await tx.query(
    `UPDATE event_halls SET plan_id = NULL, number = NULL, categories = '[]', drawing = '[]' WHERE event_id = $1`,
    [eventId],
  );
}

/** Nothing was changed. */
export function inTheWay(
  seats: readonly SeatInTheWay[],
  { mend = 'Put them back into the list.', field = 'text' } = {},
): Refusal {
  const named = seats
    .slice(0, MAX_NAMED)
    .map(
      ({ section, rowLabel, seatLabel, isSold }) =>
        `${section} ${rowLabel} ${seatLabel} (${isSold ? 'sold' : 'held'})`,
    );
  const more = seats.length > MAX_NAMED ? `, and ${seats.length - MAX_NAMED} more` : '';
  return new Refusal(
    'seats_in_use',
    `You can’t change seats that are sold or on hold: ${named.join(', ')}${more}. ${mend}`,
    { field, current: { count: seats.length, seats: seats.slice(0, MAX_SHOWN_IN_THE_WAY) } },
  );
}
