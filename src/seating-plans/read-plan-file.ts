import { Refusal } from '../refusal.ts';
import { checkBody } from '../values/check-body.ts';
import { describeRule } from '../values/describe-rule.ts';
import { fieldsOf, type JsonFields } from './json-fields.ts';
import type { PlanNote } from './compile-plan.ts';
import { MAX_OUTLINES, MAX_PLAN_CHARACTERS, MAX_SEATS } from './limits.ts';
import { measureJson } from './measure-json.ts';
import { countOutlines, isSeated, OBJECT_SCHEMAS, PlanSchema, type SeatingPlan } from './plan-schema.ts';
import { readPretixPlan } from './read-pretix-plan.ts';

export type ReadPlan = { plan: SeatingPlan; notes: PlanNote[] };

/** Reads a plan of ours or of pretix. What is no plan is refused in words; nothing of it is taken on trust. */
export function readPlanFile(text: string): ReadPlan {
  const file = fieldsOf(parse(text));
  if (file['format'] === 'tessera-seating-plan') return { plan: readPlan(file), notes: [] };
  if (Array.isArray(file['zones'])) return readPretixPlan(file);
  throw unreadable('The file is JSON, but not a seating plan of Tessera or pretix.');
}

const unreadable = (message: string): Refusal => new Refusal('validation_failed', message, { field: 'text' });

function parse(text: string): unknown {
  if (text.length > MAX_PLAN_CHARACTERS)
    throw unreadable(
      `The file is too large: a plan has at most ${MAX_PLAN_CHARACTERS / 1_000_000} million characters.`,
    );
  const excess = measureJson(text);
  if (excess === 'too deep') throw unreadable('The file is not a seating plan: it is nested too deeply.');
  if (excess) throw unreadable('The file is too large for a seating plan.');
  try {
    // A byte order mark is what some programs begin a file with.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw unreadable('The file is not JSON: it was damaged, or saved as something else.');
  }
}

function readPlan(file: JsonFields): SeatingPlan {
  if (typeof file['version'] === 'number' && file['version'] > 1)
    throw unreadable('The plan was saved by a newer version of this program.');
  complainOf(PlanSchema, file, '');
  const { objects } = file as { objects: { type: keyof typeof OBJECT_SCHEMAS }[] };
  let seats = 0;
  for (const [at, object] of objects.entries()) {
    complainOf(OBJECT_SCHEMAS[object.type], object, `objects[${at}].`);
    // Counted on the way: what comes after too many is not looked at.
    const known = object as SeatingPlan['objects'][number];
    if (isSeated(known)) seats += known.seats.length;
    if (seats > MAX_SEATS)
      throw unreadable(
        `The plan has more than ${MAX_SEATS.toLocaleString('en')} seats, which is the maximum.`,
      );
  }
  const plan = file as unknown as SeatingPlan;
  if (countOutlines(plan) > MAX_OUTLINES)
    throw unreadable(`The plan has more than ${MAX_OUTLINES} section outlines, which is the maximum.`);
  return plan;
}

function complainOf(schema: object, value: unknown, within: string): void {
  const [problem] = checkBody(schema, value);
  if (!problem) return;
  const field = `${within}${problem.field}`.slice(0, MAX_FIELD_CHARACTERS);
  throw unreadable(`The plan has an error: ${field} ${describeRule(problem.rule)}`);
}

// A file may call a field what it likes.
const MAX_FIELD_CHARACTERS = 100;
