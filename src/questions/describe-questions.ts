import type { Queryable } from '../db/database.ts';
import { listQuestions, type ListedQuestion } from './list-questions.ts';

/** A question as its host sees it, with how it was answered in confirmed orders. */
export type DescribedQuestion = ListedQuestion & {
  answers: number;
  /** Of a choice: how often each was made, the most first. */
  counts: { answer: string; count: number }[];
};

export type DescribedQuestions = {
  /** Of the event: who saves says which one they saw. */
  version: number;
  questions: DescribedQuestion[];
  types: { ticketTypeId: string; name: string }[];
};

export async function describeQuestions(database: Queryable, eventId: string): Promise<DescribedQuestions> {
  const questions = await listQuestions(database, eventId);
  const { rows: counts } = await database.query<{ questionId: string; answer: string; count: number }>(
    `SELECT a.question_id AS "questionId", CASE q.kind WHEN 'choice' THEN a.answer ELSE '' END AS answer, count(*)::integer AS count
       FROM questions AS q JOIN answers AS a ON a.question_id = q.id
      CROSS JOIN LATERAL (SELECT FROM orders WHERE id = a.order_id AND confirmed_at IS NOT NULL LIMIT 1) AS o
      WHERE q.event_id = $1 AND q.removed_at IS NULL GROUP BY 1, 2 ORDER BY 3 DESC, 2`,
    [eventId],
  );
  const { rows: types } = await database.query<{ ticketTypeId: string; name: string }>(
    'SELECT id AS "ticketTypeId", name FROM ticket_types WHERE event_id = $1 ORDER BY position, id',
    [eventId],
  );
  const { rows: events } = await database.query<{ version: number }>(
    'SELECT version FROM events WHERE id = $1',
    [eventId],
  );
  return {
    version: events[0]?.version ?? 1,
    types,
    questions: questions.map((question) => {
      const own = counts.filter(({ questionId }) => questionId === question.id);
      return {
        ...question,
        answers: own.reduce((sum, { count }) => sum + count, 0),
        counts: question.kind === 'choice' ? own.map(({ answer, count }) => ({ answer, count })) : [],
      };
    }),
  };
}
