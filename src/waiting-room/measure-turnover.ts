/** How far the line was at a moment, and how many were inside. */
type Reading = { nowMs: number; frontPlace: number; inside: number };

/** How many a minute a full waiting room would let in, by how many come out; null until that is known. */
export type MeasureTurnover = (eventId: string, reading: Reading & { mostInside: number }) => number | null;

// Shorter, one buyer more or less would halve it.
const SHORTEST_SPAN_MS = 60_000;
// Longer ago, buyers may have been quicker or slower.
const LONGEST_SPAN_MS = 5 * 60_000;
// One reading in this time is kept: at most sixty for a waiting room.
const KEPT_EVERY_MS = 5_000;
const MAX_ROOMS = 1_000;
// Until a few have come out of one that is not full, nobody knows how long people stay.
const FEW = 5;

/** Measures by the readings of this process alone. In one that is not full, as many more would come out as more fit inside. */
export function createTurnoverMeter(): MeasureTurnover {
  const rooms = new Map<string, Reading[]>();
  return (eventId, { mostInside, ...reading }) => {
    const kept = (rooms.get(eventId) ?? []).filter(({ nowMs }) => nowMs > reading.nowMs - LONGEST_SPAN_MS);
    const last = kept.at(-1);
    if (!last || reading.nowMs - last.nowMs >= KEPT_EVERY_MS) kept.push(reading);
    // The one that was read longest ago goes first.
    rooms.delete(eventId);
    if (rooms.size >= MAX_ROOMS) rooms.delete(rooms.keys().next().value ?? '');
    rooms.set(eventId, kept);
    const [first = reading] = kept;
    const minutes = (reading.nowMs - first.nowMs) / 60_000;
    const cameOut = reading.frontPlace - first.frontPlace - (reading.inside - first.inside);
    const usuallyInside = kept.reduce((sum, { inside }) => sum + inside, 0) / kept.length;
    const isUnknown = usuallyInside === 0 || (usuallyInside < mostInside && cameOut < FEW);
    if (reading.nowMs - first.nowMs < SHORTEST_SPAN_MS || isUnknown) return null;
    return (cameOut / minutes) * (mostInside / usuallyInside);
  };
}
