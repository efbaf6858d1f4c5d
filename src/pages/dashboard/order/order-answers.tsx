import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { AskedOfOrder, OrderView as Data } from './data.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { lazily } from '../components/lazily.tsx';
import { Section } from '../components/section.tsx';
import { useOrderTexts } from './texts.ts';

const AnswersDialog = lazily(async () => (await import('./answers-dialog.tsx')).AnswersDialog);

/** The answers of the order and of each ticket, and the missing ones, which a member can enter. */
export function OrderAnswers({ order }: { order: Data }): VNode {
  const texts = useOrderTexts();
  const { page, texts: shared } = useDashboard();
  const isOpen = useSignal(false);
  const { asked } = order;
  const groups = Map.groupBy(order.answers, ({ ticket }) => ticket);
  const nameOf = (position: number | null): string => {
    const ticket = order.tickets.find((one) => one.position === position);
    if (!ticket) return position === null ? texts.ofOrder : texts.ofTicket(position);
    const { firstName, lastName } = ticket.holder;
    return `${position}. ${ticket.typeName}, ${firstName} ${lastName}`;
  };
  const missing = asked ? missingOf(asked) : [];
  return (
    <Section
      title={texts.answers}
      action={
        asked &&
        page.powers.includes('orders.change') && (
          <button type="button" class="second" onClick={() => (isOpen.value = true)}>
            {texts.correctAnswers}
          </button>
        )
      }
    >
      <div class="stack gap-m order-answers">
        {missing.length > 0 && (
          <div>
            <Message tone="warn">{texts.answersMissing}</Message>
            <ul>
              {missing.map(([ticket, labels]) => (
                <li key={ticket} dir="auto">
                  {shared.parts.withColon({ before: nameOf(ticket), after: labels.join(', ') })}
                </li>
              ))}
            </ul>
          </div>
        )}
        {[...groups].map(([ticket, answers]) => (
          <div key={ticket}>
            <h3 dir="auto">{nameOf(ticket)}</h3>
            <dl class="fact-list">
              {answers.map(({ question, kind, answer }, index) => (
                <div key={index}>
                  <dt dir="auto">{question}</dt>
                  <dd dir="auto">{kind === 'tick' ? texts.ticked : answer}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
      {isOpen.value && asked && (
        <AnswersDialog {...{ order, asked, nameOf }} onClose={() => (isOpen.value = false)} />
      )}
    </Section>
  );
}

/** The missing required answers, by ticket. */
function missingOf({ questions, fields }: AskedOfOrder): [ticket: number | null, labels: string[]][] {
  const required = new Map(questions.filter((one) => one.isRequired).map(({ id, label }) => [id, label]));
  const open = fields.filter(({ questionId, answer }) => answer === '' && required.has(questionId));
  return [...Map.groupBy(open, ({ ticket }) => ticket)].map(([ticket, ofTicket]) => [
    ticket,
    ofTicket.map(({ questionId }) => required.get(questionId) ?? ''),
  ]);
}
