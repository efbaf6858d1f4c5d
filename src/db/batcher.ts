import { Refusal } from '../refusal.ts';
import { isDatabaseUnavailable } from './database.ts';

/** What a batch answers to a request that must come in a later one, because another of the same key is in this one. */
export const AGAIN = Symbol('again');

type Waiting<Request, Result> = {
  request: Request;
  key: string;
  isWanted: () => boolean;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** Two: while one batch is in the database the next is put together. More would wait for the same rows. */
export const MAX_BATCHES_AT_ONCE = 2;
/** A batch is many small look-ups by key. Plans made once, for that, halve the time of a batch of one. */
export const BATCH_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
};
const MAX_IN_BATCH = 512;
// At the rate that batches go through, the last in this queue waits some tenths of a second.
const MAX_WAITING = 4_096;
// A batch that lost a race sees the winner's rows at the next try; it seldom loses twice.
const MAX_TRIES = 4;

/**
 * Turns many small requests into few large ones: all that arrive while a batch is in the database form the next one, which
 * is one call, one transaction and one fsync. No request waits for a timer: a single one goes at once.
 */
export function createBatcher<Request, Result>(options: {
  /** Two requests of one key are never in flight together: the second must see what became of the first. */
  keyOf: (request: Request) => string;
  /** One call of the database. Answers in the order of the requests. */
  run: (requests: Request[]) => Promise<(Result | typeof AGAIN)[]>;
  /** How many batches may be under way now, where that changes. */
  maxAtOnce?: () => number;
}) {
  const { maxAtOnce = () => MAX_BATCHES_AT_ONCE } = options;
  let waiting: Waiting<Request, Result>[] = [];
  let loops = 0;
  const keysInFlight = new Set<string>();

  function takeBatch(): Waiting<Request, Result>[] {
    const batch: Waiting<Request, Result>[] = [];
    const left: Waiting<Request, Result>[] = [];
    for (const entry of waiting) {
      // Drop requests whose client has disconnected.
      if (!entry.isWanted())
        entry.reject(new Refusal('unavailable', 'The client has gone.', { retryAfterSeconds: 1 }));
      else if (batch.length >= MAX_IN_BATCH || keysInFlight.has(entry.key)) left.push(entry);
      else {
        keysInFlight.add(entry.key);
        batch.push(entry);
      }
    }
    waiting = left;
    return batch;
  }

  async function runBatches(): Promise<void> {
    for (let batch = takeBatch(); batch.length > 0; batch = loops > maxAtOnce() ? [] : takeBatch()) {
      await decide(batch);
      for (const { key } of batch) keysInFlight.delete(key);
    }
    loops -= 1;
  }

  async function decide(batch: Waiting<Request, Result>[], tries = 1): Promise<void> {
    let results: (Result | typeof AGAIN)[];
    try {
      results = await options.run(batch.map(({ request }) => request));
    } catch (error) {
      if (isLostRace(error) && tries < MAX_TRIES) return decide(batch, tries + 1);
      if (batch.length === 1 || isDatabaseUnavailable(error)) {
        for (const entry of batch) entry.reject(error);
        return;
      }
      // One request that makes the database fail must not fail the others: it is found by halving.
      const half = Math.ceil(batch.length / 2);
      await decide(batch.slice(0, half));
      await decide(batch.slice(half));
      return;
    }
    const again: Waiting<Request, Result>[] = [];
    for (const [index, entry] of batch.entries()) {
      const result = results[index];
      if (result === undefined) entry.reject(new Error('a batch gave no answer'));
      else if (result === AGAIN) again.push(entry);
      else entry.resolve(result);
    }
    // Ahead of those that came later.
    if (again.length > 0) waiting = [...again, ...waiting];
  }

  return {
    /** `isWanted` says whether anybody still waits for the answer. */
    add(request: Request, isWanted: () => boolean = () => true): Promise<Result> {
      if (waiting.length >= MAX_WAITING) {
        return Promise.reject(
          new Refusal('unavailable', 'Too many buyers at this moment: try again.', { retryAfterSeconds: 1 }),
        );
      }
      return new Promise((resolve, reject) => {
        waiting.push({ request, key: options.keyOf(request), isWanted, resolve, reject });
        if (loops >= maxAtOnce()) return;
        loops += 1;
        // One turn of the event loop later: requests of the same tick join the batch.
        setImmediate(() => void runBatches());
      });
    },
  };
}

/** The same new row was made by another batch at this moment, here or in another process; or two batches deadlocked. */
function isLostRace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '23505' || error.code === '40P01');
}
