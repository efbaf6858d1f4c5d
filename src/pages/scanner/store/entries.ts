import type { GuestEntry } from '../../../rules/guest-entry.ts';
import type { EntryState, ListPage } from '../contract.ts';
import { foldState } from '../decide/fold-state.ts';
import type { IDBPObjectStore } from 'idb';
import type { Store, StoreSchema } from './open-store.ts';

/** A ticket's state by the list and by this phone's own scans. Not listed and not scanned here: all null. */
export type FoundEntry = { entry: GuestEntry | null; state: EntryState | null };

export async function findEntry(store: Store, find: string): Promise<FoundEntry> {
  const tx = store.transaction(['entries', 'scans']);
  const [entry, scans] = await Promise.all([
    tx.objectStore('entries').get(find),
    tx.objectStore('scans').index('find').getAll(find),
  ]);
  const state = foldState(
    entry?.state ?? 'good',
    scans.sort((a, b) => a.atMs - b.atMs),
  );
  // A ticket that is not listed is known by this phone's scans alone.
  return { entry: entry ?? null, state: entry || state !== 'good' ? state : null };
}

/** Most of the time one, or none: the digits are cut off so that no code can be worked out from them. */
export async function findByShort(store: Store, short: string): Promise<(FoundEntry & { find: string })[]> {
  const finds = await store.getAllKeysFromIndex('entries', 'short', short);
  return Promise.all(finds.map(async (find) => ({ find, ...(await findEntry(store, find)) })));
}

/**
 * A page of the list, with how far it has come: both or neither. The server's news of a ticket after the page was asked for
 * (`newer`) stays. If the whole list comes again, the old one stays until it is there.
 */
export async function putPage(
  store: Store,
  { entries: page, next: cursor, isComplete, isFresh, asOf }: ListPage,
  newer: ReadonlyMap<string, EntryState>,
): Promise<void> {
  // Lost in a power cut, it comes again: the cursor is lost with it.
  const tx = store.transaction(['entries', 'pairing'], 'readwrite', { durability: 'relaxed' });
  const entries = tx.objectStore('entries');
  const pairing = await tx.objectStore('pairing').get('now');
  if (pairing) {
    const round = pairing.round + (isFresh ? 1 : 0);
    const isWholeAgain = isComplete && round > pairing.wholeRound;
    for (const entry of page) {
      const state = newer.get(entry.find);
      void entries.put({ ...entry, ...(state && { state }), round });
    }
    // The first list of all has none before it.
    if (isWholeAgain && pairing.wholeRound > 0) await forgetRoundsBefore(round, entries);
    const progress = isComplete ? { asOf, wholeRound: round } : {};
    void tx.objectStore('pairing').put({ ...pairing, ...progress, cursor, round }, 'now');
  }
  await tx.done;
}

type Entries = IDBPObjectStore<StoreSchema, ('entries' | 'pairing')[], 'entries', 'readwrite'>;

async function forgetRoundsBefore(round: number, entries: Entries): Promise<void> {
  let cursor = await entries.openCursor();
  while (cursor) {
    if (cursor.value.round < round) void cursor.delete();
    cursor = await cursor.continue();
  }
}
