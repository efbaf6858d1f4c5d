import { SYSTEM } from '../../../audit/actor.ts';
import type { Database } from '../../../db/database.ts';
import { noSuchEvent } from '../../../events/slug.ts';
import { addSubscription } from '../../../webhooks/subscriptions/add-subscription.ts';
import { listSubscriptions, type Subscription } from '../../../webhooks/subscriptions/event-subscriptions.ts';
import type { Guard } from '../../../webhooks/delivery/guard.ts';
import { removeSubscription } from '../../../webhooks/subscriptions/switch-subscription.ts';

/** Has the purchases of an event sent to the site's own receiver. Harmless to repeat; one that was disabled stays so. */
export async function subscribeShop(
  deps: { database: Database; guard: Guard },
  input: { slug: string; url: string },
): Promise<{ url: string; isEnabled: boolean }> {
  const { database } = deps;
  const { slug, url } = input;
  const { rows } = await database.query<{ hostId: string }>(
    'SELECT host_id AS "hostId" FROM events WHERE slug = $1',
    [slug],
  );
  const hostId = rows[0]?.hostId;
  if (!hostId) throw noSuchEvent(slug);

  const all = await listSubscriptions(database, { hostId, slug });
  const ours = all.find((one) => one.url === url);
  if (ours) return { url, isEnabled: ours.isEnabled };
  try {
    // Of an earlier start on another port, where nobody listens now.
    for (const { id } of all.filter((one) => isSamePlace(one, url))) {
      await database.transaction((tx) =>
        removeSubscription(tx, { hostId, actor: SYSTEM, subscriptionId: id }),
      );
    }
    await addSubscription(deps, { hostId, actor: SYSTEM, slug, url });
  } catch (error) {
    // Two browsers opened the event at the same moment: the other one was quicker.
    const again = await listSubscriptions(database, { hostId, slug });
    if (!again.some((one) => one.url === url)) throw error;
  }
  return { url, isEnabled: true };
}

const isSamePlace = (one: Subscription, url: string): boolean =>
  new URL(one.url).pathname === new URL(url).pathname && new URL(one.url).hostname === new URL(url).hostname;
