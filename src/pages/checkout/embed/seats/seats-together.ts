import { seatAt, type Seat } from '../../../seat-map/plan.ts';

/** Seats that are sold with others only: a table that is sold whole, and a companion seat with its wheelchair place. */
export type Together = {
  /** The seats that must be chosen with a seat, itself among them. */
  comingWith(index: number): number[];
  /** The seats that can't stay without a seat, itself among them. */
  goingWith(index: number): number[];
  /** Whether none of these lacks another. */
  isComplete(indexes: readonly number[]): boolean;
};

export function findTogether(seats: Seat[]): Together {
  const tables = new Map<number, number[]>();
  const companions = new Map<number, number[]>();
  seats.forEach(({ c, g }, index) => {
    if (g !== undefined) tables.set(g, [...(tables.get(g) ?? []), index]);
    if (c !== undefined) companions.set(c, [...(companions.get(c) ?? []), index]);
  });
  const tableOf = ({ g }: Seat) => (g === undefined ? [] : (tables.get(g) ?? []));
  const needs = (index: number): number[] => {
    const seat = seatAt(seats, index);
    return seat.c === undefined ? tableOf(seat) : [...tableOf(seat), seat.c];
  };
  const neededBy = (index: number): number[] => [
    ...tableOf(seatAt(seats, index)),
    ...(companions.get(index) ?? []),
  ];
  return {
    comingWith: (index) => reach(index, needs),
    goingWith: (index) => reach(index, neededBy),
    isComplete(indexes) {
      return indexes.every((index) => needs(index).every((other) => indexes.includes(other)));
    },
  };
}

/** All that one step leads to after another. */
function reach(from: number, step: (index: number) => number[]): number[] {
  const reached = new Set([from]);
  for (const index of reached) for (const next of step(index)) reached.add(next);
  return [...reached];
}
