import { Refusal } from '../refusal.ts';

// Each has up to 20 MB in memory while it comes in, over a phone's line for minutes.
const MAX_UPLOADS = 12;
const MAX_UPLOADS_OF_ONE = 3;
const RETRY_AFTER_SECONDS = 5;

export type PictureQueue = {
  /** Asked before anything of an upload is read; more than a few at once are refused. */
  enter(hostId: string): PlaceInQueue;
  /** How many have entered and not left. */
  underWay(): number;
};

export type PlaceInQueue = {
  /** One at a time, in the order they came. Whoever has left by then is passed over. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Harmless to repeat. Who leaves while their picture waits or is worked on has the place until it is out of memory. */
  leave(): void;
};

const tooMany = (): Refusal =>
  new Refusal('unavailable', 'Other pictures are being uploaded: try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

/** Keeps uploads from using up a process's memory and cores. */
export function createPictureQueue(): PictureQueue {
  const underWay = new Map<string, number>();
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();

  function takePlace(hostId: string): () => void {
    const own = underWay.get(hostId) ?? 0;
    if (count >= MAX_UPLOADS || own >= MAX_UPLOADS_OF_ONE) throw tooMany();
    count += 1;
    underWay.set(hostId, own + 1);
    return () => {
      count -= 1;
      const left = (underWay.get(hostId) ?? 1) - 1;
      if (left === 0) underWay.delete(hostId);
      else underWay.set(hostId, left);
    };
  }

  return {
    underWay: () => count,
    enter(hostId) {
      let giveUp: (() => void) | null = takePlace(hostId);
      let hasLeft = false;
      let isInMemory = false;
      const end = (): void => {
        if (!hasLeft || isInMemory) return;
        giveUp?.();
        giveUp = null;
      };
      return {
        async inTurn(work) {
          isInMemory = true;
          const turn = last.then(() => {
            if (hasLeft) throw tooMany();
            return work();
          });
          last = turn.catch(() => {});
          try {
            return await turn;
          } finally {
            isInMemory = false;
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
