import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { LONGEST } from '../../../../../seating-plans/limits.ts';
import { useDashboard } from '../../../dashboard.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { useAction } from '../../../components/use-action.ts';
import { useStudio } from '../studio.ts';

export function RenamePanel({ onClose }: { onClose: () => void }): VNode {
  const { texts, calls, data } = useStudio();
  const { toasts, router } = useDashboard();
  const name = useSignal(data.plan.name);
  const rename = useAction(async () => {
    await calls.rename(name.value.trim());
    toasts.tell({ tone: 'good', text: texts.renamed });
    onClose();
    await router.refresh();
  });
  return (
    <Dialog title={texts.rename} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.value.trim() !== '') rename.run();
        }}
      >
        <div class="field">
          <label for="plan-name">{texts.planName}</label>
          <input
            id="plan-name"
            required
            maxLength={LONGEST.plan}
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </div>
        <div class="dialog-actions">
          <button type="submit" class="main" aria-busy={rename.isBusy}>
            {texts.rename}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
