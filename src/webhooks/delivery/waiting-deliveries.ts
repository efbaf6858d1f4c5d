import type { BegunAttempt } from './begin-attempts.ts';
import type { KnownSender } from './find-waiting.ts';
import type { createSlots } from './slots.ts';

export type Wanted = { subscriptionId: string; slots: number };

// Of one subscription few are taken at first; twice as many where they are used up so soon, since many at once cost little more
// than few; the fewest again where they are not used up in time.
const MAX_IN_ALL = 4_096;
const FEWEST = 64;
const MAX_OF_ONE = 2_048;
const SOON_MS = 150;
const IN_TIME_MS = 1_000;

/**
 * Deliveries that were taken from the database ahead of their turn and wait for a slot, so that nobody waits for the
 * database; and the subscriptions that may have more.
 */
export function createWaitingDeliveries({
  slots,
  now,
}: {
  slots: ReturnType<typeof createSlots>;
  now: () => number;
}) {
  // The longest waiting first.
  const due = new Set<string>();
  // These have more too, but also all the slots that they may have.
  const full = new Set<string>();
  const ready = new Map<string, BegunAttempt[]>();
  const ahead = new Map<string, { most: number; takenAtMs: number }>();

  function takeMoreNextTime(subscriptionId: string, most: number): void {
    const wasSoon = now() - (ahead.get(subscriptionId)?.takenAtMs ?? -Infinity) < SOON_MS;
    ahead.set(subscriptionId, { most: wasSoon ? Math.min(MAX_OF_ONE, 2 * most) : most, takenAtMs: now() });
  }

  return {
    markDue: (subscriptionId: string): void => void due.add(subscriptionId),
    unmark: (subscriptionId: string): void => void due.delete(subscriptionId),
    due: (): string[] => [...due],

    /**
     * How many to take of each: of those in trouble no more than they may send, of the others equal shares. They are no longer
     * marked as due, so that a notification that comes while the database is being asked is not lost.
     */
    choose({ mostSubscriptions, unrecorded }: { mostSubscriptions: number; unrecorded: number }): Wanted[] {
      let left = MAX_IN_ALL - unrecorded;
      for (const queue of ready.values()) left -= queue.length;
      const equalShare = Math.max(1, Math.floor(left / due.size));
      const wanted: Wanted[] = [];
      for (const subscriptionId of due) {
        if (left <= 0 || wanted.length === mostSubscriptions) break;
        const free = slots.freeFor(subscriptionId);
        const waiting = ready.get(subscriptionId)?.length ?? 0;
        if (free <= waiting) {
          due.delete(subscriptionId);
          full.add(subscriptionId);
          continue;
        }
        const most = Math.min(equalShare, ahead.get(subscriptionId)?.most ?? FEWEST);
        if (waiting > most / 2) continue;
        takeMoreNextTime(subscriptionId, most);
        const asked = Math.min(most - waiting, free, left);
        left -= asked;
        due.delete(subscriptionId);
        wanted.push({ subscriptionId, slots: asked });
      }
      return wanted;
    },

    admit(wanted: Wanted[], taken: BegunAttempt[]): void {
      const bySubscription = Map.groupBy(taken, ({ subscriptionId }) => subscriptionId);
      for (const { subscriptionId, slots: asked } of wanted) {
        const its = bySubscription.get(subscriptionId) ?? [];
        if (its.length === asked) due.add(subscriptionId);
        else ahead.delete(subscriptionId);
        if (its.length > 0) ready.set(subscriptionId, [...(ready.get(subscriptionId) ?? []), ...its]);
      }
    },

    /** Those whose turn it is. */
    call(senders: ReadonlyMap<string, KnownSender>): { begun: BegunAttempt; sender: KnownSender }[] {
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

    /** What waits behind a receiver that has come into trouble: it is better off in the database. */
    removeStuck(): BegunAttempt[] {
      const stuck = [...ready].filter(([subscriptionId]) => slots.freeFor(subscriptionId) <= 0);
      for (const [subscriptionId] of stuck) ready.delete(subscriptionId);
      return stuck.flatMap(([, queue]) => queue);
    },

    takeLessNextTime(): void {
      for (const [subscriptionId, { takenAtMs }] of ahead)
        if (now() - takenAtMs > IN_TIME_MS) ahead.delete(subscriptionId);
    },

    all: (): BegunAttempt[] => [...ready.values()].flat(),
  };
}
