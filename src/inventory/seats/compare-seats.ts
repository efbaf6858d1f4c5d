import { keyOfSeat, keyOfType, type ListedSeat } from './read-seat-list.ts';
import type { StoredSeat } from './read-hall.ts';

/** A seat that somebody has, and that the list would take away or sell as something else. */
export type SeatInTheWay = {
  section: string;
  rowLabel: string;
  seatLabel: string;
  /** Its present ticket type. */
  type: string;
  isSold: boolean;
  /** As the list has it; null: not at all. */
  newType: string | null;
  /** As a plan calls it, where that is something else. */
  newName?: { section: string; rowLabel: string; seatLabel: string };
};

export type SeatDifferences = {
  added: ListedSeat[];
  removed: StoredSeat[];
  changed: { before: StoredSeat; after: ListedSeat }[];
  inTheWay: SeatInTheWay[];
};

/** More than anybody reads. */
export const MAX_SHOWN_IN_THE_WAY = 200;

/** Compares a hall with a list. A seat is the same if section, row and seat have the same names. */
export function compareSeats(before: readonly StoredSeat[], after: readonly ListedSeat[]): SeatDifferences {
  const listed = new Map(after.map((seat) => [keyOfSeat(seat), seat]));
  const stored = new Set(before.map(keyOfSeat));
  const isKept = (seat: StoredSeat): boolean => listed.get(keyOfSeat(seat))?.typeKey === keyOfType(seat.type);
  return {
    added: after.filter((seat) => !stored.has(keyOfSeat(seat))),
    removed: before.filter((seat) => !listed.has(keyOfSeat(seat))),
    changed: before.flatMap((seat) => {
      const next = listed.get(keyOfSeat(seat));
      return next && (!isKept(seat) || isMoved(seat, next)) ? [{ before: seat, after: next }] : [];
    }),
    inTheWay: before
      .filter((seat) => seat.isTaken && !isKept(seat))
      .sort((one, other) => one.section.localeCompare(other.section) || one.y - other.y || one.x - other.x)
      .map(({ section, rowLabel, seatLabel, type, isSold }) => ({
        section,
        rowLabel,
        seatLabel,
        type,
        isSold,
        newType: listed.get(keyOfSeat({ section, rowLabel, seatLabel }))?.typeKey ?? null,
      })),
  };
}

const isMoved = (seat: StoredSeat, next: ListedSeat): boolean =>
  seat.x !== next.x ||
  seat.y !== next.y ||
  seat.isAccessible !== next.isAccessible ||
  seat.isRestrictedView !== next.isRestrictedView;
