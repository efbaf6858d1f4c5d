import type { ReportDays } from '../../../reports/report-period.ts';
import type { ReportTexts } from './texts.ts';

// A calendar day is the same in every time zone: format it in UTC.
const write = (day: string, locale: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** Formats `2026-11-16`. */
export const writeDay = (day: string, locale: string): string =>
  write(day, locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

/** Formats `2026-11-16`, without its weekday. */
export const writeDate = (day: string, locale: string): string => write(day, locale, { dateStyle: 'medium' });

/** Formats `2026-11`. */
export const writeMonth = (month: string, locale: string): string =>
  write(`${month}-01`, locale, { month: 'long', year: 'numeric' });

export function writePeriod(texts: ReportTexts, { from, to }: ReportDays, locale: string): string {
  const day = (one: string): string => writeDate(one, locale);
  if (from !== null && to !== null) return texts.between(day(from), day(to));
  if (from !== null) return texts.since(day(from));
  return to === null ? texts.always : texts.until(day(to));
}
