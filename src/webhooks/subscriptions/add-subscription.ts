import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { invalidField, type Refusal } from '../../refusal.ts';
import { ForbiddenReceiver, type Guard } from '../delivery/guard.ts';
import type { EventOfHost } from './event-of-host.ts';
import { lockEvent, refuseFourthEnabled } from './event-subscriptions.ts';
import { readReceiverUrl } from './receiver-url.ts';

// Those that are switched off count too.
const MAX_PER_EVENT = 50;

/** Registers a receiver for the purchases of an event. It is enabled from the start. */
export async function addSubscription(
  deps: { database: Pick<Database, 'transaction'>; guard: Guard },
  input: EventOfHost & { actor: Actor; url: string },
): Promise<{ subscriptionId: string; url: string }> {
  const url = readReceiverUrl(input.url);
  await refuseForbidden(deps.guard, url);
  const subscriptionId = randomUUIDv7();
  return deps.database.transaction(async (tx) => {
    const { eventId, slug } = await lockEvent(tx, input);
    // First: a URL that can't be had is no reason to disable another one.
    await refuseTaken(tx, { eventId, slug, url });
    await refuseFourthEnabled(tx, eventId, { field: 'url' });
    const { rowCount } = await tx.query(
      `INSERT INTO webhook_subscriptions (id, event_id, url) VALUES ($1, $2, $3)
       ON CONFLICT (url) WHERE removed_at IS NULL DO NOTHING`,
      [subscriptionId, eventId, url.href],
    );
    // Another event was quicker by a moment.
    if (rowCount === 0) throw takenUrl(url, slug);
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
      throw invalidField('url', `names a host that can't be found: ${url.hostname}. Check how it is spelt.`);
    throw invalidField(
      'url',
      url.protocol === 'https:'
        ? 'must point to a public address, not a private, loopback or link-local one: for a receiver on your own machine, use a tunnel with an https address.'
        : 'must use HTTPS, because deliveries contain your buyers’ names: begin it with https://.',
    );
  }
}

/** The event is locked, so that its own receivers don't change meanwhile. */
async function refuseTaken(
  tx: Transaction,
  { eventId, slug, url }: { eventId: string; slug: string; url: URL },
): Promise<void> {
  const { rows } = await tx.query<{ count: number; isOurs: boolean; isTaken: boolean }>(
    `SELECT count(*) AS count, coalesce(bool_or(url = $2), false) AS "isOurs",
            EXISTS (SELECT 1 FROM webhook_subscriptions WHERE url = $2 AND removed_at IS NULL) AS "isTaken"
       FROM webhook_subscriptions WHERE event_id = $1 AND removed_at IS NULL`,
    [eventId, url.href],
  );
  const [found] = rows;
  if (found?.isOurs) throw invalidField('url', 'is already registered for this event.');
  if (found?.isTaken) throw takenUrl(url, slug);
  if ((found?.count ?? 0) >= MAX_PER_EVENT)
    throw invalidField(
      'url',
      `can’t be added: the event already has ${MAX_PER_EVENT} receivers. Remove one first.`,
    );
}

/** Does not say whose it is: it may be another host's. */
function takenUrl(url: URL, slug: string): Refusal {
  const other = new URL(url);
  other.searchParams.set('event', slug);
  return invalidField(
    'url',
    `is already registered for another event: use another address for each event, e.g. ${other.href}`,
  );
}
