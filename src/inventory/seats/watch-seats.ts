import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { SeatChanges } from './seat-map.ts';
import type { Database } from '../../db/database.ts';
import type { Logger } from '../../log/logger.ts';
import { Refusal } from '../../refusal.ts';
import type { KeptSeatMap, SeatMaps } from './seat-maps.ts';

/** What is known of an event's seats: `1` for each that is taken, `0` for each that is free, in the order of their ids. */
type Seen = { map: KeptSeatMap; taken: string };

type Watched = {
  eventId: string;
  /** Those who listen, and those who wait for the first look. */
  members: number;
  listeners: Set<ServerResponse>;
  seen: Seen | null;
  looking: Promise<void> | null;
  isAskedAgain: boolean;
  timer: NodeJS.Timeout | null;
};

const LOOK_EVERY_MS = 1_000;
// Shorter than the time after which common proxies give up on a silent connection.
const HEARTBEAT_MS = 15_000;
const RETRY_MS = 2_000;
// Each is a socket and a few kilobytes. Mobile networks put many honest buyers behind one address.
const MAX_LISTENERS = 5_000;
const MAX_LISTENERS_PER_ADDRESS = 200;
// So that one event's crowd leaves room for the buyers of others.
const MAX_LISTENERS_PER_EVENT = 2_000;
// Whoever found no room looks again after this long, and up to half as long again: not all at once.
const LOOK_AGAIN_MS = 10_000;
// Somebody who takes nothing off the wire for so long is gone, or wishes us ill.
const MAX_UNSENT_BYTES = 1024 * 1024;
// A map may change between reading it and looking at its seats; twice in a row it does not.
const MAX_LOOKS = 3;

/**
 * Tells pages which seats are taken, as it happens: one look a second for each event that anybody watches, however many
 * do. A hold that has lapsed is free at the next look, whether or not anybody has given it back.
 */
