import type { VNode } from 'preact';
import { Icon } from '../../../shared/icon.tsx';
import { clockIcon } from '../../../shared/icons.ts';
import type { ReceiptOrder, ReceiptWait } from '../contract.ts';
import { TransferDue } from './transfer-due.tsx';
import type { Words } from '../formats.ts';

/** The part that changes by itself; the script knows it by its attributes. */
export function Wait(props: { wait: ReceiptWait; order: ReceiptOrder; words: Words }): VNode {
  const { wait, order, words } = props;
  const texts = words.texts.wait;
  const { totalMinor, currency, maskedEmail, items, reference } = order.summary;
  if (wait.transfer) return <TransferDue wait={wait} pay={wait.transfer} order={order} words={words} />;
  return (
    <div
      class="wait"
      data-live={`${order.receiptToken}/state`}
      data-status={wait.status}
      data-under-way={String(wait.isUnderWay)}
    >
      {wait.payment && (
        <>
          <p class="wait-for">
            <strong>{words.formats.list(items.map(({ name, quantity }) => `${quantity} × ${name}`))}</strong>
            <span class="soft">
              <bdi>{order.event.name}</bdi> · <span class="mono">{reference}</span>
            </span>
          </p>
          {wait.isUnderWay ? (
            <a href={wait.payment.url}>{texts.openAgain}</a>
          ) : (
            <>
              <p class="countdown">
                <Icon path={clockIcon} />
                <span
                  role="timer"
                  data-seconds-left={wait.payment.secondsLeft}
                  data-text={texts.timeLeft('{clock}')}
                >
                  {texts.payBy(words.formats.moment(wait.payment.payBy))}
                </span>
              </p>
              <a class="button main" href={wait.payment.url}>
                {texts.pay(words.formats.sum(totalMinor, currency))}
              </a>
            </>
          )}
        </>
      )}
      <p class="soft">
        <span class="pulse" aria-hidden="true" />{' '}
        {wait.payment && !wait.isUnderWay && `${texts.paidAlready} `}
        {texts.mayClose(maskedEmail)}
      </p>
    </div>
  );
}
