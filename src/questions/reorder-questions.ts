import type { Actor } from '../audit/actor.ts';
import type { Transaction } from '../db/database.ts';
import { changeEvent } from '../events/change-event.ts';
import { lockEvent } from '../events/event-fields.ts';
import { Refusal } from '../refusal.ts';
import { listQuestions } from './list-questions.ts';

/** Asks in another order: `questionIds` are all that are asked. */
export async function reorderQuestions(
  tx: Transaction,
  { questionIds, ...which }: { hostId: string; eventId: string; actor: Actor; questionIds: string[] },
): Promise<void> {
  await lockEvent(tx, which);
  const before = await listQuestions(tx, which.eventId);
  const known = new Map(before.map(({ id, label }) => [id, label]));
  if (
    questionIds.length !== known.size ||
    questionIds.some((id) => !known.has(id)) ||
    new Set(questionIds).size < known.size
  )
    throw new Refusal('changed_meanwhile', 'Questions were added or removed since you opened this page.', {
      current: {},
    });
  await tx.query(
    `UPDATE questions AS q SET position = wanted.nr
       FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, nr) WHERE q.id = wanted.id AND q.event_id = $2`,
    [questionIds, which.eventId],
  );
  await changeEvent(tx, {
    ...which,
    version: null,
    action: 'event.reorder_questions',
    changes: {},
    besides: {
      before: { questions: before.map(({ label }) => label) },
      after: { questions: questionIds.map((id) => known.get(id) ?? '') },
    },
  });
}
