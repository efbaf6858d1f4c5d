import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../http/refusal.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { planMails } from './plan-mails.ts';

// Enough for someone who mistypes nothing and looks into the wrong folder; too few to fill somebody's inbox with.
const MOST_RESENDS_PER_HOUR = 5;

/** Sends an order's tickets once more, to everyone they were issued to, or to the buyer alone. */
export async function resendTickets(
  tx: Transaction,
  { orderId, isForBuyerOnly = false }: { orderId: string; isForBuyerOnly?: boolean },
): Promise<void> {
  // The lock puts those who ask at one moment in a row: each counts the ones before it.
  await tx.query('SELECT 1 FROM orders WHERE id = $1 FOR NO KEY UPDATE', [orderId]);
  const { rows } = await tx.query<{ email: string }>(
    `WITH live AS (SELECT email FROM tickets WHERE order_id = $1 AND voided_at IS NULL)
     SELECT email FROM live WHERE NOT $2
     UNION SELECT email FROM orders WHERE id = $1 AND EXISTS (SELECT FROM live)`,
    [orderId, isForBuyerOnly],
  );
  if (rows.length === 0) throw new Refusal('not_found', 'This order has no tickets to send.');
  const { rows: recent } = await tx.query<{ count: number; retryAfterSeconds: number | null }>(
    `SELECT count(*)::integer AS count,
            ceil(extract(epoch FROM min(asked_at) + interval '1 hour' - clock_timestamp()))::integer AS "retryAfterSeconds"
       FROM (SELECT min(created_at) AS asked_at FROM mails
              WHERE order_id = $1 AND kind = 'tickets' AND occasion <> ''
                AND created_at > clock_timestamp() - interval '1 hour'
              GROUP BY occasion) AS resends`,
    [orderId],
  );
  const [{ count, retryAfterSeconds } = { count: 0, retryAfterSeconds: null }] = recent;
  if (count >= MOST_RESENDS_PER_HOUR) {
    throw new Refusal(
      'rate_limited',
      'The tickets were sent several times just now: look again in an hour.',
      {
        retryAfterSeconds: Math.max(1, retryAfterSeconds ?? 1),
      },
    );
  }
  const resendKey = randomUUIDv7();
  await planMails(
    tx,
    { orderId, kind: 'tickets', occasion: resendKey },
    rows.map((row) => row.email),
  );
  await enqueueJob(tx, {
    kind: 'send_mail',
    payload: { mail: 'tickets', orderId, resendKey, isForBuyerOnly },
  });
}
