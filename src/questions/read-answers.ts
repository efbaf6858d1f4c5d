import type { Queryable } from '../db/database.ts';
import { translateQuestions, type Translation } from '../rules/event-texts.ts';
import type { Language } from '../values/language.ts';
import type { AskedQuestion, GivenAnswer } from '../rules/questions.ts';
import { ASKED_QUESTIONS_SQL } from './asked-questions.ts';

/** Reads the present questions of an event, in a language or else in its first, and the answers of an order, also to removed questions. */
export async function readOrderAnswers(
  database: Queryable,
  { eventId, orderId, language = null }: { eventId: string; orderId: string; language?: Language | null },
): Promise<{ questions: AskedQuestion[]; answers: GivenAnswer[] }> {
  const { rows } = await database.query<{
    questions: AskedQuestion[];
    words: Translation['questions'] | null;
    answers: GivenAnswer[];
  }>(
    `SELECT ${ASKED_QUESTIONS_SQL} AS questions,
            (SELECT questions FROM event_translations WHERE event_id = event.id AND language = $3) AS words,
            coalesce((SELECT json_agg(json_build_object('questionId', a.question_id, 'ticket', nullif(a.ticket_position, 0), 'answer', a.answer))
                        FROM answers AS a WHERE a.order_id = $2), '[]') AS answers
       FROM events AS event WHERE event.id = $1`,
    [eventId, orderId, language],
  );
  const [row] = rows;
  if (!row) return { questions: [], answers: [] };
  return { questions: translateQuestions(row.questions, row.words ?? undefined), answers: row.answers };
}
