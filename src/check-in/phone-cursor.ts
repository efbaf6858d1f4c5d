import { isUuid } from '../values/is-uuid.ts';

/** How far a phone has read the list of guests. The numbers are those of transactions (xid8), as text. */
export type ListCursor = {
  /** The database of these numbers. */
  place: string;
  /** The list is read for the first time. */
  isFirst: boolean;
  /** Rows by this transaction or a later one are still to be read… */
  from: string;
  /** … and the next time, from this one on; null before the first page. */
  until: string | null;
  /** The last row that was read this time. */
  last: { changedIn: string; key: string } | null;
};

const MAX_CURSOR_CHARACTERS = 300;
const NUMBER = /^[0-9]{1,19}$/;

/** Not signed: it says where to go on in a list that its reader may see, and nothing else. */
export const writeListCursor = ({ place, isFirst, from, until, last }: ListCursor): string =>
  [place, isFirst ? 'first' : 'more', from, until ?? '', last?.changedIn ?? '', last?.key ?? ''].join('.');

/** Null where it is none of ours: the phone reads the list anew. */
export function readListCursor(text: string): ListCursor | null {
  const parts = text.length <= MAX_CURSOR_CHARACTERS ? text.split('.') : [];
  const [place = '', which, from = '', until = '', changedIn = '', key = ''] = parts;
  if (parts.length !== 6 || (which !== 'first' && which !== 'more') || !NUMBER.test(from)) return null;
  if (until !== '' && !NUMBER.test(until)) return null;
  const hasLast = changedIn !== '' || key !== '';
  if (hasLast && (!NUMBER.test(changedIn) || !isUuid(key) || until === '')) return null;
  return {
    place,
    isFirst: which === 'first',
    from,
    until: until === '' ? null : until,
    last: hasLast ? { changedIn, key } : null,
  };
}
