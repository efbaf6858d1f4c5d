import type { Actor } from '../audit/actor.ts';
import { noteUnchanged, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import type { PlanNote } from '../seating-plans/compile-plan.ts';
import { countChanges } from '../seating-plans/count-changes.ts';
import type { SentEdit } from '../seating-plans/edits.ts';
import type { SeatingPlan } from '../seating-plans/plan-schema.ts';
import { applyEdits } from './apply-edits.ts';
import { bytesOfDraft, requireSpaceForBytes } from './plan-space.ts';
import { readPlanText } from './read-plan-text.ts';
import { readVersion } from './read-versions.ts';
import { keepFormerDraft, readFormerDraft } from './former-draft.ts';
import { lockPlan, readDraft, storeDraft, wasSaved, type OfPlan } from './stored-plan.ts';

type Save = OfPlan & {
  actor: Actor;
  /** The draft's, as it was seen. */
  version: number;
};

/** Saves the edits since the draft was loaded or last saved. The same key again does it once. */
export async function saveEdits(
  tx: Transaction,
  { edits, key = null, ...save }: Save & { edits: readonly SentEdit[]; key?: string | undefined | null },
): Promise<{ version: number }> {
  if (key !== null) {
    await lockPlan(tx, { ...save, version: null });
    if (await wasSaved(tx, { ...save, key })) {
      noteUnchanged(tx);
      return { version: save.version + 1 };
    }
  }
  return replaceDraft(tx, { ...save, key }, 'seating_plan.draw', async (before) => applyEdits(before, edits));
}

/**
 * An earlier version becomes the draft, or with null the draft that was replaced last. Work that was never published is kept, and can be
 * brought back in the same way.
 */
export const restoreVersion = (
  tx: Transaction,
  { number, ...save }: Save & { number: number | null },
): Promise<{ version: number }> =>
  replaceDraft(tx, save, 'seating_plan.restore', async () => {
    const next =
      number === null ? await readFormerDraft(tx, save) : await readVersion(tx, { ...save, number });
    await keepFormerDraft(tx, { planId: save.planId, isBack: number === null });
    return next;
  });

/** A file takes the place of the draft, which is kept. Answers what of it could not be taken over. */
export async function importPlan(
  tx: Transaction,
  { text, ...save }: Save & { text: string },
): Promise<{ version: number; notes: PlanNote[] }> {
  let notes: PlanNote[] = [];
  const { version } = await replaceDraft(tx, save, 'seating_plan.import', async ({ name }) => {
    const read = readPlanText(text, name);
    notes = read.notes;
    await keepFormerDraft(tx, { planId: save.planId, isBack: false });
    return read.plan;
  });
  return { version, notes };
}

async function replaceDraft(
  tx: Transaction,
  { hostId, planId, actor, version, key = null }: Save & { key?: string | null },
  action: string,
  make: (before: SeatingPlan) => Promise<SeatingPlan>,
): Promise<{ version: number }> {
  const { name, seatCount } = await lockPlan(tx, { hostId, planId, version });
  const { plan: before } = await readDraft(tx, { hostId, planId });
  const bytes = await bytesOfDraft(tx, planId);
  const after = await make(before);
  const next = await storeDraft(tx, { planId, key }, { ...after, name });
  // A host without room may still make its plans smaller.
  if ((await bytesOfDraft(tx, planId)) > bytes) await requireSpaceForBytes(tx, { hostId });
  const changes = countChanges(before, after);
  await recordChange(tx, {
    hostId,
    actor,
    action,
    subject: { id: planId, name },
    before: { seats: seatCount },
    after: { ...changes, seats: seatCount + changes.added - changes.removed },
  });
  return { version: next };
}
