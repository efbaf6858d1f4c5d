import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { buy, pay, untilStatus } from '../../../../test/harness/buy.ts';
import type { Answer } from '../../../../test/harness/client.ts';
import { makeEvent, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, type SignedIn } from '../../../../test/harness/sign-in.ts';
import type { TestApp } from '../../../../test/harness/test-app.ts';
import { signTicketCode } from '../../../tickets/ticket-code.ts';
import type { OrderView } from './data.ts';

export type SoldOrder = {
  orderId: string;
  reference: string;
  eventId: string;
  slug: string;
  total: number;
  ticketIds: string[];
};

export const PRICE_MINOR = 1_000_000;

/** An order that is confirmed: two tickets of ten, unless something else is said. */
export async function sellOrder(
  on: TestApp,
  host: TestHost,
  {
    priceMinor = PRICE_MINOR,
    quantity = 2,
    body = {},
  }: { priceMinor?: number; quantity?: number; body?: object } = {},
): Promise<SoldOrder> {
  const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{ capacity: 10, priceMinor }] });
  const order = await buy(on, host, { slug, items: [{ sku: skus[0], quantity }] }, { body: { ...body } });
  if (order.checkoutUrl) await pay(order.checkoutUrl);
  const { id: orderId } = await untilStatus(on, order.reference, 'confirmed');
  const { rows } = await on.app.database.query<{ id: string }>(
    'SELECT id FROM tickets WHERE order_id = $1 ORDER BY position',
    [orderId],
  );
  const ticketIds = rows.map(({ id }) => id);
  return { orderId, reference: order.reference, eventId, slug, total: order.total, ticketIds };
}

/** A member's actions on the order's page, as its script sends them. */
export function onOrderPage(on: TestApp, host: TestHost) {
  const at = (reference: string, rest = ''): string => `/hosts/${host.hostId}/orders/${reference}${rest}`;
  const send = (
    as: SignedIn,
    reference: string,
    rest: string,
    body: object = {},
    method = 'POST',
  ): Promise<Answer> => askDashboard(on, at(reference, rest), { as, method, body });
  async function view(as: SignedIn, reference: string): Promise<OrderView> {
    const { status, body } = await askDashboard(on, at(reference), { as });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data as OrderView;
  }
  /** A refund of all that is left, as the dialog that was opened now would send it. */
  async function planned(as: SignedIn, reference: string): Promise<Record<string, unknown>> {
    const order = await view(as, reference);
    const good = order.tickets.filter(({ voidedAt }) => voidedAt === null);
    const leftMinor = order.payments
      .filter(({ use }) => use === 'order')
      .reduce((sum, payment) => sum + payment.amountMinor - payment.refundedMinor, 0);
    return {
      requestKey: randomUUID(),
      ticketIds: good.map(({ ticketId }) => ticketId),
      amountMinor: leftMinor,
      returnsDifferences: true,
      returnsStock: true,
      tellsBuyer: false,
      reason: '',
      leftMinor,
      goodTickets: good.length,
    };
  }
  return { send, view, planned };
}

/** The code of a ticket as it is now. */
export async function codeOf(on: TestApp, ticketId: string): Promise<string> {
  const { rows } = await on.app.database.query<{ serial: string; eventId: string }>(
    'SELECT serial, event_id AS "eventId" FROM tickets WHERE id = $1',
    [ticketId],
  );
  const [ticket] = rows;
  assert(ticket, 'there is no such ticket');
  return signTicketCode(on.secretKeys.current, ticket);
}
