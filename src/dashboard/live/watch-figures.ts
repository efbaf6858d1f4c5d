import type { ServerResponse } from 'node:http';
import {
  broadcast,
  eventText,
  HEARTBEAT,
  HEARTBEAT_MS,
  retryText,
  tell,
  whenGone,
} from '../../http/event-stream.ts';
import type { Logger } from '../../log/logger.ts';
import type { EventFigures } from '../../orders/event-figures.ts';
import { tellFigures } from './tell-figures.ts';
import {
  createWatchedHosts,
  noRoom,
  type Listening,
  type WatchedHost,
  type Watcher,
} from './watched-hosts.ts';

const LOOK_EVERY_MS = 1_000;
// A look at a host with a thousand events takes longer: looking takes at most a twentieth of the time.
const PAUSE_PER_LOOK = 19;
const RETRY_MS = 3_000;
// Each is a socket and a few kilobytes.
const MAX_STREAMS = 1_000;
// Who can't be asked about for so long is no longer trusted.
const MAX_UNCHECKED_MS = 60_000;

type Parts = {
  look: (hostId: string) => Promise<EventFigures[]>;
  /** Those who may go on as they are. */
  findAllowed: <W extends Watcher>(hostId: string, watchers: W[]) => Promise<ReadonlySet<W>>;
  logger: Logger;
  maxStreams?: number;
};

/**
 * Tells pages how a host's figures change: one look a second for each host that anybody watches, however many do, and none for the
 * others. Each look asks also who of them still may.
 */
export function createFiguresWatch(parts: Parts) {
  const hosts = createWatchedHosts({ maxStreams: parts.maxStreams ?? MAX_STREAMS });
  let isClosed = false;

  const heartbeat = setInterval(() => {
    for (const { listening } of hosts.all()) broadcast(streamsOf(listening), HEARTBEAT);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  /** Alone, or with a look that is under way. */
  function look(host: WatchedHost): Promise<EventFigures[]> {
    if (host.timer) clearTimeout(host.timer);
    host.timer = null;
    const startedAtMs = performance.now();
    host.looking ??= lookOnce(host, parts).finally(() => {
      host.looking = null;
      if (isClosed || host.members === 0) return;
      const pauseMs = Math.max(LOOK_EVERY_MS, (performance.now() - startedAtMs) * PAUSE_PER_LOOK);
      host.timer = setTimeout(() => void look(host).catch(() => {}), pauseMs);
    });
    return host.looking;
  }

  return {
    /** `open` begins the answer, once there is something to say: what goes wrong before is thrown. */
    async join(hostId: string, watcher: Watcher, open: () => ServerResponse): Promise<void> {
      if (isClosed) throw noRoom();
      const host = hosts.enter(hostId, watcher.personId);
      let listening: Listening;
      let seen: EventFigures[];
      try {
        seen = await look(host);
        if (isClosed) throw noRoom();
        listening = { ...watcher, stream: open(), told: { events: new Map(), sums: '' } };
      } catch (error) {
        hosts.leave(host, watcher.personId);
        throw error;
      }
      const { isGone } = whenGone(listening.stream, () => {
        host.listening.delete(listening);
        hosts.leave(host, watcher.personId);
      });
      if (isGone) return;
      host.listening.add(listening);
      listening.stream.write(
        `${retryText(RETRY_MS)}${tellFigures(listening, seen, { isFirst: true }) ?? ''}`,
      );
    },
    streamCount: hosts.streamCount,
    /** Ends all streams, so that nothing holds up a stop. */
    close(): void {
      isClosed = true;
      clearInterval(heartbeat);
      for (const { listening, timer } of hosts.all()) {
        if (timer) clearTimeout(timer);
        for (const { stream } of listening) stream.end();
      }
    },
  };
}

const streamsOf = (listening: Set<Listening>): ServerResponse[] => [...listening].map(({ stream }) => stream);

/** Ends the streams of those who may no longer, and tells the others what has changed. */
async function lookOnce(host: WatchedHost, { look, findAllowed, logger }: Parts): Promise<EventFigures[]> {
  try {
    await endOthers(host, findAllowed);
    const seen = await look(host.hostId);
    const isFirst = host.isStale;
    host.isStale = false;
    for (const listening of host.listening) {
      const news = tellFigures(listening, seen, { isFirst });
      if (news !== null) tell(listening.stream, news);
    }
    return seen;
  } catch (err) {
    logger.warn({ err }, 'a host’s figures could not be looked at');
    if (!host.isStale) broadcast(streamsOf(host.listening), eventText('stale', {}));
    host.isStale = true;
    if (performance.now() - host.checkedAtMs > MAX_UNCHECKED_MS)
      for (const { stream } of host.listening) stream.end();
    throw err;
  }
}

async function endOthers(host: WatchedHost, findAllowed: Parts['findAllowed']): Promise<void> {
  const watchers = [...host.listening];
  if (watchers.length > 0) {
    const allowed = await findAllowed(host.hostId, watchers);
    for (const watcher of watchers) if (!allowed.has(watcher)) watcher.stream.end();
  }
  host.checkedAtMs = performance.now();
}
