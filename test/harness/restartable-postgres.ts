import { spawn, type ChildProcess } from 'node:child_process';
import { chown, cp, lchown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ownPort } from './own-port.ts';
import { findServerBinaries } from '../../src/db/embedded/server-binaries.ts';
import { findServerUser } from '../../src/db/embedded/unprivileged-user.ts';
import { processesIn, signalAll } from './processes.ts';
import { until } from './until.ts';

export type RestartablePostgres = {
  url: string;
  /** Does nothing if it runs already. */
  start(): Promise<void>;
  /** SIGINT shuts it down in good order; SIGKILL is a crash of the whole server at once. */
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
  /** Stalls every process of the server (SIGSTOP), or lets them go on (SIGCONT). */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Copies the cluster, for which it is stopped, and starts both: the copy follows by a slot of this name. */
  addStandby(slot: string): Promise<RestartablePostgres>;
  remove(): Promise<void>;
};

/** A PostgreSQL of a test's own, on a port that it keeps, which nobody brings back but the test. `settings`: `name=value`. */
export async function startRestartablePostgres(
  settings: string[] = [],
  parent = tmpdir(),
): Promise<RestartablePostgres> {
  const user = await findServerUser();
  const binaries = await findServerBinaries(user);
  return startIn(parent, settings, async (cluster) => {
    await mkdir(cluster, { mode: 0o700 });
    if (user) await chown(cluster, user.uid, user.gid);
    const initdb = spawn(
      binaries.initdb,
      ['-D', dataArgumentOf(cluster), '-U', 'tessera', '-E', 'UTF8', '--locale=C', '-N'],
      { cwd: cluster, ...user, stdio: 'ignore' },
    );
    const code = await new Promise((resolve) => initdb.once('close', resolve));
    if (code !== 0) throw new Error(`initdb ended with code ${String(code)}`);
  });
}

/** The server's user may be unable to walk down to the folder, but it is put there. */
const dataArgumentOf = (cluster: string): string =>
  process.platform === 'linux' ? '/proc/self/cwd' : cluster;

async function startIn(
  parent: string,
  settings: string[],
  makeCluster: (cluster: string) => Promise<void>,
): Promise<RestartablePostgres> {
  const user = await findServerUser();
  const binaries = await findServerBinaries(user);
  const folder = await mkdtemp(path.join(parent, 'tessera-restartable-'));
  const cluster = path.join(folder, 'cluster');
  await makeCluster(cluster);
  const options = { cwd: cluster, ...user, stdio: 'ignore' as const };

  const port = await ownPort();
  const url = `postgres://tessera@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    if (server) return;
    const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
    const flags = all.flatMap((setting) => ['-c', setting]);
    server = spawn(binaries.postgres, ['-D', dataArgumentOf(cluster), '-p', String(port), ...flags], options);
    await until('the server to answer', () => answers(url));
  };
  const end = async (signal: 'SIGINT' | 'SIGKILL'): Promise<void> => {
    const child = server;
    server = null;
    if (!child) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    if (signal === 'SIGINT') child.kill(signal);
    else signalAll(await processesIn(folder), signal);
    await exited;
    // The server's workers follow it, and only then can it be started again.
    await until(
      'every process of the server to be gone',
      async () => (await processesIn(folder)).length === 0,
    );
  };
  await start();
  return {
    url,
    start,
    end,
    signal: async (signal) => signalAll(await processesIn(folder), signal),
    async addStandby(slot) {
      await query(url, `SELECT pg_create_physical_replication_slot('${slot}')`);
      await end('SIGINT');
      const follows = [
        `primary_conninfo=host=127.0.0.1 port=${port} user=tessera application_name=${slot}`,
        `primary_slot_name=${slot}`,
      ];
      const standby = await startIn(parent, [...settings, ...follows], async (copy) => {
        await cp(cluster, copy, { recursive: true, preserveTimestamps: true });
        await writeFile(path.join(copy, 'standby.signal'), '');
        // A slot of the copy itself would keep its log.
        await rm(path.join(copy, 'pg_replslot', slot), { recursive: true });
        if (user) await giveAll(copy, user);
      });
      await start();
      return standby;
    },
    async remove() {
      await end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

async function giveAll(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  for (const entry of ['', ...entries]) await lchown(path.join(folder, entry), uid, gid);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
