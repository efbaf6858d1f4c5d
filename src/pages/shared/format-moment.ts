import { withGmt } from '../../values/greenwich-time.ts';

/** Date and time on the clock of the place; `clock` is the time without the name of its zone. */
export function formatMoment(
  instant: string,
  { locale, timezone }: { locale: string; timezone: string },
): { date: string; time: string; clock: string } {
  const moment = new Date(instant);
  const inPlace = { timeZone: timezone };
  const hours = { ...inPlace, hour: '2-digit', minute: '2-digit' } as const;
  return {
    date: new Intl.DateTimeFormat(locale, {
      ...inPlace,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    }).format(moment),
    time: withGmt(new Intl.DateTimeFormat(locale, { ...hours, timeZoneName: 'short' }).format(moment)),
    clock: new Intl.DateTimeFormat(locale, hours).format(moment),
  };
}

/** To the second, on the clock of the place, which is named beside it. */
export const formatTime = (
  instant: string,
  { locale, timezone }: { locale: string; timezone: string },
): string =>
  withGmt(
    new Intl.DateTimeFormat(locale, { timeStyle: 'long', timeZone: timezone }).format(new Date(instant)),
  );

const WITH_ZONE = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/** Date and time in a zone, which is named beside it: "18 Nov 2026, 14:03 GMT+1". Without a zone: the reader's. */
export const writeMoment = (
  instant: string,
  { locale, timezone }: { locale: string; timezone: string | undefined },
  style: Intl.DateTimeFormatOptions = {},
): string =>
  withGmt(
    new Intl.DateTimeFormat(locale, { ...WITH_ZONE, timeZone: timezone, ...style }).format(new Date(instant)),
  );

/** The name of a clock, as it stands beside every time: "WAT", "GMT+2". Summer time can have another one. */
export function nameClock(at: Date, { locale, timezone }: { locale: string; timezone: string }): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: timezone, timeZoneName: 'short' }).formatToParts(
    at,
  );
  return withGmt(parts.find(({ type }) => type === 'timeZoneName')?.value ?? timezone);
}

/** From one to another, as the language writes it; a day that both share once: "18 Nov 2026, 14:03–15:10 GMT". */
export const writeMoments = (
  from: string,
  to: string,
  { locale, timezone }: { locale: string; timezone: string },
): string =>
  withGmt(
    new Intl.DateTimeFormat(locale, { ...WITH_ZONE, timeZone: timezone }).formatRange(
      new Date(from),
      new Date(to),
    ),
  );

export function formatShortMoment(
  instant: string,
  { locale, timezone }: { locale: string; timezone: string | undefined },
): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(instant));
}

/** The same moment on the buyer's clock, where that shows something else than the one of the place. */
export function momentElsewhere(
  instant: string,
  { locale, timezone, buyersTimezone }: { locale: string; timezone: string; buyersTimezone?: string },
): string | null {
  const moment = new Date(instant);
  const there = formatShortMoment(instant, { locale, timezone });
  const here = formatShortMoment(instant, { locale, timezone: buyersTimezone });
  if (here === there) return null;
  const dayIn = (timeZone: string | undefined): string =>
    new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'short' }).format(moment);
  if (dayIn(buyersTimezone) !== dayIn(timezone)) return here;
  return new Intl.DateTimeFormat(locale, {
    timeZone: buyersTimezone,
    hour: '2-digit',
    minute: '2-digit',
  }).format(moment);
}
