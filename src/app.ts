import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createRequestCounter } from './http/count-request.ts';
import { createFastLane } from './api/fast-lane.ts';
import { registerApi } from './api/register-api.ts';
import type { Cache } from './cache/cache.ts';
import { createMemoryCache } from './cache/memory-cache.ts';
import { connectRedisCache } from './cache/redis-cache.ts';
import type { Config } from './config.ts';
import { listenForChanges, type Changes } from './db/changes.ts';
import { connectDatabase, type Database } from './db/database.ts';
import { registerDemoShop } from './demo-shop/register-demo-shop.ts';
import { registerDocs } from './docs/register-docs.ts';
import { registerEmbed } from './checkout/embed/register-embed.ts';
import { registerOrderPages } from './checkout/register-order-pages.ts';
import { createCatalog } from './events/catalog.ts';
import { endClosedEventsJob } from './events/end-closed-events.ts';
import { forgetUnusedWordsJob } from './events/forget-unused-words.ts';
import { createKeyFinder } from './hosts/find-key.ts';
import { createClientAddress } from './http/client-address.ts';
import { tellOutage, type Logger } from './log/logger.ts';
import { registerKnownRoutesOnly } from './http/known-routes.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { createRequestIds } from './http/request-id.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { createSharedCounts } from './http/shared-counts.ts';
import { shedLoad } from './http/shed-load.ts';
import { createHoldEngine } from './inventory/hold-engine.ts';
import { createTicketReader } from './inventory/list-tickets.ts';
import { forgetSetAsideJobsJob } from './jobs/forget-set-aside-jobs.ts';
import { createJobRunner } from './jobs/run-jobs.ts';
import { forgetMailsJob } from './tickets/mails/forget-mails.ts';
import { createMailbox } from './mail/mailbox.ts';
import { registerMailbox } from './mailbox/register-mailbox.ts';
import { createMailer } from './mail/mailer.ts';
import { sendMailJob } from './tickets/mails/send-mail-job.ts';
import { serveMedia } from './media/serve-media.ts';
import { askGatewaysJob } from './orders/ask-gateways.ts';
import { followPaymentJob } from './orders/follow-payment-job.ts';
import { forgetOrderTracesJob } from './orders/forget-order-traces.ts';
import { createOrderEngine } from './orders/order-engine.ts';
import { sendRefundsJobs } from './orders/send-refunds.ts';
import { registerHome } from './home/register-home.ts';
import { loadWeb } from './pages/load-web.ts';
import { createSendPage } from './pages/send-page.ts';
import { serveAssets } from './pages/serve-assets.ts';
import { createGateways } from './payments/gateways.ts';
import { registerCallbacks } from './callbacks/register-callbacks.ts';
import { createSandboxGateway } from './payments/sandbox/sandbox-gateway.ts';
import { registerSandbox } from './sandbox/register-sandbox.ts';
import { forgetSandboxPaymentsJob } from './sandbox/forget-payments.ts';
import { sandboxLatePaymentJob } from './sandbox/late-payment.ts';
import { sandboxCallbackJob } from './sandbox/send-callback.ts';
import { forgetReservationsJob } from './reservations/forget-reservations.ts';
import { giveBackLapsedJob } from './reservations/give-back-lapsed.ts';
import { createOffers } from './reservations/offers.ts';
import { ALL_ROUTES } from './routes.ts';
import type { SecretKeys } from './secrets/secret-keys.ts';
import { createTicketPrinter } from './tickets/ticket-printer.ts';
import { VERSION } from './version.ts';
import { createWebhookDeliverer } from './webhooks/delivery/deliver-webhooks.ts';
import { forgetOldDeliveriesJob } from './webhooks/delivery/forget-old-deliveries.ts';
import { receiverOf } from './webhooks/delivery/guard.ts';

const CACHED_ANSWERS_BYTES = 64 * 1024 * 1024;
// Within the five seconds that Ctrl-C may take; what is not done by then is given to another process.
const JOBS_PATIENCE_MS = 1_500;

/** Where this process reaches itself: the sandbox is called the way an outside gateway would be. */
function ownAddress({ host, port }: Config): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

// Connections that wait to be accepted. Beyond this many the system drops a buyer's attempt without an answer, and the browser
// tries again a second later. In an on-sale Node's own 511 are full at once.
const BACKLOG = 4_096;

export type App = {
  http: HttpServer;
  database: Database;
  /** Begins to do jobs and to answer requests. */
  listen(): Promise<void>;
  /** Finishes what is under way, then lets go of everything. Asked twice, it does so once. */
  close(): Promise<void>;
};

