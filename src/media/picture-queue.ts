import { Refusal } from '../refusal.ts';

// Each has up to 20 MB in memory while it comes in, over a phone's line for minutes.
const MAX_UPLOADS = 12;
const MAX_UPLOADS_OF_ONE = 3;
const RETRY_AFTER_SECONDS = 5;

export type PictureQueue = {
  /** Asked before anything of an upload is read. Returns what ends it; more than a few at once are refused. */
  enter(hostId: string): () => void;
  /** One at a time, in the order they came. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
};

/** What keeps uploads from taking a process's memory and its cores. */
export function createPictureQueue(): PictureQueue {
  const underWay = new Map<string, number>();
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    enter(hostId) {
      const own = underWay.get(hostId) ?? 0;
      if (count >= MAX_UPLOADS || own >= MAX_UPLOADS_OF_ONE) {
        throw new Refusal('unavailable', 'Other pictures are being uploaded: try again in a moment.', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      count += 1;
      underWay.set(hostId, own + 1);
      let hasLeft = false;
      return () => {
        if (hasLeft) return;
        hasLeft = true;
        count -= 1;
        const left = (underWay.get(hostId) ?? 1) - 1;
        if (left === 0) underWay.delete(hostId);
        else underWay.set(hostId, left);
      };
    },
    async inTurn(work) {
      const turn = last.then(work, work);
      last = turn.catch(() => {});
      return turn;
    },
  };
}
