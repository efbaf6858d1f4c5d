import type { Queryable } from '../../../../db/database.ts';
import type { OrderKeys } from '../../../../orders/find-order.ts';
import { payableWays } from '../../../../orders/ways/choose-way.ts';
import { findOpenPage } from '../../../../orders/ways/payment-page.ts';
import { keyOfWay } from '../../../../payments/payment-way.ts';
import type { PaymentFrames } from '../../../../orders/payment-frames.ts';
import type { Gateways } from '../../../../payments/gateways.ts';
import { readTransferInstructions } from '../../../../tickets/read-transfer-instructions.ts';
import { readOrder } from '../../../../tickets/read-order.ts';
import type { OrderState } from '../../embed/server/issued-schemas.ts';
import { isPayable, isUnpaid } from './receipt-state.ts';

type StateDeps = { database: Queryable; gateways: Pick<Gateways, 'ways'>; frames: PaymentFrames };

/** How an order stands. Of one that is not paid the page shows what it is, and how long there is to pay it. */
export async function describeState(
  { database: tx, gateways, frames }: StateDeps,
  { id, status, hostId, currency }: OrderKeys,
): Promise<OrderState> {
  const unpaid = isUnpaid(status) ? await readOrder(tx, id) : null;
  const transfer = unpaid?.order.byTransfer ? await readTransferInstructions(tx, id) : null;
  const isPaymentUnderWay = unpaid?.isPaymentUnderWay ?? false;
  if (!unpaid || unpaid.paymentUrl === null || unpaid.secondsLeft === null || !isPayable(unpaid))
    return {
      status,
      isPaymentUnderWay,
      isPaidBack: await isPaidBack(tx, { id, status }),
      payment: null,
      transfer,
    };
  const { items, totalMinor, totalFeesMinor, discountMinor } = unpaid.order;
  const ways = unpaid.letsChoose ? await payableWays(gateways, { hostId, currency, totalMinor }) : [];
  const page = unpaid.letsChoose ? await findOpenPage(tx, id) : null;
  return {
    status,
    isPaymentUnderWay,
    isPaidBack: false,
    transfer: null,
    payment: {
      checkoutUrl: unpaid.paymentUrl,
      ways: await frames.offer(ways, currency),
      chosen: page && {
        key: keyOfWay({ kind: 'account', name: page.gateway, accountId: page.accountId }),
        checkoutUrl: page.checkoutUrl,
      },
      frameUrl: await frames.addressOf(unpaid.order.reference),
      secondsLeft: unpaid.secondsLeft,
      total: totalMinor,
      fees: totalFeesMinor,
      discount: discountMinor,
      items: items.map(({ name, quantity, price }) => ({ name, quantity, amount: quantity * price })),
    },
  };
}

/** As the receipt tells it: what a host settled by hand did not go back the way it came. */
async function isPaidBack(tx: Queryable, { id, status }: Pick<OrderKeys, 'id' | 'status'>): Promise<boolean> {
  if (status !== 'refunded') return false;
  const { rowCount } = await tx.query(
    `SELECT 1 FROM orders AS o WHERE o.id = $1 AND o.total_minor > 0 AND NOT EXISTS (
       SELECT 1 FROM refunds WHERE order_id = o.id AND status = 'settled_by_hand')`,
    [id],
  );
  return rowCount === 1;
}
