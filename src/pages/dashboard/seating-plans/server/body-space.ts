import { tooMany } from './plan-queue.ts';

const MIB = 1024 * 1024;
// Five whole plans, at most two of one host, so that a slow sender does not block other hosts.
const MAX_BYTES = 64 * MIB;
const MAX_BYTES_OF_ONE = 24 * MIB;
// Saves while drawing are a few kilobytes and don't count: other routes read as much.
const SMALL_BYTES = 64 * 1024;

export type BodySpace = { enter(hostId: string): PlaceInBodySpace };

export type PlaceInBodySpace = {
  /** Counts received bytes. Throws if there is no space for them. */
  add(bytes: number): void;
  /** Harmless to repeat. */
  leave(): void;
};

/** Limits the memory of unread plans. A body counts by its received bytes, not by its announced length. */
export function createBodySpace(): BodySpace {
  const byHost = new Map<string, number>();
  let all = 0;

  return {
    enter(hostId) {
      let own = 0;
      let hasLeft = false;
      return {
        add(bytes) {
          if (hasLeft) throw tooMany();
          const ofHost = (byHost.get(hostId) ?? 0) + bytes;
          const isFull = ofHost > MAX_BYTES_OF_ONE || all + bytes > MAX_BYTES;
          if (isFull && own + bytes > SMALL_BYTES) throw tooMany();
          byHost.set(hostId, ofHost);
          all += bytes;
          own += bytes;
        },
        leave() {
          if (hasLeft) return;
          hasLeft = true;
          all -= own;
          const left = (byHost.get(hostId) ?? 0) - own;
          if (left > 0) byHost.set(hostId, left);
          else byHost.delete(hostId);
        },
      };
    },
  };
}
