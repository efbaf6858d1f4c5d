import { offsetMinutes, writeOffset } from '../values/wall-time.ts';

// No zone changes its clock within a quarter of an hour.
const QUARTER_MS = 15 * 60_000;

/** Writes moments by the clock of a zone, with the offset behind them: `2026-11-16T21:00:00+01:00`. Most are near the one before. */
export function momentWriter(timezone: string): (at: Date | null) => string {
  let quarter = Number.NaN;
  let minutes = 0;
  return (at) => {
    if (at === null) return '';
    const asked = Math.floor(at.getTime() / QUARTER_MS);
    if (asked !== quarter) {
      minutes = offsetMinutes(at, timezone);
      quarter = asked;
    }
    return new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, 19) + writeOffset(minutes);
  };
}
