import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../test/harness/browser.ts';
import { buildWeb, type WebBuild } from '../src/pages/build.ts';
import type { PageScripts } from '../src/pages/building/describe-bundles.ts';
import { median, type Row } from './report.ts';
import { CPU_SLOWDOWN, FIRST_PAINT, GIVE_UP_AFTER_MS, SLOW_3G } from './slow-phone.ts';
import { startProduct } from './start-product.ts';

const ROUNDS = 5;
const KILOBYTE = 1000;
const MAX_SCRIPT_BYTES = 60 * KILOBYTE;
const PHONE = { width: 360, height: 640 };

// The start of the page's script, after which a press takes effect.
const WHEN_LIVE = `
  window.liveMs = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('[data-live=true]')) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
`;

/**
 * Measures the size of each dashboard page against its limit, and how soon a slow phone paints the home page and makes it live. It
 * compares that with the way many dashboards are built: an empty shell whose script holds every view, asks for the data and draws it.
 */
export async function benchDashboard(onProgress: (line: string) => void): Promise<Row[]> {
  const { program, close } = await startProduct();
  const browser = await launchBrowser();
  try {
    const build = await buildWeb();
    const rows = await weigh(build);
    onProgress('weighed');
    const demo = await program.demo();
    const context = await browser.newContext({ viewport: PHONE });
    const address = await signIn(context, program.publicUrl, demo.hosts[0]);
    const ours: Timing[] = [];
    const prepared: Timing[] = [];
    const alternative: Timing[] = [];
    const signInAt = `${program.publicUrl}/dashboard/sign-in`;
    const storageState = await context.storageState();
    for (let round = 0; round <= ROUNDS; round++) {
      const rendered = await open(browser, { address, storageState, shell: null });
      const afterSignIn = await open(browser, { address, storageState, shell: null, signInAt });
      const drawn = await open(browser, { address, storageState, shell: toShell(build) });
      // The first round warms the server up.
      if (round > 0) {
        ours.push(rendered);
        prepared.push(afterSignIn);
        alternative.push(drawn);
      }
      onProgress(round === 0 ? 'warmed up' : `round ${round} of ${ROUNDS}`);
    }
    return [
      ...rows,
      ...toTimeRows('home', ours, alternative, 'an empty shell with all views, which draws it itself'),
      ...toTimeRows('home after the sign-in page', prepared, ours, 'without the page before it'),
    ];
  } finally {
    await browser.close();
    await close();
  }
}

const dashboardScripts = ({ pages }: WebBuild): PageScripts => {
  const scripts = pages.dashboard.scripts?.en;
  if (!scripts) throw new Error('the dashboard has no script');
  return scripts;
};

/** For every view: the start of the page, and the chunks that the view asks for. */
async function weigh(build: WebBuild): Promise<Row[]> {
  const { entry, preloads, chunks, later } = dashboardScripts(build);
  const entrance = build.pages.entrance.scripts?.en;
  const views = Object.entries(chunks).filter(([name]) => name.endsWith('-view'));
  const rows = await Promise.all([
    ...views.map(([name, files]) => toWeightRow(build, `dashboard, ${name}`, [entry, ...preloads, ...files])),
    toWeightRow(
      build,
      'the pages before the dashboard',
      entrance ? [entrance.entry, ...entrance.preloads] : [],
    ),
  ]);
  const all = await weightOf(build, [entry, ...preloads, ...later], 'gz');
  const perView = await Promise.all(
    views.map(([, files]) => weightOf(build, [entry, ...preloads, ...files], 'gz')),
  );
  return [
    ...rows,
    {
      name: 'the heaviest view, beside one script with all views in it',
      ratio: all / Math.max(...perView),
      aim: null,
      detail: `${all} bytes gzipped if all came at once`,
      failures: 0,
    },
  ];
}

async function weightOf(build: WebBuild, names: string[], ending: 'gz' | 'br'): Promise<number> {
  const files = [...new Set(names)].map((name) =>
    readFile(path.join(build.assetsFolder, `${name}.${ending}`)),
  );
  return (await Promise.all(files)).reduce((sum, { length }) => sum + length, 0);
}

