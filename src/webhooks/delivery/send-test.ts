import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { lockSubscription, type SubscriptionOfHost } from '../subscriptions/event-subscriptions.ts';

/** Sends `WEBHOOK_TEST` to a receiver, enabled or not, once. */
export async function sendTest(
  tx: Transaction,
  input: SubscriptionOfHost & { actor: Actor },
): Promise<{ deliveryId: string; reference: string }> {
  const { id, url } = await lockSubscription(tx, input);
  const deliveryId = randomUUIDv7();
  const reference = `TEST-${deliveryId}`;
  const { rowCount } = await tx.query(
    `INSERT INTO webhook_deliveries (id, subscription_id, event_type, reference)
     SELECT $1, $2, 'WEBHOOK_TEST', $3
      WHERE NOT EXISTS (SELECT 1 FROM webhook_deliveries
                         WHERE subscription_id = $2 AND status = 'pending' AND event_type = 'WEBHOOK_TEST')`,
    [deliveryId, id, reference],
  );
  if (rowCount === 0)
    throw new Refusal('validation_failed', 'The last test is still on its way: wait for it.');
  await tx.query(`SELECT pg_notify('webhooks_due', $1)`, [id]);
  const { hostId, actor } = input;
  await recordChange(tx, { hostId, actor, action: 'webhook.test', subject: { id, name: url } });
  return { deliveryId, reference };
}
