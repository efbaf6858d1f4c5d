/**
 * Joins reads that come at the same time: all keys asked for while one read is under way are answered together by the
 * next one. Nobody is given an answer from a read that began before they asked, so it is as fresh as a read of one's own.
 */
export function createSharedRead<Value>(load: (keys: string[]) => Promise<Map<string, Value>>) {
  type Waiter = {
    key: string;
    resolve: (value: Value | undefined) => void;
    reject: (error: unknown) => void;
  };
  let waiting: Waiter[] = [];
  let isReading = false;

  async function readAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const found = await load([...new Set(batch.map((waiter) => waiter.key))]);
        for (const waiter of batch) waiter.resolve(found.get(waiter.key));
      } catch (error) {
        for (const waiter of batch) waiter.reject(error);
      }
    }
    isReading = false;
  }

  return (key: string): Promise<Value | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (isReading) return;
      isReading = true;
      // One turn of the event loop later: requests that arrived in the same breath join the first read as well.
      setImmediate(() => void readAll());
    });
}
