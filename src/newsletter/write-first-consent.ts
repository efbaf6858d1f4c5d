import type { Queryable } from '../db/database.ts';

/** The buyer has said yes, under the id that the order will have: as answers are written (questions/write-answers.ts). */
export async function writeFirstConsent(
  database: Queryable,
  { orderId, hostId, sentence }: { orderId: string; hostId: string; sentence: string },
): Promise<void> {
  await database.query(
    `INSERT INTO newsletter_consents (order_id, host_id, sentence, agreed_at, waits_for_order)
     VALUES ($1, $2, $3, clock_timestamp(), true)`,
    [orderId, hostId, sentence],
  );
}
