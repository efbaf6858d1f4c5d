// So that all that the page has begun with stays one file: see start-checkout.tsx.
import './start-checkout.tsx';
import type { VNode } from 'preact';
import {
  answerProblem,
  askedFields,
  checkAnswers,
  cleanAnswer,
  nameField,
  type AskedField,
  type GivenAnswer,
} from '../../../rules/questions.ts';
import { Invoice, invoiceErrorsOf, invoiceToSend } from './invoice-form.tsx';
import { QuestionField } from '../../shared/question-field.tsx';
import type { Checkout } from './checkout-state.ts';
import type { EmbedOrderBody } from './server/order-schemas.ts';

export { CartMail } from './cart-mail.tsx';
export { Invoice };

/** The host's questions about the order (`ticket` null), or about one of its tickets. */
export function Questions({ checkout, ticket }: { checkout: Checkout; ticket: number | null }): VNode | null {
  const { texts, answerErrors } = checkout;
  const fields = askedOf(checkout).filter((field) => field.ticket === ticket);
  if (fields.length === 0) return null;
  return (
    <div class="questions">
      {fields.map((field) => {
        const name = nameField(field.question.id, ticket);
        return (
          <QuestionField
            key={name}
            question={field.question}
            id={`question-${name}`}
            name={name}
            value={answerIn(checkout, field)}
            error={answerErrors.value[name]}
            texts={{ optional: texts.details.optional, choose: texts.questions.choose }}
            onType={(text) => {
              typeAnswer(checkout, field, text);
              // While it is being typed nothing is called wrong, but what was wrong may become right.
              if (name in answerErrors.value && answerErrorOf(checkout, field) === undefined)
                setAnswerError(checkout, name, undefined);
            }}
          />
        );
      })}
    </div>
  );
}

/** The host may write to buyers who tick this. Never ticked beforehand. */
export function Newsletter({ checkout }: { checkout: Checkout }): VNode | null {
  const { data, wantsNewsletter } = checkout;
  if (data.newsletter === null) return null;
  return (
    <label class="choice newsletter">
      <input
        type="checkbox"
        checked={wantsNewsletter.value}
        onChange={(event) => (wantsNewsletter.value = event.currentTarget.checked)}
      />
      <span dir="auto">{data.newsletter}</span>
    </label>
  );
}

/** Every field that this cart is asked. */
export const askedOf = ({ questions, totals }: Checkout): AskedField[] =>
  askedFields(
    questions.value,
    totals.value.lines.flatMap(({ sku, quantity }) => Array.from({ length: quantity }, () => sku)),
  );

const answerIn = (checkout: Checkout, { question, ticket }: AskedField): string =>
  (ticket === null ? checkout.orderAnswers.value : checkout.recipients.value[ticket - 1]?.answers)?.[
    question.id
  ] ?? '';

const answersOf = (checkout: Checkout): GivenAnswer[] =>
  askedOf(checkout).map((field) => ({
    questionId: field.question.id,
    ticket: field.ticket,
    answer: answerIn(checkout, field),
  }));

/** The order's answers; nothing if none is given. */
export function answersToSend(
  checkout: Checkout,
): Pick<EmbedOrderBody, 'answers' | 'newsletter' | 'invoice'> {
  const { answers } = checkAnswers(askedOf(checkout), answersOf(checkout));
  const { newsletter } = checkout.data;
  return {
    ...(answers.length > 0 && { answers }),
    ...invoiceToSend(checkout),
    ...(checkout.wantsNewsletter.value && newsletter !== null && { newsletter }),
  };
}

/** Tells what is wrong with one field; undefined: nothing. */
function answerErrorOf(checkout: Checkout, { question, ticket }: AskedField): string | undefined {
  const typed = answerIn(checkout, { question, ticket });
  const problem = answerProblem(question, cleanAnswer(question.kind, typed));
  return problem === null ? undefined : checkout.texts.questions.problems[problem];
}

/** Checks all of them, and says at each what is wrong. */
export function checkAllAnswers(checkout: Checkout): void {
  const found = askedOf(checkout).flatMap((field): [string, string][] => {
    const error = answerErrorOf(checkout, field);
    return error === undefined ? [] : [[nameField(field.question.id, field.ticket), error]];
  });
  checkout.answerErrors.value = { ...Object.fromEntries(found), ...invoiceErrorsOf(checkout) };
}

function typeAnswer(checkout: Checkout, { question, ticket }: AskedField, typed: string): void {
  if (ticket === null) {
    checkout.orderAnswers.value = { ...checkout.orderAnswers.value, [question.id]: typed };
  } else {
    checkout.recipients.value = checkout.recipients.value.map((recipient, index) =>
      index === ticket - 1
        ? { ...recipient, answers: { ...recipient.answers, [question.id]: typed } }
        : recipient,
    );
  }
}

function setAnswerError(checkout: Checkout, name: string, error: string | undefined): void {
  const { [name]: _, ...others } = checkout.answerErrors.value;
  checkout.answerErrors.value = error === undefined ? others : { ...others, [name]: error };
}
