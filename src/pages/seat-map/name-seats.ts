import type { Language } from '../../values/language.ts';
import { nameSeat as nameOne, nameSeatsOfRow, type SeatPlace } from '../../rules/seat-name.ts';
import type { Seating } from './arrange-seating.ts';
import { seatAt } from './plan.ts';

/** In which language seats are named, and how it joins names. */
export type SeatNaming = { seatLanguage: Language; and(items: string[]): string };

export function placeOf({ seats, sections }: Seating, index: number): SeatPlace {
  const { s, r, n } = seatAt(seats, index);
  return { section: sections[s] ?? '', row: r, seat: n };
}

export function nameSeat(
  seating: Seating,
  { seatLanguage }: Pick<SeatNaming, 'seatLanguage'>,
  index: number,
): string {
  return nameOne(placeOf(seating, index), seatLanguage);
}

/** Several seats in few words: those of a row together, neighbours as from–to. */
export function nameSeats(seating: Seating, texts: SeatNaming, indexes: Iterable<number>): string {
  const byRow = new Map<number, number[]>();
  for (const index of indexes) {
    const row = seating.rowOf[index] ?? -1;
    byRow.set(row, [...(byRow.get(row) ?? []), index]);
  }
  const names = [...byRow].map(([row, own]) => {
    const [only] = own;
    if (only !== undefined && own.length === 1) return nameSeat(seating, texts, only);
    const { section, name, indexes: all } = seating.rows[row] ?? { section: 0, name: '', indexes: [] };
    const wanted = new Set(own);
    const runs: number[][] = [];
    all.forEach((index, at) => {
      if (!wanted.has(index)) return;
      const before = all[at - 1];
      const run = before !== undefined && wanted.has(before) ? runs.at(-1) : undefined;
      if (run) run.push(index);
      else runs.push([index]);
    });
    const spans = runs.map((run) => {
      const [first, last] = [seatAt(seating.seats, run[0] ?? 0).n, seatAt(seating.seats, run.at(-1) ?? 0).n];
      return first === last ? first : `${first}–${last}`;
    });
    const place = { section: seating.sections[section] ?? '', row: name, seats: spans.join(', ') };
    return nameSeatsOfRow(place, texts.seatLanguage);
  });
  return texts.and(names);
}
