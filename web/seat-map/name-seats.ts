import { seatAt, type Seating } from './seating.ts';
import type { SeatTexts } from './texts-en.ts';

export function nameSeat({ seats, sections }: Seating, texts: SeatTexts, place: number): string {
  const { s, r, n } = seatAt(seats, place);
  return texts.seatIn(sections[s] ?? '', r, n);
}

/** Several seats in few words: those of a row together, neighbours as from–to. */
export function nameSeats(seating: Seating, texts: SeatTexts, places: Iterable<number>): string {
  const byRow = new Map<number, number[]>();
  for (const place of places) {
    const row = seating.rowOf[place] ?? -1;
    byRow.set(row, [...(byRow.get(row) ?? []), place]);
  }
  const names = [...byRow].map(([row, own]) => {
    const [only] = own;
    if (only !== undefined && own.length === 1) return nameSeat(seating, texts, only);
    const { section, name, places: all } = seating.rows[row] ?? { section: 0, name: '', places: [] };
    const wanted = new Set(own);
    const runs: number[][] = [];
    all.forEach((place, index) => {
      if (!wanted.has(place)) return;
      const before = all[index - 1];
      const run = before !== undefined && wanted.has(before) ? runs.at(-1) : undefined;
      if (run) run.push(place);
      else runs.push([place]);
    });
    const spans = runs.map((run) => {
      const [first, last] = [seatAt(seating.seats, run[0] ?? 0).n, seatAt(seating.seats, run.at(-1) ?? 0).n];
      return first === last ? first : `${first}–${last}`;
    });
    return texts.seatsIn(seating.sections[section] ?? '', name, spans.join(', '));
  });
  return texts.and(names);
}
