import path from 'node:path';
import { allJobs } from './all-jobs.ts';
import { createFastLane } from '../api/fast-lane.ts';
import { askOptionalServices } from '../api/ask-optional-services.ts';
import { registerHealth } from '../api/health.ts';
import { registerApi } from '../api/register-api.ts';
import type { Cache } from '../cache/cache.ts';
import { createMemoryCache } from '../cache/memory-cache.ts';
import { connectRedisCache } from '../cache/redis-cache.ts';
import { registerCallbacks } from '../callbacks/register-callbacks.ts';
import { registerEmbed } from '../pages/checkout/embed/routes.ts';
import { createStateLane } from '../pages/checkout/waiting-room/server/state-lane.ts';
import { registerStorefront } from '../pages/checkout/storefront/routes.ts';
import { registerOrderPages } from '../pages/checkout/order-pages-routes.ts';
import { ConfigError, type Config, type Role } from '../config/read-config.ts';
import { listenForChanges } from '../db/changes.ts';
import { connectDatabase, type Database, type DatabaseLimits } from '../db/database.ts';
import { registerDashboard } from '../pages/dashboard/routes.ts';
import { registerDemoShop } from '../pages/demo-shop/routes.ts';
import { registerDocs } from '../pages/docs/routes.ts';
import { createCatalog } from '../events/catalog.ts';
import { createAnswerToPeople } from '../pages/notice/server/answer-people.ts';
import { registerHome } from '../pages/home/routes.ts';
import { createKeyFinder } from '../hosts/keys/find-key.ts';
import { createKeyUses } from '../hosts/keys/key-uses.ts';
import { createClientAddress } from '../http/client-address.ts';
import { createRequestCounter } from '../http/count-request.ts';
import { keepOriginsApart } from '../http/keep-origins-apart.ts';
import { registerKnownRoutesOnly } from '../http/known-routes.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { createRequestIds } from '../http/request-id.ts';
import { createHttpServer, type HttpServer } from '../http/server.ts';
import { createSharedCounts } from '../http/shared-counts.ts';
import { shedLoad } from '../http/shed-load.ts';
import { watchRequests } from '../http/watch-requests.ts';
import { createHoldEngine } from '../inventory/hold-engine.ts';
import { createTicketReader } from '../inventory/list-tickets.ts';
import { createJobRunner } from '../jobs/run-jobs.ts';
import { tellOutage, type Logger } from '../log/logger.ts';
import { createMailer } from '../mail/mailer.ts';
import { registerMailbox } from '../pages/mailbox/routes.ts';
import { openMediaStore } from '../media/media-store.ts';
import { createPictureQueue } from '../media/picture-queue.ts';
import { serveMedia } from '../media/serve-media.ts';
import { createProductMetrics, type MeasuredParts, type ProductMetrics } from '../metrics/product-metrics.ts';
import { startMetrics, type MetricsServer } from '../metrics/start-metrics.ts';
import { createOrderEngine } from '../orders/order-engine.ts';
import { loadWeb, type Web } from '../pages/serving/load-web.ts';
import { createMakePage } from '../pages/serving/make-page.ts';
import { createSendPage, type SendPage } from '../pages/serving/send-page.ts';
import { serveAssets } from '../pages/serving/serve-assets.ts';
import { createGateways } from '../payments/gateways.ts';
import { createSandboxGateway } from '../payments/sandbox/sandbox-gateway.ts';
import { createOffers } from '../reservations/offers.ts';
import { ALL_ROUTES } from '../routes.ts';
import { registerSandbox } from '../pages/sandbox/routes.ts';
import { registerScanner } from '../pages/scanner/routes.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { createStreamPublisher } from '../stream/publish-stream.ts';
import { createTicketPrinter, type PrintQueues } from '../tickets/ticket-printer.ts';
import { VERSION } from '../version.ts';
import { createWaitingRooms } from '../waiting-room/waiting-rooms.ts';
import { createWebhookDeliverer } from '../webhooks/delivery/deliver-webhooks.ts';
import { createGuard, receiverOf } from '../webhooks/delivery/guard.ts';

const CACHED_ANSWERS_BYTES = 64 * 1024 * 1024;
// Within the five seconds that Ctrl-C may take; what is not done by then is given to another process.
const JOBS_PATIENCE_MS = 1_500;
// Connections that wait to be accepted. Beyond this many the system drops a buyer's attempt without an answer, and the browser
// tries again a second later. In an on-sale Node's own 511 are full at once.
const BACKLOG = 4_096;

type AppConfig = Config & { databaseUrl: string; secretKeys: SecretKeys; databaseLimits?: DatabaseLimits };

export type App = {
  http: HttpServer;
  database: Database;
  /** Begins to do jobs and to answer requests. */
  listen(): Promise<void>;
  /** Finishes what is under way, then lets go of everything. Called twice, it does so once. */
  close(): Promise<void>;
};

type Options = {
  role?: Role;
  /** Without Redis, processes share their counts through this. */
  cache?: Cache;
  /** The threads that draw tickets, where several apps share a process. */
  printQueues?: PrintQueues;
};

