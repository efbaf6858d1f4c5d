import type { VNode } from 'preact';
import type { Frame } from '../../contract.ts';
import { useDashboard } from '../../dashboard.ts';
import { useAction } from '../../parts/use-action.ts';
import { inHost } from '../../paths.ts';
import { useCheckInTexts } from './texts/texts.ts';

/** Takes one scan back, as if it had not happened. */
export function UndoButton({
  eventId,
  scanId,
  name,
  frame,
}: {
  eventId: string;
  scanId: string;
  /** Whose it is. */
  name: string;
  frame: Frame;
}): VNode {
  const texts = useCheckInTexts();
  const { call, toasts, router } = useDashboard();
  const action = useAction(async () => {
    await call(inHost(frame, `/events/${eventId}/check-in/scans/${scanId}/undo`), { method: 'POST' });
    toasts.tell({ tone: 'good', text: texts.undone });
    await router.refresh();
  });
  return (
    <button
      type="button"
      class="second"
      aria-label={texts.undoOf(name)}
      aria-disabled={action.isBusy}
      aria-busy={action.isBusy}
      onClick={action.run}
    >
      {texts.undo}
    </button>
  );
}
