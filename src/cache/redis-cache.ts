import { setTimeout as delay } from 'node:timers/promises';
import type { Cache } from './cache.ts';

// The longest that anything waits for the cache, in whatever state it is.
const ANSWER_TIMEOUT_MS = 250;
const RECONNECT_PAUSE_MS = 200;

export async function connectRedisCache(url: string, onError: (error: Error) => void): Promise<Cache> {
  // Its hundreds of commands take a fifth of the time of a start: read only where there is a Redis.
  const { createClient } = await import('redis');
  const client = createClient({
    url,
    // Commands fail at once while Redis is away, instead of queueing up.
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    socket: { connectTimeout: 1_000, reconnectStrategy: () => RECONNECT_PAUSE_MS },
  });
  client.on('error', onError);
  // The program starts without Redis too: the client goes on trying.
  const connected = client.connect().catch(onError);
  await Promise.race([connected, delay(1_000, undefined, { ref: false })]);

  return {
    counters: {
      async add(additions, keepMs) {
        const batch = client.multi();
        for (const { name, by } of additions) batch.incrBy(name, by).pExpire(name, keepMs, 'NX');
        const replies = await inTime(batch.execAsPipeline());
        return additions.map((_, index) => Number(replies[index * 2]));
      },
    },
    async ping() {
      await inTime(client.ping());
    },
    async close() {
      client.destroy();
    },
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
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
