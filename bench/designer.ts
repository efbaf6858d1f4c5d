import type { Page } from 'playwright-core';
import { makeRow, placesBetween, type Making } from '../src/seating-plans/make-objects.ts';
import type { SeatingPlan } from '../src/seating-plans/plan-schema.ts';
import { launchBrowser } from '../test/harness/browser.ts';
import { signIn } from './dashboard.ts';
import type { Options } from './options.ts';
import { spreadOf, type Row } from './report.ts';
import { startProduct } from './start-product.ts';

const ROWS = 200;
const SEATS_IN_ROW = 100;
// As the designer's key for it.
const ZOOM_STEP = 1.5;
const DESK = { width: 1440, height: 900 };

/** Twenty thousand seats in two hundred rows. */
function makeHall(): SeatingPlan {
  let made = 0;
  const making: Making = { newId: () => `b${(made += 1)}`, section: 'stalls', category: 'standard' };
  return {
    format: 'tessera-seating-plan',
    version: 1,
    name: 'Twenty thousand',
    categories: [{ id: 'standard', name: 'Standard', color: 1 }],
    sections: [{ id: 'stalls', name: 'Stalls' }],
    objects: Array.from({ length: ROWS }, (_, nth) =>
      makeRow(making, {
        places: placesBetween({ x: -50, y: nth }, { x: 49, y: nth }, 1),
        label: String(nth + 1),
        spacing: 1,
      }),
    ),
  };
}

const LOAD = 'load and open';
// The dashboard's part of it, without the drawing. No aim, since no page of the dashboard is empty.
const LOAD_BARE = 'load and open, beside an empty page that paints';

/** The floor's canvas is as large as the designer's, and what it shows as large as there. */
type Shown = { width: number; height: number };

// The floor: paints the shapes that are in view straight onto a canvas, all in one frame, and does nothing else. It has no tiles, and
// nothing that could be chosen. A shape is a square: what else a seat may look like is our affair. What it is asked for is in the
// page's address: which draft it loads, and how large it is.
const FLOOR = `
  const [address, width, height] = location.hash.slice(1).split('|');
  const canvas = document.createElement('canvas');
  canvas.width = Number(width); canvas.height = Number(height);
  canvas.style.cssText = 'position: fixed; inset: 0';
  const context = canvas.getContext('2d');
  const whole = Math.min(canvas.width / ${SEATS_IN_ROW + 2}, canvas.height / ${ROWS + 2});
  const paint = ({ by = 0, zoom = 1 } = {}) => {
    const scale = whole * zoom, side = scale * 0.76;
    context.fillStyle = '#fff'; context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = '#0d5c60';
    for (let row = 0; row < ${ROWS}; row++) {
      const y = canvas.height / 2 + (row - ${ROWS / 2}) * scale;
      if (y < -scale || y > canvas.height + scale) continue;
      for (let seat = 0; seat < ${SEATS_IN_ROW}; seat++) {
        const x = canvas.width / 2 + (seat - ${SEATS_IN_ROW / 2}) * scale + by;
        if (x < -scale || x > canvas.width + scale) continue;
        context.fillRect(x - side / 2, y - side / 2, side, side);
      }
    }
    canvas.dataset.painted = 'whole';
  };
  const load = async (isThere) => {
    const { plan } = await (await fetch(address)).json();
    await isThere;
    document.body.append(canvas);
    paint({ by: plan.objects.length % 1 });
  };
`;
// By itself, on a page that has nothing else.
const BARE = `<!doctype html><body><script>${FLOOR}
  for (const kind of ['keydown', 'pointerup', 'pointermove'])
    addEventListener(kind, ({ key }) => requestAnimationFrame(() => paint({ by: Math.random(), zoom: key === '+' ? ${ZOOM_STEP} : 1 })));
  if (address) void load();
  else { document.body.append(canvas); paint(); }
</script>`;
// On a page of the dashboard, which takes its time whatever is drawn on it: the draft is asked for at once, and painted as soon as it
// and the page are there.
const IN_DASHBOARD = `if (location.pathname.endsWith('/team')) { ${FLOOR}
  void load(new Promise((resolve) => {
    const look = () => document.querySelector('[data-live=true]') ? resolve() : requestAnimationFrame(look);
    requestAnimationFrame(look);
  }));
}`;

