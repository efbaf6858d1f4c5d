/** Formats a calendar day, `2026-11-16`. It is the same in every time zone: it is written in UTC. */
export const writeDate = (
  day: string,
  locale: string,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
