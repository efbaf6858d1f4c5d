const AN_HOUR_MS = 3_600_000;
const MAX_USUAL_HOURS = 24;

/** The hours of an event that is longer than a day, which may be a mistake; null for any other. */
export function lastsLong(startsAt: Date, closesAt: Date): number | null {
  const hours = (closesAt.getTime() - startsAt.getTime()) / AN_HOUR_MS;
  return hours > MAX_USUAL_HOURS ? hours : null;
}
