import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { useSignal } from '@preact/signals';
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
  // Shown before it is saved. With the arrow keys one passes through others: the last one counts.
  const wanted = useSignal<EventSeatsView['singleSeats'] | null>(null);
  const change = useAction(async () => {
    try {
      for (let saved = null; wanted.value !== null && wanted.value !== saved;) {
        saved = wanted.value;
        try {
          await call(at('/rules'), { method: 'POST', body: { singleSeats: saved } });
        } finally {
          await router.refresh();
        }
        toasts.tell({ tone: 'good', text: texts.choices[saved].done });
      }
    } finally {
      wanted.value = null;
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
              checked={(wanted.value ?? data.singleSeats) === choice}
              onChange={() => {
                wanted.value = choice;
                change.run();
              }}
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
