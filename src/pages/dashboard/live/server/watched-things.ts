import type { ServerResponse } from 'node:http';
import type { Member } from '../../../../hosts/members/find-member.ts';
import { Refusal } from '../../../../refusal.ts';

/** A watched thing: something of a whole host, or of one of its events. */
export type Thing = { hostId: string; eventId: string | null };

/** A watching member. */
export type Watcher = {
  sessionId: string;
  personId: string;
  member: Pick<Member, 'role' | 'eventIds'>;
};

export type Listening<W extends Watcher, Told> = W & { stream: ServerResponse; told: Told };

/** Something that pages watch at this moment. */
export type WatchedThing<W extends Watcher, Seen, Told> = {
  thing: Thing;
  /** Those who listen, and those who wait for the first look. */
  members: number;
  listening: Set<Listening<W, Told>>;
  looking: Promise<Seen> | null;
  timer: NodeJS.Timeout | null;
  isStale: boolean;
  /** The time of the last access check. */
  checkedAtMs: number;
};

// A page each in so many tabs, and some that a browser has not closed yet.
const MAX_STREAMS_PER_PERSON = 12;
const COME_BACK_SECONDS = 10;

export const noRoom = (): Refusal =>
  new Refusal('unavailable', 'Too many pages show live figures right now. Reload this page to update it.', {
    retryAfterSeconds: COME_BACK_SECONDS,
  });

/** The watchers of each thing, and their limit. A thing is listed while somebody watches it. */
export function createWatchedThings<W extends Watcher, Seen, Told>({ maxStreams }: { maxStreams: number }) {
  type Watched = WatchedThing<W, Seen, Told>;
  const watchedThings = new Map<string, Watched>();
  const byPerson = new Map<string, number>();
  let streamCount = 0;
  const keyOf = ({ hostId, eventId }: Thing): string => `${hostId} ${eventId ?? ''}`;

  return {
    all: (): Iterable<Watched> => watchedThings.values(),
    streamCount: (): number => streamCount,
    enter(thing: Thing, personId: string): Watched {
      const ofPerson = byPerson.get(personId) ?? 0;
      if (streamCount >= maxStreams || ofPerson >= MAX_STREAMS_PER_PERSON) throw noRoom();
      byPerson.set(personId, ofPerson + 1);
      streamCount += 1;
      const watched = watchedThings.get(keyOf(thing)) ?? nobodyYet<W, Seen, Told>(thing);
      watchedThings.set(keyOf(thing), watched);
      watched.members += 1;
      return watched;
    },
    leave(watched: Watched, personId: string): void {
      const left = (byPerson.get(personId) ?? 1) - 1;
      if (left > 0) byPerson.set(personId, left);
      else byPerson.delete(personId);
      streamCount -= 1;
      watched.members -= 1;
      if (watched.members > 0) return;
      if (watched.timer) clearTimeout(watched.timer);
      watchedThings.delete(keyOf(watched.thing));
    },
  };
}

const nobodyYet = <W extends Watcher, Seen, Told>(thing: Thing): WatchedThing<W, Seen, Told> => ({
  thing,
  members: 0,
  listening: new Set(),
  looking: null,
  timer: null,
  isStale: false,
  checkedAtMs: performance.now(),
});
