import type { TestApp } from './test-app.ts';

/**
 * A receiver of an event's webhooks that has been on for an hour, so that every purchase owes it a delivery and the check of
 * all promises looks for it. Its address is one that nobody is let to: each delivery is given up, without a packet sent.
 */
export async function switchOnReceiver(on: Pick<TestApp, 'app'>, eventId: string): Promise<void> {
  const { rows } = await on.app.database.query<{ id: string }>(
    `INSERT INTO webhook_subscriptions (id, event_id, url) VALUES (new_id(), $1, 'https://127.0.0.1/' || new_id()) RETURNING id`,
    [eventId],
  );
  await on.app.database.query(
    `UPDATE webhook_subscription_periods SET enabled_at = enabled_at - interval '1 hour' WHERE subscription_id = $1`,
    [rows[0]?.id],
  );
}

/** Ends the deliveries of a purchase as the deliverer would, some seconds from now. */
export async function giveUpDeliveries(on: Pick<TestApp, 'app'>, reference: string): Promise<void> {
  await on.app.database.query(
    `UPDATE webhook_deliveries SET status = 'failed', ended_at = now(), failure = 'its address is forbidden',
            leased_until = NULL, leased_by = NULL
      WHERE reference = $1 AND status = 'pending'`,
    [reference],
  );
}
