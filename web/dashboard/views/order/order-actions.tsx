import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { OrderView as Data } from '../../../../src/dashboard/orders/order-view.ts';
import type { Frame } from '../../contract.ts';
import { useDashboard } from '../../dashboard.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { useAction } from '../../parts/use-action.ts';
import { inHost } from '../../paths.ts';
import { CorrectBuyerDialog } from './person-dialogs.tsx';
import { refundable } from './plan-refund.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { useOrderTexts } from './texts/texts.ts';

/** What can be done with the order as a whole: by whom, and in which state. */
export function OrderActions({ order, frame }: { order: Data; frame: Frame }): VNode | null {
  const { call, router, toasts, texts: shared } = useDashboard();
  const texts = useOrderTexts();
  const open = useSignal<'refund' | 'correct' | 'cancel' | null>(null);
  const dialog = { order, frame, onClose: () => void (open.value = null) };
  const { good, leftMinor } = refundable(order);
  const isBought = order.status === 'confirmed' || order.status === 'partially_refunded';
  const mayChange = frame.powers.includes('orders.change');
  const mayRefund = frame.powers.includes('orders.refund') && isBought && (good.length > 0 || leftMinor > 0);
  const mayCancel = mayChange && (order.status === 'pending_payment' || order.status === 'processing');
  const send = (rest: string) => call(inHost(frame, `/orders/${order.reference}${rest}`), { method: 'POST' });
  const resend = useAction(async () => {
    await send('/resend');
    toasts.tell({ tone: 'good', text: texts.wasSentAgain });
    await router.refresh();
  });
  const cancel = async (): Promise<void> => {
    await send('/cancel');
    dialog.onClose();
    toasts.tell({ tone: 'good', text: texts.wasCancelled });
    await router.refresh();
  };
  const items: MenuItem[] =
    mayChange && isBought
      ? [
          ...(good.length > 0 ? [{ label: texts.sendAgain, onPress: resend.run }] : []),
          { label: texts.correct, onPress: () => void (open.value = 'correct') },
        ]
      : [];
  return (
    <>
      <div class="order-actions">
        {mayRefund && (
          <button type="button" class="second" onClick={() => (open.value = 'refund')}>
            {texts.refundOrder}
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
