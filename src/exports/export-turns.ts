import { Refusal } from '../refusal.ts';

// Each asks the database for one page after the other, and so uses one connection at most: these leave the pool to the sale.
const MAX_AT_ONCE = 4;
// One host's can't keep the others from theirs.
const MAX_AT_ONCE_PER_HOST = 2;
const RETRY_AFTER_SECONDS = 30;

export type ExportTurns = {
  /** Throws where too many files are being sent. */
  requireFree: (hostId: string) => void;
  /** The same, and takes a turn; what it gives back ends it. `stop` is called when the program stops. */
  take: (hostId: string, stop: () => void) => () => void;
  close: () => void;
};

/** How many files a process sends at once. */
export function createExportTurns(): ExportTurns {
  const underWay = new Set<{ hostId: string; stop: () => void }>();
  const requireFree = (hostId: string): void => {
    const ofHost = [...underWay].filter((turn) => turn.hostId === hostId).length;
    if (underWay.size < MAX_AT_ONCE && ofHost < MAX_AT_ONCE_PER_HOST) return;
    throw new Refusal(
      'rate_limited',
      ofHost >= MAX_AT_ONCE_PER_HOST
        ? `${ofHost} files of this host are being sent already: wait for one to arrive.`
        : 'As many files are being sent as can be at once: try again in half a minute.',
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  };
  return {
    requireFree,
    take(hostId, stop) {
      requireFree(hostId);
      const turn = { hostId, stop };
      underWay.add(turn);
      return () => void underWay.delete(turn);
    },
    close: () => underWay.forEach(({ stop }) => stop()),
  };
}
