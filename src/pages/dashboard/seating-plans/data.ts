import type { SketchedTemplate } from '../../../halls/templates.ts';
import type { PlanNote } from '../../../seating-plans/compile-plan.ts';
import type { PlanChanges } from '../../../seating-plans/count-changes.ts';
import type { SeatingPlan } from '../../../seating-plans/plan-schema.ts';
import type { Sketch } from '../../../seating-plans/sketch.ts';

export type PlanSummary = {
  planId: string;
  name: string;
  /** Of the draft. */
  seatCount: number;
  /** Of the draft: one more with every save. Who saves says which one they saw. */
  version: number;
  /** The number of the newest version that was published; null: none yet. */
  published: number | null;
  /** The draft is not what was published last. */
  hasChanges: boolean;
};

/** The seating plans of a host, and halls to start from. */
export type SeatingPlansView = {
  plans: (PlanSummary & {
    changedAt: string;
    /** A small picture of the draft. */
    sketch: Sketch;
    /** How many events use it, and the newest of them. */
    events: number;
    usedBy: { eventId: string; name: string }[];
  })[];
  templates: SketchedTemplate[];
  maxPlans: number;
};

/** The page on which a plan is drawn. The draft itself comes by a request of its own: it may be large. */
export type SeatingPlanView = {
  plan: PlanSummary;
  /** Newest first. */
  versions: {
    number: number;
    publishedAt: string;
    /** The name or address of who did it. */
    by: string;
    seatCount: number;
    /** Since the version before it. */
    changes: PlanChanges;
  }[];
  /** Events that use the plan, and which version of it. */
  uses: { eventId: string; name: string; number: number }[];
  /** Pictures to trace that were uploaded for it. The draft's `background` names one by its id. */
  pictures: PlanPicture[];
  /** The member may put it away, and bring it back. */
  isArchived: boolean;
};

export type CreatedPlan = { planId: string; notes: PlanNote[] };
export type PlanDraft = { version: number; plan: SeatingPlan };
/** After edits, or a version that became the draft. */
export type SavedDraft = { version: number };
export type ImportedDraft = { version: number; notes: PlanNote[] };
export type PublishedPlan = { number: number; changes: PlanChanges };
export type PlanVersion = { plan: SeatingPlan };
export type PlanPicture = { pictureId: string; url: string; widthPx: number; heightPx: number };

export type { PlanChanges, PlanNote, Sketch, SketchedTemplate };
