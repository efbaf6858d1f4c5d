import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { SINGLE_SEATS } from './bodies.ts';
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
  const change = useAction(async (singleSeats: EventSeatsView['singleSeats']) => {
    try {
      await call(at('/rules'), { method: 'POST', body: { singleSeats } });
      toasts.tell({ tone: 'good', text: texts.choices[singleSeats].done });
    } finally {
      await router.refresh();
    }
  });
  return (
    <Section title={texts.title} isCard>
      <fieldset class="field radios" aria-busy={change.isBusy}>
        <legend>{texts.singleSeats}</legend>
        {SINGLE_SEATS.map((choice) => (
          <label key={choice} class="choice">
            <input
              type="radio"
              name={id}
              value={choice}
              checked={data.singleSeats === choice}
              onChange={() => change.run(choice)}
            />
            <span>
              {texts.choices[choice].label}
              <small class="soft">{texts.choices[choice].hint}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </Section>
  );
}
