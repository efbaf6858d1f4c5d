import type pg from 'pg';

// A connection that is dead without an error (a pulled cable, a server that was failed over) is found out by this time.
const BEAT_MS = 5_000;
// Longer than a busy process takes to look at its sockets: a connection that is well is not given up in a rush.
const ANSWER_WITHIN_MS = 4_000;

/**
 * Keeps the connections of a pool open, also over a pause: who comes first after it waits neither for a connection nor for a plan.
 * Every few seconds each connection runs `beat`. One that does not answer is replaced before anybody needs it.
 */
export function keepWarm(
  pool: pg.Pool,
  { beat, everyMs = BEAT_MS }: { beat: pg.QueryConfig; everyMs?: number | undefined },
): void {
  const limited = { ...beat, query_timeout: ANSWER_WITHIN_MS };
  let isBeating = false;
  const timer = setInterval(() => {
    if (pool.ending) return clearInterval(timer);
    if (isBeating) return;
    isBeating = true;
    // At once, so each takes a connection of its own. While the database is away there is nothing to keep; others tell of that.
    const beats = Array.from({ length: pool.options.max }, () => pool.query(limited));
    void Promise.allSettled(beats).then(() => (isBeating = false));
  }, everyMs);
  timer.unref();
}
