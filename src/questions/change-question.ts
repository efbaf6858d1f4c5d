import type { Actor } from '../audit/actor.ts';
import { changedFields, showFields } from '../audit/what-changed.ts';
import type { Transaction } from '../db/database.ts';
import { changeEvent } from '../events/change-event.ts';
import { lockEvent } from '../events/event-fields.ts';
import { invalidField } from '../refusal.ts';
import { cleanQuestion, findQuestion, type QuestionFields } from './question-fields.ts';

const FIELDS = [
  'per',
  'kind',
  'label',
  'help',
  'choices',
  'isRequired',
  'ticketTypeIds',
  'isShownAtDoor',
] as const satisfies (keyof QuestionFields)[];

/**
 * Changes a question, which stays the same one: what was answered stays as it was written, also where the choice is no longer offered.
 * What sort of question it is can be changed until somebody has answered.
 */
export async function changeQuestion(
  tx: Transaction,
  input: {
    hostId: string;
    eventId: string;
    actor: Actor;
    version: number;
    questionId: string;
    fields: QuestionFields;
  },
): Promise<void> {
  const { hostId, eventId, actor, version, questionId } = input;
  await lockEvent(tx, { hostId, eventId });
  const before = await findQuestion(tx, { eventId, questionId });
  const after = await cleanQuestion(tx, eventId, input.fields);
  const changed = changedFields(before, after, FIELDS);
  if (changed.includes('per') || changed.includes('kind')) await requireUnanswered(tx, questionId, changed);
  await changeEvent(tx, {
    hostId,
    eventId,
    actor,
    version,
    action: 'event.change_question',
    changes: {},
    besides: {
      before: { question: before.label, ...showFields(before, changed) },
      after: { question: after.label, ...showFields(after, changed) },
    },
  });
  await tx.query(
    `UPDATE questions SET per = $2, kind = $3, label = $4, help = $5, choices = $6, is_required = $7, ticket_type_ids = $8,
                          is_shown_at_door = $9 WHERE id = $1`,
    [
      questionId,
      after.per,
      after.kind,
      after.label,
      after.help,
      after.choices,
      after.isRequired,
      after.ticketTypeIds,
      after.isShownAtDoor,
    ],
  );
}

async function requireUnanswered(tx: Transaction, questionId: string, changed: string[]): Promise<void> {
  const { rowCount } = await tx.query('SELECT FROM answers WHERE question_id = $1 LIMIT 1', [questionId]);
  if (rowCount)
    throw invalidField(
      changed.includes('kind') ? 'kind' : 'per',
      'can no longer be changed, because somebody has answered: add another question, and remove this one.',
    );
}
