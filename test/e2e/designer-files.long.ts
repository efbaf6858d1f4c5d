import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { countSeats, type SeatingPlan } from '../../src/seating-plans/plan-schema.ts';
import { makePretixTheatre } from '../../src/seating-plans/pretix-theatre.fixture.ts';
import { findTemplate } from '../../src/seating-plans/templates/templates.ts';
import { writePlan } from '../../src/seating-plans/write-plan-file.ts';
import { launchBrowser } from '../harness/browser.ts';
import { makeHost, type TestHost } from '../harness/make-catalog.ts';
import { openDashboard, type OpenDashboard } from '../harness/open-dashboard.ts';
import { askDashboard, signInAs, type SignedIn } from '../harness/sign-in.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { boxOf, drag, pressAt } from '../harness/at-page.ts';

type Open = OpenDashboard & { planId: string; canvas: Locator };

suite('files take the place of a draft by the page, and versions come back', () => {
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

  const CSV =
    'section;row;seat;type;marks\nStalls;A;1;Front;accessible\nStalls;A;2;Front;\n"Bal""cony";A;1;Back;restricted view';
  for (const { name, file, seats, notes } of [
    {
      name: 'our own JSON',
      file: { name: 'hall.json', mimeType: 'application/json', text: writePlan(findTemplate('church')) },
      seats: countSeats(findTemplate('church')),
      notes: false,
    },
    {
      name: 'pretix’s JSON',
      file: { name: 'pretix.json', mimeType: 'application/json', text: JSON.stringify(makePretixTheatre()) },
      seats: 140 + 66 + 8,
      notes: true,
    },
    { name: 'a list', file: { name: 'seats.csv', mimeType: 'text/csv', text: CSV }, seats: 3, notes: false },
  ])
    test(`${name} takes the place of the draft by the page, and what was before comes back`, async () => {
      const { page, canvas, planId, close } = await open({ from: 'template', id: 'cabaret' });
      await press(page, 'Publish');
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
      await page.getByText('Version 1 published.').waitFor();
      const start = await readPlan(planId);
      for (let times = 0; times < 3; times++) await press(page, 'Zoom in');
      const menu = page.getByRole('button', { name: 'More', exact: true });
      await menu.click();
      await press(page, 'Replace with a file');
      const dialog = page.getByRole('dialog', { name: 'Replace with a file' });
      const { text, ...named } = file;
      await dialog.getByLabel('File').setInputFiles({ ...named, buffer: Buffer.from(text) });
      await dialog.getByRole('button', { name: 'Replace draft' }).click();
      await page.getByText('Draft replaced.').waitFor();
      if (notes) {
        await dialog.getByText('Some parts of the plan can’t be imported.').waitFor();
        await dialog.press('Escape');
      }
      await dialog.waitFor({ state: 'detached' });
      assert.equal(countSeats(await readPlan(planId)), seats);
      await page.locator('canvas[data-painted=whole]').waitFor();
      // All of it is in view: a box around the sheet has every seat in it.
      await press(page, 'Select seats');
      const { x, y, width, height } = await boxOf(canvas);
      await drag(page, { x: x + 5, y: y + 5 }, { x: x + width - 5, y: y + height - 5 });
      await said(page, `${seats} seats selected`);
      await press(page, 'Select');
      await menu.click();
      await press(page, 'Versions (1)');
      const versions = page.getByRole('dialog', { name: 'Versions' });
      await versions.getByRole('button', { name: 'Restore as draft' }).click();
      const question = page.getByRole('dialog', { name: 'Replace the draft with version 1?' });
      await question.getByText('The draft has work that was never published').waitFor();
      await question.getByRole('button', { name: 'Replace draft' }).click();
      await page.getByText('Version 1 is the draft now.').waitFor();
      assert.deepEqual((await readPlan(planId)).objects, start.objects);
      // Drawing from here on is saved over what came back.
      const drawing = page.getByRole('application', { name: 'Drawing of the hall' });
      await drawing.press('Control+a');
      await pressAt(drawing, 'ArrowDown');
      await said(page, 'Moved');
      await untilSaved(page);
      assert.equal(countSeats(await readPlan(planId)), countSeats(start));
      await close();
    });

  test('a file that is no plan is refused in words, and the draft stays', async () => {
    const { page, planId, close } = await open({ from: 'template', id: 'church' });
    const start = await readPlan(planId);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await press(page, 'Replace with a file');
    const dialog = page.getByRole('dialog', { name: 'Replace with a file' });
    await dialog
      .getByLabel('File')
      .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"a":') });
    await dialog.getByRole('button', { name: 'Replace draft' }).click();
    await page.getByText(/not JSON/).waitFor();
    assert.deepEqual(await readPlan(planId), start);
    await close();
  });
});
