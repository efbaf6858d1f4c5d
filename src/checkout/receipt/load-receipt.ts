import type { Queryable } from '../../db/database.ts';
import { describeOrder, type DescribedOrder } from '../../orders/describe-order.ts';
import { readTerms } from '../../hosts/read-terms.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import type { HostForBuyers } from '../../tickets/read-order.ts';
import { signTickets, type OrderTicket } from '../../tickets/load-order-tickets.ts';

/** An order as its buyer may see it, with the codes of its tickets. */
export type Receipt = Omit<DescribedOrder, 'tickets'> & {
  receiptToken: string;
  tickets: OrderTicket[];
  terms: string;
  refundPolicy: string;
};

/** All that the receipt page tells; null for every text that is no order's receipt token. */
export async function loadReceipt(
  tx: Queryable,
  secretKeys: SecretKeys,
  receiptToken: string,
): Promise<Receipt | null> {
  const described = await describeOrder(tx, { seenBy: 'buyer', receiptToken });
  if (!described) return null;
  const { event, tickets } = described;
  return {
    ...described,
    ...(await readAgreed(tx, event.host)),
    receiptToken,
    tickets: await signTickets(tx, secretKeys, { eventId: event.id, tickets }),
  };
}

/** Most hosts have written nothing, and are not asked for it. */
async function readAgreed(
  tx: Queryable,
  { id, hasTerms, hasRefundPolicy }: HostForBuyers,
): Promise<Pick<Receipt, 'terms' | 'refundPolicy'>> {
  if (!hasTerms && !hasRefundPolicy) return { terms: '', refundPolicy: '' };
  const { terms, refundPolicy } = await readTerms(tx, id);
  return { terms, refundPolicy };
}
