import type { VNode } from 'preact';
import { Message } from '../../../../shared/message.tsx';
import { useDashboard } from '../../../dashboard.ts';
import { BusyButton } from '../../../components/busy-button.tsx';
import { tellFailure } from '../../../shell/tell-failure.ts';
import { useStudio } from '../studio.ts';

/** The problem with saving, and its actions. */
export function SaveTrouble(): VNode | null {
  const { saver } = useStudio();
  const state = saver.state.value;
  if (state.state === 'conflict') return <Conflict />;
  if (state.state === 'refused') return <Refused error={state.error} />;
  return null;
}

/** Somebody else has saved: nothing of either is lost. */
function Conflict(): VNode {
  const { texts, desk, calls, data, saver, reload } = useStudio();
  const { router, toasts, page } = useDashboard();
  const copy = async (): Promise<void> => {
    const { planId } = await calls.saveAsCopy(desk.plan.value, texts.copyOf(data.plan.name));
    saver.restart(desk.plan.value, saver.version());
    toasts.tell({ tone: 'good', text: texts.copied });
    await router.go(page.inHost(`/seating-plans/${planId}`));
  };
  const open = async (): Promise<void> => {
    await reload();
    await router.refresh();
  };
  return (
    <div class="plan-trouble" role="alert">
      <Message
        tone="warn"
        action={
          <div class="actions">
            <BusyButton onPress={copy}>{texts.conflictCopy}</BusyButton>
            <BusyButton onPress={open}>{texts.conflictReload}</BusyButton>
          </div>
        }
      >
        <strong>{texts.conflictTitle}</strong> {texts.conflictText}
      </Message>
    </div>
  );
}

function Refused({ error }: { error: unknown }): VNode {
  const { texts, saver } = useStudio();
  const dashboard = useDashboard();
  return (
    <div class="plan-trouble" role="alert">
      <Message
        tone="bad"
        action={
          <button type="button" class="second" onClick={() => void saver.flush()}>
            {texts.retry}
          </button>
        }
      >
        {texts.refusedBecause(tellFailure(dashboard.texts, error))}
      </Message>
    </div>
  );
}
