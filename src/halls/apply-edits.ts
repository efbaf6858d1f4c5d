import { createBodyTest } from '../http/validate.ts';
import { invalidField } from '../refusal.ts';
import type { SentEdit } from '../seating-plans/edits.ts';
import { fieldsOf } from '../seating-plans/json-fields.ts';
import { MAX_OBJECTS, MAX_OUTLINES, MAX_SEATS } from '../seating-plans/limits.ts';
import {
  countOutlines,
  countSeats,
  OBJECT_SCHEMAS,
  PlanSchema,
  type PlanObject,
  type SeatingPlan,
} from '../seating-plans/plan-schema.ts';
import { checkBody } from '../values/check-body.ts';
import { describeRule } from '../values/describe-rule.ts';

const IS_SOUND = Object.fromEntries(
  Object.entries(OBJECT_SCHEMAS).map(([type, schema]) => [type, createBodyTest(schema)]),
) as Record<keyof typeof OBJECT_SCHEMAS, (value: unknown) => boolean>;

/**
 * The plan after the edits, as `redo` would have it. Nothing of them is taken on trust: every object is checked by its schema, and the
 * whole by its limits. One after the other on one map, so that a thousand small edits of a large plan cost little more than one.
 */
export function applyEdits(plan: SeatingPlan, edits: readonly SentEdit[]): SeatingPlan {
  const known = new Map(plan.objects.map((object) => [object.id, object]));
  let order = plan.objects.map(({ id }) => id);
  let { objects: _, ...rest } = plan;
  for (const [nth, edit] of edits.entries()) {
    const at = `edits[${nth}]`;
    for (const [which, { id, after }] of edit.objects.entries())
      if (after) known.set(id, checkObject(after, { id, at: `${at}.objects[${which}].after` }));
    if (edit.order) order = checkOrder(edit.order.after, { known, at: `${at}.order.after` });
    for (const { id, after } of edit.objects) if (!after) known.delete(id);
    if (edit.rest) rest = checkRest(edit.rest.after, `${at}.rest.after`);
  }
  const objects = order.map((id) => {
    const object = known.get(id);
    if (!object) throw invalidField('edits', `take away “${id}”, and leave it in the order of drawing.`);
    return object;
  });
  const next = { ...rest, objects };
  if (countSeats(next) > MAX_SEATS)
    throw invalidField('edits', `make more than ${MAX_SEATS.toLocaleString('en')} seats.`);
  if (countOutlines(next) > MAX_OUTLINES)
    throw invalidField('edits', `make more than ${MAX_OUTLINES} section outlines.`);
  return next;
}

function checkObject(after: unknown, { id, at }: { id: string; at: string }): PlanObject {
  const { type, id: own } = fieldsOf(after);
  if (typeof type !== 'string' || !Object.hasOwn(OBJECT_SCHEMAS, type))
    throw invalidField(`${at}.type`, 'must be a kind of object.');
  const kind = type as keyof typeof OBJECT_SCHEMAS;
  if (!IS_SOUND[kind](after)) {
    complainOf(OBJECT_SCHEMAS[kind], after, at);
    throw invalidField(at, 'must be an object of a plan.');
  }
  if (own !== id) throw invalidField(`${at}.id`, 'must be the id of the change.');
  return after as PlanObject;
}

function checkOrder(
  after: unknown,
  { known, at }: { known: ReadonlyMap<string, PlanObject>; at: string },
): string[] {
  if (!Array.isArray(after) || after.length > MAX_OBJECTS)
    throw invalidField(at, `must be the ids of at most ${MAX_OBJECTS.toLocaleString('en')} objects.`);
  const ids = after as unknown[];
  if (new Set(ids).size < ids.length) throw invalidField(at, 'must name every object once.');
  return ids.map((id) => {
    if (typeof id !== 'string' || !known.has(id))
      throw invalidField(at, 'must be ids of objects of the plan.');
    return id;
  });
}

function checkRest(after: unknown, at: string): Omit<SeatingPlan, 'objects'> {
  const fields = fieldsOf(after);
  if ('objects' in fields) throw invalidField(at, 'must be without objects.');
  complainOf(PlanSchema, { ...fields, objects: [] }, at);
  return after as Omit<SeatingPlan, 'objects'>;
}

function complainOf(schema: object, value: unknown, at: string): void {
  const [problem] = checkBody(schema, value);
  if (problem)
    throw invalidField(`${at}.${problem.field}`.slice(0, MAX_FIELD_CHARACTERS), describeRule(problem.rule));
}

// An object may call a field what it likes.
const MAX_FIELD_CHARACTERS = 150;
