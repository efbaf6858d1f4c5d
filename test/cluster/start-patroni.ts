import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { access, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { debianBinaries } from '../harness/debian-postgres.ts';
import { ownPort } from '../harness/own-port.ts';
import { processesIn, signalAll } from '../harness/processes.ts';
import { until } from '../harness/until.ts';
import { forwardConnections, type Forwarder } from '../long/forward-connections.ts';
import { fillTemplate } from './fill-template.ts';
import { makeFolder, runProgram } from './run-program.ts';

const PROGRAMS = { patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd', haproxy: '/usr/sbin/haproxy' };
const ETCDS = ['etcd1', 'etcd2', 'etcd3'] as const;
const NODES = ['db1', 'db2'] as const;
type NodeName = (typeof NODES)[number];

// Every word of it is in the files of docs/operating/cluster.
const SUPERUSER = 'postgres:change-me-superuser';
const API_USER = 'patroni:change-me-api';

const PATIENCE_MS = 120_000;

/** Null where everything is installed that a cluster needs. */
export async function whyNoCluster(): Promise<string | null> {
  const isThere = (file: string) =>
    access(file).then(
      () => true,
      () => false,
    );
  const missing: string[] = [];
  for (const [name, file] of Object.entries(PROGRAMS)) if (!(await isThere(file))) missing.push(name);
  if (!(await debianBinaries())) missing.push('postgresql');
  return missing.length > 0 ? `Debian’s packages are not installed: ${missing.join(', ')}` : null;
}

/** A server with its agent, and everything that leads from it to the others and back. */
type Node = {
  name: NodeName;
  port: number;
  apiPort: number;
  folder: string;
  agent: ChildProcess | null;
  links: Forwarder[];
};

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Three etcd, two PostgreSQL with their Patroni, and HAProxy in front: plain processes, with the settings of docs/operating/cluster. */
export async function startCluster() {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-cluster-'));
  await chmod(folder, 0o711);
  try {
    return await startIn(folder);
  } catch (error) {
    const logs = await readLogs(folder);
    await endAll(folder);
    throw new Error(`the cluster did not start: ${String(error)}\n${logs}`, { cause: error });
  }
}

async function endAll(folder: string): Promise<void> {
  await until('every process to be gone', async () => {
    const left = await processesIn(folder);
    signalAll(left, 'SIGKILL');
    return left.length === 0;
  });
  await rm(folder, { recursive: true, force: true });
}

async function startIn(folder: string) {
  const etcdPorts = await startEtcds(folder);
  const nodes: Node[] = [];
  for (const name of NODES) nodes.push(await makeNode(folder, name, etcdPorts));
  const [first, second] = nodes;
  assert(first && second);
  await startAgent(first);
  await until('a first primary', () => isPrimary(first), PATIENCE_MS);
  await startAgent(second);
  const port = await startHaproxy(folder, nodes);

  const nodeOf = (name: string): Node => {
    const node = nodes.find((one) => one.name === name);
    assert(node, `there is no ${name}`);
    return node;
  };
  const primary = async (): Promise<Node> => {
    for (const node of nodes) if (await isPrimary(node)) return node;
    throw new Error('there is no primary');
  };
  const untilInStep = (): Promise<true> =>
    until(
      'a primary and a standby in step with it',
      async () => {
        const roles = await rolesBy(first).catch((): string[] => []);
        return roles.length === 2 && roles.includes('leader') && roles.includes('sync_standby');
      },
      PATIENCE_MS,
    );
  await untilInStep();
  return {
    url: (user: string, database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`,
    superuser: SUPERUSER,
    untilInStep,
    primaryName: async () => (await primary()).name,
    /** Past HAProxy, to this very server. */
    urlOf: (name: string, database: string) =>
      `postgres://${SUPERUSER}@127.0.0.1:${nodeOf(name).port}/${database}`,
    async killServer(name: string): Promise<void> {
      signalAll(await processesIn(dataOf(nodeOf(name))), 'SIGKILL');
    },
    killAgent(name: string): void {
      const node = nodeOf(name);
      node.agent?.kill('SIGKILL');
      node.agent = null;
    },
    startAgent: (name: string) => startAgent(nodeOf(name)),
    switchOver: (from: string, to: string) => switchOver(nodeOf(from), to),
    /** Between this server with its agent and everything else but HAProxy: as if its machine's cable were pulled on that side. */
    cutOff(name: string): void {
      for (const link of nodeOf(name).links) link.fallSilent();
    },
    reconnect(name: string): void {
      for (const link of nodeOf(name).links) link.restore();
    },
    /** The last words of every program, for when something went wrong. */
    logs: () => readLogs(folder),
    async stop(): Promise<void> {
      await endAll(folder);
      for (const node of nodes) for (const link of node.links) link.close();
    },
  };
}

const dataOf = (node: Node): string => path.join(node.folder, 'data');

async function startEtcds(folder: string): Promise<number[]> {
  const ports = await Promise.all(
    ETCDS.map(async () => ({ client: await ownPort(), peer: await ownPort() })),
  );
  for (const [index, name] of ETCDS.entries()) {
    const own = await makeFolder(folder, name);
    const mine = ports[index];
    assert(mine);
    const text = await fillTemplate('etcd.env', [
      ['ETCD_NAME=etcd1', `ETCD_NAME=${name}`],
      ['/var/lib/etcd/tessera', path.join(own, 'data')],
      ['0.0.0.0:2379', `127.0.0.1:${mine.client}`],
      ['0.0.0.0:2380', `127.0.0.1:${mine.peer}`],
      [
        'ADVERTISE_CLIENT_URLS=http://etcd1.internal:2379',
        `ADVERTISE_CLIENT_URLS=http://127.0.0.1:${mine.client}`,
      ],
      ['ADVERTISE_PEER_URLS=http://etcd1.internal:2380', `ADVERTISE_PEER_URLS=http://127.0.0.1:${mine.peer}`],
      ...ETCDS.map((other, at): [string, string] => [
        `${other}.internal:2380`,
        `127.0.0.1:${ports[at]?.peer}`,
      ]),
    ]);
    const environment = Object.fromEntries(
      text
        .split('\n')
        .filter((line) => /^\w+=/.test(line))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    // etcd wants to be asked for anything but a PC.
    if (process.arch === 'arm64') environment['ETCD_UNSUPPORTED_ARCH'] = 'arm64';
    await runProgram(PROGRAMS.etcd, [], { folder: own, environment });
  }
  const clients = ports.map(({ client }) => client);
  await until(
    'etcd to have a leader',
    async () => {
      const healthy = await Promise.all(
        clients.map((port) =>
          fetch(`http://127.0.0.1:${port}/health`).then(
            (response) => response.ok,
            () => false,
          ),
        ),
      );
      return healthy.every(Boolean);
    },
    PATIENCE_MS,
  );
  return clients;
}

async function makeNode(folder: string, name: NodeName, etcdPorts: number[]): Promise<Node> {
  const binaries = await debianBinaries();
  assert(binaries);
  const own = await makeFolder(folder, name);
  const [port, apiPort] = [await ownPort(), await ownPort()];
  const server = await forwardConnections(() => port);
  const api = await forwardConnections(() => apiPort);
  const etcds = await Promise.all(etcdPorts.map((etcd) => forwardConnections(() => etcd)));
  const text = await fillTemplate('patroni.yml', [
    ['name: db1', `name: ${name}`],
    ['0.0.0.0:8008', `127.0.0.1:${apiPort}`],
    ['db1.internal:8008', `127.0.0.1:${api.port}`],
    ['0.0.0.0:5432', `127.0.0.1:${port}`],
    ['db1.internal:5432', `127.0.0.1:${server.port}`],
    ...ETCDS.map((etcd, index): [string, string] => [
      `${etcd}.internal:2379`,
      `127.0.0.1:${etcds[index]?.port}`,
    ]),
    // By the test's own links, and not by the addresses that etcd tells of.
    ['etcd3:\n', 'etcd3:\n  use_proxies: true\n'],
    ['/var/lib/postgresql/15/tessera', path.join(own, 'data')],
    ['/usr/lib/postgresql/15/bin', binaries],
    ['/var/lib/postgresql/patroni.pgpass', path.join(own, 'pgpass')],
    ['/var/run/postgresql', own],
  ]);
  await writeFile(path.join(own, 'patroni.yml'), text);
  return { name, port, apiPort, folder: own, agent: null, links: [server, api, ...etcds] };
}

async function startAgent(node: Node): Promise<void> {
  node.agent = await runProgram(PROGRAMS.patroni, [path.join(node.folder, 'patroni.yml')], {
    folder: node.folder,
  });
}

async function startHaproxy(folder: string, nodes: Node[]): Promise<number> {
  const own = await makeFolder(folder, 'haproxy');
  const port = await ownPort();
  const text = await fillTemplate('haproxy.cfg', [
    ['127.0.0.1:5000', `127.0.0.1:${port}`],
    ...nodes.map((node): [string, string] => [
      `${node.name}.internal:5432 check port 8008`,
      `127.0.0.1:${node.port} check port ${node.apiPort}`,
    ]),
  ]);
  await writeFile(path.join(own, 'haproxy.cfg'), text);
  await runProgram(PROGRAMS.haproxy, ['-db', '-f', path.join(own, 'haproxy.cfg')], { folder: own });
  return port;
}

/** Asks the agent itself, as HAProxy does. */
const isPrimary = (node: Node): Promise<boolean> =>
  fetch(`http://127.0.0.1:${node.apiPort}/primary`, { method: 'OPTIONS' }).then(
    (response) => response.ok,
    () => false,
  );

async function rolesBy(node: Node): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${node.apiPort}/cluster`);
  const { members } = (await response.json()) as { members: { role: string; state: string }[] };
  return members.filter(({ state }) => /running|streaming/.test(state)).map(({ role }) => role);
}

async function switchOver(from: Node, to: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${from.apiPort}/switchover`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(API_USER).toString('base64')}` },
    body: JSON.stringify({ leader: from.name, candidate: to }),
  });
  assert.equal(response.status, 200, await response.text());
}

async function readLogs(folder: string): Promise<string> {
  const parts = await Promise.all(
    [...ETCDS, ...NODES, 'haproxy'].map(async (name) => {
      const log = await readFile(path.join(folder, name, 'log'), 'utf8').catch(() => '');
      return `--- ${name}\n${log.split('\n').slice(-40).join('\n')}`;
    }),
  );
  return parts.join('\n');
}
