import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { EventSeatsView } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { Section } from '../components/section.tsx';
import { useAction } from '../components/use-action.ts';
import { useEventSeatsTexts } from './texts.ts';

/** The rules for selling seats of this event. */
export function SeatRules({ data, at }: { data: EventSeatsView; at: (rest?: string) => string }): VNode {
  const { call, router, toasts } = useDashboard();
  const texts = useEventSeatsTexts().rules;
  const id = useId();
  const change = useAction(async (leavesNoSingle: boolean) => {
    try {
      await call(at('/rules'), { method: 'POST', body: { leavesNoSingle } });
      toasts.tell({ tone: 'good', text: leavesNoSingle ? texts.on : texts.off });
    } finally {
      await router.refresh();
    }
  });
  return (
    <Section title={texts.title} isCard>
      <div class="field check">
        <label class="choice">
          <input
            type="checkbox"
            role="switch"
            class="switch"
            aria-describedby={id}
            aria-busy={change.isBusy}
            checked={data.leavesNoSingle}
            onChange={(event) => change.run(event.currentTarget.checked)}
          />
          <span>{texts.leavesNoSingle}</span>
        </label>
        <p class="hint soft" id={id}>
          {texts.leavesNoSingleHint}
        </p>
      </div>
    </Section>
  );
}
