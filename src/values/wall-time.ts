// The dashboard's page runs this too: nothing here may need Node.

/**
 * A date and time as the clock on the wall shows it, without a zone: `2027-03-06T18:00`, as `<input type="datetime-local">` has it.
 * When clocks are put back one hour comes twice: its second time has its offset behind it, `2027-10-31T02:30+01:00`.
 */
export type WallTime = string;

/** The moment that a wall time is, and whether the clock really shows it once. */
export type ReadWallTime = {
  at: Date;
  /**
   * `skipped`: clocks are put forward over it, and `at` is as much later as they are. `twice`: they are put back over it, and `at` is
   * the first time, unless the text says otherwise.
   */
  how: 'once' | 'skipped' | 'twice';
  /** Each time that the clock shows it, the earlier one first. None where it is skipped. */
  candidates: readonly Date[];
};

const WALL_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?:([+-])(\d\d):(\d\d))?$/;
const ZONE = /^[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;
const FIRST_YEAR = 2000;
const LAST_YEAR = 2199;
const A_MINUTE_MS = 60_000;
const A_DAY_MS = 24 * 60 * A_MINUTE_MS;

/** Whether it is a name such as `Africa/Lagos` that this machine knows the clock of. */
export function isTimezone(name: string): boolean {
  if (name.length > 60 || !ZONE.test(name)) return false;
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Whether it is a date and time that exists in the calendar, whatever the zone. */
export const isWallTime = (text: string): boolean => parse(text) !== null;

/** Whether it is a day that exists in the calendar. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && isWallTime(`${text}T00:00`);

/** The wall clock of the zone at a moment. Seconds are left out. */
export function toWallTime(at: Date, timezone: string): WallTime {
  const offset = offsetMinutes(at, timezone);
  const text = new Date(at.getTime() + offset * A_MINUTE_MS).toISOString().slice(0, 16);
  const read = readWallTime(text, timezone);
  const isSecondTime = read?.how === 'twice' && offsetMinutes(read.at, timezone) !== offset;
  return isSecondTime ? text + writeOffset(offset) : text;
}

/**
 * The moment at which the clock in the zone shows it; null where the text is none. `before` is the moment that was there already:
 * it is kept, with its seconds, where the clock shows the same at it.
 */
export function readWallTime(text: WallTime, timezone: string, before?: Date): ReadWallTime | null {
  const wall = parse(text);
  if (!wall) return null;
  // A zone changes its clock by less than a day, and never twice within two.
  const early = offsetMinutes(new Date(wall.shown - A_DAY_MS), timezone);
  const late = offsetMinutes(new Date(wall.shown + A_DAY_MS), timezone);
  // The greater offset comes first: its clock is further ahead.
  const candidates = [...new Set([Math.max(early, late), Math.min(early, late)])]
    .filter((offset) => offsetMinutes(momentOf(wall.shown, offset), timezone) === offset)
    .map((offset) => momentOf(wall.shown, offset));
  const named = candidates.find((at) => offsetMinutes(at, timezone) === wall.offset) ?? candidates[0];
  if (!named) return { at: momentOf(wall.shown, early), how: 'skipped', candidates };
  const isThere = before && isSameMinute(before, named);
  return { at: isThere ? before : named, how: candidates.length > 1 ? 'twice' : 'once', candidates };
}

/** The same for a text that a body's schema has let through. */
export function momentAt(text: WallTime, timezone: string, before?: Date): Date {
  const read = readWallTime(text, timezone, before);
  if (!read) throw new RangeError(`${text} is not a date and time`);
  return read.at;
}

/** How far the zone's clock is ahead of UTC at a moment. */
export function offsetMinutes(at: Date, timezone: string): number {
  const parts = clockOf(timezone).formatToParts(at);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = PARTS.map((type) =>
    Number(parts.find((part) => part.type === type)?.value),
  );
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return Math.round((shown - Math.floor(at.getTime() / 1000) * 1000) / A_MINUTE_MS);
}

/** `+01:00`, `-03:30`. */
export function writeOffset(minutes: number): string {
  const two = (number: number): string => String(Math.trunc(number)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** The last change of the zone's clock after one moment and up to another one, at most two years on; null where it has none. */
export function lastClockChange(after: Date, upTo: Date, timezone: string): Date | null {
  const end = upTo.getTime();
  const start = Math.max(after.getTime(), end - 730 * A_DAY_MS);
  for (let late = end; late > start; late -= 7 * A_DAY_MS) {
    const early = Math.max(start, late - 7 * A_DAY_MS);
    const [before, now] = [early, late].map((ms) => offsetMinutes(new Date(ms), timezone));
    if (before !== now) return findChange(early, late, timezone);
  }
  return null;
}

/** The first minute at which the clock shows what it does at the later moment. */
function findChange(early: number, late: number, timezone: string): Date {
  const now = offsetMinutes(new Date(late), timezone);
  let [low, high] = [Math.floor(early / A_MINUTE_MS), Math.ceil(late / A_MINUTE_MS)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMinutes(new Date(middle * A_MINUTE_MS), timezone) === now) high = middle;
    else low = middle;
  }
  return new Date(high * A_MINUTE_MS);
}

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'];
// No more entries than there are zones: a name that is none is not kept.
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timezone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timezone);
  if (!clock) {
    const number = 'numeric' as const;
    const fields = { year: number, month: number, day: number, hour: number, minute: number, second: number };
    clock = new Intl.DateTimeFormat('en-US', {
      ...fields,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      timeZone: timezone,
    });
    clocks.set(timezone, clock);
  }
  return clock;
}

/** As if it were UTC, in milliseconds; and the offset behind it. */
function parse(text: string): { shown: number; offset: number | null } | null {
  const found = WALL_TIME.exec(text);
  if (!found) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = found.slice(1, 6).map(Number);
  const shown = Date.UTC(year, month - 1, day, hour, minute);
  // The 31st of April would be the 1st of May.
  const isThere = new Date(shown).toISOString().slice(0, 16) === text.slice(0, 16);
  if (!isThere || year < FIRST_YEAR || year > LAST_YEAR) return null;
  const [sign, hours, minutes] = found.slice(6);
  const size = Number(hours) * 60 + Number(minutes);
  return { shown, offset: sign === undefined ? null : sign === '-' ? -size : size };
}

const momentOf = (shown: number, offset: number): Date => new Date(shown - offset * A_MINUTE_MS);
const isSameMinute = (one: Date, other: Date): boolean =>
  Math.floor(one.getTime() / A_MINUTE_MS) === Math.floor(other.getTime() / A_MINUTE_MS);
