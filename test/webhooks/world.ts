import { randomBytes, randomUUID } from 'node:crypto';
import { OPERATOR } from '../../src/audit/actor.ts';
import { listenForChanges } from '../../src/db/changes.ts';
import type { Database } from '../../src/db/database.ts';
import { createHoldEngine } from '../../src/inventory/hold-engine.ts';
import { createOrderEngine, type Recipient } from '../../src/orders/order-engine.ts';
import { holdCart } from '../../src/reservations/hold-cart.ts';
import { createOffers } from '../../src/reservations/offers.ts';
import { addSubscription } from '../../src/webhooks/subscriptions/add-subscription.ts';
import {
  createWebhookDeliverer,
  type WebhookDeliverer,
} from '../../src/webhooks/delivery/deliver-webhooks.ts';
import { createGuard } from '../../src/webhooks/delivery/guard.ts';
import type { DeliverySchedule } from '../../src/webhooks/delivery/schedule.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { NO_LISTS, NO_ROOMS } from '../harness/no-rooms.ts';
import type { TestApp } from '../harness/test-app.ts';
import { createTestDatabase } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { createSecretKeys } from '../../src/secrets/secret-keys.ts';

export type LogLine = { level: string; fields: object; message: string };

/** The actual delays in hundredths: what is 1 s there is 10 ms here. Nobody is given up for being slow on a busy machine. */
export const FAST: DeliverySchedule = {
  retryDelaysMs: [10, 20, 40, 80],
  attemptLimitMs: 30_000,
  budgetMs: 60_000,
};

export const BUYER: Recipient = {
  email: 'ada@buyer.example',
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '+2348031234567',
};

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** A database with the engines that sell and a way to deliver, as a process has them, without the HTTP around it. */
export async function makeWorld(t: { after(work: () => Promise<void>): void }) {
  const testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const secretKeys = createSecretKeys(randomBytes(32));
  const changes = listenForChanges(database, () => {});
  const offers = createOffers({ database, changes, counts: null });
  const engine = createHoldEngine({ database, addressLimit: 1_000_000 });
  const orders = createOrderEngine({ database, paymentWindowMinutes: 30 });
  await changes.start();
  const closing: (() => Promise<void>)[] = [];
  t.after(async () => {
    for (const close of closing) await close();
    await changes.close();
    await engine.close();
    await orders.close();
    await testDatabase.drop();
  });

  /** Needed by makeHost and makeEvent. */
  const on = { app: { database }, secretKeys } as unknown as TestApp;

  async function buy(
    event: { host: TestHost; slug: string; eventId: string; items: { sku: string; quantity: number }[] },
    options: {
      source?: 'api' | 'embed';
      buyer?: Recipient;
      recipients?: Recipient[];
      metadata?: string;
      promoCode?: string;
      paidAt?: Date;
    } = {},
  ): Promise<{ orderId: string; reference: string; totalMinor: number }> {
    const { reservation } = await holdCart(
      { offers, engine, rooms: NO_ROOMS, lists: NO_LISTS },
      {
        hostId: event.host.hostId,
        slug: event.slug,
        items: event.items,
        ...(options.promoCode !== undefined && { promoCode: options.promoCode }),
        token: randomUUID(),
        address: '127.0.0.1',
        isExempt: true,
        byApi: true,
        isWanted: () => true,
      },
    );
    const opened = await orders.open({
      eventId: event.eventId,
      token: reservation.reservationToken,
      quoteReference: reservation.quoteReference,
      source: options.source ?? 'api',
      idempotency: null,
      buyer: options.buyer ?? BUYER,
      recipients: options.recipients ?? null,
      callbackUrl: null,
      metadata: options.metadata ?? null,
      language: 'en',
      via: { name: 'sandbox', accountId: null },
    });
    if (opened.outcome === 'opened') {
      await orders.settle({
        orderId: opened.orderId,
        gatewayPaymentId: randomUUID(),
        amountMinor: opened.totalMinor,
        currency: reservation.currency,
        paidAt: options.paidAt ?? new Date(),
        cause: 'a test paid',
      });
    }
    return opened;
  }

  /** A host with an event whose only ticket costs this much, and its cart of one. */
  async function sell(
    priceMinor: number,
    { host: given, ...more }: Parameters<typeof makeEvent>[2] & { host?: TestHost } = {},
  ) {
    const host = given ?? (await makeHost(on));
    const event = await makeEvent(on, host, {
      ticketTypes: [{ priceMinor, capacity: 100_000, maximumPerOrder: 1000 }],
      ...more,
    });
    return { host, ...event, items: event.skus.map((sku) => ({ sku, quantity: 1 })) };
  }

  async function subscribe(
    event: { host: TestHost; slug: string },
    receiver: { url: string; address: string },
  ): Promise<string> {
    const { subscriptionId } = await addSubscription(
      { database, guard: createGuard({ allow: [receiver.address] }) },
      { hostId: event.host.hostId, actor: OPERATOR, slug: event.slug, url: receiver.url },
    );
    return subscriptionId;
  }

  /** A deliverer with connections and a memory of its own, as in a process of its own. */
  async function startDeliverer(
    options: {
      allow?: string[];
      schedule?: DeliverySchedule;
      nameServers?: string[];
      now?: () => number;
    } = {},
  ): Promise<WebhookDeliverer & { log: LogLine[] }> {
    const log: LogLine[] = [];
    const write = (level: string) => (fields: object, message: string) =>
      void log.push({ level, fields, message });
    const itsChanges = listenForChanges(database, () => {});
    const deliverer = createWebhookDeliverer({
      database,
      changes: itsChanges,
      secretKeys,
      processId: 'test',
      logger: { info: write('info'), warn: write('warn'), error: write('error') },
      allow: [],
      schedule: FAST,
      ...options,
    });
    await itsChanges.start();
    await deliverer.start();
    let stopped: Promise<void> | null = null;
    const stop = async (): Promise<void> => {
      await deliverer.stop();
      await itsChanges.close();
    };
    const stopOnce = (): Promise<void> => (stopped ??= stop());
    closing.push(stopOnce);
    return { ...deliverer, stop: stopOnce, log };
  }

  return { database, url: testDatabase.url, secretKeys, on, sell, subscribe, buy, startDeliverer };
}

export type DeliveryRow = {
  id: string;
  status: string;
  attempts: number;
  failure: string | null;
  reference: string;
  leased_by: string | null;
};

export async function deliveryRows(database: Database): Promise<DeliveryRow[]> {
  const { rows } = await database.query<DeliveryRow>(
    'SELECT id, status, attempts, failure, reference, leased_by FROM webhook_deliveries ORDER BY id',
  );
  return rows;
}

export async function untilEnded(database: Database): Promise<DeliveryRow[]> {
  return until('all deliveries to end', async () => {
    const rows = await deliveryRows(database);
    return rows.length > 0 && rows.every(({ status }) => status !== 'pending') && rows;
  });
}
