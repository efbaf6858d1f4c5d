import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import {
  lockSubscription,
  refuseFourthEnabled,
  type Subscription,
  type SubscriptionOfHost,
} from './event-subscriptions.ts';

type Input = SubscriptionOfHost & { actor: Actor };

/** Purchases from now on are sent to it. Harmless to repeat. */
export async function enableSubscription(tx: Transaction, input: Input): Promise<void> {
  const found = await lockSubscription(tx, input);
  if (!found.isEnabled) {
    await refuseFourthEnabled(tx, found.eventId, { field: null });
    await tx.query('UPDATE webhook_subscriptions SET is_enabled = true WHERE id = $1', [found.id]);
  }
  await record(tx, input, { found, action: 'webhook.enable' });
}

/** Purchases from now on are not sent to it; deliveries under way go on to their end. */
export async function disableSubscription(tx: Transaction, input: Input): Promise<void> {
  const found = await lockSubscription(tx, input);
  await tx.query('UPDATE webhook_subscriptions SET is_enabled = false WHERE id = $1', [found.id]);
  await record(tx, input, { found, action: 'webhook.disable' });
}

/** As disabled for good. Its URL may be registered again, by anybody; the log of its deliveries stays for its time. */
export async function removeSubscription(tx: Transaction, input: Input): Promise<void> {
  const found = await lockSubscription(tx, input);
  await tx.query('UPDATE webhook_subscriptions SET is_enabled = false, removed_at = now() WHERE id = $1', [
    found.id,
  ]);
  await record(tx, input, { found, action: 'webhook.remove' });
}

function record(
  tx: Transaction,
  { hostId, actor }: Input,
  { found: { id, url }, action }: { found: Subscription; action: string },
): Promise<void> {
  return recordChange(tx, { hostId, actor, action, subject: { id, name: url } });
}
