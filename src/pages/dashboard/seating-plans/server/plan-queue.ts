import { Refusal } from '../../../../refusal.ts';

// Each has several times its 12 MB in memory once it is read, and a plan as large beside it.
const MAX_AT_ONCE = 4;
// Members of a host who draw at the same time wait for each other; a save takes a moment.
const MAX_WAITING_OF_ONE = 4;
const MAX_WAITING = 20;
const RETRY_AFTER_SECONDS = 2;

export type PlanQueue = {
  /** Asked after a whole body has arrived: one per host at a time, and few in all. A long queue is refused. */
  enter(hostId: string): PlaceInPlanQueue;
};

export type PlaceInPlanQueue = {
  /** Fails if the waiting client has left. */
  turn: Promise<void>;
  /** A client that leaves keeps its place until the work is done. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** Harmless to repeat. */
  leave(): void;
};

export const tooMany = (): Refusal =>
  new Refusal('unavailable', 'Other seating plans are being saved. Try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

/** Keeps plans from taking all memory and cores of a process. */
export function createPlanQueue(): PlanQueue {
  const busy = new Set<string>();
  const waiting: { hostId: string; begin: () => void }[] = [];

  function beginNext(): void {
    while (busy.size < MAX_AT_ONCE) {
      const at = waiting.findIndex(({ hostId }) => !busy.has(hostId));
      const [next] = at === -1 ? [] : waiting.splice(at, 1);
      if (!next) return;
      busy.add(next.hostId);
      next.begin();
    }
  }

  return {
    enter(hostId) {
      const own = waiting.filter((other) => other.hostId === hostId).length;
      if (own >= MAX_WAITING_OF_ONE || waiting.length >= MAX_WAITING) throw tooMany();
      const { promise: turn, resolve, reject } = Promise.withResolvers<void>();
      const place = { hostId, begin: resolve };
      let [hasLeft, isWorking, isOver] = [false, false, false];
      const end = (): void => {
        if (!hasLeft || isWorking || isOver) return;
        isOver = true;
        const at = waiting.indexOf(place);
        if (at === -1) busy.delete(hostId);
        else waiting.splice(at, 1);
        reject(tooMany());
        beginNext();
      };
      waiting.push(place);
      beginNext();
      return {
        turn,
        async hold(work) {
          if (hasLeft) throw tooMany();
          isWorking = true;
          try {
            return await work();
          } finally {
            isWorking = false;
            end();
          }
        },
        leave() {
          hasLeft = true;
          end();
        },
      };
    },
  };
}
