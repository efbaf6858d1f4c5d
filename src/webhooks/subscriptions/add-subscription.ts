import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Database } from '../../db/database.ts';
import { invalidField } from '../../refusal.ts';
import { ForbiddenReceiver, type Guard } from '../delivery/guard.ts';
import { lockEvent, refuseFourthEnabled } from './event-subscriptions.ts';
import { readReceiverUrl } from './receiver-url.ts';

// Those that are switched off count too.
const MAX_PER_EVENT = 50;

/** Registers a receiver for the purchases of an event. It is enabled from the start. */
export async function addSubscription(
  parts: { database: Database; guard: Guard },
  input: { hostId: string; actor: Actor; slug: string; url: string },
): Promise<{ subscriptionId: string; url: string }> {
  const url = readReceiverUrl(input.url);
  await refuseForbidden(parts.guard, url);
  const subscriptionId = randomUUIDv7();
  return parts.database.transaction(async (tx) => {
    const { eventId } = await lockEvent(tx, input);
    await refuseFourthEnabled(tx, eventId);
    const { rowCount } = await tx.query(
      `INSERT INTO webhook_subscriptions (id, event_id, url)
       SELECT $1, $2, $3
        WHERE (SELECT count(*) FROM webhook_subscriptions WHERE event_id = $2 AND removed_at IS NULL) < ${MAX_PER_EVENT}
       ON CONFLICT (url) WHERE removed_at IS NULL DO NOTHING`,
      [subscriptionId, eventId, url.href],
    );
    if (rowCount === 0) {
      // The answer does not say whose it is: it may be another host's.
      throw invalidField(
        'url',
        `is registered already, or the event has ${MAX_PER_EVENT} receivers: use another, or remove one.`,
      );
    }
    await recordChange(tx, {
      hostId: input.hostId,
      actor: input.actor,
      action: 'webhook.add',
      subject: { id: subscriptionId, name: url.href },
    });
    return { subscriptionId, url: url.href };
  });
}

async function refuseForbidden(guard: Guard, url: URL): Promise<void> {
  try {
    await guard.checkResolved(url);
  } catch (error) {
    if (!(error instanceof ForbiddenReceiver))
      throw invalidField('url', `names a host that can't be found: ${url.hostname}.`);
    throw invalidField(
      'url',
      url.protocol === 'https:'
        ? 'must lead to a public address: private, loopback and link-local ones are refused.'
        : 'must use HTTPS.',
    );
  }
}
