import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { compareHall, type HallDifferences } from '../inventory/seats/compare-hall.ts';
import { MAX_SHOWN_IN_THE_WAY, type SeatInTheWay } from '../inventory/seats/compare-seats.ts';
import { createSeats, type NewSeat } from '../inventory/seats/create-seats.ts';
import { lockHall, readHall, type StoredSeat } from '../inventory/seats/read-hall.ts';
import { keyOfSeat } from '../inventory/seats/read-seat-list.ts';
import { inTheWay, type ReplacedSeats } from '../inventory/seats/replace-seats.ts';
import type { MapObject } from '../inventory/seats/seat-map.ts';
import {
  addHallType,
  changeSeats,
  countSeats,
  deleteSeats,
  giveBackLapsed,
} from '../inventory/seats/write-hall.ts';
import { lockTicketTypes, lockTicketTypesOfEvent } from '../inventory/ticket-type-fields.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { drawingOf } from '../seating-plans/drawing.ts';
import type { SoldCategory } from '../seating-plans/hall-of-plan.ts';
import type { SeatingPlan } from '../seating-plans/plan-schema.ts';
import { newKey, type CategoryChoice, type MatchedCategory } from './match-categories.ts';
import { keepOwnMarks, planHall, type OfEvent, type PlannedHall, type UseOfPlan } from './plan-hall.ts';

type Planned = PlannedHall['seats'][number];

export type NamedSeat = { section: string; rowLabel: string; seatLabel: string };

export type CheckedUse = {
  categories: MatchedCategory[];
  added: number;
  removed: number;
  changed: number;
  inTheWay: { count: number; seats: SeatInTheWay[] };
  /** Some of those that would come, go or change, as they are called. */
  named: { added: NamedSeat[]; removed: NamedSeat[]; changed: NamedSeat[] };
  /** As they would be. */
  seats: (Planned & { isTaken: boolean })[];
  drawing: MapObject[];
};

/** Checks the effect of a plan's version on an event's hall, as it is at this moment. Nothing is changed, and nobody waits. */
export async function checkPlanUse(database: Queryable, input: OfEvent & UseOfPlan): Promise<CheckedUse> {
  await requireSeats(database, input);
  const hall = await planHall(database, input);
  const stored = await readHall(database, input);
  const { seats, differences } = compare(hall, stored);
  const taken = new Set(stored.filter(({ isTaken }) => isTaken).map(keyOfSeat));
  const { added, removed, changed, inTheWay: inWay } = differences;
  return {
    categories: hall.categories,
    added: added.length,
    removed: removed.length,
    changed: changed.length,
    inTheWay: { count: inWay.length, seats: inWay.slice(0, MAX_SHOWN_IN_THE_WAY) },
    named: {
      added: nameSome(added),
      removed: nameSome(removed),
      changed: nameSome(changed.map(({ before }) => before)),
    },
    seats: seats.map((seat) => ({ ...seat, isTaken: taken.has(keyOfSeat(seat)) })),
    drawing: drawingOf(hall.plan),
  };
}

// Enough to know which part of the hall it is about.
const MAX_NAMED_SEATS = 10;

const nameSome = (seats: readonly NamedSeat[]): NamedSeat[] =>
  seats
    .slice(0, MAX_NAMED_SEATS)
    .map(({ section, rowLabel, seatLabel }) => ({ section, rowLabel, seatLabel }));

async function requireSeats(database: Queryable, { hostId, eventId }: OfEvent): Promise<void> {
  const { rows } = await database.query<{ kind: string }>(
    'SELECT kind FROM events WHERE id = $1 AND host_id = $2',
    [eventId, hostId],
  );
  if (!rows[0]) throw new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
  if (rows[0].kind !== 'seat_map') throw noSeats();
}

const noSeats = (): Refusal => new Refusal('validation_failed', 'This event has no seats.');

function compare(
  { seats, isSamePlan }: PlannedHall,
  stored: readonly StoredSeat[],
): { seats: Planned[]; differences: HallDifferences<Planned> } {
  const first = compareHall(stored, seats, { isSamePlan });
  const paired = new Map(first.changed.map(({ before, after }) => [after.planSeatId, before]));
  for (const seat of stored) if (isSamePlan && seat.planSeatId !== null) paired.set(seat.planSeatId, seat);
  const kept = keepOwnMarks(paired, seats);
  return { seats: kept, differences: compareHall(stored, kept, { isSamePlan }) };
}

