import type { NewSeat, SeatInPlan } from './create-seats.ts';
import type { SeatInTheWay } from './compare-seats.ts';
import type { StoredSeat } from './read-hall.ts';
import { keyOfSeat } from './read-seat-list.ts';

/** A seat of a plan, as the event would sell it. */
export type PlannedSeat = Omit<NewSeat, 'ticketTypeId'> &
  SeatInPlan & {
    planSeatId: string;
    /** Null: a ticket type that is yet to be made. */
    ticketTypeId: string | null;
    type: string;
  };

export type HallDifferences<Planned extends PlannedSeat> = {
  added: Planned[];
  removed: StoredSeat[];
  changed: { before: StoredSeat; after: Planned }[];
  /** Of the changed ones, those that are called otherwise. */
  renamed: string[];
  inTheWay: SeatInTheWay[];
};

/**
 * Compares a hall with a plan. A seat is the same if its id in the plan is, if the hall came from the same plan; otherwise if section,
 * row and seat have the same names. A sold or held seat must be there, and keep its name and ticket type.
 */
export function compareHall<Planned extends PlannedSeat>(
  before: readonly StoredSeat[],
  after: readonly Planned[],
  { isSamePlan }: { isSamePlan: boolean },
): HallDifferences<Planned> {
  const pairs = pairUp(before, after, isSamePlan);
  const matched = new Set(pairs.values());
  const changed = [...pairs].flatMap(([seat, next]) =>
    isDifferent(seat, next) ? [{ before: seat, after: next }] : [],
  );
  return {
    added: after.filter((next) => !matched.has(next)),
    removed: before.filter((seat) => !pairs.has(seat)),
    changed,
    renamed: changed
      .filter(({ before: seat, after: next }) => isRenamed(seat, next))
      .map((pair) => pair.before.id),
    inTheWay: before
      .filter((seat) => seat.isTaken && !isKept(seat, pairs.get(seat)))
      .sort((one, other) => one.section.localeCompare(other.section) || one.y - other.y || one.x - other.x)
      .map((seat) => tell(seat, pairs.get(seat))),
  };
}

function pairUp<Planned extends PlannedSeat>(
  before: readonly StoredSeat[],
  after: readonly Planned[],
  isSamePlan: boolean,
): Map<StoredSeat, Planned> {
  const pairs = new Map<StoredSeat, Planned>();
  const left = new Set(after);
  const pair = (seat: StoredSeat, next: Planned | undefined): void => {
    if (!next || !left.delete(next)) return;
    pairs.set(seat, next);
  };
  if (isSamePlan) {
    const byId = new Map(after.map((next) => [next.planSeatId, next]));
    for (const seat of before) if (seat.planSeatId !== null) pair(seat, byId.get(seat.planSeatId));
  }
  const byName = new Map([...left].map((next) => [keyOfSeat(next), next]));
  for (const seat of before) if (!pairs.has(seat)) pair(seat, byName.get(keyOfSeat(seat)));
  return pairs;
}

const isRenamed = (seat: StoredSeat, next: PlannedSeat): boolean => keyOfSeat(seat) !== keyOfSeat(next);

const isKept = (seat: StoredSeat, next: PlannedSeat | undefined): boolean =>
  next !== undefined && next.ticketTypeId === seat.ticketTypeId && !isRenamed(seat, next);

const isDifferent = (seat: StoredSeat, next: PlannedSeat): boolean =>
  isRenamed(seat, next) ||
  seat.ticketTypeId !== next.ticketTypeId ||
  seat.x !== next.x ||
  seat.y !== next.y ||
  seat.isAccessible !== next.isAccessible ||
  seat.isRestrictedView !== next.isRestrictedView ||
  seat.planSeatId !== next.planSeatId ||
  seat.companionOf !== next.companionOf ||
  seat.table?.tableId !== next.table?.tableId ||
  seat.table?.seats !== next.table?.seats ||
  seat.blocked?.reason !== next.blocked?.reason ||
  seat.blocked?.color !== next.blocked?.color;

function tell(seat: StoredSeat, next: PlannedSeat | undefined): SeatInTheWay {
  const { section, rowLabel, seatLabel, type, isSold } = seat;
  return {
    section,
    rowLabel,
    seatLabel,
    type,
    isSold,
    newType: next?.type ?? null,
    ...(next &&
      isRenamed(seat, next) && {
        newName: { section: next.section, rowLabel: next.rowLabel, seatLabel: next.seatLabel },
      }),
  };
}
