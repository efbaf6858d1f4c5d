import { useSignal } from '@preact/signals';
import type { ComponentProps, VNode } from 'preact';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Declined } from './declined.ts';

type Question = Omit<ComponentProps<typeof ConfirmDialog>, 'onConfirm' | 'onClose'>;

/** The last question of a form before it sends. `confirm` throws Declined if the answer is no; the view shows `dialog`. */
export function useConfirm(): { confirm: (question: Question) => Promise<void>; dialog: VNode | null } {
  const open = useSignal<(Question & { answer: (isYes: boolean) => void }) | null>(null);
  const confirm = (question: Question): Promise<void> =>
    new Promise((resolve, reject) => {
      const answer = (isYes: boolean): void => {
        open.value = null;
        if (isYes) resolve();
        else reject(new Declined());
      };
      open.value = { ...question, answer };
    });
  if (!open.value) return { confirm, dialog: null };
  const { answer, ...question } = open.value;
  const dialog = (
    <ConfirmDialog {...question} onConfirm={async () => answer(true)} onClose={() => answer(false)} />
  );
  return { confirm, dialog };
}
