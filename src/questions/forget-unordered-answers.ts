import type { Database } from '../db/database.ts';
import { forgetJob } from '../jobs/forget-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';

// The order is opened a moment after its answers are written. The day is for a machine that stood still in between.
export const UNORDERED_ANSWERS_KEPT_DAYS = 1;

/** Answers that were written for an order which never was: the cart had lapsed, or the process died. Those of orders are marked as such. */
export function forgetUnorderedAnswersJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_unordered_answers',
    sql: `WITH old AS MATERIALIZED (
            SELECT a.order_id, a.ticket_position, a.question_id, EXISTS (SELECT FROM orders WHERE id = a.order_id) AS is_ordered
              FROM answers AS a
             WHERE a.waits_for_order AND a.answered_at < now() - interval '${UNORDERED_ANSWERS_KEPT_DAYS} days'
             ORDER BY a.answered_at LIMIT $1 FOR UPDATE OF a SKIP LOCKED
          ), marked AS (
            UPDATE answers AS a SET waits_for_order = false FROM old
             WHERE old.is_ordered AND (a.order_id, a.ticket_position, a.question_id) = (old.order_id, old.ticket_position, old.question_id)
          ), forgotten AS (
            DELETE FROM answers AS a USING old
             WHERE NOT old.is_ordered AND (a.order_id, a.ticket_position, a.question_id) = (old.order_id, old.ticket_position, old.question_id)
          )
          SELECT FROM old`,
  });
}
