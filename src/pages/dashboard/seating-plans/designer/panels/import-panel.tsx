import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { PlanNote } from '../../data.ts';
import { MAX_PLAN_CHARACTERS } from '../../../../../seating-plans/limits.ts';
import { useDashboard } from '../../../dashboard.ts';
import { BusyButton } from '../../../components/busy-button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { PlanNotes } from '../../../components/plan-notes/plan-notes.tsx';
import { useStudio } from '../studio.ts';

/** Replaces the draft with a file, and lists what could not be imported. */
export function ImportPanel({ onClose }: { onClose: () => void }): VNode {
  const { texts, calls, saver, reload } = useStudio();
  const { toasts, router } = useDashboard();
  const file = useSignal<File | null>(null);
  const notes = useSignal<PlanNote[] | null>(null);
  const take = async (): Promise<void> => {
    const text = (await file.value?.text()) ?? '';
    if (text.length > MAX_PLAN_CHARACTERS) {
      toasts.tell({ tone: 'bad', text: texts.importTooLarge });
      return;
    }
    if (!(await saver.flush())) return;
    const answer = await calls.importFile(saver.version(), text);
    await reload();
    toasts.tell({ tone: 'good', text: texts.imported });
    await router.refresh();
    if (answer.notes.length === 0) onClose();
    else notes.value = answer.notes;
  };
  if (notes.value)
    return (
      <Dialog title={texts.import} onClose={onClose}>
        <PlanNotes notes={notes.value} />
      </Dialog>
    );
  return (
    <Dialog title={texts.import} onClose={onClose}>
      <p>{texts.importIntro}</p>
      <div class="field">
        <label for="plan-file">{texts.importFile}</label>
        <input
          id="plan-file"
          type="file"
          accept=".json,.csv,application/json,text/csv"
          onChange={(event) => (file.value = event.currentTarget.files?.[0] ?? null)}
        />
      </div>
      <div class="dialog-actions">
        <BusyButton class="main" isReady={file.value !== null} onPress={take}>
          {texts.importDo}
        </BusyButton>
        <button type="button" class="second" onClick={onClose}>
          {texts.close}
        </button>
      </div>
    </Dialog>
  );
}
