import type { VNode } from 'preact';
import { AnswersBody } from './bodies.ts';
import type { AskedOfOrder, OrderView as Data } from './data.ts';
import { nameField } from '../../../rules/questions.ts';
import { QuestionField } from '../../shared/question-field.tsx';
import { useDashboard } from '../dashboard.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { useForm } from '../components/use-form.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/answers/texts.ts';

const useTexts = pageTexts(textsIn);

/** A member enters answers for the buyer. It is loaded when it opens: few open it. */
export function AnswersDialog({
  order,
  asked,
  nameOf,
  onClose,
}: {
  order: Data;
  asked: AskedOfOrder;
  nameOf: (ticket: number | null) => string;
  onClose: () => void;
}): VNode {
  const { send, page } = useDashboard();
  const texts = useTexts();
  const form = useForm({
    schema: AnswersBody,
    initial: { answers: asked.fields, seen: asked.seen },
    send: async ({ answers, seen }, before) => {
      // Send only changed answers: a required one may still be missing.
      const was = before.answers as typeof answers;
      const changed = answers.filter(({ answer }, index) => answer !== was[index]?.answer);
      const path = page.inHost(`/orders/${order.reference}/answers`);
      await send(path, { method: 'PATCH', body: { answers: changed, seen }, told: texts.saved, onClose });
    },
  });
  const fields = form.values.value.answers as AskedOfOrder['fields'];
  const type = (index: number, answer: string): void =>
    form.set(
      'answers',
      fields.map((field, nr) => (nr === index ? { ...field, answer } : field)),
    );
  const groups = Map.groupBy([...fields.entries()], ([, { ticket }]) => ticket);
  return (
    <FormDialog
      form={form}
      title={texts.title}
      intro={<p class="soft">{texts.intro}</p>}
      submit={texts.save}
      onClose={onClose}
    >
      {[...groups].map(([ticket, ofTicket]) => (
        <fieldset key={ticket} class="stack gap-m answers-of">
          <legend dir="auto">{nameOf(ticket)}</legend>
          {ofTicket.map(([index, { questionId, answer }]) => {
            const question = asked.questions.find(({ id }) => id === questionId);
            const name = nameField(questionId, ticket);
            return (
              question && (
                <QuestionField
                  key={name}
                  question={question}
                  id={`answer-${name}`}
                  name={name}
                  value={answer}
                  error={undefined}
                  texts={texts}
                  onType={(text) => type(index, text)}
                />
              )
            );
          })}
        </fieldset>
      ))}
    </FormDialog>
  );
}
