import type { Queryable } from '../db/database.ts';
import type { PlannedSeat } from '../inventory/seats/compare-hall.ts';
import { listTicketTypes, type StoredTicketType } from '../inventory/ticket-type-fields.ts';
import {
  categoriesOfHall,
  seatsOfHall,
  type SeatOfHall,
  type SoldCategory,
} from '../seating-plans/hall-of-plan.ts';
import type { SeatingPlan } from '../seating-plans/plan-schema.ts';
import { matchCategories, type CategoryChoice, type MatchedCategory } from './match-categories.ts';
import { readVersion } from './read-versions.ts';

export type OfEvent = { hostId: string; eventId: string };
export type UseOfPlan = { planId: string; number: number; categories: readonly CategoryChoice[] };

/** The version of a plan that an event uses; null: its seats came from a list, or there are none. */
export type CurrentHall = { planId: string; number: number; categories: CategoryChoice[] };

/** A seat of the plan, and what the plan said of it where the event took it over last. */
type Planned = PlannedSeat & SeatOfHall & { wasInPlan: SeatOfHall | null };

/** The event's hall by a plan. */
export type PlannedHall = {
  plan: SeatingPlan;
  current: CurrentHall | null;
  isSamePlan: boolean;
  types: StoredTicketType[];
  categories: MatchedCategory[];
  /** Of the version that the event uses now, where it is one of the same plan. */
  categoriesBefore: SoldCategory[];
  seats: Planned[];
};

export async function readCurrentHall(
  database: Queryable,
  { hostId, eventId }: OfEvent,
): Promise<CurrentHall | null> {
  const { rows } = await database.query<CurrentHall>(
    `SELECT h.plan_id AS "planId", h.number, h.categories FROM event_halls AS h JOIN events AS e ON e.id = h.event_id
      WHERE h.event_id = $1 AND e.host_id = $2 AND h.plan_id IS NOT NULL`,
    [eventId, hostId],
  );
  return rows[0] ?? null;
}

export async function planHall(
  database: Queryable,
  { hostId, eventId, planId, number, categories: chosen }: OfEvent & UseOfPlan,
): Promise<PlannedHall> {
  const plan = await readVersion(database, { hostId, planId, number });
  const current = await readCurrentHall(database, { hostId, eventId });
  const isSamePlan = current?.planId === planId;
  const types = await listTicketTypes(database, { hostId, eventId });
  const categories = matchCategories(categoriesOfHall(plan), {
    types,
    chosen,
    before: isSamePlan ? current.categories : [],
  });
  const planBefore = isSamePlan
    ? await readVersion(database, { hostId, planId, number: current.number })
    : null;
  const before = new Map((planBefore ? seatsOfHall(planBefore) : []).map((seat) => [seat.planSeatId, seat]));
  const byCategory = new Map(
    categories.filter(({ kind }) => kind === 'SEATED').map((category) => [category.categoryId, category]),
  );
  const seats = seatsOfHall(plan).map((seat): Planned => {
    const { ticketTypeId = null, typeName = '' } = byCategory.get(seat.categoryId) ?? {};
    return { ...seat, ticketTypeId, type: typeName, wasInPlan: before.get(seat.planSeatId) ?? null };
  });
  const categoriesBefore = planBefore ? categoriesOfHall(planBefore) : [];
  return { plan, current, isSamePlan, types, categories, categoriesBefore, seats };
}

type Kept = { companionOf: string | null; blocked: SeatOfHall['blocked']; isTaken: boolean };

/** Seats blocked or released for this event stay so, unless the plan itself says something new. Nobody's seat is blocked. */
export function keepOwnMarks(stored: ReadonlyMap<string, Kept>, seats: readonly Planned[]): Planned[] {
  return seats.map((seat) => {
    const own = stored.get(seat.planSeatId);
    if (!own) return seat;
    const { wasInPlan: was } = seat;
    const isBlockedAnew =
      was?.blocked?.reason !== seat.blocked?.reason || was?.blocked?.color !== seat.blocked?.color;
    return {
      ...seat,
      // Of another plan, and of a seat that is drawn anew, it is not known what was said before: nothing is put on sale by that.
      blocked: own.isTaken
        ? null
        : was && isBlockedAnew
          ? seat.blocked
          : (own.blocked ?? (was ? null : seat.blocked)),
      companionOf: was && was.companionOf === seat.companionOf ? own.companionOf : seat.companionOf,
    };
  });
}
