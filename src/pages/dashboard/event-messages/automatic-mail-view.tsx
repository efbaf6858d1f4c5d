import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import {
  MAIL_HOURS,
  MAX_CART_HOURS,
  MAX_NOTE_CHARACTERS,
  type AutomaticMail,
} from '../../../rules/automatic-mails.ts';
import { Checkbox } from '../components/checkbox.tsx';
import { Form } from '../components/form.tsx';
import { Section } from '../components/section.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextArea } from '../components/text-area.tsx';
import { useForm } from '../components/use-form.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { WhenItGoes } from './automatic-mails.tsx';
import { AutomaticMailBody } from './bodies.ts';
import { MessagePreview } from './message-preview.tsx';
import type { Ways } from './shown-mail.tsx';
import { useMessageTexts, type MessageTexts } from './texts.ts';

const HOURS_OF_A_DAY = 24;

/** A mail that goes out by itself around an event: when, with which note, and as it will arrive. */
export function AutomaticMailView({ data }: ViewProps<'automaticMail'>): VNode {
  const { texts, send, page } = useDashboard();
  const { automatic: words, back } = useMessageTexts();
  const { event, mail } = data;
  const path = page.inHost(`/events/${event.eventId}/messages/automatic/${mail.kind}`);
  const initial = { isOn: mail.isOn, hours: inList(mail.hours), note: mail.note };
  const form = useForm({
    schema: AutomaticMailBody,
    texts: { ...words, noteHint: words.noteHint[mail.kind] },
    initial,
    keepAs: `automatic mail ${mail.kind} ${event.eventId}`,
    send: (body) => send(path, { method: 'PATCH', body, told: texts.parts.saved, undo: initial }),
  });
  const { note } = form.values.value;
  const ways = useSignal<Ways>({ language: 'en', part: 'html' });
  return (
    <EventLayout event={event} page="messages">
      <p class="below-m">
        <a href={page.inHost(`/events/${event.eventId}/messages`)}>{back}</a>
      </p>
      <div class="stack shrink gap-l halves">
        <Section title={words.names[mail.kind]} intro={words.about[mail.kind]} isCard>
          <Form form={form} submit={words.save}>
            <Checkbox form={form} name="isOn" />
            <SelectField form={form} name="hours" choices={choicesOf(words, mail.kind)} />
            <TextArea form={form} name="note" rows={6} isOptional />
          </Form>
          {(mail.isOn || mail.begunAt !== null) && (
            <p class="above-m">
              <WhenItGoes mail={mail} />
            </p>
          )}
          <p class="soft above-m">{mail.kind === 'cart' ? words.rulesOfCart : words.rules}</p>
        </Section>
        <MessagePreview
          path={path}
          words={{ note }}
          isTooLong={note.length > MAX_NOTE_CHARACTERS}
          ways={ways}
        />
      </div>
    </EventLayout>
  );
}

type Words = MessageTexts['automatic'];
type Hours = (typeof MAIL_HOURS)[number];

/** One that was set before the list was what it is, too. */
const inList = (hours: number): Hours => MAIL_HOURS.find((one) => Number(one) >= hours) ?? '168';

const choicesOf = (words: Words, kind: AutomaticMail): { value: Hours; label: string }[] =>
  MAIL_HOURS.filter((value) => kind !== 'cart' || Number(value) <= MAX_CART_HOURS).map((value) => {
    const hours = Number(value);
    const isDays = hours >= HOURS_OF_A_DAY;
    const count = isDays ? hours / HOURS_OF_A_DAY : hours;
    return { value, label: words.lead({ kind, unit: isDays ? 'days' : 'hours', count }) };
  });
