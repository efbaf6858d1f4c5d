import type { SketchedTemplate } from '../../../halls/templates.ts';
import type { PlanNote } from '../../../seating-plans/compile-plan.ts';
import type { PlanChanges } from '../../../seating-plans/count-changes.ts';
import type { SeatingPlan } from '../../../seating-plans/plan-schema.ts';
import type { Sketch } from '../../../seating-plans/sketch.ts';

export type PlanSummary = {
  planId: string;
  name: string;
  /** The seats of the draft. */
  seatCount: number;
  /** The draft's version: one more with every save. A save names the version the member saw. */
  version: number;
  /** The number of the newest published version, or null. */
  published: number | null;
  /** Whether the draft differs from the last published version. */
  hasChanges: boolean;
};

/** The seating plans of a host, and halls to start from. */
export type SeatingPlansView = {
  plans: (PlanSummary & {
    changedAt: string;
    /** A small picture of the draft. */
    sketch: Sketch;
    /** The number of events that use it, and the newest of them. */
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
    /** The name or e-mail of the member; empty: nobody is known to have. */
    by: string;
    seatCount: number;
    /** Since the version before it. */
    changes: PlanChanges;
  }[];
  /** Whether the draft, at the version above, is none of the published versions: replaced, it would be lost. */
  hasWork: boolean;
  /** The draft that was replaced last, which can be brought back; `instead` is the version of the draft that took its place. */
  former: { seatCount: number; replacedAt: string; instead: number } | null;
  /** Events that use the plan, and which version of it. */
  uses: { eventId: string; name: string; number: number }[];
  /** Pictures to trace that were uploaded for it. The draft's `background` names one by its id. */
  pictures: PlanPicture[];
  /** Whether the member may archive and restore it. */
  isArchived: boolean;
};

export type CreatedPlan = { planId: string; notes: PlanNote[] };
export type PlanDraft = { version: number; plan: SeatingPlan };
/** The answer to edits, or to a restored version. */
export type SavedDraft = { version: number };
export type ImportedDraft = { version: number; notes: PlanNote[] };
export type PublishedPlan = { number: number; changes: PlanChanges };
export type PlanVersion = { plan: SeatingPlan };
export type PlanPicture = { pictureId: string; url: string; widthPx: number; heightPx: number };

export type { PlanChanges, PlanNote, Sketch, SketchedTemplate };
