import type { LateOutcome } from '../contract.ts';
import type { KeptScan } from './kept-scan.ts';
import type { Store } from './open-store.ts';
import { listWaiting } from './scans.ts';

/**
 * Kept by a phone that was removed: the token, by which it may still send what it scanned before, and nothing else; null once that is
 * done. And what became of those scans.
 */
export type Leftover = {
  eventId: string;
  token: string | null;
  taken: number;
  held: number;
};

export const listLeftovers = (store: Store): Promise<Leftover[]> => store.getAll('leftovers');

/** Each scan with its answer: what does not count and never will stays, for a person to note down. */
export async function keepLateAnswers(
  store: Store,
  { eventId, answers }: { eventId: string; answers: { scan: KeptScan; outcome: LateOutcome }[] },
): Promise<void> {
  const tx = store.transaction(['scans', 'leftovers'], 'readwrite', { durability: 'strict' });
  const leftover = await tx.objectStore('leftovers').get(eventId);
  const count = (wanted: LateOutcome): number => answers.filter(({ outcome }) => outcome === wanted).length;
  if (leftover) {
    const { taken, held } = leftover;
    void tx
      .objectStore('leftovers')
      .put({ ...leftover, taken: taken + count('taken'), held: held + count('held') });
  }
  for (const { scan, outcome } of answers) {
    if (outcome === 'not_taken') void tx.objectStore('scans').put({ ...scan, phase: 'lost' });
    else if (outcome !== 'wait') void tx.objectStore('scans').delete(scan.id);
  }
  await tx.done;
}

/** Nothing more is to be sent, or may be. */
export async function endLeftover(store: Store, eventId: string): Promise<void> {
  const tx = store.transaction('leftovers', 'readwrite');
  const leftover = await tx.store.get(eventId);
  if (leftover) void tx.store.put({ ...leftover, token: null });
  await tx.done;
}

/** Of scans that were not sent in time: how many still are to be, what became of the others, and those that nobody can send. */
export async function countLate(
  store: Store,
  { max, pairedWith }: { max: number; pairedWith: readonly string[] },
): Promise<{ sending: number; taken: number; held: number; lost: KeptScan[] }> {
  const [leftovers, waiting] = await Promise.all([listLeftovers(store), listWaiting(store, null, max)]);
  const open = new Set(leftovers.flatMap(({ eventId, token }) => (token === null ? [] : eventId)));
  // Events that the phone still has send their own.
  const late = waiting.filter(({ eventId }) => !pairedWith.includes(eventId));
  // A program of before has wiped the token.
  const lost = late.filter(({ eventId }) => !open.has(eventId));
  return {
    sending: late.length - lost.length,
    taken: leftovers.reduce((sum, { taken }) => sum + taken, 0),
    held: leftovers.reduce((sum, { held }) => sum + held, 0),
    lost,
  };
}
