import type { PlanObject, PlanTable, SeatingPlan } from './plan-schema.ts';

type Of<Type extends PlanObject['type']> = Extract<PlanObject, { type: Type }>;
type Around = 'stage' | 'text' | 'rectangle' | 'ellipse' | 'polygon' | 'line';

/** An object drawn around the seats, as in the plan. */
export type DrawnObject =
  | Of<Around>
  /** A table without its chairs: these are seats like others. */
  | Omit<PlanTable, 'seats' | 'section'>
  /** A standing area, sold as the ticket type of its category. */
  | Omit<Of<'standing'>, 'capacity'>
  /** The area of a section, which seats know by its name. */
  | (Omit<Of<'outline'>, 'section'> & { label: string });

/** Everything of a plan but its seats, in the order of drawing: the first is below the others. */
export function drawingOf({ objects, sections }: Pick<SeatingPlan, 'objects' | 'sections'>): DrawnObject[] {
  const names = new Map(sections.map(({ id, name }) => [id, name]));
  return objects.flatMap((object): DrawnObject[] => {
    if (object.type === 'row') return [];
    if (object.type === 'table') {
      const { seats: _, section: _of, ...table } = object;
      return [table];
    }
    if (object.type === 'outline') {
      const { section, ...area } = object;
      return [{ ...area, label: names.get(section) ?? '' }];
    }
    if (object.type === 'standing') {
      const { capacity: _, ...area } = object;
      return [area];
    }
    return [object];
  });
}
