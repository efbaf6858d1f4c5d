import type { GuestEntry } from '../../../rules/guest-entry.ts';
import type { EntryState, ListPage } from '../contract.ts';
import type { Said } from '../decide/decide-offline.ts';
import { foldState } from '../decide/fold-state.ts';
import { beginWriting, type Store, type Writing } from './open-store.ts';
import {
  findInPacks,
  findShortInPacks,
  forgetPacks,
  listPacks,
  putPack,
  readPacked,
  type KeptPack,
} from './packs.ts';
import type { KeptScan } from './kept-scan.ts';

/** A ticket's state by the list and by this phone's own scans. Not listed and not scanned here: all null. */
export type FoundEntry = {
  entry: GuestEntry | null;
  state: EntryState | null;
  /** This phone's last scan that let the guest in. */
  letInHere: KeptScan | null;
};

// The packs of the event that is scanned: they are read once, and whenever a page of the list has come.
let known: { eventId: string; packs: Promise<KeptPack[]> } | null = null;

function packsOf(store: Store, eventId: string): Promise<KeptPack[]> {
  if (known?.eventId !== eventId) known = { eventId, packs: listPacks(store, eventId) };
  return known.packs;
}

/** The entry as it is listed: in a record of its own if it has changed since its pack came. */
export async function findListed(
  store: Store,
  { eventId, find }: { eventId: string; find: string },
): Promise<GuestEntry | null> {
  const [single, packs] = await Promise.all([store.get('entries', find), packsOf(store, eventId)]);
  const packed = findInPacks(packs, find);
  if (single && (!packed || (single.page ?? 0) >= packed.pack.page)) return single;
  return packed ? readPacked(store, packed) : null;
}

export async function findEntry(
  store: Store,
  { eventId, find }: { eventId: string; find: string },
): Promise<FoundEntry> {
  const [entry, found] = await Promise.all([
    findListed(store, { eventId, find }),
    store.getAllFromIndex('scans', 'find', find),
  ]);
  const scans = found.sort((a, b) => a.atMs - b.atMs);
  const state = foldState(entry?.state ?? 'good', scans);
  return {
    entry,
    // A ticket that is not listed is known by this phone's scans alone.
    state: entry || state !== 'good' ? state : null,
    letInHere:
      scans.findLast(({ kind, said, isUndone }) => kind === 'entry' && !isUndone && LET_IN.has(said ?? '')) ??
      null,
  };
}

const LET_IN: ReadonlySet<string> = new Set<Said>(['admitted', 're_entry']);

/** Most of the time one, or none: the digits are cut off so that no code can be worked out from them. */
export async function findByShort(
  store: Store,
  { eventId, short }: { eventId: string; short: string },
): Promise<(FoundEntry & { find: string })[]> {
  const [singles, packs] = await Promise.all([
    store.getAllFromIndex('entries', 'short', short),
    packsOf(store, eventId),
  ]);
  const finds = [
    ...singles.filter((entry) => (entry.eventId ?? eventId) === eventId).map(({ find }) => find),
    ...findShortInPacks(packs, short),
  ];
  const found = await Promise.all(
    [...new Set(finds)].map(async (find) => ({ find, ...(await findEntry(store, { eventId, find })) })),
  );
  // A ticket may have got another code since.
  return found.filter(({ entry }) => entry?.short === short);
}

// A record each is quicker to change than a pack; for more than these it is slower to write.
const MAX_SINGLE = 100;

type Page = { eventId: string; token: string; page: ListPage; newer: ReadonlyMap<string, EntryState> };

/**
 * A page of the list, with how far it has come: both or neither. The server's news of a ticket after the page was asked for
 * (`newer`) stays. If the whole list comes again, the old one stays until it is there. A page for a door that the phone has left is dropped.
 */
export async function putPage(store: Store, { eventId, token, page, newer }: Page): Promise<void> {
  const { entries, next: cursor, isComplete, isFresh, asOf } = page;
  // Lost in a power cut, it comes again: the cursor is lost with it.
  const tx = beginWriting(store, ['entries', 'packs', 'blocks', 'pairing'], 'relaxed');
  const pairing = await tx.objectStore('pairing').get(eventId);
  if (pairing?.token === token) {
    const round = pairing.round + (isFresh ? 1 : 0);
    const place = { eventId, round, page: (pairing.pages ?? 0) + 1 };
    const isPack = entries.length > MAX_SINGLE;
    if (isPack) await putPack(tx, place, entries);
    for (const entry of entries) {
      const state = newer.get(entry.find) ?? null;
      if (!isPack || state !== null)
        void tx.objectStore('entries').put({ ...entry, ...(state && { state }), ...place });
    }
    // The first list of all has none before it.
    if (isComplete && round > pairing.wholeRound && pairing.wholeRound > 0)
      await forgetList(tx, { eventId, before: round });
    const progress = isComplete ? { asOf, wholeRound: round } : {};
    void tx
      .objectStore('pairing')
      .put({ ...pairing, ...progress, cursor, round, pages: place.page }, eventId);
  }
  await tx.done;
  known = null;
}

/** Forgets an event's list, or the rounds before one. */
export async function forgetList(
  tx: Writing,
  { eventId, before }: { eventId: string; before: number },
): Promise<void> {
  void tx.done.then(() => (known = null));
  await forgetPacks(tx, { eventId, before });
  let cursor = await tx.objectStore('entries').openCursor();
  while (cursor) {
    // A program of before kept the entries of one event, without its name.
    const isOfEvent = (cursor.value.eventId ?? eventId) === eventId;
    if (isOfEvent && cursor.value.round < before) void cursor.delete();
    cursor = await cursor.continue();
  }
}
