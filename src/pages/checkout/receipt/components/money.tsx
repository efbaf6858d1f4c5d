import type { VNode } from 'preact';
import type { ReceiptRefund } from '../contract.ts';
import type { Words } from '../formats.ts';
import type { Texts } from '../texts/texts.ts';

/** The state of each refund, and its reason. */
export function Money({ refunds, words }: { refunds: ReceiptRefund[]; words: Words }): VNode {
  return (
    <section class="money" aria-labelledby="money">
      <h2 id="money">{words.texts.money.heading}</h2>
      <ul>
        {refunds.map((refund, index) => (
          <li key={index} class={isOver(refund) ? 'done' : 'open'}>
            <strong>{outcomeOf(refund, words)}</strong> {explain(refund, words.texts.money)}
          </li>
        ))}
      </ul>
    </section>
  );
}

const isOver = ({ state }: ReceiptRefund): boolean =>
  state === 'returned' || state === 'settled_by_hand' || state === 'given_by_host';

function outcomeOf(refund: ReceiptRefund, { texts, formats }: Words): string {
  const { use, state, endedAt } = refund;
  const sum = formats.sum(refund.amountMinor, refund.currency);
  const outcomes = texts.money.outcomes[use === 'order' ? 'sum' : 'payment'];
  if (endedAt === null || state === 'under_way' || state === 'delayed') return outcomes.under_way(sum);
  return outcomes[state]({ sum, day: formats.day(endedAt) });
}

function explain(refund: ReceiptRefund, texts: Texts['money']): string {
  const how = {
    under_way: texts.patience,
    delayed: texts.delayed,
    returned: '',
    settled_by_hand: texts.byHand,
    given_by_host: texts.byHost,
  };
  return [whyOf(refund, texts), how[refund.state]].filter(Boolean).join(' ');
}

function whyOf({ use, reason }: ReceiptRefund, { why }: Texts['money']): string {
  if (use !== 'order') return why[use];
  return reason === 'surplus' ? why.paid_more : '';
}
