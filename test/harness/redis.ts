import { spawn } from 'node:child_process';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from 'redis';
import { ownPort } from './own-port.ts';
import { until } from './until.ts';

export const REDIS_SERVER = '/usr/bin/redis-server';

export type TestRedis = {
  url: string;
  signal(signal: NodeJS.Signals): void;
  start(): Promise<void>;
  stop(): Promise<void>;
};

export async function hasRedis(): Promise<boolean> {
  return access(REDIS_SERVER).then(
    () => true,
    () => false,
  );
}

/** A real redis-server (Debian's package) on a port of its own; it can be stopped, frozen (SIGSTOP) and started again. */
export async function startRedis(): Promise<TestRedis> {
  const port = await ownPort();
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-redis-'));
  const url = `redis://127.0.0.1:${port}`;
  const run = async () => {
    const child = spawn(
      REDIS_SERVER,
      ['--port', String(port), '--save', '', '--dir', folder, '--bind', '127.0.0.1'],
      { stdio: 'ignore' },
    );
    await until('redis to answer', async () => {
      const client = createClient({ url, socket: { reconnectStrategy: false } });
      client.on('error', () => {});
      return client.connect().then(
        () => {
          client.destroy();
          return true;
        },
        () => false,
      );
    });
    return child;
  };
  let child = await run();
  const end = async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGCONT');
    child.kill('SIGKILL');
    await exited;
  };
  return {
    url,
    signal: (signal) => void child.kill(signal),
    async start() {
      child = await run();
    },
    async stop() {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
