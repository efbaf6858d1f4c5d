import type { VNode } from 'preact';
import { QuestionField } from '../../../shared/question-field.tsx';
import { TICKED } from '../../../../rules/questions.ts';
import type { ReceiptAsked, ReceiptField, ReceiptNewsletter, ReceiptOrder } from '../contract.ts';
import type { Words } from '../formats.ts';
import { formAddress } from '../in-asked-language.ts';

/** The host's questions, for a buyer who was not asked yet or wants to change an answer. It works without a script. */
export function Asked(props: { order: ReceiptOrder; asked: ReceiptAsked; words: Words }): VNode {
  const { order, asked, words } = props;
  const texts = words.texts.asked;
  return (
    <section class="asked" aria-labelledby="asked">
      <details open={asked.isOpen}>
        <summary>
          <h2 id="asked">{texts.heading(order.event.hostName)}</h2>
        </summary>
        {asked.mayAnswer ? (
          <form method="post" action={formAddress(order, 'answers')}>
            {asked.isOpen && <p class="soft">{asked.isMissing ? texts.needed : texts.about}</p>}
            {asked.ofOrder.length > 0 && <input type="hidden" name="about" value="0" />}
            <Fields fields={asked.ofOrder} words={words} />
            {asked.ofTickets.map(({ position, typeName, holder, fields }) => (
              <fieldset key={position}>
                <legend>{texts.ticket({ number: position, type: typeName, holder })}</legend>
                <input type="hidden" name="about" value={position} />
                <Fields fields={fields} words={words} />
              </fieldset>
            ))}
            <button class="main">{texts.save}</button>
          </form>
        ) : (
          <Answered asked={asked} words={words} />
        )}
      </details>
    </section>
  );
}

/** In a form of its own, which nothing that is still to be answered keeps from being sent. */
export function Newsletter(props: {
  order: ReceiptOrder;
  newsletter: ReceiptNewsletter;
  words: Words;
}): VNode {
  const { order, newsletter, words } = props;
  const texts = words.texts.asked;
  return (
    <section class="asked" aria-labelledby="newsletter">
      <details>
        <summary>
          <h2 id="newsletter">{texts.newsletter}</h2>
        </summary>
        <form method="post" action={formAddress(order, 'answers')}>
          <input type="hidden" name="asksNewsletter" value={TICKED} />
          <label class="choice">
            <input type="checkbox" name="newsletter" value={TICKED} checked={newsletter.hasAgreed} />
            <span dir="auto">{newsletter.sentence}</span>
          </label>
          <button class="main">{texts.save}</button>
        </form>
      </details>
    </section>
  );
}

const Fields = ({ fields, words }: { fields: ReceiptField[]; words: Words }): VNode => (
  <>
    {fields.map(({ question, name, answer }) => (
      <QuestionField
        key={name}
        question={question}
        id={`question-${name}`}
        name={name}
        value={answer}
        error={undefined}
        texts={words.texts.asked}
      />
    ))}
  </>
);

/** The event is over: what was answered can be read. */
function Answered({ asked, words }: { asked: ReceiptAsked; words: Words }): VNode {
  const answered = [...asked.ofOrder, ...asked.ofTickets.flatMap(({ fields }) => fields)].filter(
    ({ answer }) => answer !== '',
  );
  return (
    <dl>
      {answered.map(({ question, name, answer }) => (
        <div key={name}>
          <dt dir="auto">{question.label}</dt>
          <dd dir="auto">{answer === TICKED && question.kind === 'tick' ? words.texts.asked.yes : answer}</dd>
        </div>
      ))}
    </dl>
  );
}
