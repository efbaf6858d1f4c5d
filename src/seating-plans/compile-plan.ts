import { isSeated, type SeatingPlan } from './plan-schema.ts';
import { roundPlace } from './points.ts';

/** A seat as an event sells it. It is the same seat in every plan where section, row and seat are called the same. */
export type SeatOfPlan = {
  section: string;
  rowLabel: string;
  seatLabel: string;
  x: number;
  y: number;
  isAccessible: boolean;
  isRestrictedView: boolean;
  /** The category's name: the name of the ticket type that it is sold as. */
  type: string;
};

/** A part of another program's file that could not be taken over. */
export type PlanNote = {
  note:
    | 'renamed_seats'
    | 'shortened_names'
    | 'colors'
    | 'ways_to_book'
    | 'names_in_words'
    | 'unreadable_areas';
  count: number;
  /** Some of them, as they are called. */
  names?: string[];
};

/** The seats of a plan as a list has them. Blocked ones are not for sale, and a list has no word for that: they are left out. */
export function compilePlan(plan: SeatingPlan): SeatOfPlan[] {
  const sections = new Map(plan.sections.map(({ id, name }) => [id, name]));
  const categories = new Map(plan.categories.map(({ id, name }) => [id, name]));
  return plan.objects.filter(isSeated).flatMap((object) =>
    object.seats
      .filter(({ blocked }) => !blocked)
      .map((seat) => ({
        section: sections.get(object.section) ?? '',
        rowLabel: object.label,
        seatLabel: seat.label,
        x: roundPlace(seat.x),
        y: roundPlace(seat.y),
        isAccessible: seat.isAccessible ?? false,
        isRestrictedView: seat.isRestrictedView ?? false,
        type: categories.get(seat.category ?? '') ?? '',
      })),
  );
}
