import type { DrawnObject } from '../../seating-plans/drawing.ts';

/** A drawing: seats, the sections that they stand in, and what is around them. */
export type Plan = {
  sections: string[];
  seats: Seat[];
  /** The colour of each type, from 1 on; without it they come in turn. */
  colors?: readonly number[];
  /** The first is below the others. Without a stage among them it is before the smallest y. */
  drawing?: readonly DrawnObject[];
};

/** Short names: a plan may have twenty thousand of these, and they come over the network. */
export type Seat = {
  id: string;
  /** Section, an index into the plan's `sections`. */
  s: number;
  /** Type: seats of one type look the same. */
  t: number;
  /** Row and seat as they are called. */
  r: string;
  n: string;
  /** Its position, in units of a seat's width. */
  x: number;
  y: number;
  /** Accessible, restricted view. */
  a?: 1;
  v?: 1;
  /** The index of the accessible seat that this one accompanies. */
  c?: number;
  /** The number of the table that is sold whole: all its seats or none. */
  g?: number;
};

export function seatAt(seats: Seat[], index: number): Seat {
  const seat = seats[index];
  if (!seat) throw new RangeError(`There is no seat with the index ${index}.`);
  return seat;
}
