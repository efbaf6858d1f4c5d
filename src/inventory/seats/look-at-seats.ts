import type { Database } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import type { SeatChanges } from './seat-map.ts';
import type { CachedSeatMap, SeatMaps } from './seat-maps.ts';

/** The known state of an event's seats: `1` for each taken one, `0` for each free one, in the order of their ids. */
export type SeenSeats = { map: CachedSeatMap; taken: string };

// A map may change between reading it and looking at its seats; twice in a row it does not.
const MAX_LOOKS = 3;

/** A hold that has lapsed is free, whether or not anybody has given it back. */
export async function lookAtSeats(
  { database, maps }: { database: Database; maps: SeatMaps },
  eventId: string,
): Promise<SeenSeats> {
  for (let looks = 1; looks <= MAX_LOOKS; looks++) {
    const map = await maps.find(eventId);
    const { rows } = await database.queryPrepared<{ taken: string }>(
      'taken-seats',
      `SELECT coalesce(
                string_agg(CASE WHEN seat_owner(seat, now()) IS NULL THEN '0' ELSE '1' END, '' ORDER BY seat.id), '') AS taken
         FROM seats AS seat WHERE seat.event_id = $1`,
      [eventId],
    );
    const taken = rows[0]?.taken ?? '';
    if (taken.length === map.indexesById.length) return { map, taken };
    maps.forget(eventId);
  }
  throw new Refusal('unavailable', 'The seats are changing right now: try again.', {
    retryAfterSeconds: 1,
  });
}

/** The differences from an earlier look, in the same map. */
export function changesSince({ map, taken }: SeenSeats, before: string): SeatChanges {
  const changes: SeatChanges = { taken: [], free: [] };
  for (const [nth, index] of map.indexesById.entries()) {
    if (taken[nth] === before[nth]) continue;
    changes[taken[nth] === '1' ? 'taken' : 'free'].push(index);
  }
  return changes;
}
