import type { ReportDays } from '../../../reports/report-period.ts';
import { writeDate } from '../components/write-date.ts';
import type { ReportTexts } from './texts.ts';

/** Formats `2026-11-16`. */
export const writeDay = (day: string, locale: string): string =>
  writeDate(day, locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

/** Formats `2026-11`. */
export const writeMonth = (month: string, locale: string): string =>
  writeDate(`${month}-01`, locale, { month: 'long', year: 'numeric' });

export function writePeriod(texts: ReportTexts, { from, to }: ReportDays, locale: string): string {
  const day = (one: string): string => writeDate(one, locale);
  if (from !== null && to !== null) return texts.between(day(from), day(to));
  if (from !== null) return texts.since(day(from));
  return to === null ? texts.always : texts.until(day(to));
}
