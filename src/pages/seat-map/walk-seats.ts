import type { Seating } from './arrange-seating.ts';
import { seatAt } from './plan.ts';

export type Step = 'left' | 'right' | 'up' | 'down';

const STEPS: Record<string, Step> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

// Sideways off the wanted way counts more than distance along it, so that going down stays in its column.
const SIDEWAYS = 2.5;
// Less than this is not a move: a curved row bends by more than a hair.
const MIN_STEP = 0.2;

/** The seat that an arrow key leads to: along the row while there is one, else the nearest that way. A table has no along. */
export function stepFrom(seating: Seating, index: number, step: Step): number {
  const { indexes = [], isTable = false } = seating.rows[seating.rowOf[index] ?? -1] ?? {};
  const isSideways = step === 'left' || step === 'right';
  const neighbour = indexes[indexes.indexOf(index) + (step === 'right' ? 1 : -1)];
  if (isSideways && !isTable && neighbour !== undefined) return neighbour;
  const from = seatAt(seating.seats, index);
  const sign = step === 'left' || step === 'up' ? -1 : 1;
  let found = index;
  let least = Infinity;
  seating.seats.forEach(({ x, y }, other) => {
    const along = sign * (isSideways ? x - from.x : y - from.y);
    if (along < MIN_STEP || (!isTable && seating.rowOf[other] === seating.rowOf[index])) return;
    const distance = along + SIDEWAYS * Math.abs(isSideways ? y - from.y : x - from.x);
    if (distance >= least) return;
    least = distance;
    found = other;
  });
  return found;
}

/** The first seat of the row before or behind in the list's order: it leads everywhere, even where no arrow would. */
export function rowBeside({ rows, rowOf }: Seating, index: number, step: 1 | -1): number {
  return rows[(rowOf[index] ?? 0) + step]?.indexes[0] ?? index;
}

/** The seat that a key leads to; null: the key is not for walking. */
export function seatByKey(seating: Seating, from: number, key: string): number | null {
  const step = STEPS[key];
  if (step) return stepFrom(seating, from, step);
  const row = seating.rows[seating.rowOf[from] ?? -1]?.indexes;
  if (key === 'Home') return row?.[0] ?? from;
  if (key === 'End') return row?.at(-1) ?? from;
  if (key === 'PageUp') return rowBeside(seating, from, -1);
  if (key === 'PageDown') return rowBeside(seating, from, 1);
  return null;
}
