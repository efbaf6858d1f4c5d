import type { Queryable } from '../../db/database.ts';
import { describeOrder, type DescribedOrder, type OrderMail } from '../../orders/describe-order.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { signTickets, type OrderTicket } from '../../tickets/load-order-tickets.ts';

export type Delivery = Pick<OrderMail, 'recipient' | 'state'>;

export type Receipt = Omit<DescribedOrder, 'tickets'> & {
  receiptToken: string;
  tickets: OrderTicket[];
  /** What became of the newest mail with tickets to each address. */
  deliveries: Delivery[];
};

/** All that the receipt page tells; null for every text that is no order's receipt token. */
export async function loadReceipt(
  tx: Queryable,
  secretKeys: SecretKeys,
  receiptToken: string,
): Promise<Receipt | null> {
  const described = await describeOrder(tx, { hostId: null, receiptToken });
  if (!described) return null;
  const { event, mails, tickets } = described;
  return {
    ...described,
    receiptToken,
    tickets: await signTickets(tx, secretKeys, { eventId: event.id, tickets }),
    deliveries: mails.filter(({ kind, isCurrent }) => kind === 'tickets' && isCurrent),
  };
}
