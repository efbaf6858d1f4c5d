import type { Queryable } from '../db/database.ts';
import type { AskedQuestion, GivenAnswer } from '../rules/questions.ts';
import { ASKED_QUESTIONS_SQL } from './asked-questions.ts';

/** Reads the present questions of an event and the answers of an order, also to removed questions. */
export async function readOrderAnswers(
  database: Queryable,
  { eventId, orderId }: { eventId: string; orderId: string },
): Promise<{ questions: AskedQuestion[]; answers: GivenAnswer[] }> {
  const { rows } = await database.query<{ questions: AskedQuestion[]; answers: GivenAnswer[] }>(
    `SELECT ${ASKED_QUESTIONS_SQL} AS questions,
            coalesce((SELECT json_agg(json_build_object('questionId', a.question_id, 'ticket', nullif(a.ticket_position, 0), 'answer', a.answer))
                        FROM answers AS a WHERE a.order_id = $2), '[]') AS answers
       FROM events AS event WHERE event.id = $1`,
    [eventId, orderId],
  );
  return rows[0] ?? { questions: [], answers: [] };
}
