import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { OrderView as Data } from './data.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { lazily } from '../components/lazily.tsx';
import { useAction } from '../components/use-action.ts';
import { writeMoney } from '../components/write-money.ts';
import { useOrderTexts } from './texts.ts';

const SettleRefundDialog = lazily(
  async () => (await import('./settle-refund-dialog.tsx')).SettleRefundDialog,
);

type Refund = Data['refunds'][number];
type About = { order: Data; refund: Refund };

/** A refund that the gateway did not make: its message, and the actions. */
export function RefundAttention({ order, refund }: About): VNode {
  const { send, page } = useDashboard();
  const texts = useOrderTexts();
  const isSettling = useSignal(false);
  const amount = writeMoney(refund.amountMinor, { locale: order.locale, currency: refund.currency });
  const retry = useAction(() =>
    send(page.inHost(`/orders/${order.reference}/refunds/${refund.id}/retry`), { told: texts.retried }),
  );
  const mayRefund = page.powers.includes('orders.refund');
  return (
    <div class="stack gap-s below-l">
      <Message tone="bad">
        <strong>{texts.attention(amount)}</strong> {refund.note !== null && texts.gatewaySaid(refund.note)}{' '}
        {mayRefund ? texts.whatToDo : texts.askFinance}
      </Message>
      {mayRefund && (
        <div class="actions">
          <button type="button" class="second" aria-disabled={retry.isBusy} onClick={retry.run}>
            {texts.retry}
          </button>
          <button type="button" class="second" onClick={() => (isSettling.value = true)}>
            {texts.settle}
          </button>
        </div>
      )}
      {isSettling.value && (
        <SettleRefundDialog {...{ order, refund }} onClose={() => void (isSettling.value = false)} />
      )}
    </div>
  );
}
