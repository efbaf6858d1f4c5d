import type { SeatOfPlan } from './compile-plan.ts';
import { isSeated, type SeatingPlan } from './plan-schema.ts';
import { roundPlace } from './points.ts';

/** A seat as an event has it that uses a plan. */
export type SeatOfHall = Omit<SeatOfPlan, 'type'> & {
  planSeatId: string;
  categoryId: string;
  /** The accessible seat that it accompanies, by its id in the plan. */
  companionOf: string | null;
  /** The table that is sold whole, and how many seats it has. */
  table: { tableId: string; seats: number } | null;
  blocked: { reason: string; color: number } | null;
};

/** A category of an event: seats, or places in standing areas. Each is a ticket type. */
export type SoldCategory = {
  categoryId: string;
  name: string;
  color: number;
  kind: 'SEATED' | 'GENERAL';
  /** Seats, or how many the standing areas hold. */
  places: number;
};

/** The plan must have no problems that forbid to publish it. */
export function seatsOfHall(plan: SeatingPlan): SeatOfHall[] {
  const sections = new Map(plan.sections.map(({ id, name }) => [id, name]));
  return plan.objects.filter(isSeated).flatMap((object) => {
    const isWhole = object.type === 'table' && object.soldAs === 'whole';
    return object.seats.map((seat) => ({
      planSeatId: seat.id,
      section: sections.get(object.section) ?? '',
      rowLabel: object.label,
      seatLabel: seat.label,
      x: roundPlace(seat.x),
      y: roundPlace(seat.y),
      isAccessible: seat.isAccessible ?? false,
      isRestrictedView: seat.isRestrictedView ?? false,
      categoryId: seat.category ?? '',
      companionOf: seat.companionOf ?? null,
      table: isWhole ? { tableId: object.id, seats: object.seats.length } : null,
      blocked: seat.blocked ? { ...seat.blocked } : null,
    }));
  });
}

/** A category that is on seats and on standing areas is sold as two ticket types. */
export function categoriesOfHall(plan: SeatingPlan): SoldCategory[] {
  const seats = new Map<string, number>();
  const standing = new Map<string, number>();
  const add = (counts: Map<string, number>, id: string, places: number): void =>
    void counts.set(id, (counts.get(id) ?? 0) + places);
  for (const object of plan.objects) {
    if (isSeated(object)) for (const { category = '' } of object.seats) add(seats, category, 1);
    else if (object.type === 'standing') add(standing, object.category ?? '', object.capacity);
  }
  return plan.categories.flatMap(({ id, name, color }) =>
    (
      [
        ['SEATED', seats.get(id)],
        ['GENERAL', standing.get(id)],
      ] as const
    ).flatMap(([kind, places]) =>
      places === undefined ? [] : [{ categoryId: id, name, color, kind, places }],
    ),
  );
}