/**
 * The event's hall is that of a version of a plan, from now on: all of it, or nothing. Seats that stay are the same seats; those that
 * are sold or held stay, with their names and ticket types.
 */
export async function usePlan(
  tx: Transaction,
  input: OfEvent & UseOfPlan & { actor: Actor; version: number },
): Promise<ReplacedSeats> {
  const { hostId, eventId, actor, planId, number } = input;
  const event = await lockTicketTypesOfEvent(tx, { hostId, eventId });
  if (event.kind !== 'seat_map') throw noSeats();
  if (event.version !== input.version)
    throw new Refusal('changed_meanwhile', 'Somebody else has changed this event since you opened it.', {
      current: { version: event.version },
    });
  const hall = await planHall(tx, input);
  const unpriced = hall.categories.find(({ priceMinor }) => priceMinor === null);
  if (unpriced)
    throw invalidField('categories', `must have a ticket type or a price for “${unpriced.name}”.`);

  // Nothing of the plan is looked into any more: from here on buyers wait.
  const ticketTypeIds = hall.types.map(({ ticketTypeId }) => ticketTypeId);
  await lockTicketTypes(tx, { hostId, eventId, ticketTypeIds });
  const at = await giveBackLapsed(tx, ticketTypeIds);
  const before = await lockHall(tx, { hostId, eventId, at });
  const { seats, differences } = compare(hall, before);
  if (differences.inTheWay.length > 0)
    throw inTheWay(differences.inTheWay, {
      mend: 'Put them back into the plan, or keep their ticket types.',
      field: 'planId',
    });

  const types = await makeTypes(tx, eventId, hall);
  const toSeat = (seat: Planned): NewSeat => ({
    ...seat,
    ticketTypeId: types.get(keyOfUse({ categoryId: seat.categoryId, kind: 'SEATED' })) ?? '',
  });
  await deleteSeats(tx, differences.removed);
  const changed = differences.changed.map(({ before: { id }, after }) => ({ id, ...toSeat(after) }));
  await changeSeats(tx, changed, differences);
  if (differences.added.length > 0) await createSeats(tx, eventId, differences.added.map(toSeat));
  await countSeats(tx, eventId);
  await sizeStanding(tx, hall, types);
  await letTablesBeBought(tx, { eventId, seats: hall.seats }, types);
  await storeHall(tx, input, { plan: hall.plan, categories: hall.categories, types });
  await tx.query('UPDATE events SET version = version + 1 WHERE id = $1', [eventId]);

  const done: ReplacedSeats = {
    added: differences.added.length,
    removed: differences.removed.length,
    changed: differences.changed.length,
    seats: seats.length,
  };
  await recordChange(tx, {
    hostId,
    actor,
    action: 'seat_map.use_plan',
    subject: { id: eventId, name: event.eventName },
    before: {
      seats: before.length,
      ...(hall.current && { plan: hall.current.planId, number: hall.current.number }),
    },
    after: { ...done, plan: planId, number },
  });
  return done;
}

type Types = ReadonlyMap<string, string>;
const keyOfUse = ({ categoryId, kind }: Pick<CategoryChoice, 'categoryId' | 'kind'>): string =>
  `${kind} ${categoryId}`;

/** The ticket type of every category that is sold; new ones are made. */
async function makeTypes(
  tx: Transaction,
  eventId: string,
  { types, categories }: PlannedHall,
): Promise<Types> {
  const made = new Map<string, string>();
  const found = new Map<string, string>();
  let position = Math.max(-1, ...types.map((type) => type.position));
  for (const category of categories) {
    const { kind, typeName: name, priceMinor } = category;
    let id = category.ticketTypeId ?? made.get(newKey(category));
    if (id === undefined) {
      id = await addHallType(tx, {
        eventId,
        kind,
        name,
        priceMinor: priceMinor ?? 0,
        position: (position += 1),
      });
      made.set(newKey(category), id);
    }
    found.set(keyOfUse(category), id);
  }
  return found;
}

