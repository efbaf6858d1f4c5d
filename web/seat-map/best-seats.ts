import type { Seat } from '../checkout/contract.ts';
import { seatAt, type Seating } from './seating.ts';

export type Wish = {
  count: number;
  /** By place in `ticketTypeIds`; null is any. */
  ticketType: number | null;
  /** Spaces for wheelchairs often have no chair: nobody gets one without asking. */
  withAccessible: boolean;
  isFree(place: number): boolean;
  /** How many of each ticket type one order may have, by place in `ticketTypeIds`. */
  limits: number[];
};

type Point = { x: number; y: number };
type Find = { places: number[]; cost: number };

// In seat widths further from the middle front: so much worse is a seat behind a pillar,
const RESTRICTED_VIEW_COST = 8;
// and so much better a choice that leaves nobody's seat alone.
const STRANDING_COST = 2;
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
  let towards = middleFront(seating.seats);
  let missing = wish.count;
  for (let size = missing; size > 0; size = Math.min(size, missing)) {
    const offered = (place: number) => !used.has(place) && isOffered(seating.seats, wish, place);
    const group = cheapestRun(seating, { size, towards, limits, isOffered: offered, wish });
    if (!group) {
      size -= 1;
      continue;
    }
    groups.push(group);
    missing -= size;
    towards = middleOf(seating.seats, group);
    for (const place of group) {
      used.add(place);
      const type = seatAt(seating.seats, place).t;
      limits[type] = (limits[type] ?? 0) - 1;
    }
  }
  return groups;
}

function isOffered(seats: Seat[], wish: Wish, place: number): boolean {
  const seat = seatAt(seats, place);
  if (wish.ticketType !== null && seat.t !== wish.ticketType) return false;
  return (wish.withAccessible || !seat.a) && wish.isFree(place);
}

type Search = {
  size: number;
  towards: Point;
  limits: number[];
  isOffered(place: number): boolean;
  wish: Wish;
};

function cheapestRun({ seats, blocks }: Seating, search: Search): number[] | null {
  let best: Find | null = null;
  for (const block of blocks) {
    let start = 0;
    for (let end = 0; end <= block.length; end++) {
      const place = block[end];
      if (place !== undefined && search.isOffered(place)) continue;
      const find = cheapestWithin(seats, block.slice(start, end), search);
      if (find && (!best || find.cost < best.cost)) best = find;
      start = end + 1;
    }
  }
  return best && best.places;
}

function cheapestWithin(seats: Seat[], run: number[], search: Search): Find | null {
  let best: Find | null = null;
  for (let from = 0; from + search.size <= run.length; from++) {
    const places = run.slice(from, from + search.size);
    if (!isWithinLimits(seats, places, search.limits)) continue;
    const leftOver = [from, run.length - from - search.size];
    const stranded = leftOver.filter((count) => count === 1).length;
    const cost = costOf(seats, places, search) + stranded * STRANDING_COST;
    if (!best || cost < best.cost) best = { places, cost };
  }
  return best;
}

function isWithinLimits(seats: Seat[], places: number[], limits: number[]): boolean {
  const counts: number[] = [];
  return places.every((place) => {
    const type = seatAt(seats, place).t;
    const count = (counts[type] ?? 0) + 1;
    counts[type] = count;
    return count <= (limits[type] ?? 0);
  });
}

function costOf(seats: Seat[], places: number[], { towards, wish }: Search): number {
  let sum = 0;
  let isAccessible = false;
  for (const place of places) {
    const { x, y, a, v } = seatAt(seats, place);
    sum += Math.hypot(x - towards.x, y - towards.y) + (v ? RESTRICTED_VIEW_COST : 0);
    if (a) isAccessible = true;
  }
  return sum / places.length - (wish.withAccessible && isAccessible ? ACCESSIBLE_GAIN : 0);
}

function middleFront(seats: Seat[]): Point {
  let [left, right, front] = [Infinity, -Infinity, Infinity];
  for (const { x, y } of seats) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    front = Math.min(front, y);
  }
  return { x: (left + right) / 2, y: front };
}

function middleOf(seats: Seat[], places: number[]): Point {
  let [x, y] = [0, 0];
  for (const place of places) {
    x += seatAt(seats, place).x / places.length;
    y += seatAt(seats, place).y / places.length;
  }
  return { x, y };
}
