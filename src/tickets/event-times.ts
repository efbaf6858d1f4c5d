import { dateFormatter } from './date-formatter.ts';
import { withGmt } from '../values/greenwich-time.ts';

const A_DAY_MS = 24 * 60 * 60_000;

/**
 * When the doors open, when it starts and when it ends, on the clock of the place. The end has its day where that is not clear without:
 * two in the morning is that of the same night.
 */
export function eventTimes(
  event: { startsAt: Date; closesAt: Date; doorsAt: Date | null },
  { locale, timezone }: { locale: string; timezone: string },
): { doors: string | null; starts: string; ends: string } {
  const clock = { timeZone: timezone, hour: '2-digit', minute: '2-digit' } as const;
  const write = (at: Date, more: Intl.DateTimeFormatOptions = {}): string =>
    withGmt(dateFormatter(locale, { ...clock, ...more }).format(at));
  const isLong = event.closesAt.getTime() - event.startsAt.getTime() > A_DAY_MS;
  return {
    doors: event.doorsAt && write(event.doorsAt),
    starts: write(event.startsAt),
    ends: write(event.closesAt, {
      ...(isLong && { weekday: 'short', day: 'numeric', month: 'short' }),
      timeZoneName: 'short',
    }),
  };
}
