import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type CDPSession, type Page } from 'playwright-core';
import { OPERATOR } from '../src/audit/actor.ts';
import { makeDevice } from '../src/check-in/devices.ts';
import { makeDoor } from '../src/check-in/doors.ts';
import { setCheckInRules } from '../src/check-in/set-check-in-rules.ts';
import { connectDatabase, type Database } from '../src/db/database.ts';
import { createSecretKeys } from '../src/secrets/secret-keys.ts';
import { qrPath } from '../src/tickets/draw-qr.ts';
import { signTicketCode } from '../src/tickets/ticket-code.ts';
import { chromiumOptions } from '../test/harness/browser.ts';
import { buildWeb } from '../src/pages/build.ts';
import type { Row } from './report.ts';
import { CPU_SLOWDOWN, MOBILE_3_MBIT } from './slow-phone.ts';
import { startProduct } from './start-product.ts';

/** Fewer for a test of the bench itself: BENCH_GUESTS=2000. */
const GUESTS = Number(process.env['BENCH_GUESTS'] ?? 50_000);
const SCANS = 40;
const DECODES = 40;
const PHONE = { width: 360, height: 760 };
const MEGABYTE = 1_000_000;
const SYNC_PATIENCE_MS = 300_000;

/**
 * A phone with the guests of a large hall, at a quarter of this machine's speed: how long the first list takes and what it weighs, and the
 * processor's time from a code to its verdict with no network, beside that of reading one code out of a picture, which no scanner can save.
 */
