import { Refusal } from '../refusal.ts';
import { isDatabaseUnavailable } from './database.ts';

/** A batch's answer to a request that must come in a later one, because another with the same key is in this one. */
export const AGAIN = Symbol('again');

type Waiting<Request, Result> = {
  request: Request;
  key: string;
  group: string;
  isWanted: () => boolean;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** A batch is many small look-ups by key. Plans made once, for that, halve the time of a batch of one. */
export const BATCH_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
};
/**
 * One at a time, and a second one where the first is stuck, so that one host's lock is not everybody's. Each batch has a fixed price:
 * fewer and larger ones cost less than two that wait for the same rows.
 */
export const MAX_BATCHES_AT_ONCE = 2;
const STUCK_AFTER_MS = 100;
// After a batch of so many the next one waits for a moment until half as many have come: less than the fixed price of a batch.
const MANY = 8;
const GATHER_MS = 1;
const MAX_IN_BATCH = 512;
// At the rate that batches go through, the last in this queue waits some tenths of a second.
const MAX_WAITING = 4_096;
// A batch that lost a race sees the winner's rows at the next try; it seldom loses twice.
const MAX_TRIES = 4;

/** Hears of batches, for whoever counts them. */
export type BatchWatch = {
  /** `figures` can be asked from now on. */
  begin(figures: () => { waiting: number; oldestMs: number }): void;
  onBatch(size: number, tookMs: number): void;
  /** One was turned away: too many wait. */
  onRefused(): void;
};

type Options<Request, Result> = {
  /** Two requests of one key are never in flight together: the second must see what became of the first. */
  keyOf: (request: Request) => string;
  /** Those that may wait for the same lock: an event's. Each by itself where nothing is said. */
  groupOf?: (request: Request) => string;
  /** One call of the database. Answers in the order of the requests. */
  run: (requests: Request[]) => Promise<(Result | typeof AGAIN)[]>;
  /** Longer than a batch takes: it waits for a lock that is nothing to the others. */
  stuckAfterMs?: number;
  /** How long the next batch waits for more after a large one. */
  gatherMs?: number;
  watch?: BatchWatch | undefined;
};

/**
 * Turns many small requests into few large ones: all that arrive while a batch is in the database form the next one, which
 * is one call, one transaction and one fsync. No request waits for a timer: a single one goes at once.
 */
export function createBatcher<Request, Result>(options: Options<Request, Result>) {
  const { groupOf = options.keyOf, stuckAfterMs = STUCK_AFTER_MS, gatherMs = GATHER_MS, watch } = options;
  const batches = watchBatches(watch?.onBatch);
  const most = (): number => (batches.oldestMs() > stuckAfterMs ? MAX_BATCHES_AT_ONCE : 1);
  let look: NodeJS.Timeout | null = null;
  let waiting: Waiting<Request, Result>[] = [];
  let loops = 0;
  const gatherings = createGatherings(gatherMs);
  const keysInFlight = new Set<string>();
  // No two batches have the same: where one waits for a lock the other would wait for it too.
  const groupsInFlight = new Set<string>();
  watch?.begin(() => ({ waiting: waiting.length, oldestMs: batches.oldestMs() }));

  function takeBatch(): Waiting<Request, Result>[] {
    const batch: Waiting<Request, Result>[] = [];
    waiting = dropUnwanted(waiting).filter((entry) => {
      const mustWait = keysInFlight.has(entry.key) || groupsInFlight.has(entry.group);
      if (batch.length >= MAX_IN_BATCH || mustWait) return true;
      keysInFlight.add(entry.key);
      batch.push(entry);
      return false;
    });
    for (const { group } of batch) groupsInFlight.add(group);
    return batch;
  }

  async function runBatches(): Promise<void> {
    for (let batch = takeBatch(); batch.length > 0; batch = loops > most() ? [] : takeBatch()) {
      await batches.watch(batch.length, decide(batch));
      for (const { key, group } of batch) {
        keysInFlight.delete(key);
        groupsInFlight.delete(group);
      }
      if (batch.length >= MANY) await gatherings.wait(batch.length / 2, waiting.length);
    }
    loops -= 1;
    // The rest comes with the other batch, or when that is stuck.
    if (waiting.length > 0) lookLater();
  }

  function lookLater(): void {
    look ??= setTimeout(() => {
      look = null;
      begin();
    }, stuckAfterMs).unref();
  }

  async function decide(batch: Waiting<Request, Result>[], tries = 1): Promise<void> {
    let results: (Result | typeof AGAIN)[];
    try {
      results = await options.run(batch.map(({ request }) => request));
    } catch (error) {
      if (isLostRace(error) && tries < MAX_TRIES) return decide(batch, tries + 1);
      const parts = isLockTimeout(error)
        ? byGroup(batch)
        : isDatabaseUnavailable(error)
          ? [batch]
          : halves(batch);
      if (parts.length > 1) for (const part of parts) await decide(part);
      else for (const entry of batch) entry.reject(error);
      return;
    }
    const again = answer(batch, results);
    // Ahead of those that came later.
    if (again.length > 0) waiting = [...again, ...waiting];
  }

  /** Begins a batch with those who wait, if another may be under way. */
  function begin(): void {
    if (waiting.length === 0) return;
    if (loops >= most()) return lookLater();
    loops += 1;
    // One turn of the event loop later: requests of the same tick join the batch.
    setImmediate(() => void runBatches());
  }

  return {
    /** `isWanted` says whether anybody still waits for the answer. */
    add(request: Request, isWanted: () => boolean = () => true): Promise<Result> {
      if (waiting.length >= MAX_WAITING) {
        watch?.onRefused();
        return Promise.reject(tooMany());
      }
      return new Promise((resolve, reject) => {
        const group = groupOf(request);
        waiting.push({ request, key: options.keyOf(request), group, isWanted, resolve, reject });
        gatherings.hear(waiting.length);
        // Of a batch under way: it comes with the next one of that loop.
        if (!groupsInFlight.has(group)) begin();
      });
    },
  };
}

