import type { ServerResponse } from 'node:http';
import {
  broadcast,
  eventText,
  HEARTBEAT,
  HEARTBEAT_MS,
  retryText,
  tell,
  whenGone,
} from '../../../../http/event-stream.ts';
import type { Logger } from '../../../../log/logger.ts';
import {
  createWatchedThings,
  noRoom,
  type Listening,
  type Thing,
  type WatchedThing,
  type Watcher,
} from './watched-things.ts';

const LOOK_EVERY_MS = 1_000;
// A read for a host with a thousand events takes longer: reads take at most a twentieth of the time.
const PAUSE_PER_LOOK = 19;
const RETRY_MS = 3_000;
// Each is a socket and a few kilobytes.
const MAX_STREAMS = 1_000;
// After this long without a check of their access, watchers are dropped.
const MAX_UNCHECKED_MS = 60_000;

type Deps<W extends Watcher, Seen, Told> = {
  look: (thing: Thing) => Promise<Seen>;
  /** The watchers who still have access. */
  findAllowed: <Some extends Watcher>(hostId: string, watchers: Some[]) => Promise<ReadonlySet<Some>>;
  /** The changes since the page's last event, as the text of an event, or null. With `isFirst`, everything. */
  tellNews: (watcher: W, told: Told, news: { seen: Seen; isFirst: boolean }) => string | null;
  /** The state of a page that has just opened. */
  nothingTold: () => Told;
  logger: Logger;
  maxStreams?: number;
};

/**
 * Sends pages the changes of something of a host: one read a second for each watched thing, however many watch it, and none for
 * the others. Each read also checks who still has access.
 */
export function createWatch<W extends Watcher, Seen, Told>(deps: Deps<W, Seen, Told>) {
  const things = createWatchedThings<W, Seen, Told>({ maxStreams: deps.maxStreams ?? MAX_STREAMS });
  let isClosed = false;

  const heartbeat = setInterval(() => {
    for (const { listening } of things.all()) broadcast(streamsOf(listening), HEARTBEAT);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  /** Starts a read, or joins the one under way. */
  function look(watched: WatchedThing<W, Seen, Told>): Promise<Seen> {
    if (watched.timer) clearTimeout(watched.timer);
    watched.timer = null;
    const startedAtMs = performance.now();
    watched.looking ??= lookOnce(watched, deps).finally(() => {
      watched.looking = null;
      if (isClosed || watched.members === 0) return;
      const pauseMs = Math.max(LOOK_EVERY_MS, (performance.now() - startedAtMs) * PAUSE_PER_LOOK);
      watched.timer = setTimeout(() => void look(watched).catch(() => {}), pauseMs);
    });
    return watched.looking;
  }

  return {
    /** `open` starts the response once there is data; earlier errors are thrown. */
    async join(thing: Thing, watcher: W, open: () => ServerResponse): Promise<void> {
      if (isClosed) throw noRoom();
      const watched = things.enter(thing, watcher.personId);
      let listening: Listening<W, Told>;
      let seen: Seen;
      try {
        seen = await look(watched);
        if (isClosed) throw noRoom();
        listening = { ...watcher, stream: open(), told: deps.nothingTold() };
      } catch (error) {
        things.leave(watched, watcher.personId);
        throw error;
      }
      const { isGone } = whenGone(listening.stream, () => {
        watched.listening.delete(listening);
        things.leave(watched, watcher.personId);
      });
      if (isGone) return;
      watched.listening.add(listening);
      const news = deps.tellNews(listening, listening.told, { seen, isFirst: true });
      listening.stream.write(`${retryText(RETRY_MS)}${news ?? ''}`);
    },
    streamCount: things.streamCount,
    /** Ends all streams, so that the server can stop. */
    close(): void {
      isClosed = true;
      clearInterval(heartbeat);
      for (const { listening, timer } of things.all()) {
        if (timer) clearTimeout(timer);
        for (const { stream } of listening) stream.end();
      }
    },
  };
}

const streamsOf = (listening: ReadonlySet<{ stream: ServerResponse }>): ServerResponse[] =>
  [...listening].map(({ stream }) => stream);

/** Ends the streams of watchers without access, and sends the others the changes. */
async function lookOnce<W extends Watcher, Seen, Told>(
  watched: WatchedThing<W, Seen, Told>,
  { look, findAllowed, tellNews, logger }: Deps<W, Seen, Told>,
): Promise<Seen> {
  try {
    await endOthers(watched, findAllowed);
    const seen = await look(watched.thing);
    const isFirst = watched.isStale;
    watched.isStale = false;
    for (const listening of watched.listening) {
      const news = tellNews(listening, listening.told, { seen, isFirst });
      if (news !== null) tell(listening.stream, news);
    }
    return seen;
  } catch (err) {
    logger.warn({ err }, 'live figures could not be read');
    if (!watched.isStale) broadcast(streamsOf(watched.listening), eventText('stale', {}));
    watched.isStale = true;
    if (performance.now() - watched.checkedAtMs > MAX_UNCHECKED_MS)
      for (const { stream } of watched.listening) stream.end();
    throw err;
  }
}

async function endOthers<W extends Watcher, Seen, Told>(
  watched: WatchedThing<W, Seen, Told>,
  findAllowed: Deps<W, Seen, Told>['findAllowed'],
): Promise<void> {
  const watchers = [...watched.listening];
  if (watchers.length > 0) {
    const allowed = await findAllowed(watched.thing.hostId, watchers);
    for (const watcher of watchers) if (!allowed.has(watcher)) watcher.stream.end();
  }
  watched.checkedAtMs = performance.now();
}
