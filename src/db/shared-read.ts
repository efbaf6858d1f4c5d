/**
 * Joins reads that come at the same time: all keys asked for while the lanes are busy are answered together by the next
 * read. Nobody is given an answer from a read that began before they asked, so it is as fresh as a read of one's own.
 */
export function createSharedRead<Value>(
  load: (keys: string[]) => Promise<Map<string, Value>>,
  options: { lanes: number } = { lanes: 1 },
) {
  type Waiter = {
    key: string;
    resolve: (value: Value | undefined) => void;
    reject: (error: unknown) => void;
  };
  let waiting: Waiter[] = [];
  let busyLanes = 0;

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
    busyLanes -= 1;
  }

  return (key: string): Promise<Value | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (busyLanes >= options.lanes) return;
      busyLanes += 1;
      // One turn of the event loop later: requests of the same tick join this read.
      setImmediate(() => void readAll());
    });
}
