import { eventText, retryText } from '../../http/event-stream.ts';
import { changesSince, type SeenSeats } from './look-at-seats.ts';
import type { SeatChanges } from './seat-map.ts';

// The stream of an event's seats, as server-sent events. `taken` has SeatChanges, and the id of their map.

/** For a page that knows nothing yet: what is not named as taken is free. */
const allSeats = (seen: SeenSeats): string =>
  eventText('taken', { taken: changesSince(seen, '').taken, free: [] } satisfies SeatChanges, seen.map.etag);

/** How a stream begins. The page comes back after `retryMs` when it ends. */
export const firstNews = (seen: SeenSeats, retryMs: number): string =>
  `${retryText(retryMs)}${allSeats(seen)}`;

/** All for now: too many watch this event. The page asks again by itself. */
export const newsUntilLater = (seen: SeenSeats, retryMs: number): string =>
  `${firstNews(seen, retryMs)}${eventText('later', {})}`;

/** The changes; null: none. `map`: the seats themselves are others, so load them again; then all taken ones. */
export function newsSince(before: SeenSeats, now: SeenSeats): string | null {
  if (before.map.etag !== now.map.etag) return `${eventText('map', {})}${allSeats(now)}`;
  if (before.taken === now.taken) return null;
  return eventText('taken', changesSince(now, before.taken) satisfies SeatChanges);
}
