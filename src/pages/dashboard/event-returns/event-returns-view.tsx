import type { VNode } from 'preact';
import type { Static } from 'typebox';
import { returnsUntil, tellReturnTerms } from '../../../rules/returns.ts';
import { formatMoment } from '../../shared/format-moment.ts';
import { Checkbox } from '../components/checkbox.tsx';
import { Form } from '../components/form.tsx';
import { RadioGroup } from '../components/radio-group.tsx';
import { Section } from '../components/section.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm, type Form as FormState } from '../components/use-form.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { ReturnsBody } from './bodies.ts';
import type { EventReturnsView as Data } from './data.ts';
import { useEventReturnsTexts } from './texts.ts';

type ReturnsForm = FormState<Static<typeof ReturnsBody>>;

/** Whether and how buyers return tickets, as they will read it, and whether they may pass tickets on. */
export function EventReturnsView({ data }: ViewProps<'eventReturns'>): VNode {
  const { texts, send, page } = useDashboard();
  const words = useEventReturnsTexts();
  const mayChange = page.powers.includes('events.refund');
  const form = useForm({
    schema: ReturnsBody,
    texts: words,
    initial: data.settings,
    send: (body, before) =>
      send<Pick<Data, 'settings'>>(page.inHost(`/events/${data.event.eventId}/returns`), {
        method: 'PATCH',
        body,
        told: texts.parts.saved,
        undo: ({ settings }) => ({ ...before, version: settings.version }),
      }),
  });
  // Drawn again after a save: the server's values are the new start.
  void form.isBusy.value;
  const fields = (
    <>
      <Section title={words.title} intro={words.intro} isCard>
        <RadioGroup
          form={form}
          name="returns"
          choices={(['off', 'at_once', 'approved', 'resold'] as const).map((value) => ({
            value,
            ...words.ways[value],
          }))}
        />
        {form.values.value.returns !== 'off' && <Terms form={form} />}
        <Preview form={form} event={data.event} />
      </Section>
      <Section title={words.passOn} isCard>
        <Checkbox form={form} name="buyersPassOn" />
      </Section>
    </>
  );
  return (
    <EventLayout event={data.event} page="returns">
      <div class="cards-form">
        {mayChange ? (
          <Form form={form} submit={texts.parts.save}>
            {fields}
          </Form>
        ) : (
          <>
            <p class="soft">{words.ownersOnly}</p>
            <fieldset class="plain" disabled>
              {fields}
            </fieldset>
          </>
        )}
      </div>
    </EventLayout>
  );
}

function Terms({ form }: { form: ReturnsForm }): VNode {
  return (
    <>
      <div class="side-by-side">
        <TextField form={form} name="hours" maxLength={4} inputMode="numeric" autocomplete="off" />
        <TextField form={form} name="percent" maxLength={3} inputMode="numeric" autocomplete="off" />
      </div>
      <Checkbox form={form} name="keepsFees" />
    </>
  );
}

/** In the buyers' own words, for what is typed just now. */
function Preview({ form, event }: { form: ReturnsForm; event: Data['event'] }): VNode {
  const { page } = useDashboard();
  const words = useEventReturnsTexts();
  const { returns, keepsFees } = form.values.value;
  const [hours, percent] = [Number(form.values.value.hours), Number(form.values.value.percent)];
  if (returns === 'off' || Number.isNaN(hours + percent))
    return <p class="soft">{returns === 'off' ? words.noReturns : words.noPreview}</p>;
  const terms = {
    hours,
    percent,
    keepsFees: keepsFees === true,
    needsApproval: returns === 'approved',
    isResold: returns === 'resold',
  };
  const at = returnsUntil(terms, new Date(event.startsAt));
  if (Number.isNaN(at.getTime())) return <p class="soft">{words.noPreview}</p>;
  const { date, time } = formatMoment(at.toISOString(), event);
  return (
    <div role="group" aria-label={words.preview}>
      <h3>{words.preview}</h3>
      <p>{tellReturnTerms(terms, { until: `${date}, ${time}`, language: page.language })}</p>
    </div>
  );
}
