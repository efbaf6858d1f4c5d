import type { Queryable } from '../db/database.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { CHOICES, cleanAnswer, type AskedQuestion } from '../rules/questions.ts';

/** The host's part of a question. */
export type QuestionFields = Omit<AskedQuestion, 'id'> & {
  /** The answer is shown with the guest at the door. */
  isShownAtDoor: boolean;
};

export type StoredQuestion = QuestionFields & { id: string };

export const QUESTION_COLUMNS_SQL = `q.id, q.per, q.kind, q.label, q.help, q.choices, q.is_required AS "isRequired",
  q.ticket_type_ids AS "ticketTypeIds", q.is_shown_at_door AS "isShownAtDoor"`;

/** As it is kept; refuses what makes no sense. */
export async function cleanQuestion(
  tx: Queryable,
  eventId: string,
  typed: QuestionFields,
): Promise<QuestionFields> {
  const label = cleanAnswer('line', typed.label);
  if (label === '') throw invalidField('label', 'must not be empty.');
  await requireOwnTypes(tx, eventId, typed.ticketTypeIds);
  return {
    ...typed,
    label,
    help: cleanAnswer('text', typed.help),
    choices: typed.kind === 'choice' ? cleanChoices(typed.choices) : [],
  };
}

function cleanChoices(typed: string[]): string[] {
  const choices = typed.map((choice) => cleanAnswer('choice', choice)).filter((choice) => choice !== '');
  if (choices.length < CHOICES.fewest)
    throw invalidField('choices', `must be at least ${CHOICES.fewest}, one a line.`);
  if (choices.length > CHOICES.most)
    throw invalidField('choices', `must be at most ${CHOICES.most}, one a line.`);
  if (new Set(choices).size < choices.length) throw invalidField('choices', 'must be different.');
  if (choices.some((choice) => choice.length > CHOICES.maxCharacters))
    throw invalidField('choices', `must have at most ${CHOICES.maxCharacters} characters each.`);
  return choices;
}

async function requireOwnTypes(tx: Queryable, eventId: string, typeIds: string[] | null): Promise<void> {
  if (typeIds === null) return;
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM ticket_types WHERE event_id = $1 AND id = ANY ($2)',
    [eventId, typeIds],
  );
  if (typeIds.length === 0 || rows[0]?.count !== new Set(typeIds).size)
    throw invalidField('ticketTypeIds', 'must be ticket types of this event, at least one.');
}

/** Of an event, as long as it is asked. */
export async function findQuestion(
  tx: Queryable,
  { eventId, questionId }: { eventId: string; questionId: string },
): Promise<StoredQuestion> {
  const { rows } = await tx.query<StoredQuestion>(
    `SELECT ${QUESTION_COLUMNS_SQL} FROM questions AS q WHERE q.id = $1 AND q.event_id = $2 AND q.removed_at IS NULL`,
    [questionId, eventId],
  );
  const [question] = rows;
  if (!question) throw new Refusal('not_found', 'This question no longer exists.');
  return question;
}
