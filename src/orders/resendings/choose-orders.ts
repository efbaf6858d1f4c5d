import type { Queryable } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { cursorKeysOf } from '../../secrets/cursor-keys.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { listTicketRecipients, type TicketRecipient } from '../../tickets/mails/ticket-recipients.ts';
import { listSentTooOften } from '../../tickets/mails/resend-tickets.ts';
import type { OrderStatus } from '../../tickets/read-order.ts';
import { findOrders } from '../find-orders.ts';
import { MAX_ORDERS_PER_PAGE } from '../list-orders.ts';
import type { OrderFilters } from '../order-filters.ts';

/** As the list of orders is filtered and searched. */
export type Matching = OrderFilters & { typed: string };

// A quarter of an hour of mails at the usual pace. Whoever has more does it event by event, or by days.
export const MAX_ORDERS = 10_000;
// If hardly any order passes the filters, a page looks through ten thousand orders and may find none.
const MAX_PAGES = 3 * (MAX_ORDERS / MAX_ORDERS_PER_PAGE);

/** No other order has a ticket that is good. */
const WITH_TICKETS: readonly OrderStatus[] = ['confirmed', 'partially_refunded'];

/** The orders that match at this moment, without those that can have no good ticket. */
export async function chooseOrders(
  database: Queryable,
  secretKeys: SecretKeys,
  { status, ...matching }: Matching,
): Promise<string[]> {
  const statuses = WITH_TICKETS.filter((one) => status === null || status === one);
  const chosen: string[] = [];
  let pages = 0;
  for (const one of statuses) {
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof findOrders>> = await findOrders(database, secretKeys, {
        ...matching,
        status: one,
        limit: MAX_ORDERS_PER_PAGE,
        cursor,
        cursorKeys: cursorKeysOf(secretKeys),
      });
      chosen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
      pages += 1;
      if (chosen.length > MAX_ORDERS || (cursor !== null && pages >= MAX_PAGES)) throw tooMany();
    } while (cursor !== null);
  }
  return chosen;
}

/** Lists the present recipients of these orders' tickets. Left out: orders that were sent again several times within the hour. */
export async function listRecipients(
  tx: Queryable,
  orderIds: string[],
): Promise<{ orders: number; recipients: TicketRecipient[] }> {
  const tooOften = await listSentTooOften(tx, { orderIds, askedBy: 'member' });
  const recipients = await listTicketRecipients(
    tx,
    orderIds.filter((id) => !tooOften.has(id)),
  );
  return { orders: new Set(recipients.map(({ orderId }) => orderId)).size, recipients };
}

const tooMany = (): Refusal =>
  new Refusal(
    'validation_failed',
    `You can send at most ${MAX_ORDERS.toLocaleString('en')} orders at once: choose an event or fewer days, and send the others afterwards.`,
  );
