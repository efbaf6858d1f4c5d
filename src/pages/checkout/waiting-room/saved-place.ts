import { confirmedEmailKey } from '../../shared/confirmed-email.ts';
import { mintId } from '../../shared/mint-id.ts';

/** Survives a reload. */
export type SavedPlace = {
  /** The entry's id, made before it is sent: sent twice, it is one entry. */
  id: string;
  /** The token that shows the place; null until the server has given it. */
  token: string | null;
  /** How far the line was when the place became known. */
  from: number | null;
  /** The hash of the seed as it was told before the draw. */
  seedHash: string | null;
  /** The address that was given; null where none is asked for. */
  email: string | null;
};

/** Another window, or a later visit, finds it there. Frames of other sites may have none: then the address alone has the place. */
export type PlaceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const ENTRY = 'entry';
// Another version of the page reads nothing that it doesn't know.
const keyOf = (slug: string): string => `tessera-room-1:${slug}`;

export const newPlace = (): SavedPlace => ({
  id: mintId(),
  token: null,
  from: null,
  seedHash: null,
  email: null,
});

/** A place in the address counts more than a saved one: somebody has sent it from one device to another. */
export function findPlace(storage: () => PlaceStorage, slug: string, search: string): SavedPlace {
  const saved = readPlace(storage, slug);
  const token = new URLSearchParams(search).get(ENTRY);
  if (token === null || token === saved?.token) return saved ?? newPlace();
  return { ...newPlace(), id: entryIdIn(token), token };
}

/** Tokens, and admissions, begin with their entry's id. */
export const entryIdIn = (token: string): string => token.split('.', 1)[0] ?? '';

export function readPlace(storage: () => PlaceStorage, slug: string): SavedPlace | null {
  const saved = attempt((): unknown => JSON.parse(storage().getItem(keyOf(slug)) ?? 'null'));
  return typeof saved === 'object' && saved !== null && 'id' in saved
    ? { ...newPlace(), ...(saved as Partial<SavedPlace>) }
    : null;
}

export function savePlace(storage: () => PlaceStorage, slug: string, place: SavedPlace): void {
  attempt(() => storage().setItem(keyOf(slug), JSON.stringify(place)));
}

/** For the checkout. */
export function saveEmail(storage: () => PlaceStorage, slug: string, email: string): void {
  attempt(() => storage().setItem(confirmedEmailKey(slug), email));
}

export function forgetPlace(storage: () => PlaceStorage, slug: string): void {
  attempt(() => storage().removeItem(keyOf(slug)));
}

/** The page's own query with the place in it, or without one. */
export function queryWith(search: string, token: string | null): string {
  const query = new URLSearchParams(search);
  query.delete(ENTRY);
  if (token !== null) query.set(ENTRY, token);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

// Reading `localStorage` alone throws where a browser blocks it, so it is handed in as a function.
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
