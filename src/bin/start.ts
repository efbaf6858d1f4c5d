import { createServer } from 'node:net';
import path from 'node:path';
import { ConfigError, readConfig, type Config } from '../config.ts';
import { readDemoHosts, writeDemoFacts, type DemoFacts } from '../demo/demo-facts.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { publicEventUrl } from '../events/public-address.ts';
import { originOf } from '../http/keep-origins-apart.ts';
import { errorFrames, errorMessage } from '../log/error-message.ts';
import { createLogger } from '../log/logger.ts';
import { VERSION } from '../version.ts';
import { keepAllVerifyKeys } from '../tickets/verify-keys.ts';
import { checkSecretKeys } from './check-secret-keys.ts';
import { openDatabase } from './open-database.ts';
import { printAttention } from './print-attention.ts';
import { bold, dim, print, step } from './terminal.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';

// Ctrl-C ends everything within five seconds: requests under way get most of them.
const REQUESTS_PATIENCE_MS = 2_000;
const SHUTDOWN_LIMIT_MS = 4_500;

export async function start(): Promise<void> {
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  process.once('uncaughtException', endBecauseOf);
  print(`\n  ${bold('Tessera')} ${dim(VERSION)}\n`);
  await checkPort(config);
  // After the checks: a mistake is told at once, and the rest of the program is read while the database starts.
  const loading = import('../app.ts');

  const opened = await openDatabase(config, (reason) => logger.error({ reason }, 'the embedded database'));
  const ready = { ...config, databaseUrl: opened.url, secretKeys: opened.secretKeys };
  const { createApp } = await loading;
  const app = await createApp(ready, logger);
  const stopping = stopOnSignal(async () => {
    const impatience = setTimeout(() => app.http.server.closeAllConnections(), REQUESTS_PATIENCE_MS);
    await app.close();
    clearTimeout(impatience);
    await opened.close();
  });
  try {
    await checkSecretKeys(app.database, opened.secretKeys);
    for (const key of opened.secretKeys.accepted) await keepAllVerifyKeys(app.database, key);
    const demoHosts = config.seedsDemo
      ? await prepareDemo(ready, app.database)
      : await readDemoHosts(config.dataDir);
    await app.listen();
    printAddresses(config, demoHosts);
    printWarnings(config);
    // Only for information: a failure here must not end a program that runs already.
    await printAttention(app.database).catch(() => {});
  } catch (error) {
    // Stopped while it was starting: what fails now fails because of that, and the stop is under way.
    if (stopping.aborted) return;
    await app.close();
    await opened.close();
    throw isPortTaken(error) ? portTaken(config) : error;
  }
}

/** A fault of ours. Node would print the whole error: a database's has the row in it that it was about. */
function endBecauseOf(error: unknown): void {
  const frames = error instanceof Error ? `\n${errorFrames(error)}` : '';
  process.stderr.write(`\ntessera: ended by a fault: ${errorMessage(error)}${frames}\n`);
  process.exit(1);
}

async function prepareDemo(
  config: Config & { secretKeys: SecretKeys },
  database: Parameters<typeof seedDemo>[0],
): Promise<DemoFacts['hosts'] | null> {
  const kept = await readDemoHosts(config.dataDir);
  const { rowCount } = await database.query('SELECT 1 FROM hosts LIMIT 1');
  if (rowCount) {
    // The addresses may have changed since.
    if (kept) await writeDemoFacts(config.dataDir, config, kept);
    return kept;
  }
  return step('demo seeded', () =>
    seedDemo(database, {
      secretKeys: config.secretKeys,
      mediaFolder: path.join(config.dataDir, 'media'),
      beforeCommit: (hosts) => writeDemoFacts(config.dataDir, config, hosts),
    }),
  );
}

function printAddresses(config: Config, hosts: DemoFacts['hosts'] | null): void {
  const row = (name: string, value: string) => print(`  ${name.padEnd(11)} ${value}`);
  const key = hosts?.[0]?.publicKey;
  print();
  if (config.seedsDemo) row('Demo shop', `${config.publicUrl}/demo`);
  const event = hosts?.[0]?.events[0];
  if (event) row('Event page', publicEventUrl(config.publicUrl, event.slug));
  row('API', config.baseUrl);
  row('Reference', `${config.publicUrl}/docs`);
  row('Checkout', config.checkoutUrl);
  row('Dashboard', config.dashboardUrl);
  const owner = hosts?.[0];
  if (owner) row('  sign in', `${owner.email}  ${owner.password}`);
  if (event?.checkInPath !== undefined) row('Check-in', config.dashboardUrl + event.checkInPath);
  if (!config.smtpUrl) row('Mailbox', `${config.publicUrl}/mailbox`);
  if (key) {
    row('Public key', key);
    print(`\n  Try it:     curl -H 'Authorization: Bearer ${key}' '${config.baseUrl}/events?limit=2'`);
  }
  print(`  ${dim('Stop with Ctrl-C.')}\n`);
}

function printWarnings({ isProduction, checkoutUrl, dashboardUrl }: Config): void {
  if (isProduction && originOf(checkoutUrl) === originOf(dashboardUrl))
    print(
      '  ! DASHBOARD_URL has the origin of the checkout, which any site may frame: give the dashboard a host of its own (docs/configuration.md)',
    );
}

/** Ends the program on Ctrl-C. The returned signal is aborted when that has begun. */
function stopOnSignal(stop: () => Promise<void>): AbortSignal {
  const stopping = new AbortController();
  const onSignal = (): void => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    print(dim('\n  Stopping: finishing requests under way.'));
    // If something hangs, the embedded database still ends with us: its guard watches this process.
    setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return stopping.signal;
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

const isPortTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

const portTaken = (config: Config): ConfigError =>
  new ConfigError(
    `PORT ${config.port} is in use on ${config.host}: stop the program that uses it, or set PORT to another.`,
  );

const cantListen = (config: Config, error: NodeJS.ErrnoException): ConfigError =>
  new ConfigError(
    `HOST ${config.host}, PORT ${config.port}: can't listen there (${error.code ?? error.message}).`,
  );
