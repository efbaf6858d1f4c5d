import type { ServerResponse } from 'node:http';
import type { EventFigures } from '../../orders/event-figures.ts';
import { Refusal } from '../../refusal.ts';
import type { Told, WatchingMember } from './tell-figures.ts';

/** Somebody who watches a host's figures. */
export type Watcher = {
  sessionId: string;
  personId: string;
  member: WatchingMember;
  /** The events that the page shows. */
  shown: ReadonlySet<string>;
};

export type Listening = Watcher & { stream: ServerResponse; told: Told };

/** A host whose figures pages watch at this moment. */
export type WatchedHost = {
  hostId: string;
  /** Those who listen, and those who wait for the first look. */
  members: number;
  listening: Set<Listening>;
  looking: Promise<EventFigures[]> | null;
  timer: NodeJS.Timeout | null;
  isStale: boolean;
  /** When it was last known who may listen. */
  checkedAtMs: number;
};

// A page each in so many tabs, and some that a browser has not closed yet.
const MAX_STREAMS_PER_PERSON = 12;
const COME_BACK_SECONDS = 10;

export const noRoom = (): Refusal =>
  new Refusal(
    'unavailable',
    'Too many pages show live figures just now: this one is up to date when loaded.',
    {
      retryAfterSeconds: COME_BACK_SECONDS,
    },
  );

/** Who watches which host, and how many may. A host is here for as long as anybody watches it. */
export function createWatchedHosts({ maxStreams }: { maxStreams: number }) {
  const hosts = new Map<string, WatchedHost>();
  const byPerson = new Map<string, number>();
  let streamCount = 0;

  return {
    all: (): Iterable<WatchedHost> => hosts.values(),
    streamCount: (): number => streamCount,
    enter(hostId: string, personId: string): WatchedHost {
      const ofPerson = byPerson.get(personId) ?? 0;
      if (streamCount >= maxStreams || ofPerson >= MAX_STREAMS_PER_PERSON) throw noRoom();
      byPerson.set(personId, ofPerson + 1);
      streamCount += 1;
      const host = hosts.get(hostId) ?? newHost(hostId);
      hosts.set(hostId, host);
      host.members += 1;
      return host;
    },
    leave(host: WatchedHost, personId: string): void {
      const left = (byPerson.get(personId) ?? 1) - 1;
      if (left > 0) byPerson.set(personId, left);
      else byPerson.delete(personId);
      streamCount -= 1;
      host.members -= 1;
      if (host.members > 0) return;
      if (host.timer) clearTimeout(host.timer);
      hosts.delete(host.hostId);
    },
  };
}

const newHost = (hostId: string): WatchedHost => ({
  hostId,
  members: 0,
  listening: new Set(),
  looking: null,
  timer: null,
  isStale: false,
  checkedAtMs: performance.now(),
});
