import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { buy, pay } from '../test/harness/buy.ts';
import type { TestHost } from '../test/harness/make-catalog.ts';
import { checkAfterwards } from './check-afterwards.ts';
import { cpuMicros } from './cpu-micros.ts';
import { findPostmaster, postgresMicros } from './machine.ts';
import { makeEvent, onDatabase } from './make-event.ts';
import type { Row } from './report.ts';
import { startProduct, type Product } from './start-product.ts';

// npm run bench -- small-shop: one process on its embedded database, as `npm start` runs it. A minute of rest, then an evening's sale: paid
// orders with their mails and PDFs, twenty buyers at a time.
const REST_MS = 60_000;
const ORDERS = 500;
const BUYERS = 20;

// A small machine has so much to give. A sale is fast enough where one core does a dozen of them a second.
const MEMORY_MIB = 1024;
const REST_SECONDS = 2;
const SALE_MS = 80;
const DISK_KIB = 100;

export async function benchSmallShop(onProgress: (line: string) => void): Promise<Row[]> {
  const product = await startProduct();
  try {
    const shop = await watch(product);
    // The start itself, and what it leaves to do.
    await delay(REST_MS / 2);
    const atRest = { from: await shop.look(), memoryMib: await shop.memoryMib() };
    await delay(REST_MS);
    const sold = await shop.look();
    onProgress(`${atRest.memoryMib} MiB, ${seconds(atRest.from, sold)} s of processor in a minute of rest`);
    const { slug, skus } = await makeEvent(product.databaseUrl, {
      slug: 'small',
      ticketTypes: 1,
      capacity: ORDERS,
    });
    const peakMib = await sell(product, { slug, sku: skus[0] }, shop.memoryMib);
    const after = await shop.look();
    const saleMs = (1000 * (after.micros - sold.micros)) / 1e6 / ORDERS;
    const diskKib = (after.diskKib - sold.diskKib) / ORDERS;
    onProgress(`${peakMib} MiB at most, ${saleMs.toFixed(0)} ms and ${diskKib.toFixed(0)} KiB a sale`);
    return [
      toRow(
        `memory: ${MEMORY_MIB} MiB to the most that it took`,
        MEMORY_MIB / peakMib,
        `${peakMib} MiB, ${atRest.memoryMib} at rest, database included`,
      ),
      toRow(
        'a minute of rest: two seconds of processor to what it took',
        REST_SECONDS / seconds(atRest.from, sold),
        `${seconds(atRest.from, sold)} s`,
      ),
      toRow(
        `a paid order with its mail and PDF: ${SALE_MS} ms to what it took`,
        SALE_MS / saleMs,
        `${saleMs.toFixed(0)} ms of processor, database included, ${ORDERS} of them`,
      ),
      toRow(
        `disk: ${DISK_KIB} KiB to what a sale leaves`,
        DISK_KIB / diskKib,
        `${diskKib.toFixed(0)} KiB in the database; the folder has ${Math.round(after.folderKib / 1024)} MiB in all`,
      ),
      await checkAfterwards(product),
    ];
  } finally {
    await product.close();
  }
}

type Look = { micros: number; diskKib: number; folderKib: number };

const seconds = (from: Look, to: Look): number => Math.round((to.micros - from.micros) / 1e4) / 100;

const toRow = (name: string, ratio: number, detail: string): Row => ({
  name,
  ratio,
  aim: 1,
  detail,
  failures: 0,
});

/** The program and its database together. */
async function watch({ program, databaseUrl, dataDir }: Product) {
  const pid = program.child.pid ?? 0;
  const postmaster = await findPostmaster(databaseUrl);
  return {
    async look(): Promise<Look> {
      const size = await onDatabase(databaseUrl, (client) =>
        client.query<{ kib: number }>('SELECT pg_database_size(current_database())::float8 / 1024 AS kib'),
      );
      const { stdout } = await promisify(execFile)('du', ['-sk', dataDir]);
      return {
        micros: (await cpuMicros(pid)) + (await postgresMicros(postmaster)),
        diskKib: size.rows[0]?.kib ?? Number.NaN,
        folderKib: Number.parseInt(stdout, 10),
      };
    },
    /** Memory that several processes share counts once. */
    async memoryMib(): Promise<number> {
      const { stdout } = await promisify(execFile)('ps', [
        '-o',
        'pid=',
        '-p',
        String(pid),
        '--ppid',
        `${pid},${postmaster}`,
      ]);
      const pids = [...stdout.trim().split(/\s+/).map(Number), postmaster];
      const kib = await Promise.all([...new Set(pids)].map(readPssKib));
      return Math.round(kib.reduce((sum, one) => sum + one, 0) / 1024);
    },
  };
}

async function readPssKib(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
}

/** Resolves to the most memory, once every mail is out. */
async function sell(
  { program, publicKey, databaseUrl }: Product,
  { slug, sku }: { slug: string; sku: string | undefined },
  memoryMib: () => Promise<number>,
): Promise<number> {
  let left = ORDERS;
  let peakMib = 0;
  const buyOn = async (): Promise<void> => {
    while (left-- > 0) {
      const host = { publicKey } as TestHost;
      const cart = { slug, items: [{ sku, quantity: 1 }] };
      const { checkoutUrl } = await buy(program, host, cart, { body: { email: `buyer${left}@example.com` } });
      await pay(checkoutUrl);
      if (left % 25 === 0) peakMib = Math.max(peakMib, await memoryMib());
    }
  };
  await Promise.all(Array.from({ length: BUYERS }, buyOn));
  await onDatabase(databaseUrl, async (client) => {
    for (;;) {
      peakMib = Math.max(peakMib, await memoryMib());
      const { rowCount } = await client.query(
        `SELECT 1 FROM orders WHERE status <> 'confirmed' AND event_id = (SELECT id FROM events WHERE slug = $1)
         UNION ALL SELECT 1 FROM jobs WHERE kind = 'send_mail' AND set_aside_at IS NULL LIMIT 1`,
        [slug],
      );
      if (rowCount === 0) return;
      await delay(500);
    }
  });
  return peakMib;
}
