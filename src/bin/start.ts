import cluster from 'node:cluster';
import { createServer } from 'node:net';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/read-config.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { readDemoHosts, writeDemoFacts, type DemoFacts } from '../demo/demo-facts.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { createLogger } from '../log/logger.ts';
import { checkMediaStore, openMediaStore } from '../media/media-store.ts';
import { VERSION } from '../version.ts';
import { keepAllVerifyKeys } from '../tickets/verify-keys.ts';
import { checkSecretKeys } from './check-secret-keys.ts';
import { createChildren } from './children.ts';
import { firstSteps } from './first-steps.ts';
import { openDatabase, type OpenDatabase } from './open-database.ts';
import { printAttention, printStream } from './print-attention.ts';
import { printAddresses, printMailTrouble, printWarnings } from './print-start.ts';
import { closeInTime, endBecauseOf, isPortTaken, portTaken, serveAsChild, stopOnSignal } from './serve.ts';
import { readStartOptions, type StartOptions } from './start-options.ts';
import { bold, dim, print, step } from './terminal.ts';

type Logger = ReturnType<typeof createLogger>;

// Nobody waits to buy yet, and the machine may be starting too.
const LONG_TIMEOUTS = { connectTimeoutMs: 30_000, statementTimeoutMs: 60_000 };
// The connections of a process besides its pool: for jobs, holds, orders, webhooks, and to hear of changes.
const CONNECTIONS_BESIDE_POOL = 15;
const LAST_PORT = 65_535;

/** Runs the product: in this process, or in several that this one starts and looks after. */
export async function start(words: string[]): Promise<void> {
  const options = readStartOptions(words);
  if (cluster.isWorker) return serveAsChild(options);
  const config = readConfig(process.env);
  if (options.role !== 'all' && !config.databaseUrl) {
    throw new ConfigError(
      `--role ${options.role} needs DATABASE_URL: the embedded database works with one start only.`,
    );
  }
  checkMetricsPorts(config, options);
  const logger = createLogger(config.logLevel);
  process.once('uncaughtException', endBecauseOf);
  print(`\n  ${bold('Tessera')} ${dim(VERSION)}\n`);
  await checkPort(config);
  if (config.mediaBucket) await checkBucket(config.mediaBucket);
  // After the checks: a mistake is told at once, and the rest of the program is read while the database starts.
  const loading = options.processes === 1 ? import('../app/create-app.ts') : null;
  const opened = await openDatabase(config, (reason) => logger.error({ reason }, 'the embedded database'), {
    connections: connectionsOf(config, options),
  });
  await (loading
    ? serveHere(config, { options, logger, opened, createApp: (await loading).createApp })
    : serveInChildren(config, { options, logger, opened }));
}

const connectionsOf = ({ databasePoolSize }: Config, { processes }: StartOptions): number =>
  processes * (databasePoolSize + CONNECTIONS_BESIDE_POOL);

type Deps = { options: StartOptions; logger: Logger; opened: OpenDatabase };
type Prepared = Deps & { database: Database };

async function serveHere(
  config: Config,
  {
    options,
    logger,
    opened,
    createApp,
  }: Deps & { createApp: typeof import('../app/create-app.ts').createApp },
): Promise<void> {
  const ready = { ...config, databaseUrl: opened.url, secretKeys: opened.secretKeys };
  const app = await createApp(ready, logger, options);
  const close = async (): Promise<void> => {
    await app.close();
    await opened.close();
  };
  const stopping = stopOnSignal(config, async (hurry) => {
    await app.untilNoticed(hurry);
    await closeInTime(app, config);
    await opened.close();
  });
  await whenPrepared(config, { options, logger, opened }, app.listen).catch(async (error: unknown) => {
    // Stopped while it was starting: what fails now fails because of that, and the stop is under way.
    if (stopping.aborted) return;
    await close();
    throw isPortTaken(error) ? portTaken(config) : error;
  });
}

/** This process serves nobody: it has the embedded database, and starts those anew that end by themselves. */
async function serveInChildren(config: Config, { options, logger, opened }: Deps): Promise<void> {
  const children = createChildren({
    count: options.processes,
    logger,
    balancerMs: config.drainSeconds * 1_000,
  });
  const close = async (hurry?: AbortSignal): Promise<void> => {
    await children.stop(hurry);
    await opened.close();
  };
  const stopping = stopOnSignal(config, close);
  await whenPrepared(config, { options, logger, opened }, async () => {
    // Once, and not by all of them at the same time.
    if (options.role !== 'worker') await (await import('../pages/build.ts')).buildWeb();
    await step(`${options.processes} processes started`, () => children.start());
  }).catch(async (error: unknown) => {
    if (stopping.aborted) return;
    await close();
    throw error;
  });
}

