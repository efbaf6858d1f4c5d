import type { VNode } from 'preact';
import { QuestionField } from '../../shared/question-field.tsx';
import { TICKED } from '../../../src/values/questions.ts';
import type { ReceiptAsked, ReceiptField, ReceiptOrder } from '../contract.ts';
import type { Words } from '../formats.ts';
import { formAddress } from '../in-asked-language.ts';

/** What the host asks, of who has not been asked yet or wants to change an answer. It works without a script. */
export function Asked(props: { order: ReceiptOrder; asked: ReceiptAsked; words: Words }): VNode {
  const { order, asked, words } = props;
  const texts = words.texts.asked;
  const hasQuestions = asked.ofOrder.length > 0 || asked.ofTickets.length > 0;
  return (
    <section class="asked" aria-labelledby="asked">
      <details open={asked.isOpen}>
        <summary>
          <h2 id="asked">{hasQuestions ? texts.heading(order.event.hostName) : texts.newsletter}</h2>
        </summary>
        {asked.mayAnswer ? (
          <form method="post" action={formAddress(order, 'answers')}>
            {asked.isOpen && <p class="soft">{asked.isMissing ? texts.needed : texts.about}</p>}
            {asked.ofOrder.length > 0 && <input type="hidden" name="about" value="0" />}
            <Fields fields={asked.ofOrder} words={words} />
            {asked.ofTickets.map(({ position, typeName, holder, fields }) => (
              <fieldset key={position}>
                <legend>{texts.ticket(position, typeName, holder)}</legend>
                <input type="hidden" name="about" value={position} />
                <Fields fields={fields} words={words} />
              </fieldset>
            ))}
            {asked.newsletter && (
              <label class="choice">
                <input type="hidden" name="asksNewsletter" value={TICKED} />
                <input
                  type="checkbox"
                  name="newsletter"
                  value={TICKED}
                  checked={asked.newsletter.hasAgreed}
                />
                <span dir="auto">{asked.newsletter.sentence}</span>
              </label>
            )}
            <button class="main">{texts.save}</button>
          </form>
        ) : (
          <Answered asked={asked} words={words} />
        )}
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
