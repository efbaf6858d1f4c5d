import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { checkPlan, forbidsToPublish } from '../../../../../seating-plans/check-plan.ts';
import { countChanges, type PlanChanges } from '../../../../../seating-plans/count-changes.ts';
import { Message } from '../../../../shared/message.tsx';
import { useDashboard } from '../../../dashboard.ts';
import { BusyButton } from '../../../components/busy-button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { useAction } from '../../../components/use-action.ts';
import { useStudio } from '../studio.ts';

/** Publishes the draft as a version. Lists its changes, and the problems to fix first. */
export function PublishPanel({ onClose }: { onClose: () => void }): VNode {
  const { texts, desk, calls, saver, data, panel } = useStudio();
  const { toasts, router } = useDashboard();
  const changes = useSignal<PlanChanges | null>(null);
  const problems = checkPlan(desk.plan.value).filter(forbidsToPublish);
  const { published } = data.plan;
  const compare = useAction(async () => {
    const before = published === null ? null : (await calls.readVersion(published)).plan;
    changes.value = countChanges(before, desk.plan.value);
  });
  useEffect(() => compare.run(), []);
  const publish = async (): Promise<void> => {
    if (!(await saver.flush())) return;
    const { number } = await calls.publish(saver.version());
    toasts.tell({ tone: 'good', text: texts.published(number) });
    onClose();
    await router.refresh();
  };
  const lines = changes.value ? texts.changes(changes.value) : null;
  return (
    <Dialog title={texts.publishTitle} onClose={onClose}>
      <p>{published === null ? texts.publishFirst : texts.publishText}</p>
      {problems.length > 0 ? (
        <Message
          tone="bad"
          action={
            <button type="button" class="second" onClick={() => (panel.value = { name: 'check' })}>
              {texts.lookAtProblems}
            </button>
          }
        >
          {texts.notReady(problems.length)}
        </Message>
      ) : (
        lines && (
          <ul class="stack gap-2xs plan-changes">
            {(lines.length > 0 ? lines : [texts.publishNothing]).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )
      )}
      <div class="dialog-actions">
        <BusyButton class="main" isReady={problems.length === 0} onPress={publish}>
          {texts.publish}
        </BusyButton>
        <button type="button" class="second" onClick={onClose}>
          {texts.close}
        </button>
      </div>
    </Dialog>
  );
}
