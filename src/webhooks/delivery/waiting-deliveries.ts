import type { BegunAttempt } from './begin-attempts.ts';
import type { KnownSender } from './find-waiting.ts';
import type { KnownSenders } from './known-senders.ts';
import type { Slots } from './slots.ts';
import { createTakeSizes } from './take-sizes.ts';

export type Wanted = { subscriptionId: string; slots: number };

const MAX_WAITING = 4_096;

/**
 * Deliveries that were taken from the database ahead of their turn and wait here for a slot, so that no slot waits for the
 * database; and the subscriptions that may have more in the database.
 */
export function createWaitingDeliveries({ slots, now }: { slots: Slots; now: () => number }) {
  // The longest waiting first.
  const due = new Set<string>();
  // These have more too, but also all the slots that they may have.
  const full = new Set<string>();
  const ready = new Map<string, BegunAttempt[]>();
  const takeSizes = createTakeSizes(now);

  /** How many more of a subscription to take. Null: it has as many as it may send. */
  function askFor(subscriptionId: string, equalShare: number): number | null {
    const free = slots.freeFor(subscriptionId);
    const waiting = ready.get(subscriptionId)?.length ?? 0;
    if (free <= waiting) return null;
    const size = Math.min(equalShare, takeSizes.of(subscriptionId));
    if (waiting > size / 2) return 0;
    takeSizes.onTake(subscriptionId, size);
    return Math.min(size - waiting, free);
  }

  const all = (): BegunAttempt[] => [...ready.values()].flat();

  return {
    markDue: (subscriptionId: string): void => void due.add(subscriptionId),
    unmark: (subscriptionId: string): void => void due.delete(subscriptionId),
    due: (): string[] => [...due],

    /**
     * How many to take of each: of those in trouble no more than they may send, of the others equal shares. They are no longer
     * marked as due, so that a notification that comes while the database is being asked is not lost.
     */
    choose({ maxSubscriptions, unrecorded }: { maxSubscriptions: number; unrecorded: number }): Wanted[] {
      let left = MAX_WAITING - unrecorded;
      for (const queue of ready.values()) left -= queue.length;
      const equalShare = Math.max(1, Math.floor(left / due.size));
      const wanted: Wanted[] = [];
      for (const subscriptionId of due) {
        if (left <= 0 || wanted.length === maxSubscriptions) break;
        const asked = askFor(subscriptionId, equalShare);
        if (asked === 0) continue;
        due.delete(subscriptionId);
        if (asked === null) {
          full.add(subscriptionId);
          continue;
        }
        const share = Math.min(asked, left);
        wanted.push({ subscriptionId, slots: share });
        left -= share;
      }
      return wanted;
    },

    /** Adds the results of a search. If it found as many as asked for, there may be more. */
    add(wanted: Wanted[], begun: BegunAttempt[]): void {
      const bySubscription = Map.groupBy(begun, ({ subscriptionId }) => subscriptionId);
      for (const { subscriptionId, slots: asked } of wanted) {
        const found = bySubscription.get(subscriptionId) ?? [];
        if (found.length === asked) due.add(subscriptionId);
        else takeSizes.startAnew(subscriptionId);
        if (found.length > 0) ready.set(subscriptionId, [...(ready.get(subscriptionId) ?? []), ...found]);
      }
    },

    /** Takes out those that have a slot now. */
    takeReady(senders: Pick<KnownSenders, 'get'>): { begun: BegunAttempt; sender: KnownSender }[] {
      const waiting = [...ready.keys()].flatMap((id) => senders.get(id) ?? []);
      return slots.share(waiting, now()).flatMap(({ slots: free, ...sender }) => {
        const queue = ready.get(sender.subscriptionId) ?? [];
        // Behind the others next time.
        ready.delete(sender.subscriptionId);
        if (queue.length > free) ready.set(sender.subscriptionId, queue.slice(free));
        return queue.slice(0, free).map((begun) => ({ begun, sender }));
      });
    },

    /** One of its attempts has ended: there may be a slot for another. */
    onEnded(subscriptionId: string): void {
      if (full.delete(subscriptionId)) due.add(subscriptionId);
    },

    /** Takes out what waits behind a receiver that has come into trouble: it should wait in the database. */
    removeStuck(): BegunAttempt[] {
      const stuck = [...ready].filter(([subscriptionId]) => slots.freeFor(subscriptionId) <= 0);
      for (const [subscriptionId] of stuck) ready.delete(subscriptionId);
      return stuck.flatMap(([, queue]) => queue);
    },

    takeLessOfSlow: takeSizes.startSlowAnew,
    all,
    ids: (): string[] => all().map(({ deliveryId }) => deliveryId),
  };
}

export type WaitingDeliveries = ReturnType<typeof createWaitingDeliveries>;
