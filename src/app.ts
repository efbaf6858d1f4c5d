import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { allJobs } from './all-jobs.ts';
import { holdForRequest } from './api/create-reservation.ts';
import { createFastLane } from './api/fast-lane.ts';
import { registerApi } from './api/register-api.ts';
import { createMemoryCache } from './cache/memory-cache.ts';
import { connectRedisCache } from './cache/redis-cache.ts';
import { registerCallbacks } from './callbacks/register-callbacks.ts';
import { registerEmbed } from './checkout/embed/register-embed.ts';
import { registerStorefront } from './checkout/storefront/register-storefront.ts';
import { registerOrderPages } from './checkout/register-order-pages.ts';
import type { Config } from './config.ts';
import { listenForChanges } from './db/changes.ts';
import { connectDatabase, type Database } from './db/database.ts';
import { registerDashboard } from './dashboard/register-dashboard.ts';
import { registerDemoShop } from './demo-shop/register-demo-shop.ts';
import { registerDocs } from './docs/register-docs.ts';
import { createCatalog } from './events/catalog.ts';
import { createAnswerToPeople } from './home/answer-people.ts';
import { registerHome } from './home/register-home.ts';
import { createKeyFinder } from './hosts/keys/find-key.ts';
import { createKeyUses } from './hosts/keys/key-uses.ts';
import { createClientAddress } from './http/client-address.ts';
import { createRequestCounter } from './http/count-request.ts';
import { keepOriginsApart } from './http/keep-origins-apart.ts';
import { registerKnownRoutesOnly } from './http/known-routes.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { createRequestIds } from './http/request-id.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { createSharedCounts } from './http/shared-counts.ts';
import { shedLoad } from './http/shed-load.ts';
import { createHoldEngine } from './inventory/hold-engine.ts';
import { createOtherSellers } from './inventory/other-sellers.ts';
import { createTicketReader } from './inventory/list-tickets.ts';
import { createJobRunner } from './jobs/run-jobs.ts';
import { tellOutage, type Logger } from './log/logger.ts';
import { createMailer } from './mail/mailer.ts';
import { registerMailbox } from './mailbox/register-mailbox.ts';
import { serveMedia } from './media/serve-media.ts';
import { createOrderEngine } from './orders/order-engine.ts';
import { loadWeb, type Web } from './pages/load-web.ts';
import { createMakePage } from './pages/make-page.ts';
import { createSendPage, type SendPage } from './pages/send-page.ts';
import { serveAssets } from './pages/serve-assets.ts';
import { createGateways } from './payments/gateways.ts';
import { createSandboxGateway } from './payments/sandbox/sandbox-gateway.ts';
import { createOffers } from './reservations/offers.ts';
import { ALL_ROUTES } from './routes.ts';
import { registerSandbox } from './sandbox/register-sandbox.ts';
import { registerScanner } from './scanner/register-scanner.ts';
import type { SecretKeys } from './secrets/secret-keys.ts';
import { createTicketPrinter } from './tickets/ticket-printer.ts';
import { VERSION } from './version.ts';
import { createWebhookDeliverer } from './webhooks/delivery/deliver-webhooks.ts';
import { createGuard, receiverOf } from './webhooks/delivery/guard.ts';

const CACHED_ANSWERS_BYTES = 64 * 1024 * 1024;
// Within the five seconds that Ctrl-C may take; what is not done by then is given to another process.
const JOBS_PATIENCE_MS = 1_500;
// Connections that wait to be accepted. Beyond this many the system drops a buyer's attempt without an answer, and the browser
// tries again a second later. In an on-sale Node's own 511 are full at once.
const BACKLOG = 4_096;

type AppConfig = Config & { databaseUrl: string; secretKeys: SecretKeys };

export type App = {
  http: HttpServer;
  database: Database;
  /** Begins to do jobs and to answer requests. */
  listen(): Promise<void>;
  /** Finishes what is under way, then lets go of everything. Called twice, it does so once. */
  close(): Promise<void>;
};

