import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { OPERATOR } from '../audit/actor.ts';
import { makeHall } from '../pages/checkout/embed/embed.fixture.ts';
import { makeHoldRequest, PRICE_MINOR } from '../inventory/hold-engine.fixture.ts';
import { createHoldEngine, type HoldEngine } from '../inventory/hold-engine.ts';
import { createOrderEngine, type OrderEngine } from '../orders/order-engine.ts';
import { refundOrder } from '../orders/refund-order.ts';
import { createPromoCode } from '../reservations/create-promo-code.ts';

export type Sales = Awaited<ReturnType<typeof startSales>>;
type Deps = { on: TestApp; host: TestHost; engine: HoldEngine; orders: OrderEngine };

/** The product, and the way to have a sale in its database in which every promise is kept. */
export async function startSales() {
  const on = await startTestApp();
  const { database } = on.app;
  const parts: Deps = {
    on,
    host: await makeHost(on),
    engine: createHoldEngine({ database, addressLimit: 1_000 }),
    orders: createOrderEngine({ database, paymentWindowMinutes: 30 }),
  };
  await database.query('UPDATE hosts SET vat_basis_points = 750 WHERE id = $1', [parts.host.hostId]);
  return {
    ...parts,
    healthySale: () => healthySale(parts),
    query: (sql: string, values: unknown[] = []) => database.query(sql, values),
    close: async (): Promise<void> => {
      await parts.engine.close();
      await parts.orders.close();
      await on.close();
    },
  };
}

export type Sale = {
  eventId: string;
  skus: string[];
  seatIds: string[];
  promoCodeId: string;
  token: string;
  reservationId: string;
  bought: Bought;
};

type Bought = { orderId: string; reference: string; seatId: string; ticketIds: string[]; paymentId: string };

/**
 * An event with one live cart of two general tickets and two seats, bought with a limited code; and with one order of two
 * general tickets and a seat, paid for, of which one ticket was refunded.
 */
async function healthySale(parts: Deps): Promise<Sale> {
  const { on, host, engine } = parts;
  const { eventId, skus, seatIds } = await makeHall(on, host, {
    event: { ticketTypes: [{ capacity: 10 }, { capacity: 4, kind: 'SEATED' }] },
  });
  const promoCodeId = await on.app.database.transaction((tx) =>
    createPromoCode(tx, {
      eventId,
      code: 'SAVE',
      discount: { amountMinor: 1 },
      maximumUses: 5,
      ticketTypeIds: [],
    }),
  );
  const token = await holdCart(engine, {
    eventId,
    skus,
    quantities: [2, 2],
    seatIds: seatIds.slice(0, 2),
    promoCodeId,
  });
  const { rows } = await on.app.database.query<{ id: string }>(
    'SELECT id FROM reservations WHERE token = $1',
    [token],
  );
  const bought = await buyAndRefundOne(parts, { eventId, skus, seatId: seatIds[3] ?? '' });
  return { eventId, skus, seatIds, promoCodeId, token, reservationId: rows[0]?.id ?? '', bought };
}

/** Holds so many of each ticket type; a code takes one unit off the first. Answers the token. */
async function holdCart(
  engine: HoldEngine,
  cart: {
    eventId: string;
    skus: string[];
    quantities: number[];
    seatIds: string[];
    promoCodeId: string | null;
  },
): Promise<string> {
  const { eventId, seatIds, promoCodeId } = cart;
  const lines = cart.skus.map((sku, index) => ({ sku, quantity: cart.quantities[index] ?? 0 }));
  const discountMinor = promoCodeId ? 1 : 0;
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const request = makeHoldRequest({
    eventId,
    lines,
    seatIds,
    promoCodeId,
    quote: {
      total: count * PRICE_MINOR - discountMinor,
      currency: 'NGN',
      items: lines.map(({ sku, quantity }, index) => ({
        sku,
        name: 'A ticket',
        quantity,
        price: PRICE_MINOR,
        fee: 0,
        discount: index === 0 ? discountMinor : 0,
      })),
    },
  });
  const { outcome, token } = await engine.hold(request);
  assert.equal(outcome, 'held');
  return token ?? '';
}

async function buyAndRefundOne(
  { on, engine, orders }: Deps,
  sale: { eventId: string; skus: string[]; seatId: string },
): Promise<Bought> {
  const { eventId, skus, seatId } = sale;
  const token = await holdCart(engine, {
    eventId,
    skus,
    quantities: [2, 1],
    seatIds: [seatId],
    promoCodeId: null,
  });
  const { orderId, reference, outcome } = await orders.open({
    eventId,
    token,
    quoteReference: 'q_test',
    source: 'embed',
    idempotency: null,
    buyer: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi', phone: null },
    recipients: null,
    callbackUrl: null,
    metadata: null,
    language: 'en',
    via: { name: 'sandbox', accountId: null },
  });
  assert.equal(outcome, 'opened');
  const paid = { amountMinor: 3 * PRICE_MINOR, currency: 'NGN', paidAt: new Date() };
  const payment = { orderId, gatewayPaymentId: randomUUID(), cause: 'a test', ...paid };
  assert.equal(await orders.settle(payment), 'settled');
  const { rows: tickets } = await on.app.database.query<{ id: string }>(
    'SELECT id FROM tickets WHERE order_id = $1 ORDER BY position',
    [orderId],
  );
  const ticketIds = tickets.map(({ id }) => id);
  await on.app.database.transaction((tx) =>
    refundOrder(tx, {
      actor: OPERATOR,
      orderId,
      ticketIds: ticketIds.slice(0, 1),
      amountMinor: null,
      returnsStock: true,
      requestKey: 'a test',
    }),
  );
  const { rows } = await on.app.database.query<{ id: string }>(
    'SELECT id FROM payments WHERE order_id = $1',
    [orderId],
  );
  return { orderId, reference, seatId, ticketIds, paymentId: rows[0]?.id ?? '' };
}