/** The one place where the parts of the product are put together. */
export async function createApp(config: AppConfig, logger: Logger, options: Options = {}): Promise<App> {
  const { role = 'all' } = options;
  const metrics = createProductMetrics();
  const connections = await connect(config, { logger, metrics, cache: options.cache });
  const parts = {
    ...connections,
    ...createFeatures(config, connections, { ...options, role }),
    ...createCounting(config, connections),
  };
  const { http, fastLane, stateLane } =
    role === 'worker' ? createHealthServer(config, parts) : await createDoors(config, parts);
  const workers = role === 'web' ? null : createWorkers(config, parts, role);
  // Last: every listener has named its channels by now.
  await parts.changes.start();

  let metricsServer: MetricsServer | null = null;
  const closeAll = async (): Promise<void> => {
    fastLane?.close();
    stateLane?.close();
    await Promise.all([http.close(), workers?.jobs.stop(), workers?.webhooks.stop()]);
    await parts.stream?.stop();
    await parts.rooms.close();
    parts.counts.close();
    parts.orderPageCounts.close();
    parts.promoCounts.close();
    parts.keys.close();
    await metricsServer?.close();
    await parts.changes.close();
    await parts.cache.close();
    parts.mailer.close();
    await Promise.all([
      parts.engine.close(),
      parts.orders.close(),
      parts.printer.close(),
      parts.keyUses.close(),
      parts.media.close(),
    ]);
    await parts.database.close();
  };
  let closing: Promise<void> | null = null;
  return {
    http,
    database: parts.database,
    async listen() {
      metricsServer = await tellMetrics(config, {
        ...parts,
        server: http.server,
        jobKinds: workers?.jobKinds ?? [],
      });
      if (closing) return metricsServer?.close();
      // Before the first request: what is sold from then on is in the stream.
      await parts.stream?.start();
      await http.listen({ port: config.port, host: config.host, backlog: BACKLOG });
      // Closed while it was starting: nothing may start after that.
      if (!closing) await workers?.jobs.start();
      if (!closing) await workers?.webhooks.start();
      if (!closing && workers) parts.rooms.startTicking();
    },
    close: () => (closing ??= closeAll()),
  };
}

type Connections = Awaited<ReturnType<typeof connect>>;
type Parts = Connections & ReturnType<typeof createFeatures> & ReturnType<typeof createCounting>;
type PageParts = Parts & { sendPage: SendPage };

/** Connects the database, the cache and the folders on disk. */
async function connect(
  config: AppConfig,
  {
    logger,
    metrics,
    cache = createMemoryCache(),
  }: { logger: Logger; metrics: ProductMetrics; cache: Cache | undefined },
) {
  const database = connectDatabase({
    url: config.databaseUrl,
    poolSize: config.databasePoolSize,
    refusesStandby: true,
    onIdleError: countedBy(metrics.onConnectionLost, tellOutage(logger, 'a database connection was lost')),
    ...config.databaseLimits,
  });
  const onCacheError = countedBy(metrics.onCacheError, tellOutage(logger, 'the cache does not answer'));
  return {
    logger,
    metrics,
    database,
    changes: listenForChanges(database, tellOutage(logger, 'waiting for the database')),
    cache: config.redisUrl ? await connectRedisCache(config.redisUrl, onCacheError) : cache,
    onCacheError,
    media: await openMediaStore(config, logger),
    mailboxDir: path.join(config.dataDir, 'mailbox'),
  };
}

const countedBy =
  (count: () => void, tell: (error: Error) => void) =>
  (error: Error): void => {
    count();
    tell(error);
  };

/** The features that keep something in memory or open. */
function createFeatures(
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
    gateways: createGateways({
      database,
      secretKeys,
      urls: config.gatewayUrls,
      sandbox,
      refusesTestCredentials: isProduction,
      nowMs: changes.databaseNowMs,
    }),
    ...createOptional(config, connections, role),
    printer: createTicketPrinter({
      mediaDir: media.folder,
      bringPoster: media.bring,
      sharedQueues: printQueues,
    }),
    pictures: createPictureQueue(),
    mailer: metrics.countMails(createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, mailboxDir })),
  };
}

/** The optional services. */
function createOptional(config: AppConfig, { database, logger }: Connections, role: Role) {
  const { rabbitUrls: urls, processId } = config;
  const stream = urls
    ? createStreamPublisher({ database, logger, urls, processId, publishes: role !== 'web' })
    : null;
  const rabbitmq = (): boolean => stream?.isConnected() ?? false;
  return { stream, optional: { ...askOptionalServices(config.optionalUrls), rabbitmq } };
}

/** Counts requests by caller. */
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

/** The pages, the API, and whatever else is asked for. */
async function createDoors(config: AppConfig, parts: Parts) {
  const web = await loadWeb();
  const pageParts = { ...parts, sendPage: createSendPage(web, parts) };
  const { http, fastLane, stateLane } = createServer(config, pageParts);
  await registerDoors(http, config, { ...pageParts, fastLane, stateLane, web });
  return { http, fastLane, stateLane };
}