/**
 * Of a standing area there are as many tickets as it holds people, where that is new: a number that the host has changed since stays. Of one
 * that is no longer drawn no more are sold.
 */
async function sizeStanding(tx: Transaction, hall: PlannedHall, types: Types): Promise<void> {
  const places = placesByType(hall.categories, (category) => types.get(keyOfUse(category)));
  const before = hall.isSamePlan ? (hall.current?.categories ?? []) : [];
  const wasIn = new Map(before.map((choice) => [keyOfUse(choice), choice.ticketTypeId]));
  const placesBefore = placesByType(hall.categoriesBefore, (category) => wasIn.get(keyOfUse(category)));
  const dropped = [...placesBefore.keys()].filter((id) => !places.has(id));
  await tx.query(
    'UPDATE ticket_types SET capacity = sold + held, version = version + 1 WHERE id = ANY ($1::uuid[]) AND capacity > sold + held',
    [dropped],
  );
  for (const [id, capacity] of places) {
    if (placesBefore.get(id) === capacity) continue;
    const { rowCount } = await tx.query(
      'UPDATE ticket_types SET capacity = $2, version = version + 1 WHERE id = $1 AND sold + held <= $2',
      [id, capacity],
    );
    if (!rowCount) throw invalidField('categories', 'make a standing area smaller than what is sold of it.');
  }
}

function placesByType(
  categories: readonly SoldCategory[],
  idOf: (category: SoldCategory) => string | undefined,
): Map<string, number> {
  const places = new Map<string, number>();
  for (const category of categories) {
    const id = idOf(category);
    if (category.kind === 'GENERAL' && id !== undefined)
      places.set(id, (places.get(id) ?? 0) + category.places);
  }
  return places;
}

/** A table is bought whole, in one order, at any of its prices. */
async function letTablesBeBought(
  tx: Transaction,
  { eventId, seats }: Pick<OfEvent, 'eventId'> & Pick<PlannedHall, 'seats'>,
  types: Types,
): Promise<void> {
  const sizes = new Map<string, number>();
  for (const chairs of Map.groupBy(seats, ({ table }) => table?.tableId).values()) {
    if (!chairs[0]?.table) continue;
    for (const [categoryId, ofType] of Map.groupBy(chairs, (chair) => chair.categoryId)) {
      const id = types.get(keyOfUse({ categoryId, kind: 'SEATED' })) ?? '';
      sizes.set(id, Math.max(sizes.get(id) ?? 0, ofType.length));
    }
  }
  await tx.query(
    `UPDATE ticket_types AS t SET maximum_per_order = size.seats, version = version + 1
       FROM unnest($1::uuid[], $2::integer[]) AS size (id, seats)
      WHERE t.event_id = $3 AND coalesce(t.seats_of, t.id) = size.id AND t.maximum_per_order < size.seats`,
    [[...sizes.keys()], [...sizes.values()], eventId],
  );
}

async function storeHall(
  tx: Transaction,
  { eventId, planId, number }: OfEvent & UseOfPlan,
  hall: { plan: SeatingPlan; categories: readonly MatchedCategory[]; types: Types },
): Promise<void> {
  const { types } = hall;
  const drawing = drawingOf(hall.plan).map((object): MapObject => {
    if (object.type !== 'standing') return object;
    const { category = '', ...area } = object;
    const ticketTypeId = types.get(keyOfUse({ categoryId: category, kind: 'GENERAL' }));
    return { ...area, ...(ticketTypeId !== undefined && { ticketTypeId }) };
  });
  const categories = hall.categories.map(({ categoryId, kind }) => ({
    categoryId,
    kind,
    ticketTypeId: types.get(keyOfUse({ categoryId, kind })),
  }));
  await tx.query(
    `INSERT INTO event_halls (event_id, plan_id, number, categories, drawing) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (event_id) DO UPDATE
       SET plan_id = excluded.plan_id, number = excluded.number, categories = excluded.categories, drawing = excluded.drawing`,
    [eventId, planId, number, JSON.stringify(categories), JSON.stringify(drawing)],
  );
}
