import type { VNode } from 'preact';
import type { NewEventView as Data } from './data.ts';
import type { ViewProps } from '../contract.ts';
import { Checkbox } from '../components/checkbox.tsx';
import { Form } from '../components/form.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { RadioGroup } from '../components/radio-group.tsx';
import { Section } from '../components/section.tsx';
import { SelectField } from '../components/select-field.tsx';
import { StartAndEndFields } from '../components/start-and-end-fields.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { LevelFields } from '../components/level-fields.tsx';
import { MoneyField } from '../components/money-field.tsx';
import { TextField } from '../components/text-field.tsx';
import type { Form as FormState } from '../components/use-form.ts';
import { PosterPart } from './poster-part.tsx';
import type { DraftBody } from './draft-form.ts';
import { useDashboard } from '../dashboard.ts';
import { useNewEventTexts } from './texts.ts';
import { useDraftForm } from './use-draft-form.ts';

const TONES = {
  'nothing yet': 'off',
  saving: 'waiting',
  saved: 'good',
  incomplete: 'bad',
  failed: 'bad',
} as const;

type Part = { form: FormState<DraftBody>; data: Data; draft: Data['draft'] };

/** Creates an event: a draft at once, on one page that saves itself. */
export function NewEventView({ data }: ViewProps<'newEvent'>): VNode {
  const words = useNewEventTexts();
  const { page } = useDashboard();
  const { form, values, state, blocking, draft, poster, onInput, save } = useDraftForm(data);
  const part = { form, data, draft };
  return (
    <>
      <PageHeader
        title={words.title}
        back={{ href: page.inHost('/events'), label: words.back }}
        beside={
          <span role="status">
            <StatusBadge tone={TONES[state]}>
              {state === 'incomplete'
                ? words.fix(blocking.map((name) => form.labels.get(name) ?? name).join(', '))
                : words.states[state]}
            </StatusBadge>
          </span>
        }
      >
        {words.intro}
      </PageHeader>
      <div class="new-event" onInput={onInput} onChange={onInput} onFocusOut={() => void save()}>
        <Form form={form} submit={words.go}>
          <WhatPart {...part} />
          <WhenPart {...part} />
          <WherePart {...part} />
          <TicketPart {...part} isSeated={values.kind === 'seat_map'} />
          <PosterPart draft={draft} poster={poster} />
        </Form>
      </div>
    </>
  );
}

function WhatPart({ form, data, draft }: Part): VNode {
  const words = useNewEventTexts();
  return (
    <Section title={words.what} isCard>
      <TextField
        form={form}
        name="name"
        placeholder={words.namePlaceholder}
        autocomplete="off"
        hint={draft ? words.slug(draft.slug) : undefined}
      />
      <SelectField
        form={form}
        name="categorySlug"
        label={words.category}
        empty={words.categoryEmpty}
        choices={data.categories.map(({ slug, name }) => ({ value: slug, label: name }))}
      />
      <RadioGroup
        form={form}
        name="kind"
        choices={(['general', 'seat_map'] as const).map((value) => ({ value, ...words.kinds[value] }))}
      />
    </Section>
  );
}

function WhenPart({ form, data, draft }: Part): VNode {
  const words = useNewEventTexts();
  const clock = { timezone: data.timezone, locale: data.locale };
  return (
    <Section title={words.when} isCard intro={draft?.hasSuggestedDate && words.whenSuggested}>
      <StartAndEndFields form={form} {...clock} />
      <TextField form={form} name="doorsMinutes" type="number" inputMode="numeric" isOptional />
    </Section>
  );
}

function WherePart({ form, data }: Part): VNode {
  const words = useNewEventTexts();
  return (
    <Section title={words.where} isCard>
      <Checkbox form={form} name="isOnline" />
      {form.values.value.isOnline !== true && (
        <>
          <TextField form={form} name="venue" isOptional />
          <TextField form={form} name="street" isOptional />
          <LevelFields form={form} levels={data.levels} />
        </>
      )}
    </Section>
  );
}

function TicketPart({ form, data, draft, isSeated }: Part & { isSeated: boolean }): VNode {
  const words = useNewEventTexts();
  const { page } = useDashboard();
  if (draft && draft.ticketTypeCount > 1) {
    return (
      <Section title={words.tickets} isCard intro={words.ticketsThere(draft.ticketTypeCount)}>
        <a class="plain" href={page.inHost(`/events/${draft.eventId}/tickets`)}>
          {words.toTickets}
        </a>
      </Section>
    );
  }
  return (
    <Section title={words.tickets} isCard intro={isSeated ? words.seatsNext : words.ticketsIntro}>
      <TextField form={form} name="ticketName" autocomplete="off" />
      <div class="side-by-side">
        <MoneyField
          form={form}
          name="priceMinor"
          label={words.price}
          hint={words.priceHint}
          currency={data.currency}
          locale={data.locale}
        />
        {!isSeated && (
          <TextField form={form} name="capacity" maxLength={8} inputMode="numeric" autocomplete="off" />
        )}
      </div>
    </Section>
  );
}
