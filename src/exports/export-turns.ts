import { Refusal } from '../refusal.ts';

// Each asks the database for one page after the other, and so uses one connection at most: these leave the pool to the sale.
const MAX_AT_ONCE = 4;
// One host's can't keep the others from theirs.
const MAX_AT_ONCE_PER_HOST = 2;
const RETRY_AFTER_SECONDS = 30;
// A slower reader, such as a weak phone line, keeps the turn only while nobody else wants it.
const MIN_BYTES_PER_SECOND = 16 * 1024;
// A line may falter for some seconds.
const JUDGED_AFTER_MS = 30_000;

export type ExportTurn = {
  /** So much more has gone to the reader. */
  count: (bytes: number) => void;
  end: () => void;
};

export type ExportTurns = {
  /** Throws where too many files are being sent, and all of them to readers who read. */
  requireFree: (hostId: string) => void;
  /** The same, and takes a turn. `stop` is called when the program stops, or when a slow reader's turn is given to another host. */
  take: (hostId: string, stop: () => void) => ExportTurn;
  close: () => void;
};

type Turn = { hostId: string; stop: () => void; sinceMs: number; bytes: number };

/** How many files a process sends at once, and who gives way when there is no room: another host's slowest reader, if it is too slow. */
export function createExportTurns(nowMs: () => number = () => performance.now()): ExportTurns {
  const underWay = new Set<Turn>();
  const rateOf = ({ sinceMs, bytes }: Turn): number => (bytes * 1_000) / Math.max(1, nowMs() - sinceMs);

  const findSlowest = (hostId: string): Turn | undefined =>
    [...underWay]
      .filter(
        (turn) =>
          turn.hostId !== hostId &&
          nowMs() - turn.sinceMs >= JUDGED_AFTER_MS &&
          rateOf(turn) < MIN_BYTES_PER_SECOND,
      )
      .toSorted((one, other) => rateOf(one) - rateOf(other))[0];

  /** The turn that is given up for this host; null: none has to be. */
  const findRoom = (hostId: string): Turn | null => {
    const ofHost = [...underWay].filter((turn) => turn.hostId === hostId).length;
    if (ofHost < MAX_AT_ONCE_PER_HOST) {
      if (underWay.size < MAX_AT_ONCE) return null;
      const slowest = findSlowest(hostId);
      if (slowest) return slowest;
    }
    throw new Refusal(
      'rate_limited',
      ofHost >= MAX_AT_ONCE_PER_HOST
        ? `${ofHost} files of this host are already being sent: wait until one is complete.`
        : 'Too many files are being sent right now: try again in half a minute.',
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  };
  return {
    requireFree: (hostId) => void findRoom(hostId),
    take(hostId, stop) {
      const given = findRoom(hostId);
      if (given) {
        underWay.delete(given);
        given.stop();
      }
      const turn = { hostId, stop, sinceMs: nowMs(), bytes: 0 };
      underWay.add(turn);
      return {
        count: (bytes) => void (turn.bytes += bytes),
        end: () => void underWay.delete(turn),
      };
    },
    close: () => underWay.forEach(({ stop }) => stop()),
  };
}