export async function benchScanner(onProgress: (line: string) => void): Promise<Row[]> {
  const product = await startProduct();
  const database = connectDatabase({
    url: product.databaseUrl,
    poolSize: 2,
    statementTimeoutMs: 600_000,
    onIdleError: () => {},
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-bench-phone-'));
  try {
    const { eventId, hostId, serials } = await fillGuests(database);
    onProgress(`${GUESTS} guests`);
    const link = await makePhone(database, { eventId, hostId });
    const options = { ...(await chromiumOptions()), viewport: PHONE };
    const context = await chromium.launchPersistentContext(folder, options);
    const [page] = context.pages();
    if (!page) throw new Error('a browser without a page');
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable');
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.goto(`${product.program.publicUrl}/scan/`);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', MOBILE_3_MBIT);
    const emptyBytes = await heapBytes(cdp);
    const syncMs = await firstSync(page, `${product.program.publicUrl}/scan/#${link}`);
    const fullBytes = await heapBytes(cdp);
    onProgress(`the list in ${Math.round(syncMs)} ms`);
    await context.setOffline(true);
    const secretKeys = createSecretKeys(Buffer.from(product.secretKey, 'hex'));
    const codes = serials.map((serial) => signTicketCode(secretKeys.current, { eventId, serial }));
    const verdictMs = await verdictTime(page, cdp, codes);
    onProgress(`a verdict takes ${verdictMs.toFixed(1)} ms`);
    await context.setOffline(false);
    const decodeMs = await decodeTime(page, cdp, codes[0] ?? '');
    onProgress(`reading a code takes ${decodeMs.toFixed(1)} ms`);
    await context.close();
    const heap = `${(fullBytes / MEGABYTE).toFixed(1)} MB of script memory, ${(emptyBytes / MEGABYTE).toFixed(1)} MB before`;
    return [
      {
        name: `code to verdict with no network, ${GUESTS} guests, beside reading the code`,
        ratio: decodeMs / verdictMs,
        aim: null,
        detail: `main thread at ${CPU_SLOWDOWN}x slower: ${verdictMs.toFixed(1)} ms a verdict with what it draws, ${decodeMs.toFixed(1)} ms a picture read`,
        failures: 0,
      },
      {
        name: 'memory with the list, beside none',
        ratio: emptyBytes / fullBytes,
        aim: null,
        detail: heap,
        failures: 0,
      },
      {
        name: 'first list, entries a millisecond',
        ratio: GUESTS / syncMs,
        aim: null,
        detail: `${GUESTS} entries in ${(syncMs / 1000).toFixed(1)} s`,
        failures: 0,
      },
    ];
  } finally {
    await database.close();
    await product.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Filled = { eventId: string; hostId: string; serials: string[] };

/** Tickets of one order, which is not what is measured. Neither triggers nor foreign keys: they would take most of the time. */
async function fillGuests(database: Database): Promise<Filled> {
  return database.transaction(async (tx) => {
    const { rows } = await tx.query<{ orderId: string; eventId: string; hostId: string; typeId: string }>(
      `SELECT o.id AS "orderId", o.event_id AS "eventId", o.host_id AS "hostId",
              (SELECT id FROM ticket_types WHERE event_id = o.event_id LIMIT 1) AS "typeId"
         FROM orders AS o JOIN events AS e ON e.id = o.event_id
        WHERE o.status = 'confirmed' AND e.closes_at > now() ORDER BY o.created_at LIMIT 1`,
    );
    const [one] = rows;
    if (!one) throw new Error('the demo has no order');
    await tx.query('SET LOCAL session_replication_role = replica');
    const { rows: tickets } = await tx.query<{ serial: string }>(
      `INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, issued_at)
       SELECT new_id(), $1, $2, $3, 1000 + nr, gen_random_uuid(), 'ada@example.com', 'Ada', 'Obi ' || nr, now()
         FROM generate_series(1, ${GUESTS}) AS nr RETURNING serial`,
      [one.orderId, one.eventId, one.typeId],
    );
    return { ...one, serials: tickets.slice(0, SCANS).map(({ serial }) => serial) };
  });
}

function makePhone(database: Database, event: { eventId: string; hostId: string }): Promise<string> {
  const by = { ...event, actor: OPERATOR };
  return database.transaction(async (tx) => {
    await setCheckInRules(tx, { ...by, opensNow: true });
    const { doorId } = await makeDoor(tx, { ...by, name: 'Bench', ticketTypeIds: null });
    const { link } = await makeDevice(tx, { ...by, doorId, name: 'Phone', maySearch: false });
    return link;
  });
}

async function firstSync(page: Page, link: string): Promise<number> {
  const start = performance.now();
  await page.goto(link);
  await page.getByText(/List as of/).waitFor({ timeout: SYNC_PATIENCE_MS });
  return performance.now() - start;
}

async function heapBytes(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  return metric(cdp, 'JSHeapUsedSize');
}

/** The work of the main thread, without waiting for the disk. */
const taskMs = async (cdp: CDPSession): Promise<number> => (await metric(cdp, 'TaskDuration')) * 1000;

async function metric(cdp: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
}

/** Codes come as from a hardware scanner, and each verdict is drawn before the next. */
async function verdictTime(page: Page, cdp: CDPSession, codes: string[]): Promise<number> {
  const scanOne = (code: string): Promise<unknown> =>
    page.evaluate(`(async () => {
      const shown = () => document.querySelector('.verdict')?.textContent ?? '';
      const before = document.querySelector('.verdict');
      before?.querySelector('.reach button:last-child')?.click();
      for (const key of [...${JSON.stringify(code)}, 'Enter']) dispatchEvent(new KeyboardEvent('keydown', { key }));
      while (document.querySelector('.verdict') === before || shown() === '')
        await new Promise((resolve) => requestAnimationFrame(resolve));
    })()`);
  const [first = '', ...rest] = codes;
  // The first one compiles what the others use.
  await scanOne(first);
  const start = await taskMs(cdp);
  for (const code of rest) await scanOne(code);
  return ((await taskMs(cdp)) - start) / rest.length;
}

/** The page's own reader, on a clear picture of one code. */
async function decodeTime(page: Page, cdp: CDPSession, code: string): Promise<number> {
  const { pages } = await buildWeb();
  const chunk = pages.scanner.scripts?.en.chunks['wasm-decoder']?.[0];
  const { side, path: modules } = qrPath(code);
  const decode = (times: number): Promise<unknown> =>
    page.evaluate(`(async () => {
      window.decode ??= await (await import('/assets/${chunk}')).createWasmDecoder();
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 640;
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context.fillStyle = 'white';
      context.fillRect(0, 0, 640, 640);
      context.scale(640 / ${side}, 640 / ${side});
      context.fillStyle = 'black';
      context.fill(new Path2D(${JSON.stringify(modules)}));
      for (let time = 0; time < ${times}; time++)
        if ((await window.decode(canvas)) !== ${JSON.stringify(code)}) throw new Error('not read');
    })()`);
  await decode(1);
  const start = await taskMs(cdp);
  await decode(DECODES);
  return ((await taskMs(cdp)) - start) / DECODES;
}
