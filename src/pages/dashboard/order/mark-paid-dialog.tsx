import type { VNode } from 'preact';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { writeMoney } from '../components/write-money.ts';
import { useDashboard } from '../dashboard.ts';
import type { OrderView as Data } from './data.ts';
import { useOrderTexts } from './texts.ts';

/** The member has seen the money on the host's account. */
export function MarkPaidDialog({ order, onClose }: { order: Data; onClose: () => void }): VNode {
  const { send, page } = useDashboard();
  const texts = useOrderTexts();
  const isLate = order.status !== 'pending_payment';
  return (
    <ConfirmDialog
      title={texts.markPaidTitle}
      confirm={texts.markPaid}
      isDangerous={false}
      onConfirm={() =>
        send(page.inHost(`/orders/${order.reference}/mark-paid`), { told: texts.wasMarkedPaid, onClose })
      }
      onClose={onClose}
    >
      {texts.markPaidText({ amount: writeMoney(order.totalMinor, order), reference: order.reference })}
      {isLate && ` ${texts.markPaidLate}`}
    </ConfirmDialog>
  );
}