// From an event until all of the frame that it led to is painted; and from the start of the page until its first whole frame. Seen in
// the frame after it: what was painted is rastered then.
const WATCH = `
  const isWhole = () => document.querySelector('canvas')?.dataset.painted === 'whole';
  const until = (since) => new Promise((resolve) => {
    const look = () => isWhole() ? resolve(performance.now() - since) : requestAnimationFrame(look);
    requestAnimationFrame(() => requestAnimationFrame(look));
  });
  window.opened = until(0);
  window.watch = (kind) => new Promise((resolve) => {
    addEventListener(kind, () => {
      document.querySelector('canvas').dataset.painted = 'partly';
      resolve(until(performance.now()));
    }, { capture: true, once: true });
  });
`;
const untilWhole = (page: Page): Promise<void> => page.locator('canvas[data-painted=whole]').waitFor();

type Took = {
  ms: number;
  /** Of the processor, for the page itself: what others do on the machine is not in it. */ workMs: number;
};

async function timeOf(page: Page, kind: string, act: () => Promise<unknown>): Promise<Took> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const workMs = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const watched = page.evaluate<number>(`watch('${kind}')`);
  // The listener is there once an answer to a later question has come.
  await page.evaluate('0');
  const before = await workMs();
  await act();
  const ms = await watched;
  const took = { ms, workMs: (await workMs()) - before };
  await devtools.detach();
  return took;
}

type Times = Record<string, number[]>;
const note = (times: Times, name: string, ms: number): void => {
  (times[name] ??= []).push(ms);
};

const noteBoth = (times: Times, name: string, { ms, workMs }: Took): void => {
  note(times, name, ms);
  note(times, `${name}, processor time`, workMs);
};

/** Everything that a person does with the hall, each in milliseconds. */
async function draw(page: Page, times: Times): Promise<Shown> {
  const box = (await page.locator('canvas').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [left, top] = [box.x, box.y];
  await page.locator('canvas').focus();
  await page.keyboard.press('Escape');
  noteBoth(times, 'pan', await timeOf(page, 'keydown', () => page.keyboard.press('ArrowRight')));
  noteBoth(times, 'zoom until sharp', await timeOf(page, 'keydown', () => page.keyboard.press('+')));
  await page.keyboard.press('0');
  await untilWhole(page);
  await page.mouse.move(left + 4, top + 4);
  await page.mouse.down();
  await page.mouse.move(left + box.width - 4, top + box.height - 2);
  noteBoth(times, 'marquee over all', await timeOf(page, 'pointerup', () => page.mouse.up()));
  await page.mouse.move(left + box.width / 2, top + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(left + box.width / 2 + 20, top + box.height / 2);
  await untilWhole(page);
  const drag = (): Promise<void> => page.mouse.move(left + box.width / 2 + 40, top + box.height / 2 + 5);
  noteBoth(times, 'move all, a frame', await timeOf(page, 'pointermove', drag));
  noteBoth(times, 'move all, let go', await timeOf(page, 'pointerup', () => page.mouse.up()));
  await page.keyboard.down('Control');
  noteBoth(times, 'undo of that', await timeOf(page, 'keydown', () => page.keyboard.press('z')));
  await page.keyboard.up('Control');
  return box;
}

async function drawFloor(page: Page, times: Times): Promise<void> {
  for (const name of ['pan', 'undo of that'])
    noteBoth(times, name, await timeOf(page, 'keydown', () => page.keyboard.press('a')));
  noteBoth(times, 'zoom until sharp', await timeOf(page, 'keydown', () => page.keyboard.press('+')));
  for (const name of ['marquee over all', 'move all, let go']) {
    await page.mouse.down();
    noteBoth(times, name, await timeOf(page, 'pointerup', () => page.mouse.up()));
  }
  const move = (): Promise<void> => page.mouse.move(100 + Math.random() * 100, 100);
  noteBoth(times, 'move all, a frame', await timeOf(page, 'pointermove', move));
}

/** Sends the same edit twice: once as it is, once on a version that is gone, which is refused once it is read. */
const SAVE = `async (address, plan) => {
  const { version } = await (await fetch(address + '/draft')).json();
  const send = async (on) => {
    const since = performance.now();
    const body = JSON.stringify({ version: on, edits: [{ objects: plan.objects.map((after) => ({ id: after.id, after })), order: null, rest: null }] });
    const answer = await fetch(address + '/edits', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await answer.text();
    return { ms: performance.now() - since, status: answer.status };
  };
  const floor = await send(version + 1000);
  const ours = await send(version);
  return { floor, ours };
}`;

/** Answers the floor's address and no other: what is asked of the product goes its way as in every browser, with its cache. */
async function serveFloor(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  devtools.on('Fetch.requestPaused', ({ requestId }) => {
    const body = Buffer.from(BARE).toString('base64');
    const responseHeaders = [{ name: 'content-type', value: 'text/html' }];
    void devtools.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body });
  });
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/dashboard/floor' }] });
}