/** Prepares once for all processes before any of them serves, and prints when they do. */
async function whenPrepared(config: Config, deps: Deps, serve: () => Promise<void>): Promise<void> {
  const database = connectDatabase({
    url: deps.opened.url,
    poolSize: 2,
    onIdleError: () => {},
    ...LONG_TIMEOUTS,
  });
  try {
    await prepareAndServe(config, { ...deps, database }, serve);
  } finally {
    await database.close();
  }
}

async function prepareAndServe(
  config: Config,
  prepared: Prepared,
  serve: () => Promise<void>,
): Promise<void> {
  const { options, opened, database } = prepared;
  await checkSecretKeys(database, opened.secretKeys);
  for (const key of opened.secretKeys.accepted) await keepAllVerifyKeys(database, key);
  const demoHosts = config.seedsDemo
    ? await prepareDemo(config, prepared)
    : await readDemoHosts(config.dataDir);
  await serve();
  printAddresses(config, options, demoHosts);
  printWarnings(config, process.env);
  // It may take half a minute to be silent, and nobody who buys waits for it.
  if (options.role !== 'web') void printMailTrouble(config);
  if (options.processes > 1) await warnOfConnections(database, connectionsOf(config, options));
  // Only for information: a failure here must not end a program that runs already.
  if (options.role !== 'worker')
    for (const line of await firstSteps(database, config).catch(() => [])) print(`  ${line}`);
  await printAttention(database).catch(() => {});
  await printStream(database, config).catch(() => {});
}

async function prepareDemo(
  config: Config,
  { opened: { secretKeys }, database, logger }: Prepared,
): Promise<DemoFacts['hosts'] | null> {
  const kept = await readDemoHosts(config.dataDir);
  const { rowCount } = await database.query('SELECT 1 FROM hosts LIMIT 1');
  if (rowCount) {
    // The addresses may have changed since.
    if (kept) await writeDemoFacts(config.dataDir, config, kept);
    return kept;
  }
  const media = await openMediaStore(config, { logger });
  return step('demo seeded', () =>
    seedDemo(database, {
      secretKeys,
      media,
      checkoutUrl: config.checkoutUrl,
      beforeCommit: (hosts) => writeDemoFacts(config.dataDir, config, hosts),
    }),
  ).finally(() => media.close());
}

/** A connection that PostgreSQL refuses is a buyer's request that fails, and it refuses them only when many come. */
async function warnOfConnections(database: Database, wanted: number): Promise<void> {
  const { rows } = await database.query<{ room: number }>(
    `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS room`,
  );
  const room = rows[0]?.room ?? Infinity;
  if (wanted > room) {
    print(
      `  ! The processes may open ${wanted} connections, and the database takes ${room}: lower DATABASE_POOL_SIZE, or raise its max_connections`,
    );
  }
}

/** A key that may not write is found here, and not by the first member who uploads a picture. */
async function checkBucket(bucket: NonNullable<Config['mediaBucket']>): Promise<void> {
  await step('pictures’ bucket reached', () => checkMediaStore(bucket)).catch((error: unknown) => {
    throw new ConfigError(`MEDIA_URL: ${(error as Error).message}.`, { cause: error });
  });
}

/** Each process has a port for its figures, one after the other. */
function checkMetricsPorts({ metricsPort, port }: Config, { processes }: StartOptions): void {
  if (metricsPort === null) return;
  const last = metricsPort + processes - 1;
  const taken = `METRICS_PORT ${metricsPort}: ${processes} processes serve theirs on ports ${metricsPort} to ${last}`;
  if (metricsPort <= port && port <= last)
    throw new ConfigError(`${taken}, and PORT ${port} is among these.`);
  if (last > LAST_PORT) throw new ConfigError(`${taken}, and the last port is ${LAST_PORT}.`);
}

/** Asked before anything is made or started, so that the commonest mistake costs nothing. */
async function checkPort(config: Config): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(isPortTaken(error) ? portTaken(config) : cantListen(config, error)),
    );
    probe.listen(config.port, config.host, () => probe.close(() => resolve()));
  });
}

const cantListen = (config: Config, error: NodeJS.ErrnoException): ConfigError =>
  new ConfigError(
    `HOST ${config.host}, PORT ${config.port}: can't listen there (${error.code ?? error.message}).`,
  );
