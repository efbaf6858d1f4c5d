import type { Queryable } from '../db/database.ts';
import type { QuestionKind } from '../rules/questions.ts';

export type OrderAnswer = {
  /** The ticket's place in the order; null: it is about the order as a whole. */
  ticket: number | null;
  question: string;
  kind: QuestionKind;
  answer: string;
};

/** Lists the answers of an order, also to removed questions: the order's first, then ticket by ticket. */
export async function listOrderAnswers(database: Queryable, orderId: string): Promise<OrderAnswer[]> {
  const { rows } = await database.query<OrderAnswer>(
    `SELECT nullif(a.ticket_position, 0) AS ticket, q.label AS question, q.kind, a.answer
       FROM answers AS a JOIN questions AS q ON q.id = a.question_id
      WHERE a.order_id = $1 ORDER BY a.ticket_position, q.removed_at IS NOT NULL, q.position, q.id`,
    [orderId],
  );
  return rows;
}
