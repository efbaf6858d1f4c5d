/** How far the line was at a moment. */
type Reading = { nowMs: number; frontPlace: number; isFull: boolean };

/** How many a minute a full waiting room really lets in; null until that is known. */
export type MeasureTurnover = (eventId: string, reading: Reading) => number | null;

// Shorter, one buyer more or less would halve it.
const SHORTEST_SPAN_MS = 60_000;
// Longer ago, buyers may have been quicker or slower.
const LONGEST_SPAN_MS = 5 * 60_000;
// One reading in this time is kept: at most sixty for a waiting room.
const KEPT_EVERY_MS = 5_000;
const MAX_ROOMS = 1_000;

/** Measures by the readings of this process alone, and only while the waiting room is full: before that the host's rate counts. */
export function createTurnoverMeter(): MeasureTurnover {
  const rooms = new Map<string, Reading[]>();
  return (eventId, reading) => {
    const kept = (rooms.get(eventId) ?? []).filter(({ nowMs }) => nowMs > reading.nowMs - LONGEST_SPAN_MS);
    rooms.delete(eventId);
    if (!reading.isFull) return null;
    const last = kept.at(-1);
    if (!last || reading.nowMs - last.nowMs >= KEPT_EVERY_MS) kept.push(reading);
    // The one that was read longest ago goes first.
    if (rooms.size >= MAX_ROOMS) rooms.delete(rooms.keys().next().value ?? '');
    rooms.set(eventId, kept);
    const [first = reading] = kept;
    const spanMs = reading.nowMs - first.nowMs;
    return spanMs < SHORTEST_SPAN_MS ? null : ((reading.frontPlace - first.frontPlace) * 60_000) / spanMs;
  };
}
