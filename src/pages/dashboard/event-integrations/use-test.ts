import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { EventDeliveryView } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { useAction } from '../components/use-action.ts';

const LOOK_EVERY_MS = 400;
// An attempt's ten seconds, plus some for the process that takes it.
const MAX_LOOKS = 40;

export type Test = { delivery: EventDeliveryView['delivery'] | null; deliveryId: string; isLate: boolean };

/** Sends a test and waits for the receiver's answer. */
export function useTest(
  receiver: string,
  page: string,
  onSent: () => Promise<void>,
): { run: () => void; isBusy: boolean; result: Test | null } {
  const { call } = useDashboard();
  const result = useSignal<Test | null>(null);
  const leaving = useSignal(false);
  useEffect(() => () => void (leaving.value = true), []);
  const { run, isBusy } = useAction(async () => {
    result.value = null;
    const { deliveryId } = await call<{ deliveryId: string }>(`${receiver}/test`, { method: 'POST' });
    result.value = { deliveryId, delivery: null, isLate: false };
    void onSent();
    for (let look = 0; look < MAX_LOOKS && !leaving.value; look++) {
      const { data } = await call<{ data: EventDeliveryView }>(`${page}/deliveries/${deliveryId}`);
      const { delivery } = data;
      if (delivery.status !== 'pending') {
        result.value = { deliveryId, delivery, isLate: false };
        void onSent();
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    result.value = { deliveryId, delivery: null, isLate: true };
  });
  return { run, isBusy, result: result.value };
}
