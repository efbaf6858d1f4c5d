import { useEffect } from 'preact/hooks';
import { useDashboard } from '../dashboard.ts';
import { lookAgain } from '../live/look-again.ts';

const LOOK_AGAIN_MS = 2_000;

/** Reloads the page's data every two seconds while something is going on. */
export function useLookAgain(isGoingOn: boolean): void {
  const { router } = useDashboard();
  useEffect(() => {
    if (!isGoingOn) return undefined;
    // A failed look is repeated; the page itself says that the server can't be reached.
    return lookAgain(() => router.refresh(), { everyMs: LOOK_AGAIN_MS, onTrouble: () => {} });
  }, [isGoingOn]);
}
