import type { Actor } from '../audit/actor.ts';
import type { Transaction } from '../db/database.ts';
import { changeEvent } from '../events/change-event.ts';
import { lockEvent } from '../events/event-fields.ts';
import { findQuestion } from './question-fields.ts';

/** Nobody is asked any more. What was answered stays, in orders and files. */
export async function removeQuestion(
  tx: Transaction,
  { questionId, ...which }: { hostId: string; eventId: string; actor: Actor; questionId: string },
): Promise<void> {
  await lockEvent(tx, which);
  const { label } = await findQuestion(tx, { eventId: which.eventId, questionId });
  await tx.query('UPDATE questions SET removed_at = clock_timestamp() WHERE id = $1', [questionId]);
  await changeEvent(tx, {
    ...which,
    version: null,
    action: 'event.remove_question',
    changes: {},
    besides: { before: { question: label }, after: {} },
  });
}
