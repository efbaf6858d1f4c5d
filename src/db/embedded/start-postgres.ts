import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chown,
  mkdir,
  open,
  readFile,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import type { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { findServerBinaries, type ServerBinaries } from './server-binaries.ts';
import { findServerUser, type ServerUser } from './unprivileged-user.ts';

export type EmbeddedPostgres = { url: string; stop(): Promise<void> };

type Server = {
  binaries: ServerBinaries;
  user: ServerUser | null;
  clusterFolder: string;
  logFile: string;
  password: string;
  port: number;
};

class PortTaken extends Error {}

const MAX_PORTS_TRIED = 5;
const START_PATIENCE_MS = 30_000; // crash recovery after a kill under load takes some seconds
const STOP_PATIENCE_MS = 1_500; // Ctrl-C has five seconds for everything
const RESTART_PAUSE_MS = 200;
const LOG_FILE_LIMIT_BYTES = 10 * 1024 * 1024;

// Ends the server when the pipe on fd 3 closes, so that no server outlives this program, not even after kill -9.
// The shell becomes the server (exec), so that the process number that we know is the server's own.
const DIE_WITH_PARENT = '(read -r _ <&3; kill -INT $$ 2>/dev/null) & exec 3<&-; exec "$@"';

const clusterFolderOf = (dataDir: string): string => path.join(dataDir, 'postgres');

/** Whether the data folder has a database in it, running or not. */
export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  const version = await stat(path.join(clusterFolderOf(dataDir), 'PG_VERSION')).catch(() => null);
  return version !== null;
}

/** Starts the PostgreSQL that comes with the npm packages, on files in the data folder; makes these at the first start. */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  onUnexpectedExit: (reason: string) => void;
  findPort?: () => Promise<number>;
}): Promise<EmbeddedPostgres> {
  const { findPort = freePort } = options;
  const user = await findServerUser();
  const server: Server = {
    binaries: await findServerBinaries(user),
    user,
    clusterFolder: clusterFolderOf(options.dataDir),
    logFile: path.join(options.dataDir, 'postgres.log'),
    password: await keepPassword(path.join(options.dataDir, 'postgres.password')),
    port: await findPort(),
  };
  if (await hasEmbeddedPostgres(options.dataDir)) {
    await stopOrphan(server.clusterFolder);
    await giveTo(user, server.clusterFolder);
  } else {
    await makeCluster(server);
  }
  let isStopping = false;
  const run = async (): Promise<ChildProcess> => {
    const child = await launch(server);
    child.once('exit', (code, signal) => {
      if (isStopping) return;
      options.onUnexpectedExit(
        `PostgreSQL ended by itself (${signal ?? `code ${code}`}); see ${server.logFile}`,
      );
      // The pool reconnects by itself once the server is back on the same port.
      current = delay(RESTART_PAUSE_MS).then(run);
      current.catch((error: Error) => options.onUnexpectedExit(error.message));
    });
    return child;
  };
  // Somebody may have taken the port since it was found free.
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
  let current = runOnFreePort();
  await current;
  await ensureDatabase(server);
  return {
    url: urlOf(server, 'tessera'),
    async stop() {
      isStopping = true;
      const child = await current.catch(() => null);
      if (child) await stopServer(child);
    },
  };
}

function urlOf(server: Server, database: string): string {
  return `postgres://tessera:${server.password}@127.0.0.1:${server.port}/${database}`;
}

async function keepPassword(file: string): Promise<string> {
  const password = randomBytes(24).toString('hex');
  try {
    await writeFile(file, password, { flag: 'wx', mode: 0o600 });
    return password;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFile(file, 'utf8');
  }
}

/** Made beside its place and moved there when whole, so that a start cut short leaves nothing half made. */
async function makeCluster(server: Server): Promise<void> {
  await removeDrafts(server.clusterFolder);
  const draft = `${server.clusterFolder}.new-${randomBytes(4).toString('hex')}`;
  await mkdir(draft, { mode: 0o700 });
  await giveTo(server.user, draft);
  const passwordFile = await open(`${draft}.password`, 'w+', 0o600);
  await passwordFile.writeFile(server.password);
  if (server.user) await passwordFile.chown(server.user.uid, server.user.gid);
  const child = spawn(
    server.binaries.initdb,
    [
      `--pgdata=${dataArgument(server.user, draft)}`,
      '--username=tessera',
      '--pwfile=/dev/stdin',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The same sorting and character classes on every machine, whatever locales it has.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ],
    { cwd: draft, ...server.user, stdio: [passwordFile.fd, 'ignore', 'pipe'] },
  );
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  await passwordFile.close();
  await rm(`${draft}.password`);
  if (code !== 0) throw new Error(`The embedded database could not be made: ${lastLine(complaint)}`);
  await rename(draft, server.clusterFolder);
}

