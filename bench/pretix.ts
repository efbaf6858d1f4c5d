import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../src/db/embedded/free-port.ts';
import { hasRedis, startRedis, type TestRedis } from '../test/harness/redis.ts';
import { until } from '../test/harness/until.ts';
import { checkAfterwards } from './check-afterwards.ts';
import { oneOf } from './hold-bench.ts';
import { measure, type Load } from './load.ts';
import { findPostmaster } from './machine.ts';
import { makeEvent, onDatabase } from './make-event.ts';
import type { Options } from './options.ts';
import { buy } from './orders.ts';
import type { Row } from './report.ts';
import { otherWork, rateRow, runRounds, type Step } from './rounds.ts';
import { BEHIND_PROXY, startProduct, type Product } from './start-product.ts';

// npm run bench -- pretix: the product beside pretix, on one PostgreSQL and one Redis. Nothing of pretix is kept here: it is installed from PyPI,
// once, into PRETIX_FOLDER, which takes some minutes and 600 MB.
const FOLDER = process.env['PRETIX_FOLDER'] ?? path.join(tmpdir(), 'tessera-bench-pretix');
const PACKAGES = ['pretix==2026.8.0', 'gunicorn==27.0.1'];
// As its manual has it, and threads, so that connections are kept.
const WORKERS = 2 * availableParallelism();
const THREADS = 2;
// Each is served at its best: pretix gets no quicker where more wait.
const CONNECTIONS = { product: 64, pretix: WORKERS * THREADS };
// It answers dozens a second: in less time the last ones, which end too late to count, would weigh.
const LEAST_SECONDS = 4;
const CAPACITY = 10_000_000;

const run = promisify(execFile);

type Pretix = {
  url: string;
  pids: number[];
  path: string;
  item: number;
  freeItem: number;
  token: string;
  setUpSeconds: number;
};

/** Holds, free orders and what a shop shows, of the product and of pretix by turns. */
export async function benchPretix(onProgress: (line: string) => void, options: Options): Promise<Row[]> {
  const missing = await whatIsMissing(onProgress);
  if (missing !== null) {
    onProgress(`skipped: ${missing}`);
    return [];
  }
  const redis = await startRedis();
  const startedAtMs = performance.now();
  const product = await startProduct({ ...BEHIND_PROXY, REDIS_URL: redis.url });
  const productSeconds = (performance.now() - startedAtMs) / 1_000;
  const children: ChildProcess[] = [];
  try {
    const pretix = await startPretix(product, redis, children);
    onProgress(`pretix is there after ${pretix.setUpSeconds.toFixed(0)} s`);
    const samples = await runRounds(await makeSteps(product, pretix), {
      postmaster: await findPostmaster(product.databaseUrl),
      options,
      onProgress,
      clear: async () => {},
    });
    onProgress(otherWork(samples));
    const row = (name: string, what: string): Row[] =>
      rateRow(samples, { name, ours: `${what} product`, other: `${what} pretix`, aim: null }).map((line) => ({
        ...line,
        detail: line.detail.replace(/(?<=against .*)Node/, 'Python'),
      }));
    return [
      ...row(
        'holds of one hot ticket type: POST reservations (key, rate limit, quote, cart) to POST cartpositions (token, quota)',
        'hold',
      ),
      ...row(
        'free orders with their ticket: POST reservations and POST orders, mail put in line, to one POST orders, without a cart and a mail',
        'order',
      ),
      ...row(
        'what a shop shows, with what is left: GET tickets to GET widget/product_list (its cache is on)',
        'read',
      ),
      {
        name: 'from nothing to the first answer, installed: pretix (tables, event, start) to product (database, tables, demo, start)',
        ratio: pretix.setUpSeconds / productSeconds,
        aim: null,
        detail: `${pretix.setUpSeconds.toFixed(1)} s against ${productSeconds.toFixed(1)} s`,
        failures: 0,
      },
      await checkAfterwards(product),
    ];
  } finally {
    await Promise.all(children.map(stop));
    await product.close();
    await redis.stop();
  }
}

const bin = (name: string): string => path.join(FOLDER, 'bin', name);

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Installs it where it is not there yet. What stands in the way, in words. */
async function whatIsMissing(onProgress: (line: string) => void): Promise<string | null> {
  if (!(await hasRedis())) return 'there is no redis-server (Debian’s package)';
  if (await isThere(bin('gunicorn'))) return null;
  try {
    await run('python3', ['-m', 'venv', FOLDER]);
  } catch (error) {
    return `python3 with venv is needed (Debian’s python3-venv): ${lastLine(error)}`;
  }
  onProgress(`installing ${PACKAGES.join(' and ')} into ${FOLDER}`);
  return run(bin('pip'), ['install', '--quiet', ...PACKAGES], { maxBuffer: 2 ** 26 }).then(
    () => null,
    (error: unknown) => `pretix could not be installed: ${lastLine(error)}`,
  );
}

const lastLine = (error: unknown): string => String(error).trim().split('\n').at(-1) ?? '';

