import type pg from 'pg';
import { createBoundedMap } from '../../cache/bounded-map.ts';
import { findSenders, type KnownSender } from './find-waiting.ts';

// A few hundred bytes each. Those of deliveries that wait for a slot are asked for all the time, and so are never dropped.
const MAX_SENDERS = 100_000;

/** Remembers the receivers of subscriptions. The URL of a subscription never changes. */
export function createKnownSenders(pool: pg.Pool) {
  const known = createBoundedMap<string, KnownSender>({ max: MAX_SENDERS });
  return {
    get: known.get,
    /** Looks up those that are not known yet. Answers those that don't exist. */
    async learn(subscriptionIds: string[]): Promise<string[]> {
      const unknown = subscriptionIds.filter((id) => known.get(id) === undefined);
      if (unknown.length === 0) return [];
      const found = await findSenders(pool, unknown);
      for (const sender of found) known.set(sender.subscriptionId, sender);
      const exist = new Set(found.map(({ subscriptionId }) => subscriptionId));
      return unknown.filter((id) => !exist.has(id));
    },
  };
}

export type KnownSenders = ReturnType<typeof createKnownSenders>;
