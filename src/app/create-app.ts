import type { Cache } from '../cache/cache.ts';
import type { Role } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { HttpServer } from '../http/server.ts';
import { watchForWorkers } from '../jobs/watch-for-workers.ts';
import type { Logger } from '../log/logger.ts';
import { createProductMetrics } from '../metrics/product-metrics.ts';
import type { MetricsServer } from '../metrics/start-metrics.ts';
import { loadWeb } from '../pages/serving/load-web.ts';
import { createSendPage } from '../pages/serving/send-page.ts';
import type { PrintQueues } from '../tickets/ticket-printer.ts';
import { allJobs } from './all-jobs.ts';
import type { AppConfig } from './app-config.ts';
import type { Components } from './components.ts';
import { connect } from './connect.ts';
import { createCounting } from './create-counting.ts';
import { createFeatures } from './create-features.ts';
import { createHealthServer, createServer } from './create-server.ts';
import { createWorkers } from './create-workers.ts';
import { registerEntryPoints } from './register-entry-points.ts';
import { serveMetrics } from './serve-metrics.ts';

// Connections that wait to be accepted. Beyond this many the system drops a buyer's attempt without an answer, and the browser
// tries again a second later. In an on-sale Node's own 511 are full at once.
const BACKLOG = 4_096;

export type App = {
  http: HttpServer;
  database: Database;
  /** Begins to do jobs and to answer requests. */
  listen(): Promise<void>;
  /** Says to balancers that it is not ready, and serves on until they have had time to notice. */
  untilNoticed(hurry?: AbortSignal): Promise<void>;
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

/** The one place where the components of the product are put together. */
export async function createApp(config: AppConfig, logger: Logger, options: Options = {}): Promise<App> {
  const { role = 'all' } = options;
  const metrics = createProductMetrics();
  const connections = await connect(config, { logger, metrics, cache: options.cache });
  const components = {
    ...connections,
    ...createFeatures(config, connections, { ...options, role }),
    ...createCounting(config, connections),
  };
  const { http, drain } =
    role === 'worker' ? createHealthServer(config, components) : await createEntryPoints(config, components);
  const kinds = allJobs({ ...config, ...components });
  const workers = role === 'web' ? null : createWorkers(config, components, { role, kinds });
  const watch = role === 'web' ? watchForWorkers({ ...components, kinds }) : null;
  // Last: every listener has named its channels by now.
  await components.changes.start();

  let metricsServer: MetricsServer | null = null;
  const closeAll = async (): Promise<void> => {
    watch?.stop();
    await Promise.all([http.close(), workers?.jobs.stop(), workers?.webhooks.stop()]);
    await components.stream?.stop();
    await components.rooms.close();
    components.counts.close();
    components.orderPageCounts.close();
    components.promoCounts.close();
    components.keys.close();
    await metricsServer?.close();
    await components.changes.close();
    await components.cache.close();
    components.mailer.close();
    await Promise.all([
      components.engine.close(),
      components.orders.close(),
      components.invoicePrinter.close(),
      components.printer.close(),
      components.invoicePrinter.close(),
      components.keyUses.close(),
      components.media.close(),
    ]);
    await components.database.close();
  };
  let closing: Promise<void> | null = null;
  return {
    http,
    database: components.database,
    async listen() {
      metricsServer = await serveMetrics(config, {
        ...components,
        server: http.server,
        jobKinds: kinds.map(({ kind }) => kind),
        sendsMails: workers !== null,
      });
      if (closing) return metricsServer?.close();
      // Before the first request: what is sold from then on is in the stream.
      await components.stream?.start();
      await http.listen({ port: config.port, host: config.host, backlog: BACKLOG });
      // Closed while it was starting: nothing may start after that.
      if (!closing) await workers?.jobs.start();
      if (!closing) await workers?.webhooks.start();
      if (!closing && workers) components.rooms.startTicking();
      if (!closing) await watch?.start();
    },
    untilNoticed: async (hurry) => (http.server.listening ? drain.untilNoticed(hurry) : undefined),
    close: () => (closing ??= closeAll()),
  };
}

/** The pages, the API, and whatever else is asked for. */
async function createEntryPoints(config: AppConfig, components: Components) {
  const web = await loadWeb();
  const pageComponents = { ...components, sendPage: createSendPage(web, components) };
  const { http, drain, ...lanes } = createServer(config, pageComponents);
  await registerEntryPoints(http, config, { ...pageComponents, ...lanes, web });
  return { http, drain };
}
