import type { Cache } from './cache.ts';
import { inTime } from './in-time.ts';

/** A process's requests to its parent, which counts for all. */
export type ToTally = {
  is: 'add';
  id: number;
  additions: { name: string; by: number }[];
  keepMs: number;
};
export type FromTally = { is: 'totals'; id: number; totals: number[] };

/** The cache of the processes of one start without a Redis: their parent has the counters. */
export function createParentCache(): Cache {
  const waiting = new Map<number, (totals: number[]) => void>();
  let lastId = 0;
  const onMessage = (message: FromTally): void => {
    if (message.is === 'totals') waiting.get(message.id)?.(message.totals);
  };
  process.on('message', onMessage);

  return {
    counters: {
      async add(additions, keepMs) {
        const id = ++lastId;
        const answer = Promise.withResolvers<number[]>();
        waiting.set(id, answer.resolve);
        process.send?.(
          { is: 'add', id, additions, keepMs } satisfies ToTally,
          undefined,
          undefined,
          (error) => {
            if (error) answer.reject(error);
          },
        );
        return inTime(answer.promise).finally(() => waiting.delete(id));
      },
    },
    // Without its parent the process is not there either.
    ping: async () => {},
    async close() {
      process.off('message', onMessage);
    },
  };
}
