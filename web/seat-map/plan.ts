/** What is drawn: seats, and the sections that they stand in. The stage is before the smallest y. */
export type Plan = { sections: string[]; seats: Seat[] };

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
  /** Where it is drawn, in units of a seat's width. */
  x: number;
  y: number;
  /** Accessible, restricted view. */
  a?: 1;
  v?: 1;
};

export function seatAt(seats: Seat[], index: number): Seat {
  const seat = seats[index];
  if (!seat) throw new RangeError(`There is no seat with the index ${index}.`);
  return seat;
}
