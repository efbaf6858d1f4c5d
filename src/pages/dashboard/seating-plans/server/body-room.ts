import { tooMany } from './plan-queue.ts';

const MIB = 1024 * 1024;
// Five whole plans, of which two may be one host's: who sends slowly keeps no other host's plans out.
const MAX_BYTES = 64 * MIB;
const MAX_BYTES_OF_ONE = 24 * MIB;
// What is saved while somebody draws is a few kilobytes, and is never in the way: other routes read as much.
const SMALL_BYTES = 64 * 1024;

export type BodyRoom = { enter(hostId: string): PlaceInBodyRoom };

export type PlaceInBodyRoom = {
  /** So much more has come. Throws where there is no room for it. */
  add(bytes: number): void;
  /** Harmless to repeat. */
  leave(): void;
};

/** How much of plans may be in memory that nobody has read yet. A body takes as much as has come of it, not as much as it announces. */
export function createBodyRoom(): BodyRoom {
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
