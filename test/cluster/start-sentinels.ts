import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from 'redis';
import { findServerUser } from '../../src/db/embedded/unprivileged-user.ts';
import { ownPort } from '../harness/own-port.ts';
import { processesIn, signalAll } from '../harness/processes.ts';
import { REDIS_SERVER } from '../harness/redis.ts';
import { until } from '../harness/until.ts';
import { fillTemplate } from './fill-template.ts';
import { makeFolder, runProgram } from './run-program.ts';

// Every word of it is in the files of docs/operating/cluster.
const PASSWORD = 'change-me-redis';
const SENTINEL_PASSWORD = 'change-me-sentinel';
const NAME = 'mymaster';

/** A Redis with its replica and three sentinels: plain processes, with the settings of docs/operating/cluster. */
export async function startSentinels() {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-sentinels-'));
  await chmod(folder, 0o711);
  const [first, second] = [await ownPort(), await ownPort()];
  const serverSettings = (replicaOf: string): [string, string][] => [
    ['replicaof redis1.internal 6379', replicaOf],
    ['bind 0.0.0.0', 'bind 127.0.0.1'],
  ];
  await runRedis(
    folder,
    { name: 'first', port: first, template: 'redis.conf', named: 6379 },
    serverSettings(''),
  );
  await runRedis(
    folder,
    { name: 'second', port: second, template: 'redis.conf', named: 6379 },
    serverSettings(`replicaof 127.0.0.1 ${first}`),
  );
  await until('the replica to follow', async () =>
    (await told(first, PASSWORD, 'replication')).includes('state=online'),
  );
  const sentinels = [await ownPort(), await ownPort(), await ownPort()];
  for (const port of sentinels) {
    await runRedis(folder, { name: `sentinel-${port}`, port, template: 'sentinel.conf', named: 26_379 }, [
      ['monitor mymaster redis1.internal 6379', `monitor ${NAME} 127.0.0.1 ${first}`],
      ['bind 0.0.0.0', 'bind 127.0.0.1'],
    ]);
  }
  // Each knows of the two others and of the replica: from now on two of them can decide.
  for (const port of sentinels) {
    await until('the sentinels to know each other', async () => {
      const known = await told(port, SENTINEL_PASSWORD, 'sentinel');
      return known.includes('slaves=1,sentinels=3');
    });
  }
  const hosts = sentinels.map((port) => `127.0.0.1:${port}`).join();
  return {
    url: `redis+sentinel://:${PASSWORD}@${hosts}/${NAME}?sentinelPassword=${SENTINEL_PASSWORD}`,
    async killMaster(): Promise<void> {
      signalAll(await processesIn(path.join(folder, 'first')), 'SIGKILL');
    },
    untilReplicaIsMaster: () =>
      until('the replica to be the master', async () =>
        (await told(second, PASSWORD, 'replication')).includes('role:master'),
      ),
    async stop(): Promise<void> {
      await until('every process to be gone', async () => {
        const left = await processesIn(folder);
        signalAll(left, 'SIGKILL');
        return left.length === 0;
      });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function runRedis(
  folder: string,
  { name, port, template, named }: { name: string; port: number; template: string; named: number },
  settings: [string, string][],
): Promise<void> {
  const own = await makeFolder(folder, name);
  const file = path.join(own, template);
  const text = await fillTemplate(template, [
    ...settings,
    [`port ${named}`, `port ${port}`],
    ['/var/lib/redis', own],
  ]);
  await writeFile(file, text);
  // Sentinels write into theirs.
  const user = await findServerUser();
  if (user) await chown(file, user.uid, user.gid);
  const words = template === 'sentinel.conf' ? [file, '--sentinel'] : [file];
  await runProgram(REDIS_SERVER, words, { folder: own });
  const password = template === 'sentinel.conf' ? SENTINEL_PASSWORD : PASSWORD;
  await until(`${name} to answer`, () =>
    tell(port, password, 'PING').then(
      () => true,
      () => false,
    ),
  );
}

/** Nothing where it cuts its clients off, as it does when it is promoted. */
const told = (port: number, password: string, section: string): Promise<string> =>
  tell(port, password, 'INFO', section).catch(() => '');

async function tell(port: number, password: string, ...words: string[]): Promise<string> {
  const client = createClient({
    url: `redis://:${password}@127.0.0.1:${port}`,
    socket: { reconnectStrategy: false },
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.sendCommand<string>(words);
  } finally {
    client.destroy();
  }
}
