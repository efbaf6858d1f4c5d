import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { Database } from '../../db/database.ts';
import { broadcast, HEARTBEAT, HEARTBEAT_MS, whenGone } from '../../http/event-stream.ts';
import type { Logger } from '../../log/logger.ts';
import { Refusal } from '../../refusal.ts';
import { lookAtSeats } from './look-at-seats.ts';
import { firstNews, newsSince, newsUntilLater } from './seat-events.ts';
import type { SeatMaps } from './seat-maps.ts';
import { createWatchedEvents, LOOK_AGAIN_MS, noRoom, type WatchedEvent } from './watched-events.ts';

const LOOK_EVERY_MS = 1_000;
const RETRY_MS = 2_000;
// Each is a socket and a few kilobytes.
const MAX_LISTENERS = 5_000;
// So that one event's crowd leaves room for the buyers of others.
const MAX_LISTENERS_PER_EVENT = 2_000;

export type SeatWatch = {
  /**
   * Tells of all seats, then of every change until the page goes; where the event's crowd leaves no room, of all seats as
   * they are now, and to ask again later. `open` begins the answer, once there is something to say: what goes wrong
   * before is thrown.
   */
  join(eventId: string, address: string, open: () => ServerResponse): Promise<void>;
  /** Seats were just taken or freed in this process: nobody need wait for the next second. */
  lookSoon(eventId: string): void;
  listenerCount(): number;
  /** Ends all streams, so that nothing holds up a stop. */
  close(): void;
};

/**
 * Tells pages which seats are taken, as it happens: one look a second for each event that anybody watches, however many
 * do.
 */
export function createSeatWatch(options: {
  database: Database;
  maps: SeatMaps;
  logger: Logger;
  maxListeners?: number;
  maxListenersPerEvent?: number;
  heartbeatMs?: number;
}): SeatWatch {
  const { maxListeners = MAX_LISTENERS, maxListenersPerEvent = MAX_LISTENERS_PER_EVENT } = options;
  const events = createWatchedEvents({ maxListeners });
  let isClosed = false;
  const looks = createLooks({ ...options, isClosed: () => isClosed });

  const heartbeat = setInterval(() => {
    for (const { listeners } of events.all()) broadcast(listeners, HEARTBEAT);
  }, options.heartbeatMs ?? HEARTBEAT_MS);
  heartbeat.unref();

  return {
    async join(eventId, address, open) {
      if (isClosed) throw noRoom();
      const crowded = events.find(eventId);
      if (crowded && crowded.members >= maxListenersPerEvent) return tellOnce(crowded, open);
      const event = events.enter(eventId, address);
      let stream: ServerResponse;
      try {
        // While nobody listens nobody looks, so what was seen for others is a second old at the most.
        if (!event.seen) await looks.now(event);
        if (isClosed) throw new Refusal('unavailable', 'The service is stopping.', { retryAfterSeconds: 1 });
        stream = open();
      } catch (error) {
        events.leave(event, address);
        throw error;
      }
      follow(event, stream, () => events.leave(event, address));
    },
    lookSoon(eventId) {
      const event = events.find(eventId);
      if (event && !isClosed) looks.soon(event);
    },
    listenerCount: events.memberCount,
    close() {
      isClosed = true;
      clearInterval(heartbeat);
      for (const { listeners, timer } of events.all()) {
        if (timer) clearTimeout(timer);
        for (const listener of listeners) listener.end();
      }
    },
  };
}

/** Looks at the seats of watched events, again and again, and tells those who listen what has changed. */
function createLooks(deps: { database: Database; maps: SeatMaps; logger: Logger; isClosed: () => boolean }) {
  /** Alone, or after a look that is under way. */
  function now(event: WatchedEvent): Promise<void> {
    if (event.looking) {
      event.isAskedAgain = true;
      return event.looking;
    }
    if (event.timer) clearTimeout(event.timer);
    event.timer = null;
    event.looking = once(event).finally(() => {
      event.looking = null;
      if (deps.isClosed() || event.members === 0) return;
      const pauseMs = event.isAskedAgain ? 0 : LOOK_EVERY_MS;
      event.isAskedAgain = false;
      event.timer = setTimeout(() => soon(event), pauseMs);
    });
    return event.looking;
  }

  async function once(event: WatchedEvent): Promise<void> {
    const before = event.seen;
    event.seen = await lookAtSeats(deps, event.eventId);
    const news = before && newsSince(before, event.seen);
    if (news !== null) broadcast(event.listeners, news);
  }

  function soon(event: WatchedEvent): void {
    now(event).catch((err: unknown) => deps.logger.warn({ err }, 'the seats could not be looked at'));
  }

  return { now, soon };
}

/** The event's crowd leaves no room: all seats as they are, and an end. */
function tellOnce({ seen }: WatchedEvent, open: () => ServerResponse): void {
  if (!seen) throw noRoom();
  const lookAgainMs = Math.round(LOOK_AGAIN_MS * (1 + Math.random() / 2));
  open().end(newsUntilLater(seen, lookAgainMs));
}

function follow(event: WatchedEvent, stream: ServerResponse, onGone: () => void): void {
  assert(event.seen, 'a look that saw nothing');
  const { isGone } = whenGone(stream, () => {
    event.listeners.delete(stream);
    onGone();
  });
  if (isGone) return;
  event.listeners.add(stream);
  stream.write(firstNews(event.seen, RETRY_MS));
}
