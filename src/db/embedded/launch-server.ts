import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { dataArgument, lastLine, serverEnvironment, urlOf, type Server } from './server.ts';

export class PortTaken extends Error {}

const START_PATIENCE_MS = 30_000; // crash recovery after a kill under load takes some seconds
const MAX_LOG_FILE_BYTES = 10 * 1024 * 1024;

// Ends the server when the pipe on fd 3 closes, so that no server outlives this program, not even after kill -9.
// The shell becomes the server (exec), so that the process number that we know is the server's own.
const DIE_WITH_PARENT = '(read -r _ <&3; kill -INT $$ 2>/dev/null) & exec 3<&-; exec "$@"';

/** Starts the server and waits until it takes connections. Throws PortTaken where its port is in use. */
export async function launchServer(server: Server): Promise<ChildProcess> {
  const { size } = await stat(server.logFile).catch(() => ({ size: 0 }));
  if (size > MAX_LOG_FILE_BYTES) await rename(server.logFile, `${server.logFile}.old`);
  const log = await open(server.logFile, 'a', 0o600);
  const command = [
    server.binaries.postgres,
    '-D',
    dataArgument(server.user, server.clusterFolder),
    `--port=${server.port}`,
    `--max_connections=${server.maxConnections}`,
    '--listen_addresses=127.0.0.1',
    '--unix_socket_directories=',
    '--logging_collector=off',
    // Errors of statements are answered to us anyway. In this file they would quote whole rows.
    '--log_min_messages=log',
  ];
  const [program, ...words] =
    process.platform === 'win32' ? command : ['/bin/sh', '-c', DIE_WITH_PARENT, 'sh', ...command];
  const child = spawn(program ?? '', words, {
    cwd: server.clusterFolder,
    ...server.user,
    env: serverEnvironment(),
    // A process group of its own: Ctrl-C in the terminal reaches only us, and we stop the server last.
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
