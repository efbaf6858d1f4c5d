import type { ScanLog } from './data.ts';

/** The log with a fresh first page. Later pages stay as loaded if they meet the first one; otherwise there would be a gap. */
export function mergeScans(known: ScanLog, newest: ScanLog): ScanLog {
  const last = newest.scans.at(-1);
  if (newest.nextCursor === null || last === undefined) return newest;
  const isShown = new Set(newest.scans.map(({ scanId }) => scanId));
  const older = known.scans.filter(({ scanId, at }) => !isShown.has(scanId) && at <= last.at);
  const meets = known.scans.some(({ scanId }) => isShown.has(scanId));
  if (older.length === 0 || !meets) return newest;
  return { scans: [...newest.scans, ...older], nextCursor: known.nextCursor };
}
