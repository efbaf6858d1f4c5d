import type { EntryState, OwnConflict } from '../contract.ts';
import type { KeptScan } from './kept-scan.ts';
import { findListed, forgetList } from './entries.ts';
import { beginWriting, type Store } from './open-store.ts';

/** On disk when it resolves: nobody is let in before that. An undo marks what it takes back. */
export async function keepScan(store: Store, scan: KeptScan): Promise<void> {
  const tx = store.transaction('scans', 'readwrite', { durability: 'strict' });
  void tx.store.put(scan);
  const undone = scan.undoes === null ? undefined : await tx.store.get(scan.undoes);
  if (undone) void tx.store.put({ ...undone, isUndone: true });
  await tx.done;
}

/** The server has it: what it says of the ticket is on the list from now on, and the code is forgotten. */
export async function keepAnswer(store: Store, scan: KeptScan, state: EntryState | null): Promise<void> {
  const listed =
    state === null || !scan.find ? null : await findListed(store, { eventId: scan.eventId, find: scan.find });
  const tx = beginWriting(store, ['scans', 'entries', 'pairing'], 'strict');
  const scans = tx.objectStore('scans');
  const kept = await scans.get(scan.id);
  const isUndone = scan.isUndone || kept?.isUndone === true;
  void scans.put({ ...scan, isUndone, phase: 'answered', code: null, shortCode: null, signature: null });
  const pairing = listed ? await tx.objectStore('pairing').get(scan.eventId) : undefined;
  if (listed && pairing && state !== null) {
    const { round, pages: page = 0 } = pairing;
    void tx.objectStore('entries').put({ ...listed, state, eventId: scan.eventId, round, page });
  }
  await tx.done;
}

/** Asked, and killed before the answer came: the same guest's next try is the same scan, so that it has one effect. */
export async function findAsking(
  store: Store,
  { find, kind }: { find: string; kind: KeptScan['kind'] },
): Promise<KeptScan | null> {
  const scans = await store.getAllFromIndex('scans', 'find', find);
  return scans.find((scan) => scan.phase === 'asking' && scan.kind === kind) ?? null;
}

/** In any array of keys, after all others. */
const LAST: [] = [];

/** The waiting scans of an event or of all. After a night with no network there are thousands: they are counted without being read. */
const waitingOf = (eventId: string | null): IDBKeyRange =>
  eventId === null
    ? IDBKeyRange.bound(['waiting'], ['waiting', LAST])
    : IDBKeyRange.bound(['waiting', eventId], ['waiting', eventId, LAST]);

/** Oldest first. */
export const listWaiting = (store: Store, eventId: string | null, max: number): Promise<KeptScan[]> =>
  store.getAllFromIndex('scans', 'inOrder', waitingOf(eventId), max);

export const countWaiting = (store: Store, eventId: string | null): Promise<number> =>
  store.countFromIndex('scans', 'inOrder', waitingOf(eventId));

const LOST = IDBKeyRange.bound(['lost'], ['lost', LAST]);

/** The scans that the server no longer takes, for a person to note down. */
export const listLost = (store: Store, max: number): Promise<KeptScan[]> =>
  store.getAllFromIndex('scans', 'inOrder', LOST, max);

/** Somebody has noted them down. */
export async function forgetScans(store: Store, ids: readonly string[]): Promise<void> {
  const tx = store.transaction('scans', 'readwrite');
  for (const id of ids) void tx.store.delete(id);
  await tx.done;
}

/** Newest first, all that somebody has seen a verdict of. `sinceMs`: older ones are not looked at. */
export async function listRecent(
  store: Store,
  { max, sinceMs }: { max: number; sinceMs: number },
): Promise<KeptScan[]> {
  const scans = await store.getAllFromIndex('scans', 'atMs', IDBKeyRange.lowerBound(sinceMs));
  return scans
    .filter(({ phase }) => phase !== 'asking' && phase !== 'lost')
    .sort((a, b) => b.atMs - a.atMs)
    .slice(0, max);
}

/**
 * The server's conflicts of this phone's scans replace the known ones: a conflict that it no longer tells is resolved. Scans that it
 * has not heard of yet stay as they are.
 */
export async function keepConflicts(
  store: Store,
  { eventId, conflicts }: { eventId: string; conflicts: readonly OwnConflict[] },
): Promise<void> {
  const told = new Map(conflicts.map(({ scanId, ...conflict }) => [scanId, conflict]));
  const tx = store.transaction('scans', 'readwrite');
  const answered = IDBKeyRange.bound(['answered', eventId], ['answered', eventId, LAST]);
  for (const scan of await tx.store.index('inOrder').getAll(answered)) {
    const conflict = told.get(scan.id) ?? null;
    // The same as the last time, in most cases: nothing is written then.
    if (JSON.stringify(conflict) !== JSON.stringify(scan.conflict)) void tx.store.put({ ...scan, conflict });
  }
  await tx.done;
}

/** The phone is out of an event: it forgets the list, and its secret too unless there is something left to send by it. */
export async function wipe(store: Store, eventId: string): Promise<void> {
  const tx = beginWriting(store, ['pairing', 'entries', 'packs', 'blocks', 'scans', 'leftovers'], 'strict');
  const pairing = await tx.objectStore('pairing').get(eventId);
  const waiting = await tx.objectStore('scans').index('inOrder').count(waitingOf(eventId));
  if (pairing && waiting > 0)
    void tx.objectStore('leftovers').put({ eventId, token: pairing.token, taken: 0, held: 0 });
  void tx.objectStore('pairing').delete(eventId);
  await forgetList(tx, { eventId, before: Infinity });
  const scans = tx.objectStore('scans');
  for (const scan of await scans.getAll())
    if (scan.eventId === eventId && scan.phase !== 'waiting' && scan.phase !== 'lost')
      void scans.delete(scan.id);
  await tx.done;
}
