import { countSeats } from '../seating-plans/plan-schema.ts';
import { sketchPlan, type Sketch } from '../seating-plans/sketch.ts';
import { findTemplate, TEMPLATE_IDS, type TemplateId } from '../seating-plans/templates/templates.ts';

export type SketchedTemplate = { templateId: TemplateId; seats: number; sketch: Sketch };

let sketched: SketchedTemplate[] | null = null;

/** The halls to start from. They are code, so they are drawn once. */
export function sketchTemplates(): SketchedTemplate[] {
  sketched ??= TEMPLATE_IDS.map((templateId) => {
    const plan = findTemplate(templateId);
    return { templateId, seats: countSeats(plan), sketch: sketchPlan(plan) };
  });
  return sketched;
}
