import { invalidField, Refusal } from '../../refusal.ts';
import { compilePlan, type PlanNote } from '../../seating-plans/compile-plan.ts';
import { countSeats, type SeatingPlan } from '../../seating-plans/plan-schema.ts';
import { readPlanFile } from '../../seating-plans/read-plan-file.ts';
import { findTemplate, TEMPLATE_IDS, type TemplateId } from '../../seating-plans/templates/templates.ts';
import { MAX_LIST_CHARACTERS } from '../../values/list-text.ts';
import { writeSeatList } from './write-seat-list.ts';

/** The seats of a plan as the list that the hall is replaced by, and what of the plan is not in it. */
export type ListOfPlan = { list: string; notes: PlanNote[] };

function listOfPlan(plan: SeatingPlan): ListOfPlan {
  const { seats, notes } = compilePlan(plan);
  const list = writeSeatList(seats);
  if (seats.length === 0) throw invalidField('text', 'must be a plan with seats that are for sale.');
  if (list.length > MAX_LIST_CHARACTERS)
    throw invalidField('text', 'has names that are too long for so many seats.');
  return { list, notes };
}

/** Of a file of ours, or of pretix. */
export function listOfPlanFile(text: string): ListOfPlan {
  const { plan, notes } = readPlanFile(text);
  const { list, notes: left } = listOfPlan(plan);
  return { list, notes: [...notes, ...left] };
}

export function listOfTemplate(templateId: string): ListOfPlan {
  const known = TEMPLATE_IDS.find((id) => id === templateId);
  if (!known) throw new Refusal('not_found', 'There is no such template.');
  return listOfPlan(findTemplate(known));
}

export type TemplateSummary = { templateId: TemplateId; seats: number };

/** The halls to start from. */
export const summarizeTemplates = (): TemplateSummary[] =>
  TEMPLATE_IDS.map((templateId) => ({ templateId, seats: countSeats(findTemplate(templateId)) }));
