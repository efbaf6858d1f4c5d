/**
 * The instant, on this device's clock, at which what the server names will be: a phone's clock may be wrong, so the
 * server's own time, from the answer's `Date` header, is what counts. Without one the device is believed.
 */
export function onThisClock(
  instant: string,
  { date, nowMs }: { date: string | null; nowMs: number },
): number {
  const serverNowMs = date === null ? Number.NaN : Date.parse(date);
  return nowMs + Date.parse(instant) - (Number.isNaN(serverNowMs) ? nowMs : serverNowMs);
}

export function secondsUntil(endsAtMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000));
}

/** Minutes and seconds, `9:05`; an hour and more as `1:00:00`. */
export function formatClock(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const tail = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}
