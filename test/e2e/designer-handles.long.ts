import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import type { PlanObject, PlanRow, SeatingPlan } from '../../src/seating-plans/plan-schema.ts';
import type { Point } from '../../src/seating-plans/points.ts';
import { launchBrowser } from '../harness/browser.ts';
import { makeHost, type TestHost } from '../harness/make-catalog.ts';
import { openDashboard, type OpenDashboard } from '../harness/open-dashboard.ts';
import { askDashboard, signInAs, type SignedIn } from '../harness/sign-in.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { boxOf, drag } from '../harness/at-page.ts';

type Pixel = [x: number, y: number];
// Handles lie so many pixels outside of what they size.
const GAP = 7;

type Open = OpenDashboard & { planId: string; canvas: Locator };

suite('drawing with the mouse, and a picture to trace', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp();
    browser = await launchBrowser();
    host = await makeHost(on);
    owner = await signInAs(on, host);
  });
  after(async () => {
    await browser.close();
    await on.close();
  });
  const plans = (path = ''): string => `/hosts/${host.hostId}/seating-plans${path}`;
  const ask = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const how = body === undefined ? {} : { method: 'POST', body };
    return (await askDashboard(on, plans(path), { as: owner, ...how })).body as Answer;
  };
  const readPlan = async (planId: string): Promise<SeatingPlan> =>
    (await ask<{ plan: SeatingPlan }>(`/${planId}/draft`)).plan;

  async function open(source: object): Promise<Open> {
    const { planId } = await ask<{ planId: string }>('', { name: 'By hand', ...source });
    const opened = await openDashboard(browser, on, owner, {
      path: plans(`/${planId}`),
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    const canvas = opened.page.getByRole('application', { name: 'Drawing of the hall' });
    await opened.page.locator('canvas[data-painted=whole]').waitFor();
    return { ...opened, planId, canvas };
  }
  const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();
  const said = (page: Page, text: string | RegExp): Promise<void> =>
    page.locator('[data-said]').filter({ hasText: text }).waitFor();
  const untilSaved = (page: Page): Promise<void> => page.locator('.plan-saved[data-state=saved]').waitFor();

  async function draw(page: Page, canvas: Locator, from: Pixel, to: Pixel): Promise<void> {
    const { x, y } = await boxOf(canvas);
    await drag(page, { x: x + from[0], y: y + from[1] }, { x: x + to[0], y: y + to[1] });
  }

  const isNear = (one: number | undefined, other: number, by = 0.15): boolean =>
    one !== undefined && Math.abs(one - other) < by;
  type Boxed = Extract<PlanObject, { type: 'rectangle' }>;

  test('handles turn, size, bend and stretch what they stand at, and all of it can be undone', async () => {
    const { page, canvas, planId, close } = await open({ from: 'empty' });
    await press(page, 'Snap');
    // A rectangle between two spots says where every other spot is.
    const [from, to]: Pixel[] = [
      [150, 200],
      [450, 320],
    ];
    await press(page, 'Rectangle');
    await draw(page, canvas, from as Pixel, to as Pixel);
    await said(page, 'Added: rectangle');
    await untilSaved(page);
    const only = async <Kind extends PlanObject>(): Promise<Kind> =>
      (await readPlan(planId)).objects.at(-1) as Kind;
    const first = await only<Boxed>();
    const scale = 300 / first.width;
    const at = ({ x, y }: Point): Pixel => [300 + (x - first.x) * scale, 260 + (y - first.y) * scale];
    assert.ok(isNear(first.height * scale, 120, 2), JSON.stringify(first));

    // The lower right corner goes along; the upper left one stays.
    await draw(page, canvas, [450 + GAP, 320 + GAP], [400 + GAP, 380 + GAP]);
    await said(page, 'Size changed');
    await untilSaved(page);
    const sized = await only<Boxed>();
    assert.ok(
      isNear(sized.width * scale, 250, 2) && isNear(sized.height * scale, 180, 2),
      JSON.stringify(sized),
    );
    assert.ok(isNear(sized.x - sized.width / 2, first.x - first.width / 2));
    assert.ok(isNear(sized.y - sized.height / 2, first.y - first.height / 2));
    // An edge moves by itself.
    await draw(page, canvas, [400 + GAP, 290], [430 + GAP, 350]);
    await said(page, 'Size changed');
    await untilSaved(page);
    const wider = await only<Boxed>();
    assert.ok(isNear(wider.width * scale, 280, 2) && wider.height === sized.height, JSON.stringify(wider));

    // The handle above is led to the right: a quarter turn.
    const [middleX, middleY] = at(wider);
    await draw(page, canvas, [middleX, 200 - 30], [middleX + 200, middleY]);
    await said(page, 'Turned');
    await untilSaved(page);
    const turned = await only<Boxed>();
    assert.ok(isNear(turned.angle, 90, 1.5), JSON.stringify(turned));
    assert.deepEqual(
      [turned.width, turned.height, turned.x, turned.y],
      [wider.width, wider.height, wider.x, wider.y],
    );
    // Turned, its handles go along: what was its right edge is below now.
    const below = middleY + (wider.width * scale) / 2 + GAP;
    await draw(page, canvas, [middleX, below], [middleX, below + 40]);
    await untilSaved(page);
    const longer = await only<Boxed>();
    assert.ok(isNear(longer.width * scale, wider.width * scale + 40, 3), JSON.stringify(longer));

    await press(page, 'Row');
    await draw(page, canvas, [520, 480], [720, 480]);
    await said(page, /^Added: row with \d+ seats$/);
    await canvas.press('Escape');
    await press(page, 'Select');
    await untilSaved(page);
    const row = await only<PlanRow>();
    const [head, tail] = [row.seats[0] ?? assert.fail(), row.seats.at(-1) ?? assert.fail()];
    const box = await boxOf(canvas);
    const [seatX, seatY] = at(row.seats[1] ?? assert.fail());
    await page.mouse.click(box.x + seatX, box.y + seatY);
    await page.getByRole('heading', { name: /^Row / }).waitFor();
    // The handle below its middle is pulled down by two seats.
    const [curveX, rowY] = at({ x: (head.x + tail.x) / 2, y: head.y });
    const curveY = rowY + Math.max(scale / 2, 12) + GAP;
    await draw(page, canvas, [curveX, curveY], [curveX, curveY + 2 * scale]);
    await said(page, 'Curved');
    await untilSaved(page);
    const bent = await only<PlanRow>();
    assert.ok(isNear(Math.abs(bent.curve), 2, 0.2), `${bent.curve}`);
    assert.equal(bent.seats.length, row.seats.length);
    const ys = bent.seats.map(({ y }) => y);
    assert.ok(isNear(Math.max(...ys) - Math.min(...ys), 2, 0.3), ys.join(' '));
    await canvas.press('Control+z');
    // Its end is pulled on by three seats.
    const [tailX, endY] = at(tail);
    const endX = tailX + scale / 2 + GAP;
    await draw(page, canvas, [endX, endY], [endX + 3 * scale, endY]);
    await said(page, 'Size changed');
    await untilSaved(page);
    const stretched = await only<PlanRow>();
    assert.equal(stretched.seats.length, row.seats.length + 3);
    assert.deepEqual(
      stretched.seats.slice(0, row.seats.length).map(({ id }) => id),
      row.seats.map(({ id }) => id),
    );
    assert.ok(isNear(stretched.seats[0]?.x, head.x, 0.02));

    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    while ((await undo.getAttribute('aria-disabled')) !== 'true') await undo.click();
    await untilSaved(page);
    assert.deepEqual((await readPlan(planId)).objects, []);
    await close();
  });

  test('a picture to trace is uploaded, is under the drawing, and goes again', async () => {
    const { page, canvas, planId, close } = await open({ from: 'empty' });
    const start = await canvas.screenshot();
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 600, height: 300 } });
    await page.getByText('Picture to trace', { exact: true }).first().click();
    await page
      .locator('.picture-field input[type=file]')
      .setInputFiles({ name: 'hall.png', mimeType: 'image/png', buffer: picture });
    await page.getByRole('dialog').getByRole('button', { name: 'Use this part' }).click();
    await said(page, 'Picture added.');
    await untilSaved(page);
    const { background } = await readPlan(planId);
    assert.deepEqual([background?.width, background?.height, background?.opacity], [40, 20, 0.5]);
    await until('it is seen', async () => !(await canvas.screenshot()).equals(start));
    const opacity = page.getByLabel('Opacity');
    await opacity.fill('0.8');
    await opacity.press('Enter');
    await untilSaved(page);
    assert.equal((await readPlan(planId)).background?.opacity, 0.8);
    // It is there after a reload too.
    await page.reload();
    await page.locator('canvas[data-painted=whole]').waitFor();
    await until('it is seen again', async () => !(await canvas.screenshot()).equals(start));
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await untilSaved(page);
    assert.equal((await readPlan(planId)).background, undefined);
    await close();
  });
});
