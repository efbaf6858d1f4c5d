import type { Queryable } from '../db/database.ts';
import type { GivenAnswer } from '../rules/questions.ts';

/**
 * Writes down what was answered, in one statement, under the id that the order will have once it is opened. So a process that is killed
 * loses nothing that an order has promised; where no order comes of it, a job forgets the rows (forget-unordered-answers.ts).
 */
export async function writeFirstAnswers(
  database: Queryable,
  orderId: string,
  answers: readonly GivenAnswer[],
): Promise<void> {
  if (answers.length === 0) return;
  await database.query(
    `INSERT INTO answers (order_id, ticket_position, question_id, answer, waits_for_order)
     SELECT $1, given.ticket, given.question_id, given.answer, true
       FROM unnest($2::integer[], $3::uuid[], $4::text[]) AS given (ticket, question_id, answer)`,
    [
      orderId,
      answers.map(({ ticket }) => ticket ?? 0),
      answers.map(({ questionId }) => questionId),
      answers.map(({ answer }) => answer),
    ],
  );
}

/** The new value of a field: empty removes the answer. */
export type ChangedAnswer = GivenAnswer;

/** Changes the answers of an order that is there. Who calls it has locked the order. */
export async function changeAnswers(
  tx: Queryable,
  orderId: string,
  changes: readonly ChangedAnswer[],
): Promise<void> {
  if (changes.length === 0) return;
  const values = [
    orderId,
    changes.map(({ ticket }) => ticket ?? 0),
    changes.map(({ questionId }) => questionId),
    changes.map(({ answer }) => answer),
  ];
  const given = 'unnest($2::integer[], $3::uuid[], $4::text[]) AS given (ticket, question_id, answer)';
  await tx.query(
    `DELETE FROM answers AS a USING ${given}
      WHERE a.order_id = $1 AND a.ticket_position = given.ticket AND a.question_id = given.question_id AND given.answer = ''`,
    values,
  );
  await tx.query(
    `INSERT INTO answers AS a (order_id, ticket_position, question_id, answer)
     SELECT $1, given.ticket, given.question_id, given.answer FROM ${given} WHERE given.answer <> ''
     ON CONFLICT (order_id, ticket_position, question_id) DO UPDATE
        SET answer = excluded.answer, answered_at = excluded.answered_at WHERE a.answer <> excluded.answer`,
    values,
  );
}
