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
  const action = useAction((allowsReentry: boolean) =>
    send(page.inHost(`/events/${event.eventId}/check-in/rules`), {
      method: 'PATCH',
      body: { allowsReentry },
      told: allowsReentry ? texts.reentryOn : texts.reentryOff,
      undo: { allowsReentry: !allowsReentry },
    }),
  );
  return (
    <Section title={texts.rules} isCard>
      <div class="field check">
        <label class="choice">
          <input
            type="checkbox"
            checked={rules.allowsReentry}
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
