import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { OrderView as Data } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Menu, type MenuItem } from '../components/menu.tsx';
import { useAction } from '../components/use-action.ts';
import { CorrectBuyerDialog } from './person-dialogs.tsx';
import { refundable } from './plan-refund.ts';
import { useOrderTexts } from './texts.ts';

type RefundDialog = (typeof import('./refund-dialog.tsx'))['RefundDialog'];

/** The actions on the whole order, by role and status. */
export function OrderActions({ order }: { order: Data }): VNode | null {
  const { call, router, toasts, texts: shared, page } = useDashboard();
  const texts = useOrderTexts();
  const open = useSignal<'correct' | 'cancel' | { refund: RefundDialog } | null>(null);
  const dialog = { order, onClose: () => void (open.value = null) };
  const { good, leftMinor } = refundable(order);
  const isBought = order.status === 'confirmed' || order.status === 'partially_refunded';
  const mayChange = page.powers.includes('orders.change');
  const mayRefund = page.powers.includes('orders.refund') && isBought && (good.length > 0 || leftMinor > 0);
  const mayCancel = mayChange && (order.status === 'pending_payment' || order.status === 'processing');
  const send = (rest: string) => call(page.inHost(`/orders/${order.reference}${rest}`), { method: 'POST' });
  // Loaded when it opens: few open it.
  const refund = useAction(async () => {
    open.value = { refund: (await import('./refund-dialog.tsx')).RefundDialog };
  });
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
      <div class="row wrap gap-s order-actions">
        {mayRefund && (
          <button type="button" class="second" aria-busy={refund.isBusy} onClick={() => refund.run()}>
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
      {typeof open.value === 'object' && open.value && <open.value.refund {...dialog} />}
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
