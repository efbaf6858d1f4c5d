const ISO = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})/;
// Banks write the day first; where the second number can be no month, the first is one.
const BY_PARTS = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})\b/;

/** A day as banks write it, at its noon in UTC; null where it is written otherwise. */
export function readDay(written: string): Date | null {
  const text = written.trim();
  const iso = ISO.exec(text);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const parts = BY_PARTS.exec(text);
  if (!parts) return null;
  const [one, two] = [Number(parts[1]), Number(parts[2])];
  const year = Number(parts[3]) + (parts[3]?.length === 2 ? 2000 : 0);
  return two > 12 ? dayOf(year, one, two) : dayOf(year, two, one);
}

function dayOf(year: number, month: number, day: number): Date | null {
  const at = new Date(Date.UTC(year, month - 1, day, 12));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 2000 && year < 2200 ? at : null;
}
