import type { VNode } from 'preact';
import type { Static } from 'typebox';
import { AddQuestionBody, ChangeQuestionBody } from './bodies.ts';
import type { EventQuestionsView } from './data.ts';
import { ASKED_PER, QUESTION_KINDS } from '../../../rules/questions.ts';
import { mintId } from '../../shared/mint-id.ts';
import { useDashboard, type Page } from '../dashboard.ts';
import { Checkbox } from '../components/checkbox.tsx';
import { ChoicesField } from '../components/choices-field.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { LinesField } from '../components/lines-field.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextArea } from '../components/text-area.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm, type Form as FormState } from '../components/use-form.ts';
import { useEventQuestionsTexts } from './texts.ts';

type Question = EventQuestionsView['questions'][number];
type Changes = Static<typeof ChangeQuestionBody>;

export const pathOf = (page: Page, { event }: EventQuestionsView, rest = ''): string =>
  page.inHost(`/events/${event.eventId}/questions${rest}`);

const NEW = {
  label: '',
  help: '',
  per: 'order',
  kind: 'line',
  choices: null,
  isRequired: false,
  ticketTypeIds: [],
  isShownAtDoor: false,
} as const;

export function AddQuestionDialog({
  data,
  onClose,
}: {
  data: EventQuestionsView;
  onClose: () => void;
}): VNode {
  const { send, page } = useDashboard();
  const texts = useEventQuestionsTexts();
  const form = useForm({
    schema: AddQuestionBody,
    texts,
    initial: { questionId: mintId(), ...NEW, ticketTypeIds: [] },
    send: (body) => send(pathOf(page, data), { body, told: texts.added, onClose }),
  });
  return (
    <FormDialog form={form} title={texts.addTitle} kind="wide" submit={texts.addButton} onClose={onClose}>
      <Fields form={form as unknown as FormState<Changes>} data={data} isAnswered={false} />
    </FormDialog>
  );
}

export function EditQuestionDialog({
  data,
  question,
  onClose,
}: {
  data: EventQuestionsView;
  question: Question;
  onClose: () => void;
}): VNode {
  const { send, page } = useDashboard();
  const texts = useEventQuestionsTexts();
  const { label, help, per, kind, isRequired, isShownAtDoor } = question;
  const form = useForm({
    schema: ChangeQuestionBody,
    texts,
    initial: {
      version: data.version,
      label,
      help,
      per,
      kind,
      isRequired,
      isShownAtDoor,
      choices: kind === 'choice' ? question.choices : null,
      ticketTypeIds: question.ticketTypeIds ?? [],
    },
    send: (body) =>
      send(pathOf(page, data, `/${question.id}`), { method: 'PATCH', body, told: texts.saved, onClose }),
  });
  return (
    <FormDialog form={form} title={texts.editTitle} kind="wide" onClose={onClose}>
      <Fields form={form} data={data} isAnswered={question.answers > 0} />
    </FormDialog>
  );
}

function Fields({
  form,
  data,
  isAnswered,
}: {
  form: FormState<Changes>;
  data: EventQuestionsView;
  isAnswered: boolean;
}): VNode {
  const texts = useEventQuestionsTexts();
  return (
    <>
      <TextField form={form} name="label" />
      <div class="field-pair">
        <SelectField
          form={form}
          name="kind"
          hint={isAnswered ? texts.kindFixed : undefined}
          choices={QUESTION_KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
        />
        <SelectField
          form={form}
          name="per"
          choices={ASKED_PER.map((value) => ({ value, label: texts.pers[value] }))}
        />
      </div>
      {form.values.value.kind === 'choice' && <LinesField form={form} name="choices" />}
      <Checkbox form={form} name="isRequired" />
      <Checkbox form={form} name="isShownAtDoor" />
      <TextArea form={form} name="help" rows={2} isOptional />
      {data.types.length > 1 && (
        <ChoicesField
          form={form}
          name="ticketTypeIds"
          label={texts.types}
          hint={texts.typesHint}
          choices={data.types.map(({ ticketTypeId, name }) => ({ value: ticketTypeId, label: name }))}
        />
      )}
    </>
  );
}