/** The one place where the parts of the product are put together. */
export async function createApp(
  config: Config & { databaseUrl: string; secretKeys: SecretKeys },
  logger: Logger,
): Promise<App> {
  const database = connectDatabase({
    url: config.databaseUrl,
    poolSize: config.databasePoolSize,
    onIdleError: tellOutage(logger, 'a database connection was lost'),
  });
  const changes: Changes = listenForChanges(database, tellOutage(logger, 'waiting for the database'));
  const onCacheError = tellOutage(logger, 'the cache does not answer');
  const cache: Cache = config.redisUrl
    ? await connectRedisCache(config.redisUrl, onCacheError)
    : createMemoryCache();
  const counts = createSharedCounts({ counters: cache.counters, onCacheError });
  // Counts of their own: whoever makes up orders' tokens by the thousand fills these, and no key's limit is forgotten for it.
  const orderPageCounts = createSharedCounts({ counters: cache.counters, onCacheError });
  const limiter = createRateLimiter({
    counts,
    perKey: config.rateLimitPerKey,
    perAddress: config.rateLimitPerAddress,
  });
  const keys = createKeyFinder({ database, changes });
  const { secretKeys, checkoutUrl } = config;
  const mediaUrl = `${config.publicUrl}/media`;
  const catalog = createCatalog({
    database,
    changes,
    mediaUrl,
    secretKeys,
    maxBytes: CACHED_ANSWERS_BYTES,
  });
  const mediaFolder = path.join(config.dataDir, 'media');
  const mailboxFolder = path.join(config.dataDir, 'mailbox');
  await mkdir(mediaFolder, { recursive: true });

  const sandbox = config.isProduction
    ? null
    : createSandboxGateway({ url: () => ownAddress(config), secretKeys });
  const gateways = createGateways({
    database,
    secretKeys,
    urls: config.gatewayUrls,
    sandbox,
    refusesTestCredentials: config.isProduction,
    nowMs: changes.databaseNowMs,
  });
  const orders = createOrderEngine({ database, paymentWindowMinutes: config.paymentWindowMinutes });
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    mailboxDir: mailboxFolder,
  });
  const printer = createTicketPrinter({ mediaDir: mediaFolder });
  const payments = { database, orders, gateways, checkoutUrl, logger };
  const jobs = createJobRunner({
    database,
    changes,
    kinds: [
      endClosedEventsJob(database),
      forgetUnusedWordsJob(database),
      forgetOldDeliveriesJob(database),
      forgetReservationsJob(database),
      forgetOrderTracesJob(database),
      forgetMailsJob(database, { mailbox: createMailbox(mailboxFolder) }),
      forgetSetAsideJobsJob(database),
      giveBackLapsedJob(database),
      followPaymentJob(payments),
      askGatewaysJob(payments),
      ...sendRefundsJobs(payments),
      sendMailJob({ database, mailer, secretKeys, checkoutUrl, mediaDir: mediaFolder, printer, logger }),
      ...(sandbox
        ? [
            sandboxCallbackJob({ database, secretKeys }),
            sandboxLatePaymentJob(database),
            forgetSandboxPaymentsJob(database),
          ]
        : []),
    ],
    processId: config.processId,
    logger,
    stopPatienceMs: JOBS_PATIENCE_MS,
  });

  const hasDemoShop = config.seedsDemo;
  const ownUrl = ownAddress(config);
  const webhooks = createWebhookDeliverer({
    database,
    changes,
    secretKeys,
    // The demo's site is a receiver on this very machine.
    allow: [...config.webhookAllow, ...(hasDemoShop ? [receiverOf(new URL(ownUrl))] : [])],
    processId: config.processId,
    logger,
  });

  const offers = createOffers({ database, changes });
  const engine = createHoldEngine({ database, addressLimit: config.holdLimitPerAddress });
  const requestIds = createRequestIds(config.processId);
  const clientAddress = createClientAddress(config.trustedProxies, (peer) =>
    logger.warn(
      { peer },
      'a private address sends X-Forwarded-For and is not in TRUST_PROXY: if it is a proxy, all its visitors share one limit',
    ),
  );
  const readTickets = createTicketReader(database);
  const counter = createRequestCounter({ limiter, clientAddress });
  const { sendsHsts } = config;
  const fastLane = createFastLane({ keys, catalog, readTickets, requestIds, counter, sendsHsts });
  // The log of every request is written by the framework: who wants it takes the long way.
  if (config.logLevel === 'debug') fastLane.close();
  const http = createHttpServer({
    requestIds,
    logger,
    sendsHsts,
    maxConnections: config.maxConnections,
    takeFastLane: fastLane.wrap,
  });
  registerKnownRoutesOnly(http, ALL_ROUTES);
  shedLoad(http, { logger, queriesWaiting: database.waitingCount });
  const description = await registerApi(http, {
    database,
    cache,
    keys,
    counter,
    catalog,
    readTickets,
    fastLane,
    offers,
    engine,
    orders,
    gateways,
    checkoutUrl,
    logger,
    clientAddress,
    baseUrl: config.baseUrl,
    version: VERSION,
  });
  const web = await loadWeb();
  const sendPage = createSendPage(web, { checkoutUrl });
  await serveAssets(http, web.build);
  await registerDocs(http, description);
  await registerHome(http, { sendPage });
  await registerCallbacks(http, { database, gateways });
  await registerOrderPages(http, {
    ...payments,
    secretKeys,
    mediaUrl,
    printer,
    sendPage,
    counts: orderPageCounts,
    clientAddress,
    perAddress: config.rateLimitPerAddress,
  });
  await registerEmbed(http, {
    ...payments,
    changes,
    catalog,
    readTickets,
    offers,
    engine,
    counter,
    clientAddress,
    mediaUrl,
    sendPage,
  });
  if (sandbox) await registerSandbox(http, { database, secretKeys, checkoutUrl });
  if (!config.isProduction && !config.smtpUrl)
    await registerMailbox(http, { mailboxDir: mailboxFolder, sendPage });
  if (hasDemoShop) await registerDemoShop(http, { ...config, database, ownUrl });
  await serveMedia(http, mediaFolder);
  await changes.start();

  const closeAll = async (): Promise<void> => {
    fastLane.close();
    await Promise.all([http.close(), jobs.stop(), webhooks.stop()]);
    counts.close();
    orderPageCounts.close();
    await changes.close();
    await cache.close();
    mailer.close();
    await Promise.all([engine.close(), orders.close(), printer.close()]);
    await database.close();
  };
  let closing: Promise<void> | null = null;
  return {
    http,
    database,
    async listen() {
      await http.listen({ port: config.port, host: config.host, backlog: BACKLOG });
      // Whoever stops it while it is still starting finds nothing started behind his back.
      if (!closing) await jobs.start();
      if (!closing) await webhooks.start();
    },
    close: () => (closing ??= closeAll()),
  };
}
