import type { VNode } from 'preact';
import { Message } from '../../shared/message.tsx';
import { EventMoment } from '../components/event-moment.tsx';
import { MomentField } from '../components/moment-field.tsx';
import { Section } from '../components/section.tsx';
import { StartAndEndFields } from '../components/start-and-end-fields.tsx';
import { TextField } from '../components/text-field.tsx';
import type { Part } from './details-form.tsx';
import { useEventDetailsTexts } from './texts.ts';
import { ZoneField } from './zone-field.tsx';

/** In the time zone of the place. The date on people's tickets is shown, but not changed here. */
export function WhenPart({ toCancel, ...part }: Part & { toCancel: string | null }): VNode {
  const { form, data } = part;
  const words = useEventDetailsTexts();
  const { datesFixedBy: fixedBy, event } = data;
  const clock = { timezone: form.values.value.timezone || event.timezone, locale: event.locale };
  return (
    <Section title={words.when} intro={fixedBy === null && words.whenIntro} isCard>
      {fixedBy === 'orders' && (
        <Message
          tone="warn"
          action={
            toCancel !== null && (
              <a class="plain" href={toCancel}>
                {words.toPostpone}
              </a>
            )
          }
        >
          {words.fixedByOrders}
        </Message>
      )}
      {fixedBy === 'over' && <Message tone="warn">{words.fixedByEnd}</Message>}
      {fixedBy === null ? (
        <StartAndEndFields form={form} {...clock} />
      ) : (
        <FixedMoment {...part} name="startsAt" />
      )}
      {fixedBy === 'over' && <FixedMoment {...part} name="closesAt" />}
      {fixedBy === 'orders' && <MomentField form={form} name="closesAt" {...clock} />}
      <TextField form={form} name="doorsMinutes" type="number" inputMode="numeric" isOptional />
      <ZoneField {...part} />
    </Section>
  );
}

/** A refusal about the start is shown here, such as after a change of the time zone. */
function FixedMoment({ form, data, name }: Part & { name: 'startsAt' | 'closesAt' }): VNode {
  const words = useEventDetailsTexts();
  const { timezone, locale } = data.event;
  const error = form.errors.value[name];
  form.labels.set(name, words[name]);
  return (
    <div class="field">
      <p class="fixed-label">{words[name]}</p>
      <p>
        <EventMoment at={data.event[name]} timezone={timezone} locale={locale} />
      </p>
      {error !== undefined && (
        <p class="error" tabIndex={-1} aria-invalid="true">
          {error}
        </p>
      )}
    </div>
  );
}
