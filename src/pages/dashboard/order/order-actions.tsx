import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { OrderView as Data } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { lazily } from '../components/lazily.tsx';
import { Menu, type MenuItem } from '../components/menu.tsx';
import { useAction } from '../components/use-action.ts';
import { refundable } from './plan-refund.ts';
import { useOrderTexts } from './texts.ts';

// Few people open it.
const CorrectBuyerDialog = lazily(async () => (await import('./person-dialogs.tsx')).CorrectBuyerDialog);
const MarkPaidDialog = lazily(async () => (await import('./mark-paid-dialog.tsx')).MarkPaidDialog);
const RefundDialog = lazily(async () => (await import('./refund-dialog.tsx')).RefundDialog);

/** The actions on the whole order, by role and status. */
export function OrderActions({ order }: { order: Data }): VNode | null {
  const { send, texts: shared, page } = useDashboard();
  const texts = useOrderTexts();
  const open = useSignal<'correct' | 'cancel' | 'refund' | 'paid' | null>(null);
  const dialog = { order, onClose: () => void (open.value = null) };
  const { good, leftMinor } = refundable(order);
  const isBought = order.status === 'confirmed' || order.status === 'partially_refunded';
  const mayChange = page.powers.includes('orders.change');
  const mayRefund = page.powers.includes('orders.refund') && isBought && (good.length > 0 || leftMinor > 0);
  const mayCancel = mayChange && (order.status === 'pending_payment' || order.status === 'processing');
  const at = (rest: string): string => page.inHost(`/orders/${order.reference}${rest}`);
  const resend = useAction(() => send(at('/resend'), { told: texts.wasSentAgain }));
  const cancel = (): Promise<void> =>
    send(at('/cancel'), { told: texts.wasCancelled, onClose: dialog.onClose });
  const mayMark =
    order.byTransfer &&
    page.powers.includes('orders.refund') &&
    ['pending_payment', 'expired', 'cancelled'].includes(order.status) &&
    order.payments.length === 0;
  const items: MenuItem[] =
    mayChange && isBought
      ? [
          ...(good.length > 0 ? [{ label: texts.sendAgain, onPress: resend.run }] : []),
          { label: texts.correct, onPress: () => void (open.value = 'correct') },
        ]
      : [];
  return (
    <>
      <div class="row wrap gap-s order-actions">
        {mayRefund && (
          <button type="button" class="second" onClick={() => (open.value = 'refund')}>
            {leftMinor > 0 ? texts.refundOrder : texts.cancelTickets}
          </button>
        )}
        {mayMark && (
          <button type="button" class="second" onClick={() => (open.value = 'paid')}>
            {texts.markPaid}
          </button>
        )}
        {mayCancel && (
          <button type="button" class="second" onClick={() => (open.value = 'cancel')}>
            {texts.cancelOrder}
          </button>
        )}
        {items.length > 0 && (
          <Menu id="order-more" label={shared.parts.actionsOf(order.reference)} items={items} />
        )}
      </div>
      {open.value === 'refund' && <RefundDialog {...dialog} />}
      {open.value === 'correct' && <CorrectBuyerDialog {...dialog} />}
      {open.value === 'paid' && <MarkPaidDialog {...dialog} />}
      {open.value === 'cancel' && (
        <ConfirmDialog
          title={texts.cancelTitle}
          confirm={texts.cancelButton}
          keep={texts.keepButton}
          onConfirm={cancel}
          onClose={dialog.onClose}
        >
          {texts.cancelText}
        </ConfirmDialog>
      )}
    </>
  );
}
