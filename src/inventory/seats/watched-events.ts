import { networksOf } from '../../http/client-address.ts';
import type { ServerResponse } from 'node:http';
import { Refusal } from '../../refusal.ts';
import type { SeenSeats } from './look-at-seats.ts';

/** An event that pages watch at this moment. */
export type WatchedEvent = {
  eventId: string;
  /** Those who listen, and those who wait for the first look. */
  members: number;
  listeners: Set<ServerResponse>;
  seen: SeenSeats | null;
  looking: Promise<void> | null;
  isAskedAgain: boolean;
  timer: NodeJS.Timeout | null;
};

// A page that found no room looks again after this long, and up to half as long again: not all at once.
export const LOOK_AGAIN_MS = 10_000;
// Mobile networks put many honest buyers behind one address.
const MAX_LISTENERS_PER_ADDRESS = 200;

export const noRoom = (): Refusal =>
  new Refusal('unavailable', 'Too many people are choosing seats right now: try again.', {
    retryAfterSeconds: LOOK_AGAIN_MS / 1_000,
  });

/** Tracks the watchers of each event, up to a maximum. An event is here while anybody watches it. */
export function createWatchedEvents({ maxListeners }: { maxListeners: number }) {
  const events = new Map<string, WatchedEvent>();
  const byNetwork = new Map<string, number>();
  let memberCount = 0;

  return {
    find: (eventId: string): WatchedEvent | undefined => events.get(eventId),
    all: (): Iterable<WatchedEvent> => events.values(),
    memberCount: (): number => memberCount,
    enter(eventId: string, address: string): WatchedEvent {
      const networks = networksOf(address);
      const isFull = networks.some(
        ({ network, factor }) => (byNetwork.get(network) ?? 0) >= MAX_LISTENERS_PER_ADDRESS * factor,
      );
      if (memberCount >= maxListeners || isFull) throw noRoom();
      for (const { network } of networks) byNetwork.set(network, (byNetwork.get(network) ?? 0) + 1);
      memberCount += 1;
      const event = events.get(eventId) ?? newEvent(eventId);
      events.set(eventId, event);
      event.members += 1;
      return event;
    },
    leave(event: WatchedEvent, address: string): void {
      for (const { network } of networksOf(address)) {
        const left = (byNetwork.get(network) ?? 1) - 1;
        if (left > 0) byNetwork.set(network, left);
        else byNetwork.delete(network);
      }
      memberCount -= 1;
      event.members -= 1;
      if (event.members > 0) return;
      if (event.timer) clearTimeout(event.timer);
      events.delete(event.eventId);
    },
  };
}

const newEvent = (eventId: string): WatchedEvent => ({
  eventId,
  members: 0,
  listeners: new Set(),
  seen: null,
  looking: null,
  isAskedAgain: false,
  timer: null,
});
