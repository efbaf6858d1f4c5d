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
