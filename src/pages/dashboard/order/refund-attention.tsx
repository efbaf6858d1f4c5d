import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { OrderView as Data } from './data.ts';
import { SettleRefundBody } from './bodies.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { Checkbox } from '../components/checkbox.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { TextArea } from '../components/text-area.tsx';
import { useAction } from '../components/use-action.ts';
import { useForm } from '../components/use-form.ts';
import { writeMoney } from '../components/write-money.ts';
import { useOrderTexts } from './texts.ts';

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
        <SettleDialog {...{ order, refund }} onClose={() => void (isSettling.value = false)} />
      )}
    </div>
  );
}

/** Records how the member gave the money back without the gateway. */
function SettleDialog({ order, refund, onClose }: About & { onClose: () => void }): VNode {
  const { send, page } = useDashboard();
  const texts = useOrderTexts();
  // Sure only if the gateway said so; otherwise it may still be made.
  const mayBeMade = !refund.hasFailed;
  const form = useForm({
    schema: SettleRefundBody,
    texts,
    initial: { reason: '', evenIfUnderWay: false },
    send: async (body) => {
      if (mayBeMade && !body.evenIfUnderWay) {
        form.trouble.value = texts.settleUnsure;
        return;
      }
      const path = page.inHost(`/orders/${order.reference}/refunds/${refund.id}/settle`);
      await send(path, { body, told: texts.wasSettled, onClose });
    },
  });
  return (
    <Dialog title={texts.settleTitle} onClose={onClose}>
      <p>{texts.settleText(order.buyer.email)}</p>
      {mayBeMade && <Message tone="warn">{texts.mayBeMade}</Message>}
      <Form form={form} submit={texts.settleButton} isDangerous onCancel={onClose}>
        <TextArea
          form={form}
          name="reason"
          label={texts.settleReason}
          hint={texts.settleReasonHint}
          rows={3}
        />
        {mayBeMade && <Checkbox form={form} name="evenIfUnderWay" />}
      </Form>
    </Dialog>
  );
}
