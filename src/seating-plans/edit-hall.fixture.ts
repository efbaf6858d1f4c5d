import { isSeated, type PlanRow, type PlanSeat, type SeatingPlan } from './plan-schema.ts';

/** Something that somebody draws: what, to which seat, and with which other one. Numbers beyond the last begin anew. */
export type HallDeed = { tool: HallTool; seat: number; other: number };

export const HALL_TOOLS = [
  'rename',
  'swap_names',
  'move',
  'remove',
  'add',
  'paint',
  'rename_row',
  'draw_anew',
  'block',
  'rename_section',
  'mark',
] as const;
export type HallTool = (typeof HALL_TOOLS)[number];

export const seatsOf = (plan: SeatingPlan): { row: PlanRow; seat: PlanSeat }[] =>
  plan.objects.flatMap((row) => (row.type === 'row' ? row.seats.map((seat) => ({ row, seat })) : []));

const changeSeats = (plan: SeatingPlan, change: (seat: PlanSeat) => PlanSeat | PlanSeat[]): SeatingPlan => ({
  ...plan,
  objects: plan.objects.map((object) =>
    isSeated(object) ? { ...object, seats: object.seats.flatMap(change) } : object,
  ),
});

/** The plan after a deed. `step` is another one each time, for names that nothing else has. */
export function editHall(plan: SeatingPlan, { tool, seat: nth, other }: HallDeed, step: number): SeatingPlan {
  const all = seatsOf(plan);
  const [one, two] = [all[nth % Math.max(1, all.length)], all[other % Math.max(1, all.length)]];
  if (!one || !two) return plan;
  const change = (next: (seat: PlanSeat) => PlanSeat | PlanSeat[]): SeatingPlan =>
    changeSeats(plan, (seat) => (seat.id === one.seat.id ? next(seat) : seat));
  switch (tool) {
    case 'rename':
      return change((seat) => ({ ...seat, label: `n${step}` }));
    case 'swap_names':
      return changeSeats(plan, (seat) =>
        seat.id === one.seat.id
          ? { ...seat, label: two.seat.label }
          : seat.id === two.seat.id
            ? { ...seat, label: one.seat.label }
            : seat,
      );
    case 'move':
      return change((seat) => ({ ...seat, x: seat.x + 0.05, y: seat.y + 0.05 }));
    case 'remove':
      return change(() => []);
    case 'add':
      return change((seat) => [
        seat,
        { ...seat, id: `new${step}`, label: `a${step}`, y: seat.y + 100 + step },
      ]);
    case 'paint': {
      const at = plan.categories.findIndex(({ id }) => id === one.seat.category);
      const next = plan.categories[(at + 1) % plan.categories.length];
      return change((seat) => ({ ...seat, category: next?.id ?? '' }));
    }
    case 'rename_row':
      return {
        ...plan,
        objects: plan.objects.map((object) =>
          object === one.row ? { ...one.row, label: `r${step}` } : object,
        ),
      };
    case 'draw_anew':
      return change((seat) => ({ ...seat, id: `anew${step}` }));
    case 'block':
      return change(({ blocked, ...seat }) =>
        blocked ? seat : { ...seat, blocked: { reason: `For ${step}`, color: 1 } },
      );
    case 'rename_section':
      return { ...plan, sections: plan.sections.map((section) => ({ ...section, name: `Section ${step}` })) };
    default:
      return change((seat) => ({ ...seat, isRestrictedView: seat.isRestrictedView !== true }));
  }
}
