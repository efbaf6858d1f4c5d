import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDatabaseUnavailable } from './database.ts';

/**
 * Joins reads that come at the same time: all keys asked for while reads are under way are answered together by the next
 * one. An answer never comes from a read that began before it was asked for, so it is as fresh as if each had read alone.
 */
export function createSharedRead<Value>(
  load: (keys: string[]) => Promise<Map<string, Value>>,
  options: { readsAtOnce: number } = { readsAtOnce: 1 },
) {
  type Waiter = {
    key: string;
    resolve: (value: Value | undefined) => void;
    reject: (error: unknown) => void;
  };
  let waiting: Waiter[] = [];
  let readsUnderWay = 0;

  async function readAll(): Promise<void> {
    for (;;) {
      // One turn of the event loop later: requests of the same tick join this read, and so do those that are in the sockets while
      // the answers before them go out.
      await nextTurn();
      if (waiting.length === 0) break;
      const batch = waiting;
      waiting = [];
      try {
        const found = await load([...new Set(batch.map((waiter) => waiter.key))]);
        for (const waiter of batch) waiter.resolve(found.get(waiter.key));
      } catch (error) {
        // If the database is away, those behind are told as well: nobody waits for it twice.
        const behind = isDatabaseUnavailable(error) ? waiting.splice(0) : [];
        for (const waiter of [...batch, ...behind]) waiter.reject(error);
      }
    }
    readsUnderWay -= 1;
  }

  return (key: string): Promise<Value | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (readsUnderWay >= options.readsAtOnce) return;
      readsUnderWay += 1;
      void readAll();
    });
}