const tooMany = (): Refusal =>
  new Refusal('unavailable', 'Too many buyers right now: try again.', { retryAfterSeconds: 1 });

/** Without those whose client has disconnected. */
function dropUnwanted<Request, Result>(waiting: Waiting<Request, Result>[]): Waiting<Request, Result>[] {
  return waiting.filter((entry) => {
    if (entry.isWanted()) return true;
    entry.reject(new Refusal('unavailable', 'The client has disconnected.', { retryAfterSeconds: 1 }));
    return false;
  });
}

/** Answers those of a batch, and says who must come again. */
function answer<Request, Result>(
  batch: Waiting<Request, Result>[],
  results: (Result | typeof AGAIN)[],
): Waiting<Request, Result>[] {
  return batch.filter((entry, index) => {
    const result = results[index];
    if (result === AGAIN) return true;
    if (result === undefined) entry.reject(new Error('a batch gave no answer'));
    else entry.resolve(result);
    return false;
  });
}

/** Waits for requests without turning in circles meanwhile: the database and the buyers need the processor too. */
function createGatherings(mostMs: number) {
  const underWay = new Set<{ enough: number; end: () => void }>();
  return {
    /** Until enough wait, or for the longest time. */
    async wait(enough: number, count: number): Promise<void> {
      if (count >= enough || mostMs === 0) return;
      await new Promise<void>((resolve) => {
        const gathering = { enough, end };
        const timer = setTimeout(end, mostMs);
        function end(): void {
          clearTimeout(timer);
          underWay.delete(gathering);
          // Requests that came in the same tick are read first.
          setImmediate(resolve);
        }
        underWay.add(gathering);
      });
    },
    /** So many wait now. */
    hear(count: number): void {
      for (const { enough, end } of underWay) if (count >= enough) end();
    },
  };
}

/** One request that makes the database fail must not fail the others: it is found by halving. */
function halves<Entry>(batch: Entry[]): Entry[][] {
  const half = Math.ceil(batch.length / 2);
  return [batch.slice(0, half), batch.slice(half)].filter((part) => part.length > 0);
}

/** Somebody keeps one event's lock for long: its buyers are told, and the others served, the fewest first. */
function byGroup<Entry extends { group: string }>(batch: Entry[]): Entry[][] {
  const groups = Map.groupBy(batch, ({ group }) => group);
  return [...groups.values()].sort((one, other) => one.length - other.length);
}

/** How long the oldest batch under way has been. */
function watchBatches(onBatch?: BatchWatch['onBatch']) {
  // The oldest first.
  const begun = new Set<{ atMs: number }>();
  return {
    async watch(size: number, batch: Promise<void>): Promise<void> {
      const beginning = { atMs: performance.now() };
      begun.add(beginning);
      await batch;
      begun.delete(beginning);
      onBatch?.(size, performance.now() - beginning.atMs);
    },
    oldestMs(): number {
      const [oldest] = begun;
      return oldest ? performance.now() - oldest.atMs : 0;
    },
  };
}

/** The same new row was made by another batch at this moment, or a pool was changed; or two batches deadlocked. */
const LOST_RACES = new Set<unknown>(['23505', '40001', '40P01']);
const LOCK_TIMEOUT = '55P03';
const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_TIMEOUT;
function isLostRace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LOST_RACES.has(error.code);
}