/** The one place where the parts of the product are put together. */
export async function createApp(config: AppConfig, logger: Logger): Promise<App> {
  const connections = await connect(config, logger);
  const parts = {
    ...connections,
    ...createFeatures(config, connections),
    ...createCounting(config, connections),
  };
  const web = await loadWeb();
  const pageParts = { ...parts, sendPage: createSendPage(web, parts) };
  const { http, fastLane } = createServer(config, pageParts);
  await registerDoors(http, config, { ...pageParts, fastLane, web });
  const { jobs, webhooks } = createWorkers(config, parts);
  // Last: every listener has named its channels by now.
  await parts.changes.start();

  const closeAll = async (): Promise<void> => {
    fastLane.close();
    await Promise.all([http.close(), jobs.stop(), webhooks.stop()]);
    parts.counts.close();
    parts.orderPageCounts.close();
    parts.promoCounts.close();
    await parts.changes.close();
    await parts.cache.close();
    parts.mailer.close();
    await Promise.all([
      parts.engine.close(),
      parts.orders.close(),
      parts.printer.close(),
      parts.keyUses.close(),
    ]);
    await parts.database.close();
  };
  let closing: Promise<void> | null = null;
  return {
    http,
    database: parts.database,
    async listen() {
      await http.listen({ port: config.port, host: config.host, backlog: BACKLOG });
      // Closed while it was starting: nothing may start after that.
      if (!closing) await jobs.start();
      if (!closing) await webhooks.start();
    },
    close: () => (closing ??= closeAll()),
  };
}

type Connections = Awaited<ReturnType<typeof connect>>;
type Parts = Connections & ReturnType<typeof createFeatures> & ReturnType<typeof createCounting>;
type PageParts = Parts & { sendPage: SendPage };

/** What this process depends on: database, cache, and its folders on disk. */
async function connect(config: AppConfig, logger: Logger) {
  const database = connectDatabase({
    url: config.databaseUrl,
    poolSize: config.databasePoolSize,
    onIdleError: tellOutage(logger, 'a database connection was lost'),
  });
  const onCacheError = tellOutage(logger, 'the cache does not answer');
  const mediaDir = path.join(config.dataDir, 'media');
  await mkdir(mediaDir, { recursive: true });
  return {
    logger,
    database,
    changes: listenForChanges(database, tellOutage(logger, 'waiting for the database')),
    cache: config.redisUrl ? await connectRedisCache(config.redisUrl, onCacheError) : createMemoryCache(),
    onCacheError,
    mediaDir,
    mailboxDir: path.join(config.dataDir, 'mailbox'),
  };
}

/** What the features keep in memory or have open. */
function createFeatures(config: AppConfig, connections: Connections) {
  // Counts of their own: who tries promo codes by the thousand fills these, and no key's count is dropped.
  const promoCounts = createSharedCounts({
    counters: connections.cache.counters,
    onCacheError: connections.onCacheError,
  });
  const { logger, database, changes, mediaDir, mailboxDir } = connections;
  const { secretKeys, checkoutUrl, dashboardUrl, isProduction } = config;
  const mediaUrl = `${config.publicUrl}/media`;
  const sandbox = isProduction ? null : createSandboxGateway({ url: () => ownAddress(config), secretKeys });
  const keyUses = createKeyUses({ database, onError: tellOutage(logger, 'the use of keys was not written') });
  return {
    secretKeys,
    checkoutUrl,
    dashboardUrl,
    mediaUrl,
    hasSandbox: sandbox !== null,
    promoCounts,
    keyUses,
    keys: createKeyFinder({ database, changes, uses: keyUses }),
    catalog: createCatalog({ database, changes, mediaUrl, secretKeys, maxBytes: CACHED_ANSWERS_BYTES }),
    readTickets: createTicketReader(database),
    offers: createOffers({ database, changes, counts: promoCounts }),
    engine: createHoldEngine({
      database,
      addressLimit: config.holdLimitPerAddress,
      otherSellers: createOtherSellers({ database, changes, processId: config.processId }),
    }),
    orders: createOrderEngine({ database, paymentWindowMinutes: config.paymentWindowMinutes }),
    gateways: createGateways({
      database,
      secretKeys,
      urls: config.gatewayUrls,
      sandbox,
      refusesTestCredentials: isProduction,
      nowMs: changes.databaseNowMs,
    }),
    printer: createTicketPrinter({ mediaDir }),
    mailer: createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, mailboxDir }),
  };
}

