import type { ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { launchServer, PortTaken } from './launch-server.ts';
import { giveTo, makeCluster } from './make-cluster.ts';
import { findServerBinaries } from './server-binaries.ts';
import { keepPassword } from './server-password.ts';
import { clusterFolderOf, urlOf, type Server } from './server.ts';
import { stopOrphan, stopServer } from './stop-server.ts';
import { findServerUser } from './unprivileged-user.ts';

export type EmbeddedPostgres = { url: string; stop(): Promise<void> };

type Options = {
  dataDir: string;
  onUnexpectedExit: (reason: string) => void;
  /** How many the processes will open; there is always room for some more. */
  connections?: number;
  findPort?: () => Promise<number>;
};

const MAX_PORTS_TRIED = 5;
const RESTART_PAUSE_MS = 200;
// On a full disk it ends during its recovery, again and again until there is space.
const MAX_RESTART_PAUSE_MS = 10_000;
// PostgreSQL's own number; a connection that is not open costs it some kilobytes.
const MIN_CONNECTIONS = 100;
// For commands beside the program, for whoever looks at the data, and for PostgreSQL itself.
const CONNECTIONS_TO_SPARE = 30;

/** Whether the data folder has a database in it, running or not. */
export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  const version = await stat(path.join(clusterFolderOf(dataDir), 'PG_VERSION')).catch(() => null);
  return version !== null;
}

/** Starts the PostgreSQL that comes with the npm packages, on files in the data folder; makes these at the first start. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir, findPort = freePort } = options;
  const user = await findServerUser();
  const server: Server = {
    binaries: await findServerBinaries(user),
    user,
    clusterFolder: clusterFolderOf(dataDir),
    logFile: path.join(dataDir, 'postgres.log'),
    password: await keepPassword(dataDir),
    port: await findPort(),
    maxConnections: Math.max(MIN_CONNECTIONS, (options.connections ?? 0) + CONNECTIONS_TO_SPARE),
  };
  if (await hasEmbeddedPostgres(dataDir)) {
    await stopOrphan(server.clusterFolder);
    await giveTo(user, server.clusterFolder);
  } else {
    await makeCluster(server);
  }
  const stop = await keepRunning(server, { findPort, onUnexpectedExit: options.onUnexpectedExit });
  await ensureDatabase(server);
  return { url: urlOf(server, 'tessera'), stop };
}

/** Runs the server, and again whenever it ends by itself, however often that fails. Answers how to stop it. */
async function keepRunning(
  server: Server,
  { findPort, onUnexpectedExit }: Required<Pick<Options, 'findPort' | 'onUnexpectedExit'>>,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const run = async (): Promise<ChildProcess> => {
    const child = await launchServer(server);
    child.once('exit', (code, signal) => {
      if (stopping.signal.aborted) return;
      onUnexpectedExit(`PostgreSQL ended by itself (${signal ?? `code ${code}`}); see ${server.logFile}`);
      // The pool reconnects by itself once the server is back on the same port.
      current = runAgain();
    });
    return child;
  };
  const runAgain = async (pauseMs = RESTART_PAUSE_MS): Promise<ChildProcess | null> => {
    await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    if (stopping.signal.aborted) return null;
    return run().catch((error: Error) => {
      onUnexpectedExit(error.message);
      return runAgain(Math.min(2 * pauseMs, MAX_RESTART_PAUSE_MS));
    });
  };
  // The port may have been taken since it was found free.
  const runOnFreePort = async (): Promise<ChildProcess> => {
    for (let tries = 1; ; tries++) {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof PortTaken) || tries === MAX_PORTS_TRIED) throw error;
        server.port = await findPort();
      }
    }
  };
  let current: Promise<ChildProcess | null> = runOnFreePort();
  await current;
  return async () => {
    stopping.abort();
    const child = await current;
    if (child) await stopServer(child);
  };
}

/** Asked at every start: the first one may have been cut short between making the cluster and this. */
async function ensureDatabase(server: Server): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(server, 'postgres') });
  await client.connect();
  const { rowCount } = await client.query(`SELECT 1 FROM pg_database WHERE datname = 'tessera'`);
  if (!rowCount) await client.query('CREATE DATABASE tessera');
  await client.end();
}
