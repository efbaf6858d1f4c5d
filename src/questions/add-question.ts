import type { Actor } from '../audit/actor.ts';
import type { Transaction } from '../db/database.ts';
import { changeEvent } from '../events/change-event.ts';
import { Refusal } from '../refusal.ts';
import { MAX_QUESTIONS } from '../rules/questions.ts';
import { cleanQuestion, type QuestionFields } from './question-fields.ts';

export type AddQuestion = {
  hostId: string;
  eventId: string;
  actor: Actor;
  /** Chosen by the page: a second press asks for the same one. */
  questionId: string;
  fields: QuestionFields;
};

/** Asks one thing more, after the others. Orders that are there already are asked on their receipts. */
export async function addQuestion(tx: Transaction, input: AddQuestion): Promise<void> {
  const { hostId, eventId, actor, questionId } = input;
  // Its lock first: members who change the questions do so one after the other.
  await changeEvent(tx, {
    hostId,
    eventId,
    actor,
    version: null,
    action: 'event.add_question',
    changes: {},
    besides: { before: {}, after: { question: input.fields.label } },
  });
  const fields = await cleanQuestion(tx, eventId, input.fields);
  const { rows } = await tx.query<{ count: number; isThere: boolean }>(
    `SELECT count(*) FILTER (WHERE removed_at IS NULL)::integer AS count,
            EXISTS (SELECT FROM questions WHERE id = $2) AS "isThere" FROM questions WHERE event_id = $1`,
    [eventId, questionId],
  );
  if (rows[0]?.isThere) throw new Refusal('wrong_state', 'This question already exists.');
  if ((rows[0]?.count ?? 0) >= MAX_QUESTIONS)
    throw new Refusal('validation_failed', `An event can have at most ${MAX_QUESTIONS} questions.`);
  await tx.query(
    `INSERT INTO questions (id, event_id, position, per, kind, label, help, choices, is_required, ticket_type_ids, is_shown_at_door)
     SELECT $1, $2, coalesce(max(position), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10 FROM questions WHERE event_id = $2`,
    [
      questionId,
      eventId,
      fields.per,
      fields.kind,
      fields.label,
      fields.help,
      fields.choices,
      fields.isRequired,
      fields.ticketTypeIds,
      fields.isShownAtDoor,
    ],
  );
}
