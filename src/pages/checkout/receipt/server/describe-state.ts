import type { Queryable } from '../../../../db/database.ts';
import type { OrderKeys } from '../../../../orders/find-order.ts';
import { readOrder } from '../../../../tickets/read-order.ts';
import type { OrderState } from '../../embed/server/issued-schemas.ts';
import { isPayable, isUnpaid } from './receipt-state.ts';

/** How an order stands. Of one that is not paid the page shows what it is, and how long there is to pay it. */
export async function describeState(tx: Queryable, { id, status }: OrderKeys): Promise<OrderState> {
  const unpaid = isUnpaid(status) ? await readOrder(tx, id) : null;
  const isPaymentUnderWay = unpaid?.isPaymentUnderWay ?? false;
  if (!unpaid || unpaid.paymentUrl === null || unpaid.secondsLeft === null || !isPayable(unpaid))
    return { status, isPaymentUnderWay, payment: null };
  const { items, totalMinor, totalFeesMinor, discountMinor } = unpaid.order;
  return {
    status,
    isPaymentUnderWay,
    payment: {
      checkoutUrl: unpaid.paymentUrl,
      secondsLeft: unpaid.secondsLeft,
      total: totalMinor,
      fees: totalFeesMinor,
      discount: discountMinor,
      items: items.map(({ name, quantity, price }) => ({ name, quantity, amount: quantity * price })),
    },
  };
}
