import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import type { TestApp } from '../../../../test/harness/test-app.ts';
import { createTestDatabase } from '../../../../test/harness/test-database.ts';
import type { Database } from '../../../db/database.ts';
import { ownPort } from '../../../../test/harness/own-port.ts';
import { printQueues } from '../../../../test/harness/print-queues.ts';
import { createLogger } from '../../../log/logger.ts';
import { createRequestIds } from '../../../http/request-id.ts';
import { registerKnownRoutesOnly } from '../../../http/known-routes.ts';
import { ALL_ROUTES } from '../../../routes.ts';
import { createHttpServer, type HttpServer } from '../../../http/server.ts';
import { createHoldEngine } from '../../../inventory/hold-engine.ts';
import { createOrderEngine, type Recipient } from '../../../orders/order-engine.ts';
import { priceCart } from '../../../reservations/price-cart.ts';
import { loadWeb } from '../../serving/load-web.ts';
import { createSendPage } from '../../serving/send-page.ts';
import { serveAssets } from '../../serving/serve-assets.ts';
import { createInvoicePrinter } from '../../../invoices/documents/invoice-printer.ts';
import { createTicketPrinter, type TicketPrinter } from '../../../tickets/ticket-printer.ts';
import { createWallets, NO_WALLETS, type Wallets } from '../../../wallets/wallets.ts';
import { registerReceipt } from './routes.ts';
import { createSecretKeys, type SecretKeys } from '../../../secrets/secret-keys.ts';

type EventInput = NonNullable<Parameters<typeof makeEvent>[2]>;
export type TestEvent = Awaited<ReturnType<typeof makeEvent>>;

export const BUYER: Recipient = {
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Obi',
  phone: null,
};

export type TestReceipts = {
  database: Database;
  databaseUrl: string;
  secretKeys: SecretKeys;
  url: string;
  receiptUrl(token: string, rest?: string): string;
  makeEvent(event?: EventInput): Promise<TestEvent>;
  /** Holds a cart and orders it: confirmed where it is free, else waiting for its payment link. */
  order(cart: {
    event: TestEvent;
    quantities?: number[];
    seatIds?: string[];
    buyer?: Partial<Recipient>;
    recipients?: Recipient[];
    discountMinor?: number;
  }): Promise<{ orderId: string; reference: string; receiptToken: string; totalMinor: number }>;
  link(orderId: string): Promise<void>;
  /** The amount that a gateway says it has taken. */
  settle(orderId: string, amountMinor: number, currency?: string): Promise<string>;
  close(): Promise<void>;
};

export async function serveReceipts(parts: {
  database: Database;
  secretKeys: SecretKeys;
  printer?: TicketPrinter;
  wallets?: Wallets;
}): Promise<{ http: HttpServer; url: string }> {
  const logger = createLogger('silent');
  const http = createHttpServer({ requestIds: createRequestIds('test'), logger });
  registerKnownRoutesOnly(http, ALL_ROUTES);
  const port = await ownPort();
  const printer = parts.printer ?? createTicketPrinter({ mediaDir: '/nowhere', sharedQueues: printQueues });
  http.addHook('onClose', () => printer.close());
  const url = `http://127.0.0.1:${port}`;
  const checkoutUrl = `${url}/checkout`;
  const web = await loadWeb();
  await serveAssets(http, web.build);
  await registerReceipt(http, {
    ...parts,
    checkoutUrl,
    publicUrl: url,
    mediaUrl: `${url}/media`,
    // Its orders have tabs alone.
    frames: {
      origin: null,
      offer: () => Promise.resolve([]),
      addressOf: () => Promise.resolve(null),
      find: () => Promise.resolve(null),
    },
    clientAddress: ({ socket }) => socket.remoteAddress ?? '',
    printer,
    wallets: parts.wallets ?? noWallets(parts.secretKeys),
    invoicePrinter: createInvoicePrinter(printQueues),
    sendPage: createSendPage(web, { checkoutUrl }),
    // Its orders have one way to pay.
    gateways: { ways: () => Promise.resolve([]) },
    logger,
  });
  await http.listen({ port, host: '127.0.0.1' });
  return { http, url };
}

const noWallets = (secretKeys: SecretKeys): Wallets =>
  createWallets(NO_WALLETS, {
    secretKeys,
    publicUrl: 'https://tessera.test',
    media: { folder: '/nowhere', bring: async () => {} },
  });

/** The receipt page on a server of its own, and orders in every state, with no job that would change them. */
export async function startReceipts(
  walletsOf: (secretKeys: SecretKeys) => Wallets = noWallets,
): Promise<TestReceipts> {
  const testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const secretKeys = createSecretKeys(randomBytes(32));
  const catalog = { app: { database }, secretKeys } as TestApp;
  const host: TestHost = await makeHost(catalog, { name: 'Harmattan Nights' });
  const holds = createHoldEngine({ database, addressLimit: 1_000_000 });
  const orders = createOrderEngine({ database, paymentWindowMinutes: 30 });
  const { http, url } = await serveReceipts({ database, secretKeys, wallets: walletsOf(secretKeys) });

  return {
    database,
    databaseUrl: testDatabase.url,
    secretKeys,
    url,
    receiptUrl: (token, rest = '') => `${url}/checkout/orders/${token}${rest}`,
    makeEvent: (event) => makeEvent(catalog, host, event),
    async order({ event, quantities = [1], seatIds = [], recipients, discountMinor = 0, ...rest }) {
      const { rows: types } = await database.query<{ sku: string; name: string; priceMinor: number }>(
        `SELECT id AS sku, name, price_minor AS "priceMinor" FROM ticket_types WHERE event_id = $1 ORDER BY position`,
        [event.eventId],
      );
      const lines = types
        .map((type, index) => ({ ...type, quantity: quantities[index] ?? 0 }))
        .filter(({ quantity }) => quantity > 0);
      const priced = priceCart(
        lines,
        { basisPoints: 500, flatMinor: 10_000, capMinor: 250_000, isAbsorbed: false },
        discountMinor > 0 ? { amountMinor: discountMinor, skus: null } : null,
      );
      const token = randomUUID();
      const quoteReference = `q_${token}`;
      const promoCode = discountMinor > 0 ? 'HARMATTAN' : null;
      const held = await holds.hold({
        eventId: event.eventId,
        token,
        address: '127.0.0.1',
        isExempt: true,
        lines: lines.map(({ sku, quantity, priceMinor }) => ({ sku, quantity, priceMinor })),
        seatIds,
        promoCodeId: null,
        quoteReference,
        quote: { ...priced, currency: 'NGN', promoCode },
      });
      assert.equal(held.outcome, 'held');
      const { orderId, reference, receiptToken, totalMinor } = await orders.open({
        eventId: event.eventId,
        token,
        quoteReference,
        source: 'embed',
        idempotency: null,
        buyer: { ...BUYER, ...rest.buyer },
        recipients: recipients ?? null,
        callbackUrl: null,
        metadata: null,
        language: 'en',
        via: { name: 'sandbox', accountId: null },
      });
      return { orderId, reference, receiptToken, totalMinor };
    },
    async link(orderId) {
      await orders.link({ orderId, checkoutUrl: `${url}/checkout/pay/${orderId}`, sessionId: null });
    },
    settle: (orderId, amountMinor, currency = 'NGN') =>
      orders.settle({
        orderId,
        gatewayPaymentId: randomUUID(),
        amountMinor,
        currency,
        paidAt: new Date(),
        cause: 'a test paid',
      }),
    async close() {
      await http.close();
      await Promise.all([holds.close(), orders.close()]);
      await testDatabase.drop();
    },
  };
}
