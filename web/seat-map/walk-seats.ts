import { seatAt, type Seating } from './seating.ts';

export type Step = 'left' | 'right' | 'up' | 'down';

// Sideways off the wanted way counts more than distance along it, so that going down stays in its column.
const SIDEWAYS = 2.5;
// Less than this is no way at all: a curved row bends by more than a hair.
const MIN_STEP = 0.2;

/** The seat that an arrow key leads to: along the row while there is one, else the nearest that way. */
export function stepFrom(seating: Seating, place: number, step: Step): number {
  const places = seating.rows[seating.rowOf[place] ?? -1]?.places ?? [];
  const neighbour = places[places.indexOf(place) + (step === 'right' ? 1 : -1)];
  if ((step === 'left' || step === 'right') && neighbour !== undefined) return neighbour;
  const from = seatAt(seating.seats, place);
  const sign = step === 'left' || step === 'up' ? -1 : 1;
  const isSideways = step === 'left' || step === 'right';
  let found = place;
  let least = Infinity;
  seating.seats.forEach(({ x, y }, other) => {
    const along = sign * (isSideways ? x - from.x : y - from.y);
    if (along < MIN_STEP || seating.rowOf[other] === seating.rowOf[place]) return;
    const distance = along + SIDEWAYS * Math.abs(isSideways ? y - from.y : x - from.x);
    if (distance >= least) return;
    least = distance;
    found = other;
  });
  return found;
}

/** The first seat of the row before or behind in the list's order: it leads everywhere, even where no arrow would. */
export function rowBeside({ rows, rowOf }: Seating, place: number, step: 1 | -1): number {
  return rows[(rowOf[place] ?? 0) + step]?.places[0] ?? place;
}
