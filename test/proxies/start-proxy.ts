import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { makeFolder, runProgram } from '../cluster/run-program.ts';
import { ownPort } from '../harness/own-port.ts';
import { until } from '../harness/until.ts';

const DEPLOY = path.join(import.meta.dirname, '../../deploy');

type Own = { folder: string; port: number; upstreams: number[]; hasTls: boolean };
type Kind = {
  program: string;
  /** The words that start it with the settings in `own.folder`, which is written first. */
  prepare: (own: Own) => Promise<string[]>;
};

const NGINX_ROOT = (folder: string): string => `
daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
worker_processes 2;
events { worker_connections 4096; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
  include ${folder}/tessera.conf;
}
`;

/** Debian's packages, each with the file of `deploy/` that we hand to operators. */
const KINDS = {
  nginx: {
    program: '/usr/sbin/nginx',
    async prepare({ folder, port, upstreams, hasTls }) {
      await fill('nginx.conf', path.join(folder, 'tessera.conf'), [
        ['listen [::]:443 ssl;', ''],
        ['listen 443 ssl;', `listen 127.0.0.1:${port}${hasTls ? ' ssl' : ''};`],
        ['/etc/ssl/', `${folder}/`],
        ...addresses(upstreams),
      ]);
      await writeFile(path.join(folder, 'nginx.conf'), NGINX_ROOT(folder));
      return ['-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')];
    },
  },
  haproxy: {
    program: '/usr/sbin/haproxy',
    async prepare({ folder, port, upstreams, hasTls }) {
      const file = path.join(folder, 'haproxy.cfg');
      const tls = 'ssl crt /etc/haproxy/tickets.example.pem';
      await fill('haproxy.cfg', file, [
        [`:443 ${tls}`, `127.0.0.1:${port}${hasTls ? ` ssl crt ${folder}/both.pem` : ''}`],
        // The system lets nobody but root open so many files.
        ['maxconn 20000', 'maxconn 2000'],
        ...addresses(upstreams),
      ]);
      return ['-f', file];
    },
  },
  caddy: {
    program: '/usr/bin/caddy',
    async prepare({ folder, port, upstreams, hasTls }) {
      const file = path.join(folder, 'Caddyfile');
      const names = ['tickets.example', 'dash.tickets.example'].map((name) =>
        hasTls ? `https://${name}:${port}` : `http://127.0.0.1:${port}`,
      );
      await fill('Caddyfile', file, [
        [
          'tickets.example, dash.tickets.example {',
          `${[...new Set(names)].join(', ')} {\n${hasTls ? `tls ${folder}/tickets.example.pem ${folder}/tickets.example.key` : ''}`,
        ],
        ['web:3000', `127.0.0.1:${upstreams[0]}`],
        ['web2:3000', `127.0.0.1:${upstreams[1]}`],
      ]);
      await writeFile(file, `{\nadmin off\nauto_https off\n}\n${await readFile(file, 'utf8')}`);
      return ['run', '--config', file, '--adapter', 'caddyfile'];
    },
  },
} satisfies Record<string, Kind>;

export type ProxyKind = keyof typeof KINDS;
export const PROXY_KINDS = Object.keys(KINDS) as ProxyKind[];

/** False where Debian's package is installed; else the reason why its tests are skipped. */
export async function whyNoProxy(kind: ProxyKind): Promise<string | false> {
  return access(KINDS[kind].program).then(
    () => false as const,
    () => `Debian’s package is not installed: ${kind}`,
  );
}

const addresses = (upstreams: number[]): [string, string][] =>
  upstreams.map((port, index) => [`127.0.0.1:300${index + 1}`, `127.0.0.1:${port}`]);

async function fill(name: string, file: string, own: [named: string, instead: string][]): Promise<void> {
  let text = await readFile(path.join(DEPLOY, name), 'utf8');
  for (const [named, instead] of own) {
    assert.ok(text.includes(named), `${name} does not say ${named}`);
    text = text.replaceAll(named, instead);
  }
  await writeFile(file, text);
}

async function makeCertificate(folder: string): Promise<void> {
  const [key, certificate] = ['key', 'pem'].map((end) => path.join(folder, `tickets.example.${end}`));
  assert(key && certificate);
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=tickets.example ' +
    '-addext subjectAltName=DNS:tickets.example,DNS:dash.tickets.example -keyout';
  await promisify(execFile)('openssl', [...words.split(' '), key, '-out', certificate]);
  await writeFile(
    path.join(folder, 'both.pem'),
    (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')),
  );
  for (const name of [key, certificate, path.join(folder, 'both.pem')]) await chmod(name, 0o644);
}

export type Proxy = { port: number; certificate: string | null; log: () => Promise<string> };

/** Starts the proxy with our sample, between a port of its own and these. */
export async function startProxy(
  t: TestContext,
  kind: ProxyKind,
  { upstreams, hasTls = false }: { upstreams: number[]; hasTls?: boolean },
): Promise<Proxy> {
  const parent = await mkdtemp(path.join(tmpdir(), `tessera-${kind}-`));
  await chmod(parent, 0o711);
  const folder = await makeFolder(parent, kind);
  const port = await ownPort();
  // nginx reads it also where nobody listens with it.
  await makeCertificate(folder);
  const words = await KINDS[kind].prepare({ folder, port, upstreams, hasTls });
  const program = await runProgram(KINDS[kind].program, words, { folder });
  const ended = new Promise((resolve) => program.once('close', resolve));
  t.after(async () => {
    program.kill('SIGTERM');
    await ended;
    await rm(parent, { recursive: true, force: true });
  });
  const log = (): Promise<string> => readFile(path.join(folder, 'log'), 'utf8');
  await until(`${kind} to listen`, async () => {
    if (program.exitCode !== null) throw new Error(`${kind} ended: ${await log()}`);
    const socket = connect(port, '127.0.0.1');
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return isThere;
  });
  return {
    port,
    certificate: hasTls ? await readFile(path.join(folder, 'tickets.example.pem'), 'utf8') : null,
    log,
  };
}
