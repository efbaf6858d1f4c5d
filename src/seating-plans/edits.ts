import { MAX_SEATS } from './limits.ts';
import { isSeated, type PlanObject, type SeatingPlan } from './plan-schema.ts';

// An edit is what changed between two plans, as a value: it can be undone, done again, stored and sent. It refers to the objects that
// changed and to no others, so an edit of one row costs one row, whatever the size of the plan.

type Rest = Omit<SeatingPlan, 'objects'>;

type ObjectChange = { id: string; before: PlanObject | null; after: PlanObject | null };

export type Edit = {
  objects: readonly ObjectChange[];
  /** The ids of all objects, where these or their order changed. */
  order: { before: readonly string[]; after: readonly string[] } | null;
  /** All but the objects, where something of it changed. */
  rest: { before: Rest; after: Rest } | null;
};

/** An edit as it is sent: what was before, who gets it has. */
export type SentEdit = {
  objects: readonly Pick<ObjectChange, 'id' | 'after'>[];
  order: { after: readonly string[] } | null;
  rest: { after: Rest } | null;
};

export const toSend = ({ objects, order, rest }: Edit): SentEdit => ({
  objects: objects.map(({ id, after }) => ({ id, after })),
  order: order && { after: order.after },
  rest: rest && { after: rest.after },
});

/** Objects that did not change must be the very same in both, as every tool leaves them. */
export function compare(before: SeatingPlan, after: SeatingPlan): Edit {
  const [old, next] = [byId(before.objects), byId(after.objects)];
  const objects: ObjectChange[] = [];
  for (const [id, object] of old) {
    const now = next.get(id) ?? null;
    if (now !== object) objects.push({ id, before: object, after: now });
  }
  for (const [id, object] of next) if (!old.has(id)) objects.push({ id, before: null, after: object });
  const isSameOrder =
    before.objects.length === after.objects.length &&
    before.objects.every(({ id }, at) => after.objects[at]?.id === id);
  const ids = (plan: SeatingPlan): string[] => plan.objects.map(({ id }) => id);
  return {
    objects,
    order: isSameOrder ? null : { before: ids(before), after: ids(after) },
    rest: isSameRest(before, after) ? null : { before: restOf(before), after: restOf(after) },
  };
}

export const redo = (plan: SeatingPlan, edit: Edit): SeatingPlan => apply(plan, edit, 'after');
export const undo = (plan: SeatingPlan, edit: Edit): SeatingPlan => apply(plan, edit, 'before');

export const isNothing = ({ objects, order, rest }: Edit): boolean =>
  objects.length === 0 && order === null && rest === null;

function apply(plan: SeatingPlan, { objects, order, rest }: Edit, side: 'before' | 'after'): SeatingPlan {
  const changed = new Map(objects.map((change) => [change.id, change[side]]));
  const known = order ? byId(plan.objects) : null;
  const find = (id: string): PlanObject => {
    const object = changed.get(id) ?? known?.get(id);
    if (!object) throw new RangeError(`There is no object with the id ${id}.`);
    return object;
  };
  return {
    ...(rest ? rest[side] : restOf(plan)),
    objects: order ? order[side].map(find) : plan.objects.map((object) => changed.get(object.id) ?? object),
  };
}

const byId = (objects: readonly PlanObject[]): Map<string, PlanObject> =>
  new Map(objects.map((object) => [object.id, object]));

function restOf(plan: SeatingPlan): Rest {
  const { objects: _, ...rest } = plan;
  return rest;
}

function isSameRest(before: SeatingPlan, after: SeatingPlan): boolean {
  const [one, other] = [restOf(before), restOf(after)];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof Rest>;
  return [...names].every((name) => one[name] === other[name]);
}

/** The edits so far, and those undone since. Begin with `{ plan, done: [], undone: [] }`. */
export type History = { plan: SeatingPlan; done: readonly Edit[]; undone: readonly Edit[] };

// Fifty times all seats of the largest hall, some sixty megabytes. Of one row after another that is more than anybody undoes.
const MAX_KEPT = 50 * MAX_SEATS;

/** An edit without a change is not kept: undoing it would seem not to work. Nor are edits so old that they would fill the memory. */
export function take(history: History, plan: SeatingPlan): History {
  const edit = compare(history.plan, plan);
  return isNothing(edit) ? history : { plan, done: keepLatest([...history.done, edit]), undone: [] };
}

function keepLatest(edits: readonly Edit[]): readonly Edit[] {
  let kept = 0;
  const tooMuch = edits.findLastIndex((edit) => (kept += weightOf(edit)) > MAX_KEPT);
  return edits.slice(tooMuch + 1);
}

const weights = new WeakMap<Edit, number>();

/** About how many seats it keeps: those before are the ones after the edit before. */
function weightOf(edit: Edit): number {
  const known = weights.get(edit);
  if (known !== undefined) return known;
  const weight = edit.objects.reduce(
    (sum, { before, after }) => sum + Math.max(seatsOf(before), seatsOf(after)) + 1,
    (edit.order?.after.length ?? 0) + 1,
  );
  weights.set(edit, weight);
  return weight;
}

const seatsOf = (object: PlanObject | null): number => (object && isSeated(object) ? object.seats.length : 0);

export function stepBack(history: History): History {
  const { plan, done, undone } = history;
  const edit = done.at(-1);
  if (!edit) return history;
  return { plan: undo(plan, edit), done: done.slice(0, -1), undone: [...undone, edit] };
}

export function stepForward(history: History): History {
  const { plan, done, undone } = history;
  const edit = undone.at(-1);
  if (!edit) return history;
  return { plan: redo(plan, edit), done: [...done, edit], undone: undone.slice(0, -1) };
}
