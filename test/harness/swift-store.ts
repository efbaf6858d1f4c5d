import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile, open } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BucketSettings } from '../../src/media/bucket.ts';
import { signRequest } from '../../src/media/sign-request.ts';
import { ownPort } from './own-port.ts';
import type { BucketServer } from './s3-store.ts';
import { until } from './until.ts';

// That of Debian, whose packages these are, whatever else is called so here.
const PYTHON = '/usr/bin/python3';
const PATIENCE_MS = 120_000;
// Of a log, where it did not start.
const MAX_TOLD = 2_000;
const BUCKET = 'pictures';
// An account of Swift, and somebody of it who may do everything there.
const KEY = { accessKeyId: 'test:tester', secretAccessKey: 'test/secret+of-the-key' };

// Objects' properties are extended attributes of their files.
const TRY_OUT = `
import os, sys
import swift.proxy.server, swift.account.server, swift.container.server, swift.obj.server
import swift.common.middleware.s3api.s3api
os.setxattr(sys.argv[1], 'user.tessera', b'1')`;

const MAKE_RINGS = `
import os, sys
from swift.common.ring import RingBuilder
folder = sys.argv[1]
for word in sys.argv[2:]:
    name, port = word.split('=')
    builder = RingBuilder(1, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'weight': 1.0, 'ip': '127.0.0.1', 'port': int(port), 'device': 'disk',
                     'replication_ip': '127.0.0.1', 'replication_port': int(port), 'meta': ''})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, name + '.ring.gz'))`;

const SERVE = `
import sys
from swift.common import utils
utils.set_swift_dir(sys.argv[1])
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi(sys.argv[2], sys.argv[3], verbose=True))`;

const run = promisify(execFile);

/** Null where it can be started here. */
export async function whyNoSwift(): Promise<string | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-swift-'));
  try {
    await run(PYTHON, ['-c', TRY_OUT, folder]);
    return null;
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    const reason = (stderr || message).trim().split('\n').at(-1);
    return `Debian's python3-swift can't be used (${reason}): nothing was kept in a store that others have made`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * OpenStack's Swift with its S3 API, which is others' reading of the specification: it checks signatures of version 4, and what they
 * are of. Four plain processes, with one copy of everything in a folder of their own.
 */
export async function startSwift(): Promise<BucketServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-swift-'));
  const ports = { account: await ownPort(), container: await ownPort(), object: await ownPort() };
  const [port, cachePort] = [await ownPort(), await ownPort()];
  const endpoint = `http://127.0.0.1:${port}`;
  const settings = { endpoint, region: 'us-east-1', bucket: BUCKET, prefix: 'media/', credentials: KEY };
  await mkdir(path.join(folder, 'disks', 'disk'), { recursive: true });
  await writeFile(path.join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = tessera\n');
  const rings = Object.entries(ports).map(([name, own]) => `${name}=${own}`);
  await run(PYTHON, ['-c', MAKE_RINGS, folder, ...rings]);

  const running: ChildProcess[] = [];
  const serve = async (name: string, text: string): Promise<ChildProcess> => {
    const file = path.join(folder, `${name}-server.conf`);
    await writeFile(file, text);
    const log = await open(path.join(folder, `${name}.log`), 'a');
    const words = ['-c', SERVE, folder, file, `${name}-server`];
    const child = spawn(PYTHON, words, { stdio: ['ignore', log.fd, log.fd] });
    running.push(child);
    await log.close();
    return child;
  };
  let proxy: ChildProcess | null = null;
  const startAgain = async (): Promise<void> => {
    const child = await serve('proxy', proxySettings(folder, port, cachePort));
    proxy = child;
    await until(
      'Swift to answer',
      async () => {
        if (child.exitCode !== null) throw new Error('Swift ended by itself');
        return fetch(`${endpoint}/healthcheck`).then(
          async (response) => (await response.text()) === 'OK',
          () => false,
        );
      },
      PATIENCE_MS,
    );
  };
  const stop = async (): Promise<void> => {
    if (proxy) await end(proxy);
    proxy = null;
  };
  const close = async (): Promise<void> => {
    await Promise.all(running.map(end));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const [name, own] of Object.entries(ports)) await serve(name, storeSettings(folder, name, own));
    await startAgain();
    await makeBucket(settings);
  } catch (error) {
    const logs = await Promise.all(
      ['account', 'container', 'object', 'proxy'].map((name) =>
        readFile(path.join(folder, `${name}.log`), 'utf8').then(
          (log) => log.slice(0, MAX_TOLD),
          () => `${name} wrote no log`,
        ),
      ),
    );
    await close();
    throw new Error(`Swift did not start: ${logs.join('\n')}`, { cause: error });
  }
  return {
    settings,
    environment: {
      MEDIA_URL: `s3://${BUCKET}/media?endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: KEY.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEY.secretAccessKey,
    },
    stop,
    startAgain,
    close,
  };
}

/** Zero workers: the process itself serves, and is the one to kill. */
const common = (folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
log_level = WARNING
`;

const storeSettings = (folder: string, name: string, port: number): string => `${common(folder, port)}
devices = ${path.join(folder, 'disks')}
mount_check = false
disable_fallocate = true

[pipeline:main]
pipeline = ${name}-server

[app:${name}-server]
use = egg:swift#${name}
`;

/** It wants a cache to be named, and does without where nobody listens there. */
const proxySettings = (folder: string, port: number, cachePort: number): string => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache s3api tempauth slo proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true

[filter:catch_errors]
use = egg:swift#catch_errors

[filter:gatekeeper]
use = egg:swift#gatekeeper

[filter:healthcheck]
use = egg:swift#healthcheck

[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}

[filter:s3api]
use = egg:swift#s3api

[filter:tempauth]
use = egg:swift#tempauth
user_${KEY.accessKeyId.replace(':', '_')} = ${KEY.secretAccessKey} .admin

[filter:slo]
use = egg:swift#slo
`;

/** By hand: the product makes none. The servers behind may need a moment longer. */
async function makeBucket({ endpoint, region, bucket, credentials }: BucketSettings): Promise<void> {
  const { host } = new URL(endpoint);
  const body = new Uint8Array();
  await until(
    'the bucket to be made',
    async () => {
      const address = `/${bucket}`;
      const headers = signRequest({
        method: 'PUT',
        host,
        path: address,
        body,
        region,
        credentials,
        at: new Date(),
      });
      const response = await fetch(`${endpoint}${address}`, { method: 'PUT', headers });
      await response.arrayBuffer();
      return response.status === 200;
    },
    PATIENCE_MS,
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}
