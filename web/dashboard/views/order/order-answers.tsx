import type { VNode } from 'preact';
import type { OrderView as Data } from '../../../../src/dashboard/orders/order-view.ts';
import { Section } from '../../parts/section.tsx';
import { useOrderTexts } from './texts/texts.ts';

/** What the buyer answered: for the order, and for each ticket. */
export function OrderAnswers({ order }: { order: Data }): VNode {
  const texts = useOrderTexts();
  const groups = Map.groupBy(order.answers, ({ ticket }) => ticket);
  const nameOf = (position: number | null): string => {
    const ticket = order.tickets.find((one) => one.position === position);
    if (!ticket) return position === null ? texts.ofOrder : texts.ofTicket(position);
    const { firstName, lastName } = ticket.holder;
    return `${position}. ${ticket.typeName}, ${firstName} ${lastName}`;
  };
  return (
    <Section title={texts.answers}>
      <div class="order-answers">
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
    </Section>
  );
}