async function toWeightRow(build: WebBuild, name: string, names: string[]): Promise<Row> {
  const gzip = await weightOf(build, names, 'gz');
  return {
    name: `${name}: all JavaScript`,
    ratio: MAX_SCRIPT_BYTES / gzip,
    aim: 1,
    detail: `${gzip} bytes gzipped, ${await weightOf(build, names, 'br')} in brotli; at most ${MAX_SCRIPT_BYTES}`,
    failures: 0,
  };
}

/** Answers the address of the host's home. */
export async function signIn(
  context: BrowserContext,
  publicUrl: string,
  host: { email: string; password: string } | undefined,
): Promise<string> {
  const page = await context.newPage();
  await page.goto(`${publicUrl}/dashboard/sign-in`);
  await page.getByLabel('E-mail').fill(host?.email ?? '');
  await page.getByLabel('Password', { exact: true }).fill(host?.password ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard/hosts/*');
  return page.url();
}

type Timing = { paintMs: number; liveMs: number };

async function open(
  browser: Browser,
  {
    address,
    storageState,
    shell,
    signInAt,
  }: {
    address: string;
    storageState: Awaited<ReturnType<BrowserContext['storageState']>>;
    /** In place of the page; null: the page as the product sends it. */
    shell: string | null;
    /** The page before it; without one nothing is there. */
    signInAt?: string;
  },
): Promise<Timing> {
  // Nothing is cached from the round before.
  const context = await browser.newContext({
    viewport: PHONE,
    ...(signInAt === undefined && { storageState }),
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_3G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.addInitScript(WHEN_LIVE);
    if (shell !== null)
      await page.route(address, (route) =>
        route.request().isNavigationRequest()
          ? route.fulfill({ contentType: 'text/html', body: shell })
          : route.continue(),
      );
    if (signInAt !== undefined) {
      await page.goto(signInAt, { waitUntil: 'networkidle', timeout: GIVE_UP_AFTER_MS });
      await context.addCookies(storageState.cookies);
    }
    // A page that is never of use is a page that is closed.
    const patience = setTimeout(() => void context.close(), GIVE_UP_AFTER_MS);
    const timing = await openPage(page, address);
    clearTimeout(patience);
    return timing;
  } finally {
    await context.close();
  }
}

async function openPage(page: Page, address: string): Promise<Timing> {
  await page.goto(address, { waitUntil: 'commit', timeout: GIVE_UP_AFTER_MS });
  const liveMs = await page.evaluate<number>('liveMs');
  const paintMs = await page.evaluate<number>(FIRST_PAINT);
  return { paintMs, liveMs };
}

/**
 * The product's own style and scripts around an empty page, with all views at once; its script asks for the data and draws it.
 * To its advantage, it comes from the machine itself, and the data is asked for while the scripts are still on their way.
 */
function toShell(build: WebBuild): string {
  const { entry, preloads, later } = dashboardScripts(build);
  const links = [...preloads, ...later, entry].map(
    (name) => `<link rel="modulepreload" href="/assets/${name}">`,
  );
  return `<!doctype html><html lang="en" data-theme="auto"><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="/assets/${build.pages.dashboard.style}">${links.join('')}
    <div id="dashboard"></div><script type="application/json" id="page-data"></script>
    <script type="module">
      const answer = await fetch(location.href, { headers: { accept: 'application/json' } });
      document.getElementById('page-data').textContent = await answer.text();
      await import('/assets/${entry}');
    </script></html>`;
}

function toTimeRows(page: string, ours: Timing[], others: Timing[], other: string): Row[] {
  const toRow = (moment: string, msOf: (timing: Timing) => number): Row => {
    const [oursMs, othersMs] = [median(ours.map(msOf)), median(others.map(msOf))];
    return {
      name: `slow 3G, CPU ${CPU_SLOWDOWN} times slower: ${page}, ${moment}`,
      ratio: othersMs / oursMs,
      aim: 1,
      detail: `${Math.round(oursMs)} ms; ${other}, ${Math.round(othersMs)} ms; rounds ${ours.map((timing) => Math.round(msOf(timing))).join(' ')}`,
      failures: 0,
    };
  };
  return [
    toRow('first paint', ({ paintMs }) => paintMs),
    toRow('a press takes effect', ({ liveMs }) => liveMs),
  ];
}
