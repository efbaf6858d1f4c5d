import type { Conflict, ScanKind } from '../../rules/scan.ts';

// A phone without a network lets people in by itself, and the server hears of it later. `against` says what speaks against such an
// entry (functions/find_objection.sql). `is_double` says that two phones let the same guest in (functions/fold_scans.sql).

export type JudgedScan = {
  kind: ScanKind;
  against: Conflict | null;
  is_double: boolean;
  undone_by: string | null;
};

/** The conflict of a scan that let somebody in. Null: there is none, or the scan was undone. */
export function conflictOf({
  kind,
  against,
  is_double: isDouble,
  undone_by: undoneBy,
}: JudgedScan): Conflict | null {
  if (undoneBy !== null) return null;
  return isDouble && kind === 'entry' ? 'double' : against;
}

/** conflictOf() as SQL, of the scan `s`. */
export const CONFLICT_SQL = `CASE WHEN s.undone_by IS NULL THEN CASE WHEN s.is_double AND s.kind = 'entry' THEN 'double' ELSE s.against END END`;

/** Whether a row of `scans` is a conflict. The words are those of an index. */
export const IS_CONFLICT_SQL = `((is_double AND kind = 'entry') OR against IS NOT NULL) AND undone_by IS NULL`;
