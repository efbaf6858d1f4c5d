import { askOptionalServices } from '../api/ask-optional-services.ts';
import type { Role } from '../config/config.ts';
import { createCatalog } from '../events/catalog.ts';
import { createKeyFinder } from '../hosts/keys/find-key.ts';
import { createKeyUses } from '../hosts/keys/key-uses.ts';
import { createSharedCounts } from '../http/shared-counts.ts';
import { createHoldEngine } from '../inventory/hold-engine.ts';
import { createTicketReader } from '../inventory/list-tickets.ts';
import { tellOutage } from '../log/logger.ts';
import { createMailer } from '../mail/mailer.ts';
import { createPictureQueue } from '../media/picture-queue.ts';
import { createOrderEngine } from '../orders/order-engine.ts';
import { createPaymentFrames } from '../orders/payment-frames.ts';
import { createGateways } from '../payments/gateways.ts';
import { createSandboxGateway } from '../payments/sandbox/sandbox-gateway.ts';
import { createOffers } from '../reservations/offers.ts';
import { createOfferTaker } from '../reservations/take-offer.ts';
import { createStreamPublisher } from '../stream/publish-stream.ts';
import { createInvoicePrinter } from '../invoices/documents/invoice-printer.ts';
import { createTicketPrinter, type PrintQueues } from '../tickets/ticket-printer.ts';
import { createListTokens } from '../waiting-list/list-tokens.ts';
import { createWaitingRooms } from '../waiting-room/waiting-rooms.ts';
import { createUnsubscribing } from '../unsubscribing/unsubscribing.ts';
import { createWallets } from '../wallets/wallets.ts';
import type { AppConfig } from './app-config.ts';
import type { Connections } from './connect.ts';
import { sandboxAddress } from './own-address.ts';

const MAX_CACHED_ANSWERS_BYTES = 64 * 1024 * 1024;

/** The features that keep something in memory or open. */
export function createFeatures(
  config: AppConfig,
  connections: Connections,
  { role, printQueues }: { role: Role; printQueues?: PrintQueues },
) {
  // Counts of their own: who tries promo codes by the thousand fills these, and no key's count is dropped.
  const promoCounts = createSharedCounts({
    counters: connections.cache.counters,
    onCacheError: connections.onCacheError,
  });
  const { logger, database, changes, metrics, media, mailboxDir } = connections;
  const { watchBatch } = metrics;
  const { secretKeys, checkoutUrl, dashboardUrl, isProduction } = config;
  const mediaUrl = `${config.publicUrl}/media`;
  const sandbox = isProduction
    ? null
    : createSandboxGateway({ url: () => sandboxAddress(config, role), secretKeys });
  const keyUses = createKeyUses({
    database,
    onError: tellOutage(logger, 'the last use of keys could not be saved'),
  });
  const rooms = createWaitingRooms({
    database,
    changes,
    secretKeys,
    checkoutUrl,
    onError: tellOutage(logger, 'a waiting room could not be updated'),
  });
  const printer = createTicketPrinter({
    mediaDir: media.folder,
    bringPoster: media.bring,
    sharedQueues: printQueues,
  });
  const gateways = createGateways({
    database,
    secretKeys,
    urls: config.gatewayUrls,
    publicUrl: config.publicUrl,
    sandbox,
    refusesTestCredentials: isProduction,
    nowMs: changes.databaseNowMs,
    home: { database, checkoutUrl, callbackUrl: `${config.publicUrl}/payments/mpesa` },
  });
  return {
    secretKeys,
    checkoutUrl,
    dashboardUrl,
    mediaUrl,
    hasSandbox: sandbox !== null,
    promoCounts,
    keyUses,
    keys: createKeyFinder({ database, changes, uses: keyUses }),
    catalog: createCatalog({ database, changes, mediaUrl, secretKeys, maxBytes: MAX_CACHED_ANSWERS_BYTES }),
    readTickets: createTicketReader(database),
    ...createOffering(config, connections, promoCounts),
    rooms,
    engine: createHoldEngine({
      database,
      addressLimit: config.holdLimitPerAddress,
      watch: rooms.watchHolds(watchBatch('holds')),
    }),
    orders: metrics.countOrders(
      createOrderEngine({ database, paymentWindowMinutes: config.paymentWindowMinutes, watchBatch }),
    ),
    orderWatch: metrics.orderWatch,
    gateways,
    frames: createPaymentFrames({
      database,
      secretKeys,
      gateways,
      gatewayUrls: config.gatewayUrls,
      frameUrl: config.paymentFrameUrl,
    }),
    ...createOptional(config, connections, role),
    printer,
    unsubscribing: createUnsubscribing({ secretKeys, publicUrl: config.publicUrl }),
    invoicePrinter: createInvoicePrinter(printer.queues),
    pictures: createPictureQueue(),
    mailer: metrics.countMails(createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, mailboxDir })),
  };
}

/** Prices, and what waiting lists offer. */
function createOffering(
  { secretKeys, checkoutUrl }: AppConfig,
  { database, changes }: Connections,
  counts: ReturnType<typeof createSharedCounts>,
) {
  return {
    offers: createOffers({ database, changes, counts }),
    lists: createOfferTaker({ database, tokens: createListTokens(secretKeys), checkoutUrl }),
  };
}

/** The optional services. */
function createOptional(config: AppConfig, { database, logger, media }: Connections, role: Role) {
  const { rabbitUrls: urls, processId } = config;
  const stream = urls
    ? createStreamPublisher({ database, logger, urls, processId, publishes: role !== 'web' })
    : null;
  const rabbitmq = (): boolean => stream?.isConnected() ?? false;
  const wallets = createWallets(config.wallets, { ...config, media });
  return { stream, wallets, optional: { ...askOptionalServices(config.optionalUrls), rabbitmq } };
}