/** What a start cut short has left. Its initdb may still be writing there: then it stays until the next time. */
async function removeDrafts(clusterFolder: string): Promise<void> {
  for (const name of await readdir(path.dirname(clusterFolder))) {
    if (!name.startsWith(`${path.basename(clusterFolder)}.new`)) continue;
    await rm(path.join(path.dirname(clusterFolder), name), { recursive: true, force: true }).catch(() => {});
  }
}

/**
 * As root on Linux, the server's user may be unable to enter the folders above the cluster. It need not: it is put into
 * the cluster folder before it becomes that user, and `/proc/self/cwd` leads there from then on.
 */
function dataArgument(user: ServerUser | null, folder: string): string {
  return user && process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

async function giveTo(user: ServerUser | null, folder: string): Promise<void> {
  if (!user || (await stat(folder)).uid === user.uid) return;
  for (const name of await readdir(folder, { recursive: true })) {
    await chown(path.join(folder, name), user.uid, user.gid);
  }
  await chown(folder, user.uid, user.gid);
}

async function launch(server: Server): Promise<ChildProcess> {
  const { size } = await stat(server.logFile).catch(() => ({ size: 0 }));
  if (size > LOG_FILE_LIMIT_BYTES) await rename(server.logFile, `${server.logFile}.old`);
  const log = await open(server.logFile, 'a', 0o600);
  const command = [
    server.binaries.postgres,
    '-D',
    dataArgument(server.user, server.clusterFolder),
    `--port=${server.port}`,
    '--listen_addresses=127.0.0.1',
    '--unix_socket_directories=',
    '--logging_collector=off',
    // What a statement fails by is told to us, who asked. In this file it would quote whole rows.
    '--log_min_messages=log',
  ];
  const [program, ...words] =
    process.platform === 'win32' ? command : ['/bin/sh', '-c', DIE_WITH_PARENT, 'sh', ...command];
  const child = spawn(program ?? '', words, {
    cwd: server.clusterFolder,
    ...server.user,
    // A group of its own: Ctrl-C in the terminal is for us, and the server goes last.
    detached: true,
    stdio: ['ignore', log.fd, log.fd, 'pipe'],
  });
  await log.close();
  // Lets the guard end as well; an open pipe would also keep this program from ending.
  child.once('exit', () => (child.stdio[3] as Socket | null)?.destroy());
  await untilReady(server, child);
  return child;
}

async function untilReady(server: Server, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_PATIENCE_MS;
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    const client = new pg.Client({
      connectionString: urlOf(server, 'postgres'),
      connectionTimeoutMillis: 1_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return;
    } catch {
      await delay(20);
    } finally {
      await client.end().catch(() => {});
    }
  }
  child.kill('SIGQUIT');
  const log = await readFile(server.logFile, 'utf8').catch(() => '');
  const message = `The embedded database did not start: ${lastLine(log)} (see ${server.logFile})`;
  throw message.includes('could not create any TCP/IP sockets') ? new PortTaken(message) : new Error(message);
}

/** Asked at every start: the first one may have been cut short between making the cluster and this. */
async function ensureDatabase(server: Server): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(server, 'postgres') });
  await client.connect();
  const { rowCount } = await client.query(`SELECT 1 FROM pg_database WHERE datname = 'tessera'`);
  if (!rowCount) await client.query('CREATE DATABASE tessera');
  await client.end();
}

async function stopServer(child: ChildProcess): Promise<void> {
  const exited = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
  // "Fast": open transactions are rolled back. "Immediate", after a while: it recovers at the next start.
  child.kill('SIGINT');
  const inTime = await Promise.race([
    exited.then(() => true),
    delay(STOP_PATIENCE_MS, false, { ref: false }),
  ]);
  if (!inTime) child.kill('SIGQUIT');
  await exited;
}

/** A server that a killed program left behind, should its guard have been killed as well. */
async function stopOrphan(clusterFolder: string): Promise<void> {
  const pidFile = await readFile(path.join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(pidFile, 10);
  const comm = pid > 0 ? await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '') : '';
  if (comm.trim() !== 'postgres') return;
  // After a reboot the number may belong to somebody else's PostgreSQL: ours works in our folder. One that has ended,
  // but is still in the list of processes, works nowhere, and is only waited for.
  const cwd = await readlink(`/proc/${pid}/cwd`).catch((error: NodeJS.ErrnoException) => error.code);
  const hasEnded = cwd === 'ENOENT';
  if (!hasEnded && cwd !== (await realpath(clusterFolder))) return;
  if (!hasEnded) process.kill(pid, 'SIGINT');
  const deadline = performance.now() + STOP_PATIENCE_MS;
  while (await stat(`/proc/${pid}`).catch(() => null)) {
    if (performance.now() > deadline && hasEnded) return;
    if (performance.now() > deadline) process.kill(pid, 'SIGQUIT');
    await delay(50);
  }
}

function lastLine(text: string): string {
  const lines = text.trim().split('\n');
  return (lines.findLast((line) => /FATAL|error:/i.test(line)) ?? lines.at(-1) ?? '').trim();
}
