import type { KeptScan } from './kept-scan.ts';
import type { Store } from './open-store.ts';

/** Of this phone's scans. */
export type OwnCounts = { letIn: number; left: number; turnedAway: number; lastQuarter: number };

const QUARTER_MS = 15 * 60_000;

type Counted = Pick<KeptScan, 'eventId' | 'kind' | 'said' | 'isUndone' | 'atMs'>;
type Of = { eventId: string; nowMs: number };

/** A scan that was undone counts as nothing; one that is still asked about, too. */
export function countScans(scans: readonly Counted[], { eventId, nowMs }: Of): OwnCounts {
  const counts: OwnCounts = { letIn: 0, left: 0, turnedAway: 0, lastQuarter: 0 };
  for (const scan of scans) {
    const { said } = scan;
    if (scan.eventId !== eventId || scan.kind === 'undo' || scan.isUndone || said === null) continue;
    if (said === 'admitted' || said === 're_entry') {
      counts.letIn += 1;
      if (nowMs - scan.atMs < QUARTER_MS) counts.lastQuarter += 1;
    } else if (said === 'left') counts.left += 1;
    else if (said !== 'wait') counts.turnedAway += 1;
  }
  return counts;
}

export const countOwnScans = async (store: Store, of: Of): Promise<OwnCounts> =>
  countScans(await store.getAll('scans'), of);