/** All that a process answers which only works: whether it can. */
function createHealthServer(config: AppConfig, parts: Parts) {
  const { maxConnections, processId } = config;
  const requestIds = createRequestIds(processId);
  const http = createHttpServer({ requestIds, logger: parts.logger, maxConnections });
  registerKnownRoutesOnly(http, ALL_ROUTES);
  registerHealth(http, parts);
  return { http, fastLane: null, stateLane: null };
}

/** The HTTP server with the rules for every route, and none registered yet. */
function createServer(config: AppConfig, parts: PageParts) {
  const { logger, database, metrics } = parts;
  const { requests, onShed } = metrics;
  const { sendsHsts, maxConnections } = config;
  const requestIds = createRequestIds(config.processId);
  const fastLane = createFastLane({
    ...parts,
    requestIds,
    requests,
    sendsHsts,
  });
  const stateLane = createStateLane({ ...parts, requestIds, requests, sendsHsts });
  // The framework logs every request: at that level all of them go through it.
  if (config.logLevel === 'debug') {
    fastLane.close();
    stateLane.close();
  }
  const http = createHttpServer({
    requestIds,
    logger,
    sendsHsts,
    maxConnections,
    takeFastLane: (framework) => fastLane.wrap(stateLane.wrap(framework)),
    answerPeople: createAnswerToPeople({ ...config, ...parts }),
  });
  registerKnownRoutesOnly(http, ALL_ROUTES);
  keepOriginsApart(http, config);
  watchRequests(http, requests);
  const queriesWaiting = database.waitingCount;
  shedLoad(http, { logger, queriesWaiting, aheadOfFramework: fastLane.underWay, onShed });
  return { http, fastLane, stateLane };
}

/** Every door, by its audience. Their addresses are in routes.ts. */
async function registerDoors(
  http: HttpServer,
  config: AppConfig,
  {
    web,
    ...parts
  }: PageParts & Pick<ReturnType<typeof createServer>, 'fastLane' | 'stateLane'> & { web: Web },
): Promise<void> {
  const { baseUrl, isProduction, smtpUrl, rateLimitPerAddress: perAddress } = config;
  const makePage = createMakePage(web);
  await serveAssets(http, web.build);
  await serveMedia(http, parts);
  // Integrators
  const description = await registerApi(http, { ...parts, baseUrl, version: VERSION });
  await registerDocs(http, { ...config, makePage, description });
  await registerHome(http, { ...config, ...parts });
  // Buyers and gateways
  await registerEmbed(http, { ...parts, publicUrl: config.publicUrl, makePage });
  await registerStorefront(http, { ...config, ...parts, makePage });
  await registerOrderPages(http, {
    ...parts,
    publicUrl: config.publicUrl,
    counts: parts.orderPageCounts,
    perAddress,
  });
  await registerCallbacks(http, parts);
  // Hosts
  const guard = createGuard({ allow: allowedReceivers(config, 'web') });
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
const allowedReceivers = (config: AppConfig, role: Role): string[] => [
  ...config.webhookAllow,
  ...(config.seedsDemo ? [receiverOf(new URL(sandboxAddress(config, role)))] : []),
];

/** The work that nobody asks for: jobs and webhooks. */
function createWorkers(config: AppConfig, parts: Parts, role: Role) {
  const { processId } = config;
  const kinds = allJobs({ ...config, ...parts });
  const jobs = createJobRunner({
    ...parts,
    kinds,
    processId,
    onRun: parts.metrics.onJobRun,
    stopPatienceMs: JOBS_PATIENCE_MS,
  });
  const webhooks = createWebhookDeliverer({
    ...parts,
    allow: allowedReceivers(config, role),
    processId,
    onOutcome: parts.metrics.onDelivery,
  });
  return { jobs, jobKinds: kinds.map(({ kind }) => kind), webhooks };
}

/** Tells operators what is going on, on a port of its own; null where none is set. */
async function tellMetrics(
  { metricsHost: host, metricsPort: port }: AppConfig,
  parts: Parts & Pick<MeasuredParts, 'server' | 'jobKinds'>,
): Promise<MetricsServer | null> {
  if (port === null) return null;
  const opened = parts.metrics.open(parts);
  try {
    const server = await startMetrics({ host, port, read: opened.read });
    return {
      ...server,
      async close() {
        await server.close();
        opened.close();
      },
    };
  } catch (error) {
    opened.close();
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `METRICS_HOST ${host}, METRICS_PORT ${port}: can't listen there (${code ?? message}).`,
    );
  }
}

/** The address of the sandbox and the demo shop: this process, unless it is a worker only. */
const sandboxAddress = (config: Config, role: Role): string =>
  role === 'worker' ? config.publicUrl : ownAddress(config);

/** This process's own address: it calls the sandbox like an outside gateway. */
function ownAddress({ host, port }: Config): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
