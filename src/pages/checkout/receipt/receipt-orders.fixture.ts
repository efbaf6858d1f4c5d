import type { Recipient } from '../../../orders/order-engine.ts';
import { recordRefunded } from '../../../orders/refund-order.ts';
import { startReceipts, type TestReceipts } from './receipt.fixture.ts';

export const CHI: Recipient = { email: 'chi@example.org', firstName: 'Chi', lastName: 'Eze', phone: null };

type EventInput = Parameters<TestReceipts['makeEvent']>[0];

/** The receipt page as a browser asks for it, and the orders that it has to show. */
export async function startReceiptOrders() {
  const on = await startReceipts();

  const paidEvent = (event: EventInput = {}) =>
    on.makeEvent({ ticketTypes: [{ priceMinor: 1_000_000, name: 'Regular' }], ...event });

  return {
    on,

    get: async (receiptToken: string, rest = '', options: RequestInit = {}) => {
      const response = await fetch(on.receiptUrl(receiptToken, rest), { redirect: 'manual', ...options });
      return { status: response.status, headers: response.headers, text: await response.text() };
    },

    freeEvent: (event: EventInput = {}) =>
      on.makeEvent({ ticketTypes: [{ priceMinor: 0, name: 'Guest list' }], ...event }),

    paidEvent,

    paidOrder: async (cart: Partial<Parameters<TestReceipts['order']>[0]> = {}) => {
      const order = await on.order({ event: await paidEvent(), ...cart });
      await on.link(order.orderId);
      await on.settle(order.orderId, order.totalMinor);
      return order;
    },

    endOrder: (orderId: string, status: string) =>
      on.database.query(`SELECT end_orders(ARRAY[$1::uuid], $2, 'a test', clock_timestamp())`, [
        orderId,
        status,
      ]),

    /** The order's cart is given up, and what it held is sold to others. */
    sellToOthers: ({ orderId, eventId }: { orderId: string; eventId: string }) =>
      on.database.transaction(async (tx) => {
        const { rows } = await tx.query<{ id: string }>(
          `UPDATE reservations SET ended_at = clock_timestamp() WHERE order_id = $1 RETURNING id`,
          [orderId],
        );
        await tx.query('DELETE FROM holds WHERE reservation_id = $1', [rows[0]?.id]);
        await tx.query('UPDATE ticket_types SET sold = held, held = 0 WHERE event_id = $1', [eventId]);
      }),

    /** Does the job's work when the gateway has paid out. */
    finishRefunds: (orderId: string) =>
      on.database.transaction(async (tx) => {
        await tx.query(
          `UPDATE refunds SET status = 'succeeded', ended_at = '2026-03-04T12:00:00Z', next_look_up_at = NULL WHERE order_id = $1`,
          [orderId],
        );
        await recordRefunded(tx, { orderId, cause: 'a test' });
      }),
  };
}
