import { useEffect } from 'preact/hooks';
import { useDashboard } from '../dashboard.ts';
import { lookAgain } from '../live/look-again.ts';

const LOOK_AGAIN_MS = 2_000;

/** Shows the page anew every two seconds, for as long as something is going on. */
export function useLookAgain(isGoingOn: boolean): void {
  const { router } = useDashboard();
  useEffect(() => {
    if (!isGoingOn) return undefined;
    // A look that fails is made again; the page says by itself that the server is not reached.
    return lookAgain(() => router.refresh(), { everyMs: LOOK_AGAIN_MS, onTrouble: () => {} });
  }, [isGoingOn]);
}
