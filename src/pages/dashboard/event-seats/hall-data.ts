import type { MapObject } from '../../../inventory/seats/seat-map.ts';
import { MAX_COLOR } from '../../../seating-plans/limits.ts';
import type { HallPlan } from './data.ts';

type Drawn = {
  id?: string;
  section: string;
  rowLabel: string;
  seatLabel: string;
  x: number;
  y: number;
  isAccessible: boolean;
  isRestrictedView: boolean;
  type: string;
  isTaken: boolean;
  isSold?: boolean;
  companionOf?: string | null;
  blocked?: { reason: string; color: number } | null;
};

/** A hall as it is drawn. Colours are the designer's, as buyers see them; others come in turn. */
export function showHall<Seat extends Drawn>(
  seats: readonly Seat[],
  drawing: MapObject[] = [],
  colorOf: (seat: Seat) => number | undefined = () => undefined,
): HallPlan {
  const sections = indexesOf(seats.map(({ section }) => section));
  const types = indexesOf(seats.map(({ type }) => type));
  return {
    sections: [...sections.keys()],
    types: [...types.keys()],
    colors: [...types].map(([name, nth]) => {
      const one = seats.find(({ type }) => type === name);
      return (one && colorOf(one)) ?? (nth % MAX_COLOR) + 1;
    }),
    seats: seats.map((seat) => ({
      ...(seat.id !== undefined && { id: seat.id }),
      s: sections.get(seat.section) ?? 0,
      t: types.get(seat.type) ?? 0,
      r: seat.rowLabel,
      n: seat.seatLabel,
      x: seat.x,
      y: seat.y,
      ...(seat.isAccessible && { a: 1 as const }),
      ...(seat.isRestrictedView && { v: 1 as const }),
      ...(typeof seat.companionOf === 'string' && { c: 1 as const }),
    })),
    taken: seats.flatMap(({ isTaken }, index) => (isTaken ? [index] : [])),
    sold: seats.flatMap(({ isSold = false }, index) => (isSold ? [index] : [])),
    blocked: seats.flatMap(({ blocked }, index) => (blocked ? [{ index, ...blocked }] : [])),
    drawing,
  };
}

/** Every distinct text and its index, in the order of appearance. */
const indexesOf = (texts: string[]): Map<string, number> =>
  new Map([...new Set(texts)].map((text, index) => [text, index]));
