import { connect } from 'amqplib';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ownPort } from './own-port.ts';
import { until } from './until.ts';

// Debian's package; not the wrapper in /usr/sbin, which runs as its own user alone.
const PROGRAMS = '/usr/lib/rabbitmq/bin';
const NAME_SERVER = '/usr/bin/epmd';
const NODES = 3;
// An Erlang node needs ten seconds of a processor to come up.
const PATIENCE_MS = 240_000;

export type RabbitNode = {
  url: string;
  port: number;
  /** At once, as by a power failure. */
  kill(): Promise<void>;
};
export type RabbitCluster = {
  nodes: RabbitNode[];
  /** As an operator would, by `rabbitmqctl` at the last node. */
  control(...words: string[]): Promise<void>;
  stop(): Promise<void>;
};

export async function hasRabbit(): Promise<boolean> {
  return access(path.join(PROGRAMS, 'rabbitmq-server')).then(
    () => true,
    () => false,
  );
}

/** Three real nodes as plain processes, with a name server and a folder of their own: nothing of another RabbitMQ is touched. */
export async function startRabbitCluster(): Promise<RabbitCluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-rabbit-'));
  const cookie = path.join(folder, '.erlang.cookie');
  await writeFile(cookie, randomUUID());
  await chmod(cookie, 0o400);
  await writeFile(path.join(folder, 'plugins'), '[].');
  const names = Array.from({ length: NODES }, (_, nr) => `tessera${nr + 1}@localhost`);
  await writeFile(
    path.join(folder, 'rabbitmq.conf'),
    [
      'cluster_formation.peer_discovery_backend = classic_config',
      ...names.map((name, nr) => `cluster_formation.classic_config.nodes.${nr + 1} = ${name}`),
      'log.file.level = warning',
    ].join('\n'),
  );
  const environment = {
    PATH: process.env['PATH'] ?? '',
    LANG: 'C.UTF-8',
    HOME: folder,
    ERL_EPMD_PORT: String(await ownPort()),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_CONFIG_FILE: path.join(folder, 'rabbitmq.conf'),
    RABBITMQ_CONF_ENV_FILE: path.join(folder, 'no-such-file'),
    RABBITMQ_ADVANCED_CONFIG_FILE: path.join(folder, 'no-such-file'),
    RABBITMQ_ENABLED_PLUGINS_FILE: path.join(folder, 'plugins'),
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    // The shell becomes the node, and its process is the one to kill.
    RUNNING_UNDER_SYSTEMD: '1',
    // Few threads: three nodes share what the tests have.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+S 1:1 +sbwt none +sbwtdcpu none +sbwtdio none',
  };
  const nameServer = spawn(NAME_SERVER, [], { env: environment, stdio: 'ignore' });
  const run = (name: string): Promise<StartedNode> => startNode(folder, environment, name);
  const controlNode = async (node: string, ...words: string[]): Promise<void> => {
    const program = path.join(PROGRAMS, 'rabbitmqctl');
    await promisify(execFile)(program, ['--node', node, ...words], { env: environment });
  };
  const started: StartedNode[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((node) => node.kill()));
    await end(nameServer);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [first = '', ...others] = names;
    const one = await run(first);
    started.push(one);
    await one.ready();
    // They join the first.
    for (const node of await Promise.all(others.map(run))) started.push(node);
    await Promise.all(started.map((node) => node.ready()));
    await controlNode(first, 'await_online_nodes', String(NODES), '--timeout', '120');
    return {
      nodes: started,
      control: (...words) => controlNode(names.at(-1) ?? '', ...words),
      stop,
    };
  } catch (error) {
    const logs = await Promise.all(started.map((node) => node.log()));
    await stop();
    throw new Error(`RabbitMQ did not start: ${logs.join('\n')}`, { cause: error });
  }
}

type StartedNode = RabbitNode & { ready(): Promise<void>; log(): Promise<string> };

async function startNode(
  folder: string,
  environment: Record<string, string>,
  name: string,
): Promise<StartedNode> {
  const [port, distributionPort] = [await ownPort(), await ownPort()];
  const base = path.join(folder, name);
  await mkdir(base);
  const child = spawn(path.join(PROGRAMS, 'rabbitmq-server'), [], {
    cwd: base,
    stdio: 'ignore',
    env: {
      ...environment,
      RABBITMQ_NODENAME: name,
      RABBITMQ_NODE_PORT: String(port),
      RABBITMQ_DIST_PORT: String(distributionPort),
      RABBITMQ_MNESIA_BASE: path.join(base, 'data'),
      RABBITMQ_LOG_BASE: path.join(base, 'log'),
      RABBITMQ_LOGS: path.join(base, 'log.txt'),
      RABBITMQ_PID_FILE: path.join(base, 'pid'),
    },
  });
  const url = `amqp://guest:guest@127.0.0.1:${port}`;
  return {
    url,
    port,
    kill: () => end(child),
    log: () => readFile(path.join(base, 'log.txt'), 'utf8').catch(() => `${name} wrote no log`),
    ready: () =>
      until(
        `${name} to answer`,
        async () => {
          if (child.exitCode !== null) throw new Error(`${name} ended by itself`);
          return connect(url, { timeout: 10_000 }).then(
            (connection) => connection.close().then(() => true),
            () => false,
          );
        },
        PATIENCE_MS,
      ).then(() => undefined),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}
