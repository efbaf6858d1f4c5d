import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../test/harness/browser.ts';
import { buildWeb, type WebBuild } from '../src/pages/build.ts';
import { median, type Row } from './report.ts';
import { CPU_SLOWDOWN, FIRST_PAINT, GIVE_UP_AFTER_MS, SLOW_3G } from './slow-phone.ts';
import { startProduct } from './start-product.ts';

const GENERAL = '/checkout/lagos-rooftop-sessions';
const SEATED = '/checkout/grand-theatre-night';
const ROUNDS = 5;

const KILOBYTE = 1000;
const MAX_SCRIPT_BYTES = 30 * KILOBYTE;
const MAX_PAGE_BYTES = 15 * KILOBYTE;
const MAX_PICKER_BYTES = 30 * KILOBYTE;
const MAX_LATER_BYTES = 20 * KILOBYTE;
const MAX_MS = 4_000;

// Presses plus on every frame until a ticket is in the order: what a buyer in a hurry would see.
const PRESS_UNTIL_IT_COUNTS = `
  window.interactiveMs = new Promise((resolve) => {
    const press = () => {
      const plus = document.querySelector('.stepper button:last-of-type');
      const count = plus?.parentElement?.querySelector('.count')?.textContent;
      if (Number(count) > 0) { resolve(performance.now()); return; }
      plus?.click();
      requestAnimationFrame(press);
    };
    requestAnimationFrame(press);
  });
`;

/** Measures the size of the checkout, and how soon a slow phone can use it. A ratio is the aim divided by the measured value. */
export async function benchCheckout(onProgress: (line: string) => void): Promise<Row[]> {
  const { program, close } = await startProduct();
  const browser = await launchBrowser();
  try {
    const rows = await weigh(await buildWeb(), program.publicUrl);
    onProgress('weighed');
    const timings: Timing[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const timing = await open(browser, `${program.publicUrl}${GENERAL}`);
      // The first round warms the server up.
      if (round > 0) timings.push(timing);
      onProgress(round === 0 ? 'warmed up' : `round ${round} of ${ROUNDS}`);
    }
    return [
      ...rows,
      toTimeRow(
        'first paint',
        timings.map(({ paintMs }) => paintMs),
      ),
      toTimeRow(
        'interactive: a press of plus takes effect',
        timings.map(({ interactiveMs }) => interactiveMs),
      ),
    ];
  } finally {
    await browser.close();
    await close();
  }
}

type Weight = { gzip: number; br: number };

async function weigh(build: WebBuild, publicUrl: string): Promise<Row[]> {
  const weightOf = async (names: string[]): Promise<Weight> => {
    const [gzip, br] = await Promise.all(
      ['gz', 'br'].map(async (ending) => {
        const files = names.map((name) => readFile(path.join(build.assetsFolder, `${name}.${ending}`)));
        return (await Promise.all(files)).reduce((sum, { length }) => sum + length, 0);
      }),
    );
    return { gzip: gzip ?? Number.NaN, br: br ?? Number.NaN };
  };
  // French, whose words are the longest.
  const scripts = build.pages.checkout.scripts?.fr;
  const atStart = scripts ? [scripts.entry, ...scripts.preloads] : [];
  const later = scripts?.later ?? [];
  const isPicker = (name: string): boolean => /^seat-(picker|texts)-/.test(name);
  const pageWeight = async (page: string): Promise<Weight> => ({
    gzip: await sentBytes(publicUrl + page, 'gzip'),
    br: await sentBytes(publicUrl + page, 'br'),
  });
  return [
    toWeightRow('general checkout: all JavaScript', await weightOf(atStart), MAX_SCRIPT_BYTES),
    toWeightRow('general checkout: HTML with its CSS', await pageWeight(GENERAL), MAX_PAGE_BYTES),
    toWeightRow('Seat Map event: HTML with its CSS', await pageWeight(SEATED), MAX_PAGE_BYTES),
    toWeightRow(
      'seat picker: the chunks that come later, in French',
      await weightOf(later.filter(isPicker)),
      MAX_PICKER_BYTES,
    ),
    toWeightRow(
      'questions, invoice, payment, tickets: chunks that come later',
      await weightOf(later.filter((name) => !isPicker(name))),
      MAX_LATER_BYTES,
    ),
  ];
}

/** The bytes on the wire; a client that unpacks would not show them. */
function sentBytes(url: string, encoding: 'gzip' | 'br'): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('error', reject);
      response.on('end', () => {
        const isRight = response.statusCode === 200 && response.headers['content-encoding'] === encoding;
        if (isRight) resolve(bytes);
        else reject(new Error(`${url} answered ${response.statusCode}, not in ${encoding}`));
      });
    }).on('error', reject);
  });
}

type Timing = { paintMs: number; interactiveMs: number };

async function open(browser: Browser, url: string): Promise<Timing> {
  // Nothing is cached from the round before.
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_3G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.addInitScript(PRESS_UNTIL_IT_COUNTS);
    await page.goto(url, { waitUntil: 'commit', timeout: GIVE_UP_AFTER_MS });
    // A page that is never of use is a page that is closed.
    const patience = setTimeout(() => void context.close(), GIVE_UP_AFTER_MS);
    const interactiveMs = await page.evaluate<number>('interactiveMs');
    clearTimeout(patience);
    const paintMs = await page.evaluate<number>(FIRST_PAINT);
    return { paintMs, interactiveMs };
  } finally {
    await context.close();
  }
}

function toWeightRow(name: string, { gzip, br }: Weight, mostBytes: number): Row {
  return {
    name,
    ratio: mostBytes / gzip,
    aim: 1,
    detail: `${gzip} bytes gzipped, ${br} in brotli; at most ${mostBytes}`,
    failures: 0,
  };
}

function toTimeRow(name: string, roundsMs: number[]): Row {
  const ms = median(roundsMs);
  return {
    name: `slow 3G, CPU ${CPU_SLOWDOWN} times slower: ${name}`,
    ratio: MAX_MS / ms,
    aim: 1,
    detail: `${Math.round(ms)} ms, at most ${MAX_MS}; rounds ${roundsMs.map((round) => Math.round(round)).join(' ')}`,
    failures: 0,
  };
}
