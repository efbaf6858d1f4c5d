import assert from 'node:assert/strict';
import type { ReturnTerms } from '../../../rules/returns.ts';
import { makeReturnLink } from '../../../tickets/mails/mailed-return.ts';
import type { TestReceipts } from './receipt.fixture.ts';

export const TERMS: ReturnTerms = { hours: 48, percent: 100, keepsFees: false, needsApproval: false };

export type SoldOrder = {
  orderId: string;
  reference: string;
  receiptToken: string;
  totalMinor: number;
  eventId: string;
  ticketIds: string[];
};

type Cart = Parameters<TestReceipts['order']>[0];

/** Orders of events whose buyers may return tickets, and the buyer's presses on the receipt. */
export function onReturns(on: TestReceipts) {
  const { database } = on;

  async function sell({
    terms = TERMS,
    priceMinor = 1_000_000,
    buyersPassOn = false,
    ...cart
  }: {
    terms?: ReturnTerms | null;
    priceMinor?: number;
    buyersPassOn?: boolean;
  } & Partial<Omit<Cart, 'event'>> = {}): Promise<SoldOrder> {
    // As if the usual buyer's other returns were of other days.
    if (!cart.buyer) await database.query(`DELETE FROM attempts WHERE name LIKE 'return mail to %'`);
    const event = await on.makeEvent({ ticketTypes: [{ capacity: 10, priceMinor }] });
    await database.query('UPDATE events SET return_terms = $2, buyers_pass_on = $3 WHERE id = $1', [
      event.eventId,
      terms,
      buyersPassOn,
    ]);
    const order = await on.order({ event, quantities: [3], ...cart });
    if (order.totalMinor > 0) {
      await on.link(order.orderId);
      await on.settle(order.orderId, order.totalMinor);
    }
    const { rows } = await database.query<{ id: string }>(
      'SELECT id FROM tickets WHERE order_id = $1 ORDER BY position',
      [order.orderId],
    );
    return { ...order, eventId: event.eventId, ticketIds: rows.map(({ id }) => id) };
  }

  const press = async (
    { receiptToken }: Pick<SoldOrder, 'receiptToken'>,
    rest: string,
    form: Record<string, string> = {},
  ): Promise<string> => {
    const response = await fetch(on.receiptUrl(receiptToken, rest), {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(form),
    });
    const body = (await response.json()) as { data?: { outcome: string }; error_code?: string };
    return body.data?.outcome ?? `${response.status} ${body.error_code}`;
  };

  /** Ticks the tickets and asks for the link. */
  const ask = (order: SoldOrder, ...positions: number[]): Promise<string> =>
    press(order, '/returns', Object.fromEntries(positions.map((position) => [`ticket${position}`, 'on'])));

  /** The link as the mail has it, of the return that was asked for last. */
  async function linkOf({ orderId }: SoldOrder): Promise<string> {
    const { rows } = await database.query<{ returnId: string }>(
      'SELECT id AS "returnId" FROM returns WHERE order_id = $1 ORDER BY asked_at DESC, id DESC LIMIT 1',
      [orderId],
    );
    const token = rows[0] && (await makeReturnLink(database, { orderId, ...rows[0] }));
    assert(token, 'nothing to confirm');
    return token;
  }

  const confirm = (order: SoldOrder, link: string): Promise<string> => press(order, `/returns/${link}`);

  async function refundsOf({ orderId }: SoldOrder): Promise<number[]> {
    const { rows } = await database.query<{ amount: number }>(
      'SELECT amount_minor AS amount FROM refunds WHERE order_id = $1 ORDER BY id',
      [orderId],
    );
    return rows.map(({ amount }) => amount);
  }

  /** The positions of the tickets that are still good. */
  async function goodTickets({ orderId }: SoldOrder): Promise<number[]> {
    const { rows } = await database.query<{ position: number }>(
      'SELECT position FROM tickets WHERE order_id = $1 AND voided_at IS NULL ORDER BY position',
      [orderId],
    );
    return rows.map(({ position }) => position);
  }

  return { sell, press, ask, linkOf, confirm, refundsOf, goodTickets };
}