/** On a database of its own beside the product's, with every cache and the worker that it has, and no mail to wait for. */
async function startPretix(product: Product, redis: TestRedis, children: ChildProcess[]): Promise<Pretix> {
  const startedAtMs = performance.now();
  await onDatabase(product.databaseUrl, (client) => client.query('CREATE DATABASE pretix').then(() => {}));
  const folder = path.join(product.folder, 'pretix');
  await mkdir(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = path.join(folder, 'pretix.cfg');
  const to = new URL(product.databaseUrl);
  await writeFile(
    config,
    `[pretix]\nurl=${url}\ndatadir=${folder}\nregistration=off\necb_rates=off
[database]\nbackend=postgresql\nname=pretix\nuser=${to.username}\npassword=${to.password}\nhost=${to.hostname}\nport=${to.port}
[redis]\nlocation=${redis.url}/1\nsessions=true
[celery]\nbroker=${redis.url}/2\nbackend=${redis.url}/3\n[django]\ndebug=off\n`,
  );
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    PRETIX_CONFIG_FILE: config,
    DJANGO_SETTINGS_MODULE: 'pretix.settings',
  };
  const its = { cwd: folder, env, maxBuffer: 2 ** 26 };
  const startServer = (program: string, words: string): ChildProcess => {
    const child = spawn(bin(program), words.split(' '), { cwd: folder, env, stdio: 'ignore' });
    children.push(child);
    return child;
  };
  await run(bin('python'), ['-m', 'pretix', 'migrate'], its);
  const script = path.join(import.meta.dirname, 'pretix-event.py');
  const { stdout } = await run(bin('python'), [script, String(CAPACITY)], its);
  const made = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Omit<
    Pretix,
    'url' | 'pids' | 'setUpSeconds'
  >;
  const threads = `--workers ${WORKERS} --worker-class gthread --threads ${THREADS} --keep-alive 72`;
  const server = startServer('gunicorn', `pretix.wsgi --preload --bind 127.0.0.1:${port} ${threads}`);
  // Its tasks run beside its requests, as its manual has it.
  startServer('celery', '-A pretix.celery_app worker --concurrency 1');
  await until('pretix to answer', () =>
    fetch(`${url}/${made.path}/widget/product_list?lang=en`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const pid = server.pid ?? 0;
  const workers = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const pids = [pid, ...workers.split(' ').filter(Boolean).map(Number)];
  return { ...made, url, pids, setUpSeconds: (performance.now() - startedAtMs) / 1_000 };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

async function makeSteps(product: Product, pretix: Pretix): Promise<Step[]> {
  const { databaseUrl, program, publicKey: key } = product;
  const event = (slug: string, priceMinor: number) =>
    makeEvent(databaseUrl, { slug, ticketTypes: 1, capacity: CAPACITY, priceMinor });
  const [hot, free] = [await event('bench-hot', 1_000_000), await event('bench-free', 0)];
  const productPath = `${program.publicUrl}/api/v1/events/${hot.slug}`;
  const api = `${pretix.url}/api/v1/organizers/${pretix.path.replace('/', '/events/')}`;
  const productHeaders = { authorization: `Bearer ${key}` };
  const pretixHeaders = { authorization: `Token ${pretix.token}` };
  const ofProduct = (name: string, load: (seconds: number) => ReturnType<typeof measure>): Step => ({
    name: `${name} product`,
    loads: [{ pid: program.child.pid ?? 0, load }],
  });
  const ofPretix = (name: string, load: Pick<Load, 'url' | 'headers' | 'bodies'>): Step => ({
    name: `${name} pretix`,
    loads: [
      {
        pid: pretix.pids,
        load: (seconds) =>
          // The warm-up is short.
          measure({
            ...load,
            connections: CONNECTIONS.pretix,
            seconds: seconds < 1 ? 1 : Math.max(seconds, LEAST_SECONDS),
          }),
      },
    ],
  });
  const connections = CONNECTIONS.product;
  return [
    ofProduct('hold', (seconds) =>
      measure({
        url: `${productPath}/reservations`,
        headers: productHeaders,
        bodies: oneOf(hot),
        connections,
        seconds,
      }),
    ),
    ofPretix('hold', {
      url: `${api}/cartpositions/`,
      headers: pretixHeaders,
      bodies: [JSON.stringify({ item: pretix.item, variation: null, price: '10.00', answers: [] })],
    }),
    ofProduct('order', (seconds) => buy({ url: program.publicUrl, event: free, key, seconds })),
    ofPretix('order', {
      url: `${api}/orders/`,
      headers: pretixHeaders,
      bodies: [
        JSON.stringify({
          email: 'buyer@bench.example',
          locale: 'en',
          sales_channel: 'web',
          payment_provider: 'free',
          send_email: false,
          positions: [
            {
              item: pretix.freeItem,
              variation: null,
              price: '0.00',
              attendee_name_parts: { full_name: 'Ada Obi' },
              answers: [],
            },
          ],
        }),
      ],
    }),
    ofProduct('read', (seconds) =>
      measure({ url: `${productPath}/tickets`, headers: productHeaders, connections, seconds }),
    ),
    ofPretix('read', { url: `${pretix.url}/${pretix.path}/widget/product_list?lang=en`, headers: {} }),
  ];
}
