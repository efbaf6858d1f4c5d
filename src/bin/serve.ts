import assert from 'node:assert/strict';
import type { App } from '../app/create-app.ts';
import { createParentCache } from '../cache/parent-cache.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/read-config.ts';
import { errorFrames, errorMessage } from '../log/error-message.ts';
import { createLogger } from '../log/logger.ts';
import { numberOfChild, tellParent, type ToChild } from './child-messages.ts';
import { useOpenDatabase } from './open-database.ts';
import type { StartOptions } from './start-options.ts';
import { dim, print } from './terminal.ts';

/**
 * How long a stop may take after balancers have noticed. With nobody in front it is over within five seconds, as people expect of Ctrl-C.
 * Behind a balancer nobody waits for it, and a request may take as long as a gateway does. The embedded database is stopped last.
 */
const LIMITS = {
  alone: { requestsMs: 2_000, childMs: 3_000, allMs: 4_500 },
  balanced: { requestsMs: 12_000, childMs: 13_000, allMs: 14_500 },
};
const limitsOf = ({ drainSeconds }: Config): (typeof LIMITS)['alone'] =>
  drainSeconds > 0 ? LIMITS.balanced : LIMITS.alone;

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
    const end = (): unknown => (stopping ??= endAfter(closeInTime(app, config), limitsOf(config).childMs));
    // Stopped alone it has nothing to tell balancers: the others serve on.
    process.on('SIGTERM', end);
    process.on('message', ({ is }: ToChild) => {
      if (is === 'drain') void app.untilNoticed();
      else if (is === 'there?') void tellParent({ is: 'here' });
      else if (is === 'end') end();
    });
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

/**
 * Ends the program on SIGTERM and Ctrl-C. The returned signal is aborted when that has begun. `hurry` is aborted by Ctrl-C, at once or
 * later: somebody looks on and waits for no balancer.
 */
export function stopOnSignal(config: Config, stop: (hurry: AbortSignal) => Promise<void>): AbortSignal {
  const stopping = new AbortController();
  const hurry = new AbortController();
  const onSignal = (signal: NodeJS.Signals): void => {
    if (signal === 'SIGINT') hurry.abort();
    if (stopping.signal.aborted) return;
    stopping.abort();
    const waits = config.drainSeconds > 0 && !hurry.signal.aborted;
    const first = waits ? ` serving on for ${config.drainSeconds} s while /ready says no, then` : '';
    print(dim(`\n  Stopping:${first} finishing open requests.`));
    // If something hangs, the embedded database still ends with us, its guard watches this process; and so do our children.
    endAfter(stop(hurry.signal), config.drainSeconds * 1_000 + limitsOf(config).allMs);
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

export async function closeInTime(app: App, config: Config): Promise<void> {
  const { requestsMs } = limitsOf(config);
  const impatience = setTimeout(() => app.http.server.closeAllConnections(), requestsMs);
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
