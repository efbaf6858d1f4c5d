import type { Queryable } from '../db/database.ts';
import { QUESTION_COLUMNS_SQL, type StoredQuestion } from './question-fields.ts';

export type ListedQuestion = StoredQuestion & { isRemoved: boolean };

/** Lists the questions of an event, in order. With `alsoRemoved`, earlier ones come last. */
export async function listQuestions(
  database: Queryable,
  eventId: string,
  { alsoRemoved = false } = {},
): Promise<ListedQuestion[]> {
  const { rows } = await database.query<ListedQuestion>(
    `SELECT ${QUESTION_COLUMNS_SQL}, q.removed_at IS NOT NULL AS "isRemoved" FROM questions AS q
      WHERE q.event_id = $1 AND ($2 OR q.removed_at IS NULL)
      ORDER BY q.removed_at IS NOT NULL, q.position, q.id`,
    [eventId, alsoRemoved],
  );
  return rows;
}
