import { useEffect } from 'preact/hooks';
import type { EventDeliveryView } from './data.ts';
import { useDashboard } from '../dashboard.ts';

const LOOK_EVERY_MS = 1_000;
// A delivery has half a minute; where nobody sends, the page does not ask for ever.
const MAX_LOOKS = 90;

/** Shows the delivery again and again until it has come to its end. */
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
