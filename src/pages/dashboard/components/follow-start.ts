import { isWallTime, type WallTime } from '../../../values/wall-time.ts';

const AN_HOUR_MS = 3_600_000;
const A_DAY_MS = 24 * AN_HOUR_MS;
// The length of most evenings.
const USUAL_MS = 4 * AN_HOUR_MS;
// Nobody moves an event as long as that: its end was typed before its start.
const MAX_KEPT_MS = 31 * A_DAY_MS;

/** Start and end on one clock. */
export type StartAndEnd = { startsAt: WallTime; closesAt: WallTime };

// As if it were UTC: both are on one clock.
const shownMs = (text: WallTime): number => Date.parse(`${text.slice(0, 16)}:00Z`);
const wallTimeAt = (ms: number): WallTime => new Date(ms).toISOString().slice(0, 16);
const distanceMs = (from: WallTime, to: WallTime): number => shownMs(to) - shownMs(from);

/** False only if both are complete, and the end is not after the start. */
export const isInOrder = ({ startsAt, closesAt }: StartAndEnd): boolean =>
  !isWallTime(startsAt) || !isWallTime(closesAt) || distanceMs(startsAt, closesAt) > 0;

/**
 * The end after the start was changed: it keeps its distance from the start. An end that already fits the new start stays if the
 * distance was longer than a day, since then it was typed first.
 */
export function endAfterMove({ before, startsAt, closesAt }: StartAndEnd & { before: WallTime }): WallTime {
  if (startsAt === before || !isWallTime(startsAt)) return closesAt;
  const isKnown = isWallTime(before) && isWallTime(closesAt) && distanceMs(before, closesAt) > 0;
  const keptMs = isKnown ? distanceMs(before, closesAt) : USUAL_MS;
  const nowMs = isWallTime(closesAt) ? distanceMs(startsAt, closesAt) : 0;
  if (keptMs > A_DAY_MS && nowMs > 0 && nowMs <= A_DAY_MS) return closesAt;
  if (keptMs > MAX_KEPT_MS) return closesAt;
  const moved = wallTimeAt(shownMs(startsAt) + keptMs);
  return isWallTime(moved) ? moved : closesAt;
}

/** The end after it was typed: 02:00 after a start at 22:00 is on the next day. */
export function endAfterTyping({ startsAt, closesAt }: StartAndEnd): WallTime {
  const isSameDay = startsAt.slice(0, 10) === closesAt.slice(0, 10);
  if (!isSameDay || !isWallTime(startsAt) || !isWallTime(closesAt)) return closesAt;
  return distanceMs(startsAt, closesAt) < 0 ? wallTimeAt(shownMs(closesAt) + A_DAY_MS) : closesAt;
}

/** A year typed with two digits, which arrives as `0027`, is one of this century. */
export const withWholeYear = (text: WallTime): WallTime => text.replace(/^00(?=\d\d-)/, '20');
