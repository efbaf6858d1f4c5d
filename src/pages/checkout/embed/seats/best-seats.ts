import type { Seating } from '../../../seat-map/arrange-seating.ts';
import type { Point } from '../../../seat-map/map-view.ts';
import { seatAt, type Seat } from '../../../seat-map/plan.ts';
import { findTogether } from './seats-together.ts';

export type Wish = {
  count: number;
  /** An index into `ticketTypeIds`; null is any. */
  ticketType: number | null;
  /** Spaces for wheelchairs often have no chair: nobody gets one without asking. */
  withAccessible: boolean;
  isFree(index: number): boolean;
  /** A choice that leaves a seat alone is refused: the last to be offered. */
  refusesSingle?: boolean;
  /** How many of each ticket type one order may have, an index into `ticketTypeIds`. */
  limits: number[];
};

type Find = { indexes: number[]; cost: number };

// In seat widths further from the middle front: so much worse is a seat behind a pillar,
const RESTRICTED_VIEW_COST = 8;
// and so much worse a choice that leaves a single free seat.
const STRANDING_COST = 2;
// If it is refused, anything else is better, but for what the buyer asked for.
const REFUSED_COST = 500;
// A buyer who asked for an accessible seat gets the group that has one.
const ACCESSIBLE_GAIN = 1000;

/**
 * The best seats for a wish, in groups that sit together: one group wherever that is possible, else as few as can be,
 * close to one another. Fewer seats than wished come back where no more are free.
 */
export function bestSeats(seating: Seating, wish: Wish): number[][] {
  const groups: number[][] = [];
  const used = new Set<number>();
  const limits = [...wish.limits];
  const { isComplete } = findTogether(seating.seats);
  let towards = seating.front;
  let missing = wish.count;
  for (let size = missing; size > 0; size = Math.min(size, missing)) {
    const offered = (index: number) => !used.has(index) && isOffered(seating.seats, wish, index);
    const group = cheapestRun(seating, { size, towards, limits, isComplete, isOffered: offered, wish });
    if (!group) {
      size -= 1;
      continue;
    }
    groups.push(group);
    missing -= size;
    towards = middleOf(seating.seats, group);
    for (const index of group) {
      used.add(index);
      const type = seatAt(seating.seats, index).t;
      limits[type] = (limits[type] ?? 0) - 1;
    }
  }
  return groups;
}

function isOffered(seats: Seat[], wish: Wish, index: number): boolean {
  const seat = seatAt(seats, index);
  if (wish.ticketType !== null && seat.t !== wish.ticketType) return false;
  return (wish.withAccessible || (!seat.a && seat.c === undefined)) && wish.isFree(index);
}

type Search = {
  size: number;
  towards: Point;
  limits: number[];
  isOffered(index: number): boolean;
  isComplete(indexes: readonly number[]): boolean;
  wish: Wish;
};

function cheapestRun({ seats, blocks }: Seating, search: Search): number[] | null {
  let best: Find | null = null;
  for (const block of blocks) {
    let start = 0;
    for (let end = 0; end <= block.length; end++) {
      const index = block[end];
      if (index !== undefined && search.isOffered(index)) continue;
      const find = cheapestWithin(seats, block.slice(start, end), search);
      if (find && (!best || find.cost < best.cost)) best = find;
      start = end + 1;
    }
  }
  return best && best.indexes;
}

function cheapestWithin(seats: Seat[], run: number[], search: Search): Find | null {
  let best: Find | null = null;
  for (let from = 0; from + search.size <= run.length; from++) {
    const indexes = run.slice(from, from + search.size);
    if (!isWithinLimits(seats, indexes, search.limits) || !search.isComplete(indexes)) continue;
    const leftOver = [from, run.length - from - search.size];
    const stranded = leftOver.filter((count) => count === 1).length;
    const cost =
      costOf(seats, indexes, search) + stranded * (search.wish.refusesSingle ? REFUSED_COST : STRANDING_COST);
    if (!best || cost < best.cost) best = { indexes, cost };
  }
  return best;
}

function isWithinLimits(seats: Seat[], indexes: number[], limits: number[]): boolean {
  const counts: number[] = [];
  return indexes.every((index) => {
    const type = seatAt(seats, index).t;
    const count = (counts[type] ?? 0) + 1;
    counts[type] = count;
    return count <= (limits[type] ?? 0);
  });
}

function costOf(seats: Seat[], indexes: number[], { towards, wish }: Search): number {
  let sum = 0;
  let isAccessible = false;
  for (const index of indexes) {
    const { x, y, a, v } = seatAt(seats, index);
    sum += Math.hypot(x - towards.x, y - towards.y) + (v ? RESTRICTED_VIEW_COST : 0);
    if (a) isAccessible = true;
  }
  return sum / indexes.length - (wish.withAccessible && isAccessible ? ACCESSIBLE_GAIN : 0);
}

function middleOf(seats: Seat[], indexes: number[]): Point {
  let [x, y] = [0, 0];
  for (const index of indexes) {
    x += seatAt(seats, index).x / indexes.length;
    y += seatAt(seats, index).y / indexes.length;
  }
  return { x, y };
}
