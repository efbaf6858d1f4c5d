import type pg from 'pg';
import { plainArray } from '../../db/array-literal.ts';
import { receiverOf } from './guard.ts';
import type { Sender } from './slots.ts';

export type KnownSender = Sender & { url: URL };

/**
 * Every subscription that has something due. The query steps from one subscription to the next in the index, so that a long
 * queue of one costs no more than a short one.
 */
export async function findWaiting(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ subscription_id: string }>({
    name: 'webhooks-find-waiting',
    text: `
      WITH RECURSIVE waiting AS (
        (SELECT subscription_id, next_attempt_at FROM webhook_deliveries WHERE status = 'pending'
          ORDER BY subscription_id, next_attempt_at LIMIT 1)
        UNION ALL
        SELECT following.subscription_id, following.next_attempt_at
          FROM waiting CROSS JOIN LATERAL (
                 SELECT subscription_id, next_attempt_at FROM webhook_deliveries
                  WHERE status = 'pending' AND subscription_id > waiting.subscription_id
                  ORDER BY subscription_id, next_attempt_at LIMIT 1) AS following
      )
      SELECT subscription_id FROM waiting WHERE next_attempt_at <= now()`,
  });
  return rows.map((row) => row.subscription_id);
}

/** Finds the receivers of these subscriptions. */
export async function findSenders(pool: pg.Pool, subscriptionIds: string[]): Promise<KnownSender[]> {
  const { rows } = await pool.query<{ id: string; url: string }>({
    name: 'webhooks-find-senders',
    text: 'SELECT id, url FROM webhook_subscriptions WHERE id = ANY ($1::uuid[])',
    values: [plainArray(subscriptionIds)],
  });
  return rows.map(({ id, url: text }) => {
    const url = new URL(text);
    return { subscriptionId: id, receiver: receiverOf(url), url };
  });
}
