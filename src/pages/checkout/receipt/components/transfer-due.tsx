import type { VNode } from 'preact';
import { textsIn } from '../../../../rules/texts/bank-transfer/texts.ts';
import { TransferFacts } from '../../../shared/transfer-facts.tsx';
import type { ReceiptOrder, ReceiptWait } from '../contract.ts';
import type { Words } from '../formats.ts';
import { inAskedLanguage } from '../in-asked-language.ts';

/** In place of the payment: the buyer sends the money from their own bank. */
export function TransferDue(props: {
  wait: ReceiptWait;
  pay: NonNullable<ReceiptWait['transfer']>;
  order: ReceiptOrder;
  words: Words;
}): VNode {
  const { wait, pay, order, words } = props;
  const language = words.language;
  const texts = textsIn(language);
  const amount = words.formats.sum(pay.amountMinor, pay.currency);
  const deadline = words.formats.moment(new Date(pay.payBy));
  return (
    <div
      class="wait"
      data-live={`${order.receiptToken}/state`}
      data-status={wait.status}
      data-under-way="false"
    >
      <h2>{texts.title(amount)}</h2>
      <p>{texts.text({ deadline, host: order.event.hostName })}</p>
      <TransferFacts transfer={pay} language={language} amount={amount} deadline={deadline} qr={pay.qr} />
      <details class="offer">
        <summary>{texts.cancel}</summary>
        <form method="post" action={inAskedLanguage(order, `${order.receiptToken}/cancel`)}>
          <p>{texts.cancelText}</p>
          <button class="main">{texts.cancel}</button>
        </form>
      </details>
    </div>
  );
}