/**
 * The designer with twenty thousand seats, each beside the same number of shapes painted and nothing else. Scripts are in the browser's
 * cache when it is opened, as for everybody who was here before. It is opened beside another page of the dashboard that loads the same
 * draft and paints it; and, for what the dashboard itself takes, beside an empty page that does.
 */
export async function benchDesigner(
  onProgress: (line: string) => void,
  { rounds }: Pick<Options, 'rounds'>,
): Promise<Row[]> {
  const { program, close } = await startProduct();
  const browser = await launchBrowser();
  try {
    const demo = await program.demo();
    const context = await browser.newContext({ viewport: DESK, reducedMotion: 'reduce' });
    const home = await signIn(context, program.publicUrl, demo.hosts[0]);
    await context.addInitScript(WATCH);
    const page = await context.newPage();
    await serveFloor(page);
    await page.goto(home);
    const hall = makeHall();
    const create = `async (address, text) => (await (await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name: 'Twenty thousand', from: 'file', text }) })).json()).planId`;
    const plans = `${new URL(home).pathname}/seating-plans`;
    const planId = await page.evaluate<string>(
      `(${create})('${plans}', ${JSON.stringify(JSON.stringify(hall))})`,
    );
    const address = `${plans}/${planId}`;
    await context.addInitScript(IN_DASHBOARD);
    const openFloor = async (at: string, what: string, { width, height }: Shown): Promise<number> => {
      // The same page again with another hash would not be loaded.
      await page.goto('about:blank');
      await page.goto(new URL(`${at}#${what}|${width}|${height}`, home).href);
      await untilWhole(page);
      return page.evaluate<number>('opened');
    };
    let shown: Shown = DESK;
    const [ours, floor]: [Times, Times] = [{}, {}];
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const [own, bare]: [Times, Times] = round === 0 ? [{}, {}] : [ours, floor];
      note(bare, LOAD, await openFloor(`${new URL(home).pathname}/team`, `${address}/draft`, shown));
      note(bare, LOAD_BARE, await openFloor('/dashboard/floor', `${address}/draft`, shown));
      await page.goto(new URL(address, home).href);
      const openedMs = await page.evaluate<number>('opened');
      note(own, LOAD, openedMs);
      note(own, LOAD_BARE, openedMs);
      shown = await draw(page, own);
      await page.locator('.plan-saved[data-state=saved]').waitFor();
      const saved = await page.evaluate<{
        floor: { ms: number; status: number };
        ours: { ms: number; status: number };
      }>(`(${SAVE})('${address}', ${JSON.stringify(hall)})`);
      if (saved.ours.status !== 200) throw new Error(`saving answered ${saved.ours.status}`);
      note(own, 'save all', saved.ours.ms);
      note(bare, 'save all', saved.floor.ms);
      await openFloor('/dashboard/floor', '', shown);
      await drawFloor(page, bare);
      onProgress(round === 0 ? 'warmed up' : `round ${round} of ${rounds}`);
    }
    return Object.keys(ours).map((name) => toRow(name, ours[name] ?? [], floor[name] ?? []));
  } finally {
    await browser.close();
    await close();
  }
}

/** Above a half: it takes less than twice as long as the floor. */
function toRow(name: string, ours: number[], floor: number[]): Row {
  const ratios = spreadOf(ours.map((ms, round) => (floor[round] ?? Number.NaN) / ms));
  const [own, bare] = [spreadOf(ours), spreadOf(floor)];
  return {
    name: `designer, 20,000 seats: ${name}`,
    ratio: ratios.middle,
    spread: [ratios.low, ratios.high],
    aim: name === LOAD_BARE ? null : 0.5,
    detail: `${own.middle.toFixed(1)} ms (${own.low.toFixed(1)} to ${own.high.toFixed(1)}); the floor ${bare.middle.toFixed(1)} ms`,
    failures: 0,
  };
}
