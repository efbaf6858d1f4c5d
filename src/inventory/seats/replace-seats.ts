import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { createTicketType } from '../create-ticket-type.ts';
import { listTicketTypes, lockTicketTypes, lockTicketTypesOfEvent } from '../ticket-type-fields.ts';
import { compareSeats, MAX_SHOWN_IN_THE_WAY, type SeatInTheWay } from './compare-seats.ts';
import { createSeats, type NewSeat } from './create-seats.ts';
import { lockHall, type StoredSeat } from './read-hall.ts';
import { keyOfType, readSeatList, type ListedSeat } from './read-seat-list.ts';

export type ReplacedSeats = { added: number; removed: number; changed: number; seats: number };

type Prices = readonly { name: string; priceMinor: number }[];
type OfEvent = { hostId: string; eventId: string };

// As every new ticket type has, until its own page says otherwise.
const MAX_PER_ORDER = 10;
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
  if (event.kind !== 'seat_map')
    throw new Refusal('validation_failed', 'This event has no seats: it is sold by the number.');
  if (event.version !== input.version)
    throw new Refusal('changed_meanwhile', 'Somebody else has changed this event since you opened it.', {
      current: { version: event.version },
    });
  const typed = await listTicketTypes(tx, { hostId, eventId });
  const list = readSeatList(input.text, typed);
  if (list.preview.listProblems.length > 0 || list.preview.problemCount > 0)
    throw new Refusal('validation_failed', 'The list has mistakes: look at it again.', { field: 'text' });
  const prices = readPrices(list.newTypes, input.newTypes);

  // Nothing of the list is looked into any more: from here on buyers wait.
  const ticketTypeIds = typed.map(({ ticketTypeId }) => ticketTypeId);
  await lockTicketTypes(tx, { hostId, eventId, ticketTypeIds });
  const at = await giveBackLapsed(tx, ticketTypeIds);
  const before = await lockHall(tx, { hostId, eventId, at });
  const differences = compareSeats(before, list.seats);
  if (differences.inTheWay.length > 0) throw inTheWay(differences.inTheWay);

  const types = new Map<string, string>();
  for (const { name, kind, ticketTypeId } of typed)
    if (kind === 'SEATED') types.set(keyOfType(name), ticketTypeId);
  let position = Math.max(-1, ...typed.map((type) => type.position));
  for (const { name, priceMinor } of prices)
    types.set(keyOfType(name), await addType(tx, { eventId, name, priceMinor, position: (position += 1) }));
  const toSeat = ({ typeKey, ...seat }: ListedSeat): NewSeat => ({
    ...seat,
    ticketTypeId: types.get(typeKey) ?? '',
  });
  await deleteSeats(tx, differences.removed);
  await changeSeats(
    tx,
    differences.changed.map(({ before: { id }, after }) => ({ id, ...toSeat(after) })),
  );
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

/** What has lapsed is in nobody's way. Answers the moment by which it has: seats are looked at by the same. */
async function giveBackLapsed(tx: Transaction, ticketTypeIds: string[]): Promise<Date> {
  // To the millisecond below: a date has no more, and what lapses within it is still held.
  const { rows } = await tx.query<{ at: Date }>(`SELECT date_trunc('milliseconds', clock_timestamp()) AS at`);
  const at = rows[0]?.at ?? new Date(0);
  await tx.query(`SELECT give_back_stock(of_carts => '{}', of_types => $1::uuid[], lapsed_by => $2)`, [
    ticketTypeIds,
    at,
  ]);
  return at;
}

const addType = (
  tx: Transaction,
  type: { eventId: string; name: string; priceMinor: number; position: number },
): Promise<string> =>
  createTicketType(tx, {
    ...type,
    kind: 'SEATED',
    description: '',
    // Counted once its seats are there.
    capacity: 0,
    maximumPerOrder: MAX_PER_ORDER,
    saleStartsAt: null,
    saleEndsAt: null,
  });

/** Returned tickets may have been for these; they keep the id, and what it was called is no longer told. */
async function deleteSeats(tx: Transaction, seats: readonly StoredSeat[]): Promise<void> {
  if (seats.length === 0) return;
  await tx.query('DELETE FROM seats WHERE id = ANY ($1::uuid[])', [seats.map(({ id }) => id)]);
}

async function changeSeats(tx: Transaction, seats: readonly (NewSeat & { id: string })[]): Promise<void> {
  if (seats.length === 0) return;
  await tx.query(
    `UPDATE seats AS s SET ticket_type_id = next.type, x = next.x, y = next.y, is_accessible = next.a, is_restricted_view = next.v
       FROM unnest($1::uuid[], $2::uuid[], $3::float8[], $4::float8[], $5::bool[], $6::bool[]) AS next (id, type, x, y, a, v)
      WHERE s.id = next.id`,
    [
      seats.map(({ id }) => id),
      seats.map(({ ticketTypeId }) => ticketTypeId),
      seats.map(({ x }) => x),
      seats.map(({ y }) => y),
      seats.map(({ isAccessible }) => isAccessible),
      seats.map(({ isRestrictedView }) => isRestrictedView),
    ],
  );
}

async function countSeats(tx: Transaction, eventId: string): Promise<void> {
  await tx.query(
    `UPDATE ticket_types AS t SET capacity = now.seats
       FROM (SELECT of_event.id, count(s.id)::integer AS seats FROM ticket_types AS of_event
               LEFT JOIN seats AS s ON s.ticket_type_id = of_event.id
              WHERE of_event.event_id = $1 AND of_event.kind = 'SEATED' GROUP BY 1) AS now
      WHERE t.id = now.id AND t.capacity <> now.seats`,
    [eventId],
  );
}

function inTheWay(seats: readonly SeatInTheWay[]): Refusal {
  const named = seats
    .slice(0, MAX_NAMED)
    .map(
      ({ section, rowLabel, seatLabel, isSold }) =>
        `${section} ${rowLabel} ${seatLabel} (${isSold ? 'sold' : 'held'})`,
    );
  const more = seats.length > MAX_NAMED ? `, and ${seats.length - MAX_NAMED} more` : '';
  return new Refusal(
    'seats_in_use',
    `Seats that are sold or held must stay as they are: ${named.join(', ')}${more}. Put them back into the list.`,
    { field: 'text', current: { count: seats.length, seats: seats.slice(0, MAX_SHOWN_IN_THE_WAY) } },
  );
}
