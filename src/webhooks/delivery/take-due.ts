import type pg from 'pg';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { beginAttempts } from './begin-attempts.ts';
import type { KnownSenders } from './known-senders.ts';
import { LEASE_MS, type LeaseKeeper } from './lease-keeper.ts';
import type { WaitingDeliveries } from './waiting-deliveries.ts';

const MAX_SUBSCRIPTIONS_AT_ONCE = 1_024;

/** Takes from the database what can be sent soon. Answers false where that is nothing. */
export function createDueTaker(options: {
  pool: pg.Pool;
  secretKeys: SecretKeys;
  leasedBy: string;
  leases: LeaseKeeper;
  senders: KnownSenders;
  waiting: WaitingDeliveries;
  /** The deliveries whose attempts have ended and are not on record yet. */
  unrecorded: () => ReadonlySet<string>;
}): () => Promise<boolean> {
  const { pool, secretKeys, leasedBy, leases, senders, waiting, unrecorded } = options;
  let maxSubscriptions = MAX_SUBSCRIPTIONS_AT_ONCE;

  return async () => {
    for (const subscriptionId of await senders.learn(waiting.due())) waiting.unmark(subscriptionId);
    const wanted = waiting.choose({ maxSubscriptions, unrecorded: unrecorded().size });
    if (wanted.length === 0) return false;
    const held = leases.lateIds();
    try {
      const begun = await beginAttempts(pool, { wanted, secretKeys, leasedBy, leaseMs: LEASE_MS, held });
      waiting.add(wanted, begun);
      maxSubscriptions = Math.min(MAX_SUBSCRIPTIONS_AT_ONCE, 2 * maxSubscriptions);
    } catch (error) {
      // One of them may be the cause: taken one by one, it fails alone.
      for (const { subscriptionId } of wanted) waiting.markDue(subscriptionId);
      maxSubscriptions = 1;
      throw error;
    }
    return true;
  };
}
