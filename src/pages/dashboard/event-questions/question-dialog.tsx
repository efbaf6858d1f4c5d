import type { VNode } from 'preact';
import type { Static } from 'typebox';
import { AddQuestionBody, ChangeQuestionBody } from './bodies.ts';
import type { EventQuestionsView } from './data.ts';
import {
  ASKED_PER,
  MAX_HELP_CHARACTERS,
  MAX_LABEL_CHARACTERS,
  QUESTION_KINDS,
} from '../../../rules/questions.ts';
import { mintId } from '../../shared/mint-id.ts';
import { useDashboard, type Page } from '../dashboard.ts';
import { Checkbox } from '../components/checkbox.tsx';
import { ChoicesField } from '../components/choices-field.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
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
  const { call, router, toasts, page } = useDashboard();
  const texts = useEventQuestionsTexts();
  const form = useForm({
    schema: AddQuestionBody,
    initial: { questionId: mintId(), ...NEW, ticketTypeIds: [] },
    send: async (body) => {
      await call(pathOf(page, data), { method: 'POST', body });
      onClose();
      toasts.tell({ tone: 'good', text: texts.added });
      await router.refresh();
    },
  });
  return (
    <Dialog title={texts.addTitle} onClose={onClose} kind="wide">
      <Form form={form} submit={texts.addButton} onCancel={onClose}>
        <Fields form={form as unknown as FormState<Changes>} data={data} isAnswered={false} />
      </Form>
    </Dialog>
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
  const { call, router, toasts, texts: common, page } = useDashboard();
  const texts = useEventQuestionsTexts();
  const { label, help, per, kind, isRequired, isShownAtDoor } = question;
  const form = useForm({
    schema: ChangeQuestionBody,
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
    send: async (body) => {
      await call(pathOf(page, data, `/${question.id}`), { method: 'PATCH', body });
      onClose();
      toasts.tell({ tone: 'good', text: texts.saved });
      await router.refresh();
    },
  });
  return (
    <Dialog title={texts.editTitle} onClose={onClose} kind="wide">
      <Form form={form} submit={common.parts.save} onCancel={onClose}>
        <Fields form={form} data={data} isAnswered={question.answers > 0} />
      </Form>
    </Dialog>
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
      <TextField form={form} name="label" label={texts.label} maxLength={MAX_LABEL_CHARACTERS} />
      <div class="field-pair">
        <SelectField
          form={form}
          name="kind"
          label={texts.kind}
          hint={isAnswered ? texts.kindFixed : undefined}
          choices={QUESTION_KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
        />
        <SelectField
          form={form}
          name="per"
          label={texts.per}
          choices={ASKED_PER.map((value) => ({ value, label: texts.pers[value] }))}
        />
      </div>
      {form.values.value.kind === 'choice' && (
        <LinesField form={form} name="choices" label={texts.choices} hint={texts.choicesHint} />
      )}
      <Checkbox form={form} name="isRequired" label={texts.isRequired} hint={texts.isRequiredHint} />
      <Checkbox form={form} name="isShownAtDoor" label={texts.isShownAtDoor} hint={texts.isShownAtDoorHint} />
      <TextArea
        form={form}
        name="help"
        label={texts.help}
        hint={texts.helpHint}
        limit={MAX_HELP_CHARACTERS}
        rows={2}
        isOptional
      />
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
