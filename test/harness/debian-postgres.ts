import { spawn } from 'node:child_process';
import { chmod, chown, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ownPort } from './own-port.ts';
import { findServerUser } from '../../src/db/embedded/unprivileged-user.ts';

/** Several files of tests at once, each with a few programs. */
export const MAX_CONNECTIONS = 300;

const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** The folder of the newest PostgreSQL that Debian's packages have put on this machine; null where there is none. */
export async function debianBinaries(): Promise<string | null> {
  const versions = await readdir(DEBIAN_FOLDER).catch(() => []);
  const newest = Math.max(...versions.map(Number).filter((version) => version >= 15));
  return Number.isFinite(newest) ? path.join(DEBIAN_FOLDER, String(newest), 'bin') : null;
}

/** A second make of server to run the tests against: an external PostgreSQL, as Debian builds it. */
export async function startDebianPostgres(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const binaries = await debianBinaries();
  if (!binaries) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  const user = await findServerUser();
  const cluster = path.join(folder, 'cluster');
  await mkdir(cluster, { mode: 0o700 });
  // The server's user has to pass through the run's folder to its own.
  await chmod(folder, 0o711);
  if (user) await chown(cluster, user.uid, user.gid);
  const options = { cwd: cluster, ...user, stdio: 'ignore' as const };
  const initdb = spawn(
    path.join(binaries, 'initdb'),
    ['-D', cluster, '-U', 'tessera', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
    options,
  );
  const code = await new Promise((resolve) => initdb.once('close', resolve));
  if (code !== 0) throw new Error(`initdb of ${binaries} ended with code ${String(code)}`);
  const port = await ownPort();
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${MAX_CONNECTIONS}`,
  ];
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const server = spawn(
    path.join(binaries, 'postgres'),
    ['-D', cluster, '-p', String(port), ...flags],
    options,
  );
  const url = `postgres://tessera@127.0.0.1:${port}/postgres`;
  await untilReady(url);
  return {
    url,
    async stop() {
      const exited = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await exited;
    },
  };
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (attempt === 200) throw error;
      await delay(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
