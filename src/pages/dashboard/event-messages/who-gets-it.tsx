import type { VNode } from 'preact';
import type { Static } from 'typebox';
import type { MessageBody } from './bodies.ts';
import type { NewMessageView as Data } from './data.ts';
import { ChoicesField } from '../components/choices-field.tsx';
import { RadioGroup } from '../components/radio-group.tsx';
import { SelectField } from '../components/select-field.tsx';
import type { Form } from '../components/use-form.ts';
import { useDashboard } from '../dashboard.ts';
import { useMessageTexts } from './texts.ts';
import { useCount } from './use-count.ts';

type MessageForm = Form<Static<typeof MessageBody>>;

/** The choice of recipients, and their number. */
export function WhoGetsIt({ data, form }: { data: Data; form: MessageForm }): VNode {
  const texts = useMessageTexts();
  const { page } = useDashboard();
  const path = page.inHost(`/events/${data.event.eventId}/messages`);
  const count = useCount(path, form.values.value);
  return (
    <>
      <RadioGroup
        form={form}
        name="audience"
        choices={(['holders', 'buyers'] as const).map((value) => ({ value, ...texts.audiences[value] }))}
      />
      {data.ticketTypes.length > 1 && (
        <ChoicesField
          form={form}
          name="ticketTypeIds"
          label={texts.types}
          hint={texts.typesHint}
          choices={data.ticketTypes.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <SelectField
        form={form}
        name="attendance"
        choices={(['all', 'not_yet', 'came'] as const).map((value) => ({
          value,
          label: texts.attendances[value],
        }))}
      />
      <div role="status" class="stack gap-m flush">
        <p class="message-count">{count.isDone ? texts.count(count.people) : texts.counting(count.people)}</p>
        {count.isDone && count.typedByHost > 0 && <p class="soft">{texts.countTyped(count.typedByHost)}</p>}
      </div>
    </>
  );
}
