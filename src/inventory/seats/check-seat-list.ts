import type { CsvPreview } from '../../csv/preview-csv.ts';
import type { Queryable } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { summarizeHall, readHall } from './read-hall.ts';
import { compareSeats, MAX_SHOWN_IN_THE_WAY, type SeatInTheWay } from './compare-seats.ts';
import { keyOfSeat, keyOfType, readSeatList, type ListedSeat } from './read-seat-list.ts';

export type CheckedSeatList = {
  preview: CsvPreview;
  newTypes: string[];
  added: number;
  removed: number;
  changed: number;
  inTheWay: { count: number; seats: SeatInTheWay[] };
  /** As they would be. */
  seats: (ListedSeat & { type: string; isTaken: boolean })[];
};

/** Checks the effect of a list of seats on the hall, as it is at this moment. Nothing is changed, and nobody waits. */
export async function checkSeatList(
  database: Queryable,
  { hostId, eventId, text }: { hostId: string; eventId: string; text: string },
): Promise<CheckedSeatList> {
  const { kind, types } = await summarizeHall(database, { hostId, eventId });
  if (kind !== 'seat_map') throw new Refusal('validation_failed', 'This event has no seats.');
  const { seats, newTypes, preview } = readSeatList(text, types);
  const before = await readHall(database, { hostId, eventId });
  const isFine = seats.length > 0;
  const { added, removed, changed, inTheWay } = compareSeats(isFine ? before : [], seats);
  const names = new Map(
    [...newTypes, ...types.map(({ name }) => name)].map((name) => [keyOfType(name), name]),
  );
  const taken = new Set(before.filter(({ isTaken }) => isTaken).map(keyOfSeat));
  return {
    preview,
    newTypes,
    added: added.length,
    removed: removed.length,
    changed: changed.length,
    inTheWay: { count: inTheWay.length, seats: inTheWay.slice(0, MAX_SHOWN_IN_THE_WAY) },
    seats: seats.map((seat) => ({
      ...seat,
      type: names.get(seat.typeKey) ?? '',
      isTaken: taken.has(keyOfSeat(seat)),
    })),
  };
}