export function createSeatWatch(options: {
  database: Database;
  maps: SeatMaps;
  logger: Logger;
  mostListeners?: number;
  mostListenersPerEvent?: number;
  heartbeatMs?: number;
}) {
  const { database, maps, logger } = options;
  const {
    mostListeners = MAX_LISTENERS,
    mostListenersPerEvent = MAX_LISTENERS_PER_EVENT,
    heartbeatMs = HEARTBEAT_MS,
  } = options;
  const watchedEvents = new Map<string, Watched>();
  const byAddress = new Map<string, number>();
  let memberCount = 0;
  let isClosed = false;

  const heartbeat = setInterval(() => {
    for (const { listeners } of watchedEvents.values()) broadcast(listeners, ':\n\n');
  }, heartbeatMs);
  heartbeat.unref();

  /** Sees to it that somebody looks, now: alone, or after a look that is under way. */
  function look(watched: Watched): Promise<void> {
    if (watched.looking) {
      watched.isAskedAgain = true;
      return watched.looking;
    }
    if (watched.timer) clearTimeout(watched.timer);
    watched.timer = null;
    watched.looking = lookOnce(watched).finally(() => {
      watched.looking = null;
      if (isClosed || watched.members === 0) return;
      const pauseMs = watched.isAskedAgain ? 0 : LOOK_EVERY_MS;
      watched.isAskedAgain = false;
      watched.timer = setTimeout(() => {
        look(watched).catch((err: unknown) => logger.warn({ err }, 'the seats could not be looked at'));
      }, pauseMs);
    });
    return watched.looking;
  }

  async function lookOnce(watched: Watched): Promise<void> {
    const before = watched.seen;
    const now = await readSeen(watched.eventId);
    watched.seen = now;
    if (before === null) return;
    if (before.map.etag !== now.map.etag) {
      broadcast(watched.listeners, `event: map\ndata: {}\n\n${allSeats(now)}`);
    } else if (before.taken !== now.taken) {
      broadcast(watched.listeners, takenEvent(changesOf(now, before.taken)));
    }
  }

  async function readSeen(eventId: string): Promise<Seen> {
    for (let looks = 1; looks <= MAX_LOOKS; looks++) {
      const map = await maps.find(eventId);
      const { rows } = await database.queryPrepared<{ taken: string }>(
        'taken-seats',
        `SELECT coalesce(string_agg(CASE WHEN is_sold OR held_until > now() THEN '1' ELSE '0' END, '' ORDER BY id), '') AS taken
           FROM seats WHERE event_id = $1`,
        [eventId],
      );
      const taken = rows[0]?.taken ?? '';
      if (taken.length === map.places.length) return { map, taken };
      maps.forget(eventId);
    }
    throw new Refusal('unavailable', 'The seats are being changed at this moment: try again.', {
      retryAfterSeconds: 1,
    });
  }

  function enter(eventId: string, address: string): Watched {
    const ofAddress = byAddress.get(address) ?? 0;
    if (isClosed || memberCount >= mostListeners || ofAddress >= MAX_LISTENERS_PER_ADDRESS) throw noRoom();
    byAddress.set(address, ofAddress + 1);
    memberCount += 1;
    let watched = watchedEvents.get(eventId);
    if (!watched) {
      watched = {
        eventId,
        members: 0,
        listeners: new Set(),
        seen: null,
        looking: null,
        isAskedAgain: false,
        timer: null,
      };
      watchedEvents.set(eventId, watched);
    }
    watched.members += 1;
    return watched;
  }

  function leave(watched: Watched, address: string): void {
    const left = (byAddress.get(address) ?? 1) - 1;
    if (left > 0) byAddress.set(address, left);
    else byAddress.delete(address);
    memberCount -= 1;
    watched.members -= 1;
    if (watched.members > 0) return;
    if (watched.timer) clearTimeout(watched.timer);
    watchedEvents.delete(watched.eventId);
  }

  return {
    /**
     * Tells of all seats, then of every change until the page goes; where the event's crowd leaves no room, of all seats as
     * they are now, and to ask again later. `open` begins the answer, once there is something to say: what goes wrong
     * before is thrown.
     */
    async join(eventId: string, address: string, open: () => ServerResponse): Promise<void> {
      const crowded = watchedEvents.get(eventId);
      if (crowded && crowded.members >= mostListenersPerEvent) {
        if (!crowded.seen || isClosed) throw noRoom();
        const lookAgainMs = Math.round(LOOK_AGAIN_MS * (1 + Math.random() / 2));
        open().end(`retry: ${lookAgainMs}\n\n${allSeats(crowded.seen)}event: later\ndata: {}\n\n`);
        return;
      }
      const watched = enter(eventId, address);
      let stream: ServerResponse;
      try {
        // Nobody looks while nobody listens, so what was seen for others is a second old at the most.
        if (!watched.seen) await look(watched);
        if (isClosed) throw new Refusal('unavailable', 'The service is stopping.', { retryAfterSeconds: 1 });
        stream = open();
      } catch (error) {
        leave(watched, address);
        throw error;
      }
      assert(watched.seen, 'a look that saw nothing');
      const { listeners } = watched;
      stream.once('close', () => {
        listeners.delete(stream);
        leave(watched, address);
      });
      // Whoever went before the answer began has no end that could be waited for.
      if (stream.destroyed || stream.socket?.destroyed) return void stream.emit('close');
      listeners.add(stream);
      stream.write(`retry: ${RETRY_MS}\n\n${allSeats(watched.seen)}`);
    },
    /** Somebody here has just taken or freed seats: nobody need wait for the next second. */
    lookSoon(eventId: string): void {
      const watched = watchedEvents.get(eventId);
      if (!watched || isClosed) return;
      look(watched).catch((err: unknown) => logger.warn({ err }, 'the seats could not be looked at'));
    },
    listenerCount: (): number => memberCount,
    /** Lets everybody go, so that nothing holds up a stop. */
    close(): void {
      isClosed = true;
      clearInterval(heartbeat);
      for (const { listeners, timer } of watchedEvents.values()) {
        if (timer) clearTimeout(timer);
        for (const listener of listeners) listener.end();
      }
    },
  };
}

const noRoom = (): Refusal =>
  new Refusal('unavailable', 'Too many people are looking at seats just now: try again.', {
    retryAfterSeconds: LOOK_AGAIN_MS / 1_000,
  });

export type SeatWatch = ReturnType<typeof createSeatWatch>;

function broadcast(listeners: Set<ServerResponse>, text: string): void {
  for (const listener of listeners) {
    if (listener.writableLength > MAX_UNSENT_BYTES) listener.destroy();
    else listener.write(text);
  }
}

/** For a page that knows nothing yet: what is not told of as taken is free. */
const allSeats = (seen: Seen): string => takenEvent({ taken: changesOf(seen, '').taken, free: [] });

const takenEvent = (changes: SeatChanges): string => `event: taken\ndata: ${JSON.stringify(changes)}\n\n`;

function changesOf({ map, taken }: Seen, before: string): SeatChanges {
  const changes: SeatChanges = { taken: [], free: [] };
  for (const [nth, place] of map.places.entries()) {
    if (taken[nth] === before[nth]) continue;
    changes[taken[nth] === '1' ? 'taken' : 'free'].push(place);
  }
  return changes;
}
