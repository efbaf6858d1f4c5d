import type { ScanHow, ScanKind } from '../../../rules/scan.ts';
import type { EntryState, OwnConflict } from '../contract.ts';
import type { Said } from '../decide/decide-offline.ts';

/**
 * A scan as the phone keeps it, in a form that tells nobody's name. `asking`: the server was asked, and nobody has seen a verdict;
 * `waiting`: it is decided and has to reach the server; `answered`: the server has it; `lost`: it takes it no more.
 */
export type KeptScan = {
  id: string;
  /** A phone that is given to another event sends nothing of the one before. */
  eventId: string;
  phase: 'asking' | 'waiting' | 'answered' | 'lost';
  kind: ScanKind;
  how: ScanHow;
  /** By this phone's clock. */
  atMs: number;
  verdict: 'admitted' | 'refused' | null;
  /** The answer at the door; null while it is not known. */
  said: Said | null;
  /** The ticket's state before, so that the scan can be undone with no network. */
  before: EntryState | null;
  /** The entry of the list; left out if it is not a ticket, since an index has no null. */
  find?: string;
  /**
   * The server knows the ticket by these. A code opens its entry, so it is kept only where there is none to open: else its signature, which
   * proves that the code was shown and opens nothing.
   */
  ticketId: string | null;
  signature: string | null;
  code: string | null;
  shortCode: string | null;
  undoes: string | null;
  isUndone: boolean;
  /** For a person to note down: the order's reference, or the first letters of the code. */
  note: string;
  /** The conflict that the server found later. */
  conflict: Omit<OwnConflict, 'scanId'> | null;
  /** The name of the door. A program of before kept none. */
  doorName?: string;
};
