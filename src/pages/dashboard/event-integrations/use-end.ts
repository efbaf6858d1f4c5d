import { useEffect } from 'preact/hooks';
import type { EventDeliveryView } from './data.ts';
import { useDashboard } from '../dashboard.ts';

const LOOK_EVERY_MS = 1_000;
// A delivery has half a minute. If no process sends, the page stops asking.
const MAX_LOOKS = 90;

/** Reads the delivery repeatedly until it has ended. */
export function useEnd({ deliveryId, status }: EventDeliveryView['delivery']): void {
  const { router } = useDashboard();
  useEffect(() => {
    if (status !== 'pending') return undefined;
    let looks = 0;
    const timer = setInterval(() => {
      if (document.hidden) return;
      looks += 1;
      if (looks > MAX_LOOKS) clearInterval(timer);
      else void router.refresh();
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [deliveryId, status]);
}
