import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { EventCheckInView as Data } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { Section } from '../components/section.tsx';
import { useAction } from '../components/use-action.ts';
import { useCheckInTexts } from './texts.ts';

/** Sets whether guests may come back in. */
export function RulesSection({ event, rules }: { event: Data['event']; rules: Data['rules'] }): VNode {
  const texts = useCheckInTexts();
  const { send, page } = useDashboard();
  /** The answer that is being sent: its tick shows at once. */
  const wanted = useSignal<boolean | null>(null);
  const action = useAction((allowsReentry: boolean) => {
    wanted.value = allowsReentry;
    return send(page.inHost(`/events/${event.eventId}/check-in/rules`), {
      method: 'PATCH',
      body: { allowsReentry },
      told: allowsReentry ? texts.reentryOn : texts.reentryOff,
      undo: { allowsReentry: !allowsReentry },
    }).finally(() => (wanted.value = null));
  });
  return (
    <Section title={texts.rules} isCard>
      <div class="field check">
        <label class="choice">
          <input
            type="checkbox"
            checked={wanted.value ?? rules.allowsReentry}
            aria-describedby="check-in-reentry-hint"
            aria-busy={action.isBusy}
            onChange={(change) => action.run(change.currentTarget.checked)}
          />
          <span>{texts.allowsReentry}</span>
        </label>
        <p class="hint soft" id="check-in-reentry-hint">
          {texts.allowsReentryHint}
        </p>
      </div>
    </Section>
  );
}
