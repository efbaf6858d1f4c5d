import { Pool, type Dispatcher } from 'undici';
import { describeFailure } from './describe-failure.ts';
import type { Guard } from './guard.ts';

export type Post = { headers: Record<string, string>; body: Buffer; limitMs: number };

/** The result of a request: a status with the beginning of its answer, or why there was none. */
export type Posted =
  | { statusCode: number; answer: string; error: null }
  | { statusCode: null; answer: null; error: string };

// Read for the log, and so that a connection whose answer is short can be used again.
const MAX_ANSWER_BYTES = 4_096;
const MAX_LOGGED_BYTES = 1_024;
// Once the status is known, the rest of the answer is read only for the log.
const MAX_ANSWER_MS = 1_000;
const IDLE_CLOSE_MS = 10_000;
const KEEP_ALIVE_MS = 4_000;

/** Connections to receivers. The guard checks each one; it stays open for a while, and is closed when idle. */
export function createReceiverConnections(options: { guard: Guard; connectLimitMs: number }) {
  const pools = new Map<string, { pool: Pool; inUse: number; idleSinceMs: number }>();

  function openPool(url: URL): Pool {
    const { lookup, isAllowed } = options.guard;
    return new Pool(url.origin, {
      connect: { timeout: options.connectLimitMs, ...(!isAllowed(url) && { lookup }) },
      allowH2: false,
      pipelining: 1,
      // The attempt has one time limit for all of it.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
    });
  }

  const closeIdle = setInterval(() => {
    for (const [origin, entry] of pools) {
      if (entry.inUse > 0 || performance.now() - entry.idleSinceMs < IDLE_CLOSE_MS) continue;
      pools.delete(origin);
      void entry.pool.destroy();
    }
  }, IDLE_CLOSE_MS / 2);
  closeIdle.unref();

  return {
    /** Posts the body. Never throws; a redirect is an answer like any other. */
    async post(url: URL, post: Post): Promise<Posted> {
      try {
        options.guard.check(url);
      } catch (error) {
        return { statusCode: null, answer: null, error: describeFailure(error) };
      }
      const entry = pools.get(url.origin) ?? { pool: openPool(url), inUse: 0, idleSinceMs: 0 };
      pools.set(url.origin, entry);
      entry.inUse++;
      try {
        return await dispatch(entry.pool, url.pathname + url.search, post);
      } catch (error) {
        return { statusCode: null, answer: null, error: describeFailure(error) };
      } finally {
        entry.inUse--;
        entry.idleSinceMs = performance.now();
      }
    },
    /** Cuts whatever is under way. */
    async close(): Promise<void> {
      clearInterval(closeIdle);
      await Promise.all([...pools.values()].map(({ pool }) => pool.destroy()));
    },
  };
}

export type ReceiverConnections = ReturnType<typeof createReceiverConnections>;

// undici's own `request` is built on `dispatch`. With it we can stop reading at any byte, and it takes a third of the time.
function dispatch(pool: Pool, path: string, { headers, body, limitMs }: Post): Promise<Posted> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | null = null;
    let statusCode: number | null = null;
    const chunks: Buffer[] = [];
    let size = 0;
    let isOver = false;

    const end = (error: string): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      if (statusCode === null) resolve({ statusCode, answer: null, error });
      else resolve({ statusCode, answer: readable(chunks), error: null });
    };
    const cut = (): void => {
      end(`No answer arrived within ${Math.round(limitMs / 100) / 10} s.`);
      controller?.abort(new Error('cut'));
    };
    const deadlineMs = performance.now() + limitMs;
    let timer = setTimeout(cut, limitMs);
    const limitAnswer = (): void => {
      if (isOver) return;
      clearTimeout(timer);
      timer = setTimeout(cut, Math.min(MAX_ANSWER_MS, deadlineMs - performance.now()));
    };

    pool.dispatch(
      { path, method: 'POST', headers, body },
      {
        onRequestStart(started) {
          controller = started;
          // Connecting has used up the time: nothing may be sent any more.
          if (isOver) started.abort(new Error('too late'));
        },
        onResponseStart(_controller, status) {
          // 1xx is not the answer yet.
          if (status < 200) return;
          statusCode = status;
          // Most answers have come to their end by then.
          queueMicrotask(limitAnswer);
        },
        onResponseData(_controller, chunk) {
          chunks.push(chunk);
          size += chunk.length;
          if (size > MAX_ANSWER_BYTES) cut();
        },
        onResponseEnd: () => end('The answer was empty.'),
        onResponseError: (_controller, error) => end(describeFailure(error)),
      },
    );
  });
}

/** The first bytes as PostgreSQL can store them: its text has no NUL. */
function readable(chunks: Buffer[]): string {
  if (chunks.length === 0) return '';
  return Buffer.concat(chunks).subarray(0, MAX_LOGGED_BYTES).toString('utf8').replaceAll('\0', '');
}
