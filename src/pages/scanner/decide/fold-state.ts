import type { EntryState } from '../contract.ts';
import type { KeptScan } from '../store/kept-scan.ts';

type Past = Pick<KeptScan, 'id' | 'phase' | 'kind' | 'verdict' | 'undoes' | 'before' | 'isUndone'>;

/**
 * The state of a ticket by the list and by this phone's own scans that the server has not heard of yet. `scans` are the
 * phone's own of this ticket, oldest first.
 */
export function foldState(listed: EntryState, scans: readonly Past[]): EntryState {
  let state = listed;
  for (const scan of scans) {
    if (scan.phase !== 'waiting') continue;
    if (scan.kind === 'undo') {
      const undone = scans.find(({ id }) => id === scan.undoes);
      // One that waits itself has had no effect in this fold.
      if (undone?.phase === 'answered') state = undone.before ?? state;
    } else if (scan.verdict === 'admitted' && !scan.isUndone) {
      state = scan.kind === 'exit' ? 'out' : 'in';
    }
  }
  return state;
}
