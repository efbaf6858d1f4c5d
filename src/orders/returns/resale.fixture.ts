import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { checkInvariants } from '../../invariants/check-invariants.ts';
import { createHoldEngine } from '../../inventory/hold-engine.ts';
import type { TestEvent, TestReceipts } from '../../pages/checkout/receipt/receipt.fixture.ts';
import { onReturns, type SoldOrder } from '../../pages/checkout/receipt/returns.fixture.ts';
import type { ReturnTerms } from '../../rules/returns.ts';
import { priceCart } from '../../reservations/price-cart.ts';
import { resaleJobs } from './resale-jobs.ts';

export const RESALE: ReturnTerms = {
  hours: 24,
  percent: 100,
  keepsFees: false,
  needsApproval: false,
  isResold: true,
};

export type SoldOut = SoldOrder & { event: TestEvent };

/** Ticket types that one order has bought up, so that whoever comes buys what its buyer puts on sale again. */
export function onResale(on: TestReceipts) {
  const { database } = on;
  const at = onReturns(on);
  const holds = createHoldEngine({ database, addressLimit: 1_000_000 });

  async function sellOut({
    terms = RESALE,
    tickets = 2,
    priceMinor = 1_000_000,
    ...cart
  }: {
    terms?: ReturnTerms;
    tickets?: number;
    priceMinor?: number;
    discountMinor?: number;
  } = {}): Promise<SoldOut> {
    const event = await on.makeEvent({ ticketTypes: [{ capacity: tickets, priceMinor }] });
    await database.query('UPDATE events SET return_terms = $2 WHERE id = $1', [event.eventId, terms]);
    // Links to one address are few.
    const buyer = { email: `${randomUUID()}@example.com` };
    const order = await on.order({ event, quantities: [tickets], buyer, ...cart });
    await pay(order);
    const { rows } = await database.query<{ id: string }>(
      'SELECT id FROM tickets WHERE order_id = $1 ORDER BY position',
      [order.orderId],
    );
    return { ...order, event, eventId: event.eventId, ticketIds: rows.map(({ id }) => id) };
  }

  async function pay({ orderId, totalMinor }: { orderId: string; totalMinor: number }): Promise<string> {
    if (totalMinor === 0) return 'settled';
    await on.link(orderId);
    return on.settle(orderId, totalMinor);
  }

  /** Asks, and presses the button behind the mailed link. */
  async function list(order: SoldOrder, ...positions: number[]): Promise<string> {
    assert.equal(await at.ask(order, ...positions), 'return_asked');
    return at.confirm(order, await at.linkOf(order));
  }

  const withdraw = (order: SoldOrder, position: number): Promise<string> =>
    at.press(order, '/returns/withdraw', { [`ticket${position}`]: 'on' });

  /** As buyers hold: `held`, or why not. */
  async function hold(
    { eventId, event }: SoldOut,
    quantity = 1,
  ): Promise<{ outcome: string; token: string }> {
    const token = randomUUID();
    const { rows } = await database.query<{ sku: string; name: string; priceMinor: number }>(
      'SELECT id AS sku, name, price_minor AS "priceMinor" FROM ticket_types WHERE event_id = $1',
      [event.eventId],
    );
    const lines = rows.map((type) => ({ ...type, quantity }));
    const priced = priceCart(lines, { basisPoints: 0, flatMinor: 0, capMinor: 0, isAbsorbed: false }, null);
    const { outcome } = await holds.hold({
      eventId,
      token,
      address: '127.0.0.1',
      isExempt: true,
      lines: lines.map(({ sku, priceMinor }) => ({ sku, quantity, priceMinor })),
      seatIds: [],
      promoCodeId: null,
      quoteReference: `q_${token}`,
      quote: { ...priced, currency: 'NGN', promoCode: null },
    });
    return { outcome, token };
  }

  const lapse = (eventId: string): Promise<unknown> =>
    database.query(
      `WITH lapsed AS (UPDATE reservations SET expires_at = now() - interval '1 second' WHERE event_id = $1 AND ended_at IS NULL RETURNING id)
       UPDATE holds SET expires_at = now() - interval '1 second' WHERE reservation_id IN (SELECT id FROM lapsed)`,
      [eventId],
    );

  /** Runs the jobs that pay back what was sold, and that end what nobody bought. */
  async function work(): Promise<void> {
    const [payBack, end] = resaleJobs(database);
    const context = { signal: new AbortController().signal } as never;
    const { rows } = await database.query<{ payload: never }>(
      `DELETE FROM jobs WHERE kind = 'pay_back_resold' RETURNING payload`,
    );
    for (const { payload } of rows) await payBack?.run(payload, context);
    await end?.run({} as never, context);
  }

  async function stockOf({
    eventId,
  }: {
    eventId: string;
  }): Promise<{ sold: number; held: number; listed: number }> {
    const { rows } = await database.query<{ sold: number; held: number; listed: number }>(
      'SELECT sold, held, listed FROM ticket_types WHERE event_id = $1',
      [eventId],
    );
    return rows[0] ?? { sold: 0, held: 0, listed: 0 };
  }

  async function statesOf({ orderId }: SoldOrder): Promise<string[]> {
    const { rows } = await database.query<{ state: string }>(
      'SELECT state FROM returns WHERE order_id = $1 ORDER BY asked_at, ticket_ids',
      [orderId],
    );
    return rows.map(({ state }) => state);
  }

  const keepPromises = async (): Promise<void> => assert.deepEqual(await checkInvariants(database), []);

  return {
    ...at,
    sellOut,
    pay,
    list,
    withdraw,
    hold,
    lapse,
    work,
    stockOf,
    statesOf,
    keepPromises,
    close: () => holds.close(),
  };
}
