import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import type { TestApp } from '../../test/harness/test-app.ts';
import { createTestDatabase } from '../../test/harness/test-database.ts';
import type { Database } from '../db/database.ts';
import { createHoldEngine } from '../inventory/hold-engine.ts';
import { createOrderEngine, type OpenRequest, type SettleRequest } from '../orders/order-engine.ts';
import { priceCart, type CartLine } from '../reservations/price-cart.ts';
import { loadOrderTickets, type FoundOrder } from './load-order-tickets.ts';
import { createSecretKeys, type SecretKeys } from '../secrets/secret-keys.ts';

export type TestEvent = { eventId: string; slug: string; skus: string[] };
type Cart = { event: TestEvent; lines?: Partial<CartLine>[]; seatIds?: string[] } & Partial<
  Pick<OpenRequest, 'buyer' | 'recipients' | 'language'>
>;

export const ADA = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi', phone: null };

export type TicketWorld = {
  database: Database;
  url: string;
  secretKeys: SecretKeys;
  host: TestHost;
  makeHost(): Promise<TestHost>;
  makeEvent(event?: Parameters<typeof makeEvent>[2], host?: TestHost): Promise<TestEvent>;
  /** An order as the API would open it: of a free cart it is confirmed and has its tickets. */
  order(cart: Cart): Promise<string>;
  pay(orderId: string, payment: Partial<SettleRequest>): Promise<string>;
  load(orderId: string): Promise<FoundOrder>;
};

/** A database with hosts, events and orders, and no program beside the test that would do their jobs. */
export async function openWorld(t: TestContext): Promise<TicketWorld> {
  const { database, url, drop } = await createTestDatabase();
  const secretKeys = createSecretKeys(randomBytes(32));
  const on = { app: { database }, secretKeys } as TestApp;
  const holds = createHoldEngine({ database, addressLimit: 1_000 });
  const orders = createOrderEngine({ database, paymentWindowMinutes: 30 });
  t.after(async () => {
    await Promise.all([holds.close(), orders.close()]);
    await drop();
  });
  const host = await makeHost(on, { name: 'Ẹ̀kọ́ Live' });
  return {
    database,
    url,
    secretKeys,
    host,
    makeHost: () => makeHost(on),
    makeEvent: (event = {}, by = host) => makeEvent(on, by, { ticketTypes: [{ priceMinor: 0 }], ...event }),
    async order({ event, lines = [{}], seatIds = [], buyer = ADA, recipients = null, language = 'en' }) {
      const cart = lines.map((line, index) => ({
        sku: event.skus[index] ?? '',
        name: `Ticket ${index + 1}`,
        quantity: 1,
        priceMinor: 0,
        ...line,
      }));
      const noFees = { basisPoints: 0, flatMinor: 0, capMinor: null, isAbsorbed: false };
      const quote = { ...priceCart(cart, noFees, null), currency: 'NGN', promoCode: null };
      const quoteReference = `q_${randomUUID()}`;
      const { outcome, token } = await holds.hold(
        {
          eventId: event.eventId,
          token: randomUUID(),
          address: '192.0.2.1',
          isExempt: true,
          lines: cart,
          seatIds,
          promoCodeId: null,
          quoteReference,
          quote,
        },
        () => true,
      );
      assert(token, outcome);
      const opened = await orders.open({
        eventId: event.eventId,
        token,
        quoteReference,
        source: 'api',
        idempotency: null,
        buyer,
        recipients,
        callbackUrl: null,
        metadata: null,
        language,
        via: { name: 'sandbox', accountId: null },
      });
      assert.equal(opened.outcome, quote.total === 0 ? 'confirmed' : 'opened');
      return opened.orderId;
    },
    pay: (orderId, payment) =>
      orders.settle({
        orderId,
        gatewayPaymentId: randomUUID(),
        amountMinor: 0,
        currency: 'NGN',
        paidAt: new Date(),
        cause: 'the gateway said so',
        ...payment,
      }),
    async load(orderId) {
      const found = await loadOrderTickets(database, secretKeys, { orderId });
      assert(found);
      return found;
    },
  };
}
