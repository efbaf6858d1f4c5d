import { invalidField } from '../refusal.ts';
import { readSeatList } from '../inventory/seats/read-seat-list.ts';
import { checkPlan } from '../seating-plans/check-plan.ts';
import type { PlanNote } from '../seating-plans/compile-plan.ts';
import { LONGEST, MAX_CATEGORIES } from '../seating-plans/limits.ts';
import { planOfSeats } from '../seating-plans/plan-of-seats.ts';
import type { SeatingPlan } from '../seating-plans/plan-schema.ts';
import { readPlanFile } from '../seating-plans/read-plan-file.ts';
import { MAX_LIST_CHARACTERS } from '../rules/list-text.ts';

/** A plan that somebody has as a file: ours, one of pretix, or a list of seats. And what of it could not be taken over. */
export function readPlanText(text: string, name: string): { plan: SeatingPlan; notes: PlanNote[] } {
  if (/^\uFEFF?\s*[{[]/.test(text)) return readOneOfEach(text);
  if (text.length > MAX_LIST_CHARACTERS) throw invalidField('text', 'is too long for a list of seats.');
  const { seats, newTypes, preview } = readSeatList(text, []);
  if (seats.length === 0) throw invalidField('text', describeProblem(preview));
  if (newTypes.length > MAX_CATEGORIES)
    throw invalidField('text', `must have at most ${MAX_CATEGORIES} types.`);
  const types = new Map(newTypes.map((type) => [type.toLowerCase(), type]));
  const named = seats.map(({ typeKey, ...seat }, nth) => ({
    ...seat,
    id: `s${nth + 1}`,
    type: types.get(typeKey) ?? typeKey,
  }));
  return { plan: planOfSeats(Array.from(name).slice(0, LONGEST.plan).join(''), named), notes: [] };
}

/** Edits name objects by their ids, so a plan that is drawn has each of them once. */
function readOneOfEach(text: string): ReturnType<typeof readPlanFile> {
  const read = readPlanFile(text);
  const double = checkPlan(read.plan).find(({ problem }) => problem === 'double_id');
  if (double)
    throw invalidField('text', `has two objects with the id “${double.objectId ?? double.seatId ?? ''}”.`);
  return read;
}

/** The first thing that is wrong: the page of an event's seats tells them all. */
function describeProblem(preview: ReturnType<typeof readSeatList>['preview']): string {
  const [first] = preview.problems;
  if (first) return `has an error in line ${first.line}, column “${first.column}”.`;
  return 'must be a seating plan of ours or of pretix, or a list with the columns section, row, seat and type.';
}
