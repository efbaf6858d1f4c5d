import type { Seating } from './arrange-seating.ts';
import { seatAt } from './plan.ts';

/** How seats are named in a language. */
export type SeatNaming = {
  seatIn(section: string, row: string, seat: string): string;
  seatsIn(section: string, row: string, seats: string): string;
  and(items: string[]): string;
};

export function nameSeat({ seats, sections }: Seating, texts: SeatNaming, index: number): string {
  const { s, r, n } = seatAt(seats, index);
  return texts.seatIn(sections[s] ?? '', r, n);
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
    return texts.seatsIn(seating.sections[section] ?? '', name, spans.join(', '));
  });
  return texts.and(names);
}
