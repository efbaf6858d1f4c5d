import { randomUUID } from 'node:crypto';
import { buy, pay, untilStatus } from '../../test/harness/buy.ts';
import { makeEvent, type TestHost } from '../../test/harness/make-catalog.ts';
import type { TestApp } from '../../test/harness/test-app.ts';
import { OPERATOR } from '../audit/actor.ts';
import { issueComplimentary } from '../orders/issue-complimentary.ts';
import { refundOrder, type RefundOrder } from '../orders/refund-order.ts';
import { createPromoCode } from '../reservations/create-promo-code.ts';

export type Show = { eventId: string; slug: string; skus: string[] };

/** An event of three ticket types, the last of them free, with the code LESS. */
export async function makeShow(on: TestApp, host: TestHost): Promise<Show> {
  const show = await makeEvent(on, host, {
    ticketTypes: [
      { name: 'Balcony', priceMinor: 12_345 },
      { name: 'Stalls', priceMinor: 6_789 },
      { name: 'Terrace', priceMinor: 0 },
    ],
  });
  await on.app.database.transaction((tx) =>
    createPromoCode(tx, {
      eventId: show.eventId,
      code: 'LESS',
      discount: { amountMinor: 1_001 },
      maximumUses: null,
      ticketTypeIds: [],
    }),
  );
  return show;
}

/** So many of each ticket type, bought and paid for: the order's id. */
export async function sell(
  on: TestApp,
  host: TestHost,
  { show, quantities, promoCode }: { show: Show; quantities: number[]; promoCode?: string },
): Promise<string> {
  const { slug, skus } = show;
  const items = quantities.flatMap((quantity, nr) => (quantity > 0 ? [{ sku: skus[nr], quantity }] : []));
  const order = await buy(on, host, { slug, items, ...(promoCode !== undefined && { promoCode }) });
  if (order.checkoutUrl) await pay(order.checkoutUrl);
  return (await untilStatus(on, order.reference, 'confirmed')).id;
}

export const refund = (on: TestApp, orderId: string, input: Partial<RefundOrder> = {}) =>
  on.app.database.transaction((tx) =>
    refundOrder(tx, {
      orderId,
      actor: OPERATOR,
      ticketIds: null,
      amountMinor: null,
      returnsStock: true,
      requestKey: randomUUID(),
      ...input,
    }),
  );

export async function ticketsOf(on: TestApp, orderId: string): Promise<string[]> {
  const { rows } = await on.app.database.query<{ id: string }>(
    'SELECT id FROM tickets WHERE order_id = $1 ORDER BY position',
    [orderId],
  );
  return rows.map(({ id }) => id);
}

/** Something of everything that a host sells and gives back. */
export async function sellAllSorts(on: TestApp, host: TestHost): Promise<Show> {
  const show = await makeShow(on, host);
  const first = await sell(on, host, { show, quantities: [2, 1, 0], promoCode: 'LESS' });
  await sell(on, host, { show, quantities: [0, 3, 1] });
  await sell(on, host, { show, quantities: [0, 0, 2] });
  const third = await sell(on, host, { show, quantities: [1, 1, 0] });
  const [balcony = ''] = await ticketsOf(on, first);
  await refund(on, first, { ticketIds: [balcony] });
  await refund(on, first, { ticketIds: [], amountMinor: 101 });
  // Cancelled, and the money kept.
  await refund(on, third, { amountMinor: 0, returnsStock: false });
  const given = await on.app.database.transaction((tx) =>
    issueComplimentary(tx, {
      ticketTypeId: show.skus[0] ?? '',
      quantity: 2,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Obi',
      cause: 'a test',
    }),
  );
  await refund(on, given.orderId);
  return show;
}
