import type { HallPlan } from './event-seats-view.ts';

type Drawn = {
  section: string;
  rowLabel: string;
  seatLabel: string;
  x: number;
  y: number;
  isAccessible: boolean;
  isRestrictedView: boolean;
  type: string;
  isTaken: boolean;
};

/** A hall as it is drawn. */
export function showHall(seats: readonly Drawn[]): HallPlan {
  const sections = indexesOf(seats.map(({ section }) => section));
  const types = indexesOf(seats.map(({ type }) => type));
  return {
    sections: [...sections.keys()],
    types: [...types.keys()],
    seats: seats.map((seat) => ({
      s: sections.get(seat.section) ?? 0,
      t: types.get(seat.type) ?? 0,
      r: seat.rowLabel,
      n: seat.seatLabel,
      x: seat.x,
      y: seat.y,
      ...(seat.isAccessible && { a: 1 as const }),
      ...(seat.isRestrictedView && { v: 1 as const }),
    })),
    taken: seats.flatMap(({ isTaken }, index) => (isTaken ? [index] : [])),
  };
}

/** Every distinct text and its index, in the order of appearance. */
const indexesOf = (texts: string[]): Map<string, number> =>
  new Map([...new Set(texts)].map((text, index) => [text, index]));
