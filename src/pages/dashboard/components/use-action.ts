import { useSignal } from '@preact/signals';
import { CallFailed } from '../../shared/call-server.ts';
import { isAskedAbout } from '../shell/call-dashboard.ts';
import { useDashboard } from '../dashboard.ts';
import { tellFailure } from '../shell/tell-failure.ts';

/** A button's action: runs once at a time, and a toast explains a failure. */
export function useAction<Arguments extends unknown[]>(
  work: (...values: Arguments) => Promise<unknown>,
): { run: (...values: Arguments) => void; isBusy: boolean } {
  const { texts, toasts } = useDashboard();
  const isBusy = useSignal(false);
  const run = async (...values: Arguments): Promise<void> => {
    if (isBusy.value) return;
    isBusy.value = true;
    try {
      await work(...values);
    } catch (error) {
      const isTold = error instanceof CallFailed && isAskedAbout(error);
      if (!isTold) toasts.tell({ tone: 'bad', text: tellFailure(texts, error) });
    } finally {
      isBusy.value = false;
    }
  };
  return { run: (...values) => void run(...values), isBusy: isBusy.value };
}