/** Who asks, and how often. */
function createCounting(config: AppConfig, { cache, onCacheError, logger }: Connections) {
  const counts = createSharedCounts({ counters: cache.counters, onCacheError });
  const { rateLimitPerKey: perKey, rateLimitPerAddress: perAddress } = config;
  const limiter = createRateLimiter({ counts, perKey, perAddress });
  const clientAddress = createClientAddress(config.trustedProxies, (peer) =>
    logger.warn(
      { peer },
      'a private address sends X-Forwarded-For and is not in TRUST_PROXY: if it is a proxy, all its visitors share one limit',
    ),
  );
  return {
    counts,
    // Counts of their own: a stranger who tries tokens of orders by the thousand fills these, and no key's count is dropped.
    orderPageCounts: createSharedCounts({ counters: cache.counters, onCacheError }),
    clientAddress,
    counter: createRequestCounter({ limiter, clientAddress }),
  };
}

/** The HTTP server with the rules for every route, and none registered yet. */
function createServer(config: AppConfig, parts: PageParts) {
  const { logger, database } = parts;
  const { sendsHsts, maxConnections } = config;
  const requestIds = createRequestIds(config.processId);
  const fastLane = createFastLane({
    ...parts,
    requestIds,
    sendsHsts,
    hold: (caller, request) => holdForRequest(parts, caller, request),
  });
  // The framework logs every request: at that level all of them go through it.
  if (config.logLevel === 'debug') fastLane.close();
  const http = createHttpServer({
    requestIds,
    logger,
    sendsHsts,
    maxConnections,
    takeFastLane: fastLane.wrap,
    answerPeople: createAnswerToPeople({ ...config, ...parts }),
  });
  registerKnownRoutesOnly(http, ALL_ROUTES);
  keepOriginsApart(http, config);
  shedLoad(http, { logger, queriesWaiting: database.waitingCount, aheadOfFramework: fastLane.underWay });
  return { http, fastLane };
}

/** Every door, by its audience. Their addresses are in routes.ts. */
async function registerDoors(
  http: HttpServer,
  config: AppConfig,
  { web, ...parts }: PageParts & Pick<ReturnType<typeof createServer>, 'fastLane'> & { web: Web },
): Promise<void> {
  const { baseUrl, isProduction, smtpUrl, rateLimitPerAddress: perAddress } = config;
  const makePage = createMakePage(web);
  await serveAssets(http, web.build);
  await serveMedia(http, parts.mediaDir);
  // Integrators
  const description = await registerApi(http, { ...parts, baseUrl, version: VERSION });
  await registerDocs(http, { ...config, makePage, description });
  await registerHome(http, { ...config, ...parts });
  // Buyers and gateways
  await registerEmbed(http, { ...parts, publicUrl: config.publicUrl });
  await registerStorefront(http, { ...config, ...parts, makePage });
  await registerOrderPages(http, {
    ...parts,
    publicUrl: config.publicUrl,
    counts: parts.orderPageCounts,
    perAddress,
  });
  await registerCallbacks(http, parts);
  // Hosts
  const guard = createGuard({ allow: allowedReceivers(config) });
  await registerDashboard(http, { ...config, ...parts, guard });
  await registerScanner(http, { ...parts, web });
  // Development
  if (parts.hasSandbox) await registerSandbox(http, parts);
  if (!isProduction && !smtpUrl) await registerMailbox(http, parts);
  if (config.seedsDemo) {
    const builtFolder = web.build.demoShopFolder;
    await registerDemoShop(http, { ...config, ...parts, builtFolder, ownUrl: ownAddress(config) });
  }
}

/** The receivers of webhooks that need no HTTPS and no public address. The demo's site is one on this very machine. */
const allowedReceivers = (config: AppConfig): string[] => [
  ...config.webhookAllow,
  ...(config.seedsDemo ? [receiverOf(new URL(ownAddress(config)))] : []),
];

/** What works without being asked: jobs and webhooks. */
function createWorkers(config: AppConfig, parts: Parts) {
  const { processId } = config;
  const jobs = createJobRunner({
    ...parts,
    kinds: allJobs({ ...config, ...parts }),
    processId,
    stopPatienceMs: JOBS_PATIENCE_MS,
  });
  const webhooks = createWebhookDeliverer({
    ...parts,
    allow: allowedReceivers(config),
    processId,
  });
  return { jobs, webhooks };
}

/** Where this process reaches itself: the sandbox is called the way an outside gateway would be. */
function ownAddress({ host, port }: Config): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
