import assert from 'node:assert/strict';
import type { App } from '../app/create-app.ts';
import { createParentCache } from '../cache/parent-cache.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/read-config.ts';
import { errorFrames, errorMessage } from '../log/error-message.ts';
import { createLogger } from '../log/logger.ts';
import { numberOfChild, tellParent } from './child-messages.ts';
import { useOpenDatabase } from './open-database.ts';
import type { StartOptions } from './start-options.ts';
import { dim, print } from './terminal.ts';

// Ctrl-C ends everything within five seconds: requests under way get most of them.
const REQUESTS_PATIENCE_MS = 2_000;
const MAX_SHUTDOWN_MS = 4_500;
// The embedded database is stopped after the processes that use it.
const MAX_CHILD_SHUTDOWN_MS = 3_000;

/** Serves as one of several. The parent has prepared the database, prints, and is told what goes wrong. */
export async function serveAsChild(options: StartOptions): Promise<void> {
  process.once('uncaughtException', endBecauseOf);
  // Ctrl-C reaches every process of the terminal. The parent hears it, and tells us to stop.
  process.on('SIGINT', () => {});
  let stopping: NodeJS.Timeout | null = null;
  try {
    const config = readConfig(process.env);
    const logger = createLogger(config.logLevel).child({ process: numberOfChild() });
    const { createApp } = await import('../app/create-app.ts');
    const { url: databaseUrl, secretKeys } = await useOpenDatabase(config);
    const app = await createApp({ ...config, databaseUrl, secretKeys }, logger, {
      ...options,
      cache: createParentCache(),
    });
    // It may come twice: from the parent, and from whoever stops all processes of a service.
    process.on('SIGTERM', () => (stopping ??= endAfter(closeInTime(app), MAX_CHILD_SHUTDOWN_MS)));
    await app
      .listen()
      .catch((error: unknown) => Promise.reject(isPortTaken(error) ? portTaken(config) : error));
    await tellParent({ is: 'ready' });
  } catch (error) {
    assert(error instanceof Error);
    await tellParent({ is: 'failed', message: error.message, stack: error.stack ?? '' });
    process.exit(1);
  }
}

/** Ends the program on Ctrl-C. The returned signal is aborted when that has begun. */
export function stopOnSignal(stop: () => Promise<void>): AbortSignal {
  const stopping = new AbortController();
  const onSignal = (): void => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    print(dim('\n  Stopping: finishing open requests.'));
    // If something hangs, the embedded database still ends with us, its guard watches this process; and so do our children.
    endAfter(stop(), MAX_SHUTDOWN_MS);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return stopping.signal;
}

function endAfter(work: Promise<void>, limitMs: number): NodeJS.Timeout {
  work.then(
    () => process.exit(0),
    () => process.exit(1),
  );
  return setTimeout(() => process.exit(1), limitMs).unref();
}

export async function closeInTime(app: App): Promise<void> {
  const impatience = setTimeout(() => app.http.server.closeAllConnections(), REQUESTS_PATIENCE_MS);
  await app.close();
  clearTimeout(impatience);
}

/** A fault of ours. Node would print the whole error: a database's has the row in it that it was about. */
export function endBecauseOf(error: unknown): void {
  const frames = error instanceof Error ? `\n${errorFrames(error)}` : '';
  process.stderr.write(`\ntessera: ended by a fault: ${errorMessage(error)}${frames}\n`);
  process.exit(1);
}

export const isPortTaken = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

export const portTaken = (config: Config): ConfigError =>
  new ConfigError(
    `PORT ${config.port} is in use on ${config.host}: stop the program that uses it, or set PORT to another.`,
  );
