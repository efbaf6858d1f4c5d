import type pg from 'pg';
import { plainArray, textArray } from '../../db/array-literal.ts';

/** How an attempt went, and what becomes of its delivery. */
export type EndedAttempt = {
  deliveryId: string;
  subscriptionId: string;
  attempt: number;
  /** False where no attempt was made: the delivery had come to its end before. */
  isMade: boolean;
  startedAtMs: number;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  answer: string | null;
  becomes:
    | { status: 'delivered' }
    | { status: 'pending'; delayMs: number }
    | { status: 'failed'; failure: string };
};

/**
 * Writes down how attempts went. A delivery whose lease has gone to another is left to that one; the attempt is logged all
 * the same, since it was made.
 */
export async function recordAttempts(
  pool: pg.Pool,
  options: { ended: EndedAttempt[]; leasedBy: string; nowMs: number },
): Promise<void> {
  const { ended } = options;
  // The holder of the lease comes with each row: compared with a single value, the planner would look for that first, and find all rows.
  await pool.query({
    name: 'webhooks-record',
    text: `
      WITH ended AS MATERIALIZED (
        SELECT *, $12::text AS leased_by FROM unnest($1::uuid[], $2::integer[], $3::boolean[], $4::float8[], $5::integer[], $6::integer[], $7::text[],
                             $8::text[], $9::text[], $10::float8[], $11::text[])
          AS ended (id, attempt, is_made, age_ms, duration_ms, status_code, error, answer, status, delay_ms, failure)
      ), logged AS (
        INSERT INTO webhook_attempts (delivery_id, attempt, started_at, duration_ms, status_code, error, answer)
        SELECT id, attempt, now() - age_ms * interval '1 millisecond', duration_ms, status_code, error, answer
          FROM ended WHERE is_made
        ON CONFLICT (delivery_id, attempt) DO UPDATE SET
          started_at = excluded.started_at, duration_ms = excluded.duration_ms, status_code = excluded.status_code,
          error = excluded.error, answer = excluded.answer
      )
      UPDATE webhook_deliveries AS d SET
             status = ended.status, leased_by = NULL, leased_until = NULL, failure = ended.failure,
             attempts = CASE WHEN ended.is_made THEN d.attempts ELSE d.attempts - 1 END,
             next_attempt_at = CASE WHEN ended.status = 'pending' THEN now() + ended.delay_ms * interval '1 millisecond'
                                    ELSE d.next_attempt_at END,
             ended_at = CASE WHEN ended.status <> 'pending' THEN now() END
        FROM ended
       WHERE d.id = ended.id AND d.leased_by = ended.leased_by AND d.attempts = ended.attempt`,
    values: [
      plainArray(ended.map(({ deliveryId }) => deliveryId)),
      plainArray(ended.map(({ attempt }) => attempt)),
      plainArray(ended.map(({ isMade }) => isMade)),
      plainArray(ended.map(({ startedAtMs }) => Math.max(0, options.nowMs - startedAtMs))),
      plainArray(ended.map(({ durationMs }) => Math.round(durationMs))),
      plainArray(ended.map(({ statusCode }) => statusCode)),
      textArray(ended.map(({ error }) => error)),
      textArray(ended.map(({ answer }) => answer)),
      plainArray(ended.map(({ becomes }) => becomes.status)),
      plainArray(ended.map(({ becomes }) => ('delayMs' in becomes ? becomes.delayMs : 0))),
      textArray(ended.map(({ becomes }) => ('failure' in becomes ? becomes.failure : null))),
      options.leasedBy,
    ],
  });
}

/** Says that these attempts are still being made. */
export async function extendLeases(
  pool: pg.Pool,
  options: { deliveryIds: string[]; leasedBy: string; leaseMs: number },
): Promise<void> {
  await pool.query({
    name: 'webhooks-extend',
    text: `UPDATE webhook_deliveries SET leased_until = now() + $3 * interval '1 millisecond'
            WHERE id = ANY ($1::uuid[]) AND leased_by = $2`,
    values: [plainArray(options.deliveryIds), options.leasedBy, options.leaseMs],
  });
}

/**
 * Lets another process make these attempts at once, as if they had not been begun. Where nothing was sent yet, the budget has
 * not begun to run either.
 */
export async function giveAttemptsBack(
  pool: pg.Pool,
  options: { deliveryIds: string[]; leasedBy: string; isSent: boolean },
): Promise<void> {
  await pool.query({
    name: 'webhooks-give-back',
    text: `
      WITH given_back AS (
        UPDATE webhook_deliveries SET
               leased_by = NULL, leased_until = NULL, attempts = attempts - 1,
               first_attempt_at = CASE WHEN $3 OR attempts > 1 THEN first_attempt_at END
         WHERE id = ANY ($1::uuid[]) AND leased_by = $2 RETURNING subscription_id
      )
      SELECT pg_notify('webhooks_due', due.id) FROM (SELECT DISTINCT subscription_id::text FROM given_back) AS due (id)`,
    values: [plainArray(options.deliveryIds), options.leasedBy, options.isSent],
  });
}
