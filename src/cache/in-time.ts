import { setTimeout as delay } from 'node:timers/promises';

// The longest that anything waits for the cache, in whatever state it is.
const ANSWER_TIMEOUT_MS = 250;

export async function inTime<T>(work: Promise<T>): Promise<T> {
  const cancel = new AbortController();
  const late = delay(ANSWER_TIMEOUT_MS, undefined, { signal: cancel.signal }).then(
    () => {
      throw new Error(`the cache did not answer within ${ANSWER_TIMEOUT_MS} ms`);
    },
    () => new Promise<never>(() => {}),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel.abort();
    work.catch(() => {});
  }
}
