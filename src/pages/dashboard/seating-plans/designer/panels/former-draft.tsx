import type { VNode } from 'preact';
import { Message } from '../../../../shared/message.tsx';
import { useDashboard } from '../../../dashboard.ts';
import { BusyButton } from '../../../components/busy-button.tsx';
import { Moment } from '../../../components/moment.tsx';
import { useStudio } from '../studio.ts';

/** While nothing was drawn on the draft that took its place, the earlier one is offered above the drawing. */
export function FormerDraft(): VNode | null {
  const { texts, data, saver } = useStudio();
  const { former } = data;
  if (saver.state.value.state !== 'saved' || former?.instead !== saver.version()) return null;
  return (
    <div class="plan-trouble" role="status">
      <Message tone="good" action={<BringBack />}>
        {texts.formerKept(former.seatCount)}
      </Message>
    </div>
  );
}

/** The same among the versions, for as long as it is kept. */
export function FormerDraftItem({ onDone }: { onDone: () => void }): VNode | null {
  const { texts, data } = useStudio();
  const { former } = data;
  if (!former) return null;
  return (
    <li>
      <div>
        <b>{texts.formerDraft}</b> {texts.replacedAt} <Moment at={former.replacedAt} />
        <p class="soft">
          {texts.seats(former.seatCount)} · {texts.formerSwaps}
        </p>
      </div>
      <div class="actions">
        <BringBack onDone={onDone} />
      </div>
    </li>
  );
}

function BringBack({ onDone }: { onDone?: () => void }): VNode {
  const { texts, calls, saver, reload } = useStudio();
  const { toasts, router } = useDashboard();
  const bringBack = async (): Promise<void> => {
    if (!(await saver.flush())) return;
    await calls.restore(saver.version(), null);
    await reload();
    toasts.tell({ tone: 'good', text: texts.broughtBack });
    onDone?.();
    await router.refresh();
  };
  return <BusyButton onPress={bringBack}>{texts.bringBack}</BusyButton>;
}
