import { checkPlan, type PlanProblemKind } from './check-plan.ts';
import { isSeated, type SeatingPlan } from './plan-schema.ts';
import { boundsOf, roundPlace } from './points.ts';

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

/** What an event can't have of a plan, or what is doubtful in it. */
export type PlanNote = {
  note:
    | 'standing_areas'
    | 'tables_sold_whole'
    | 'blocked_seats'
    | 'companions'
    | 'drawings'
    | 'stage_elsewhere'
    | 'background'
    | 'overlaps'
    | 'lost_companions'
    // Of another program's file.
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

const MAX_NAMED = 5;

/** The seats that an event sells where it uses a plan, and what is left out. Blocked seats are not for sale, so they are not among them. */
export function compilePlan(plan: SeatingPlan): { seats: SeatOfPlan[]; notes: PlanNote[] } {
  const sections = new Map(plan.sections.map(({ id, name }) => [id, name]));
  const categories = new Map(plan.categories.map(({ id, name }) => [id, name]));
  const seated = plan.objects.filter(isSeated);
  const seats = seated.flatMap((object) =>
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
  return { seats, notes: noteWhatIsLeft(plan) };
}

function noteWhatIsLeft(plan: SeatingPlan): PlanNote[] {
  const seated = plan.objects.filter(isSeated);
  const all = seated.flatMap((object) => object.seats);
  const front = boundsOf(all).top;
  const problems = checkPlan(plan);
  const standing = plan.objects.filter((object) => object.type === 'standing');
  const whole = seated.filter((object) => object.type === 'table' && object.soldAs === 'whole');
  const drawings = plan.objects.filter((object) => !isSeated(object) && object.type !== 'standing');
  const countOf = (kind: PlanProblemKind): number =>
    problems.filter(({ problem }) => problem === kind).length;
  const named = (labels: readonly { label: string }[]): Pick<PlanNote, 'count' | 'names'> => ({
    count: labels.length,
    names: labels.slice(0, MAX_NAMED).map(({ label }) => label),
  });
  const notes: PlanNote[] = [
    { note: 'standing_areas', ...named(standing) },
    { note: 'tables_sold_whole', ...named(whole) },
    { note: 'blocked_seats', count: all.filter(({ blocked }) => blocked).length },
    { note: 'companions', count: all.filter(({ companionOf }) => companionOf !== undefined).length },
    { note: 'drawings', count: drawings.filter(({ type }) => type !== 'stage').length },
    // On the buyers' map it stands before the first row.
    {
      note: 'stage_elsewhere',
      count: drawings.filter((object) => object.type === 'stage' && object.y > front).length,
    },
    { note: 'background', count: plan.background ? 1 : 0 },
    { note: 'overlaps', count: countOf('overlap') },
    { note: 'lost_companions', count: countOf('lost_companion') },
  ];
  return notes.filter(({ count }) => count > 0);
}
