import type { GuestEntry } from '../../../rules/guest-entry.ts';
import type { EntryState } from '../contract.ts';
import type { Store, Writing } from './open-store.ts';

/**
 * Many entries of the list in a few records: a record each would take a phone a millisecond apiece. Everything but the sealed part is in one
 * row of text, in the order of `finds`, and stays in memory while its event is scanned; the sealed parts are read a block at a time.
 */
export type Pack = {
  eventId: string;
  round: number;
  /** A higher one is newer. */
  page: number;
  finds: string;
  shorts: string;
  /** A letter each. */
  states: string;
  /** Of those who came in or went out. */
  times: Record<string, Pick<GuestEntry, 'at' | 'door'>>;
  /** Those whose payment is disputed. A program of before kept none. */
  disputed?: string[];
  /** Those that are on sale again. A program of before kept none. */
  forResale?: string[];
  sealedCharacters: number;
};

export type KeptPack = Pack & { id: number };

const FIND_CHARACTERS = 22;
const SHORT_CHARACTERS = 7;
const STATES: readonly EntryState[] = ['good', 'in', 'out', 'void', 'dead'];
// One is read for each scan.
const ENTRIES_PER_BLOCK = 250;

type Place = Pick<Pack, 'eventId' | 'round' | 'page'>;

export async function putPack(tx: Writing, place: Place, page: readonly GuestEntry[]): Promise<void> {
  const entries = [...page].sort((a, b) => (a.find < b.find ? -1 : 1));
  const sealedCharacters = Math.max(...entries.map(({ sealed }) => sealed?.length ?? 0));
  const pack: Pack = {
    ...place,
    finds: entries.map(({ find }) => find).join(''),
    shorts: entries.map(({ short }) => (short ?? '').padEnd(SHORT_CHARACTERS)).join(''),
    states: entries.map(({ state }) => STATES.indexOf(state)).join(''),
    times: Object.fromEntries(
      entries.flatMap(({ find, at, door }) => (at === null ? [] : [[find, { at, door: door ?? null }]])),
    ),
    disputed: entries.flatMap(({ find, isDisputed }) => (isDisputed ? [find] : [])),
    forResale: entries.flatMap(({ find, isForResale }) => (isForResale ? [find] : [])),
    sealedCharacters,
  };
  const id = await tx.objectStore('packs').add(pack as KeptPack);
  for (let from = 0; from < entries.length; from += ENTRIES_PER_BLOCK) {
    const block = entries.slice(from, from + ENTRIES_PER_BLOCK);
    const text = block.map(({ sealed }) => (sealed ?? '').padEnd(sealedCharacters)).join('');
    void tx.objectStore('blocks').put(text, [id, from / ENTRIES_PER_BLOCK]);
  }
}

export async function forgetPacks(
  tx: Writing,
  { eventId, before }: { eventId: string; before: number },
): Promise<void> {
  for (const { id, round } of await tx.objectStore('packs').index('eventId').getAll(eventId)) {
    if (round >= before) continue;
    void tx.objectStore('packs').delete(id);
    void tx.objectStore('blocks').delete(IDBKeyRange.bound([id], [id, []]));
  }
}

export const listPacks = (store: Store, eventId: string): Promise<KeptPack[]> =>
  store.getAllFromIndex('packs', 'eventId', eventId);

type Packed = { pack: KeptPack; nr: number };

/** The newest there is of it. */
export function findInPacks(packs: readonly KeptPack[], find: string): Packed | null {
  let best: Packed | null = null;
  for (const pack of packs) {
    if (best && best.pack.page > pack.page) continue;
    const nr = searchPack(pack, find);
    if (nr !== null) best = { pack, nr };
  }
  return best;
}

export const findOfNr = ({ pack, nr }: Packed): string =>
  pack.finds.slice(nr * FIND_CHARACTERS, (nr + 1) * FIND_CHARACTERS);

function searchPack(pack: KeptPack, find: string): number | null {
  let [low, high] = [0, pack.finds.length / FIND_CHARACTERS];
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = findOfNr({ pack, nr: middle });
    if (found === find) return middle;
    if (found < find) low = middle + 1;
    else high = middle;
  }
  return null;
}

/** By the digits of a short code: the entries' `find`s. */
export function findShortInPacks(packs: readonly KeptPack[], short: string): string[] {
  return packs.flatMap((pack) => {
    const finds: string[] = [];
    let at = pack.shorts.indexOf(short);
    while (at !== -1) {
      // Digits that begin in the middle of another code are none.
      if (at % SHORT_CHARACTERS === 0) finds.push(findOfNr({ pack, nr: at / SHORT_CHARACTERS }));
      at = pack.shorts.indexOf(short, at + 1);
    }
    return finds;
  });
}

export async function readPacked(store: Store, { pack, nr }: Packed): Promise<GuestEntry> {
  const find = findOfNr({ pack, nr });
  const block = await store.get('blocks', [pack.id, Math.floor(nr / ENTRIES_PER_BLOCK)]);
  const start = (nr % ENTRIES_PER_BLOCK) * pack.sealedCharacters;
  const sealed = block?.slice(start, start + pack.sealedCharacters).trimEnd() ?? '';
  const short = pack.shorts.slice(nr * SHORT_CHARACTERS, (nr + 1) * SHORT_CHARACTERS).trimEnd();
  const { at = null, door = null } = pack.times[find] ?? {};
  return {
    find,
    sealed: sealed === '' ? null : sealed,
    short: short === '' ? null : short,
    state: STATES[Number(pack.states[nr])] ?? 'good',
    at,
    door,
    ...(pack.disputed?.includes(find) && { isDisputed: true }),
    ...(pack.forResale?.includes(find) && { isForResale: true }),
  };
}
