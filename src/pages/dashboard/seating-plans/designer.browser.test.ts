import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import {
  assertAccessible,
  openDashboard,
  type OpenDashboard,
} from '../../../../test/harness/open-dashboard.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until, untilEqual } from '../../../../test/harness/until.ts';
import { formOfRows } from '../../../seating-plans/arrange-rows.ts';
import { isSeated, type PlanObject, type SeatingPlan } from '../../../seating-plans/plan-schema.ts';
import { boxOf, drag, pressAt } from '../../../../test/harness/at-page.ts';

type Pixel = [x: number, y: number];

suite('the seat designer in a browser', () => {
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
  const readDraft = (planId: string): Promise<{ version: number; plan: SeatingPlan }> =>
    ask(`/${planId}/draft`);

  async function open(
    name: string,
    source: object = { from: 'empty' },
  ): Promise<OpenDashboard & { planId: string; canvas: Locator }> {
    const { planId } = await ask<{ planId: string }>('', { name, ...source });
    const opened = await openDashboard(browser, on, owner, {
      path: plans(`/${planId}`),
      viewport: { width: 1440, height: 900 },
    });
    const canvas = opened.page.getByRole('application', { name: 'Drawing of the hall' });
    await opened.page.locator('canvas[data-painted=whole]').waitFor();
    return { ...opened, planId, canvas };
  }

  const untilSaved = (page: Page): Promise<void> => page.locator('.plan-saved[data-state=saved]').waitFor();
  const said = (page: Page, text: string | RegExp): Promise<void> =>
    page.locator('[data-said]').filter({ hasText: text }).waitFor();
  const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();
  const countOf = (objects: readonly PlanObject[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { type } of objects) counts[type] = (counts[type] ?? 0) + 1;
    return counts;
  };
  const seatsOf = (plan: SeatingPlan) =>
    plan.objects
      .filter(isSeated)
      .flatMap((object) => object.seats.map((seat) => ({ ...seat, row: object.label })));

  async function draw(page: Page, canvas: Locator, from: Pixel, to: Pixel): Promise<void> {
    const { x, y } = await boxOf(canvas);
    await drag(page, { x: x + from[0], y: y + from[1] }, { x: x + to[0], y: y + to[1] });
  }

  const undoButton = (page: Page): Locator => page.getByRole('button', { name: 'Undo', exact: true });
  const redoButton = (page: Page): Locator => page.getByRole('button', { name: 'Redo', exact: true });
  async function pressUntilOff(button: Locator): Promise<number> {
    let times = 0;
    while ((await button.getAttribute('aria-disabled')) !== 'true') {
      await button.click();
      times += 1;
    }
    return times;
  }

  test('a hall is drawn from nothing with the mouse, numbered, painted, undone, done again and published', async () => {
    const { page, canvas, planId, close } = await open('By mouse');
    await press(page, 'Stage');
    await draw(page, canvas, [250, 60], [450, 110]);
    await said(page, 'Added: stage');
    await press(page, 'Block of rows');
    await draw(page, canvas, [200, 180], [440, 320]);
    await said(page, /^Added: \d+ rows with \d+ seats$/);
    await press(page, 'Row');
    await draw(page, canvas, [200, 400], [440, 400]);
    await said(page, /^Added: row with \d+ seats$/);
    await press(page, 'Round table');
    await draw(page, canvas, [540, 200], [600, 260]);
    await said(page, /^Added: table/);
    await press(page, 'Standing area');
    await draw(page, canvas, [530, 400], [680, 480]);
    await said(page, 'Added: standing area');

    // Everything is chosen by a box around it, painted with a category of its own, and numbered.
    await draw(page, canvas, [60, 20], [740, 560]);
    await said(page, /stage.*rows.*table.*standing area/);
    await press(page, 'New category');
    await page.getByText('Numbering', { exact: true }).click();
    const numbers = page.getByRole('group', { name: 'Number seats' });
    await numbers.getByLabel('Kind').selectOption('oddEvenMiddle');
    await numbers.getByRole('button', { name: 'Number seats' }).click();
    await said(page, 'Numbered');
    await untilSaved(page);

    const { plan } = await readDraft(planId);
    const counts = countOf(plan.objects);
    assert.deepEqual([counts['stage'], counts['table'], counts['standing']], [1, 1, 1]);
    assert.ok((counts['row'] ?? 0) > 3);
    const seats = seatsOf(plan);
    assert.ok(seats.every(({ category }) => category === plan.categories.at(-1)?.id));
    const front = plan.objects.find((object) => object.type === 'row')?.seats ?? [];
    const middle = Math.floor(front.length / 2);
    assert.deepEqual([front[middle - 1]?.label, front[middle]?.label], ['1', '2']);

    const steps = await pressUntilOff(undoButton(page));
    assert.ok(steps >= 7, `${steps} steps`);
    await untilSaved(page);
    assert.deepEqual((await readDraft(planId)).plan.objects, []);
    await pressUntilOff(redoButton(page));
    await untilSaved(page);
    assert.deepEqual((await readDraft(planId)).plan, plan);

    await press(page, 'Publish');
    const dialog = page.getByRole('dialog', { name: 'Publish plan' });
    await dialog.getByText(`${seats.length} seats added`).waitFor();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1 published.').waitFor();
    await close();
  });

  test('an area is clicked corner by corner, and Enter ends it', async () => {
    const { page, canvas, planId, close } = await open('By corners');
    await press(page, 'Polygon');
    await page.getByText('Double-click or press Enter to finish.').waitFor();
    const corners: Pixel[] = [
      [200, 100],
      [400, 100],
      [400, 260],
    ];
    for (const [index, [x, y]] of corners.entries()) {
      await canvas.click({ position: { x, y } });
      await said(page, `Corner ${index + 1}`);
    }
    await pressAt(canvas, 'Enter');
    await said(page, 'Added: polygon');
    await untilSaved(page);
    const [area] = (await readDraft(planId)).plan.objects;
    assert.equal(area?.type === 'polygon' && area.points.length, corners.length);
    await close();
  });

  test('the same with keys only: tools, a cross that draws, forms, moving, undo and the table', async () => {
    const { page, canvas, planId, close } = await open('By keys');
    await canvas.focus();
    // A row: the cross is where one looks; Enter starts, arrows lead, Enter ends.
    await pressAt(canvas, 'r', 'Enter', 'Shift+ArrowRight', 'Enter');
    await said(page, 'Added: row with 6 seats');
    await pressAt(canvas, 'Escape', 'Escape');
    // By numbers: a block, from the toolbar with its arrows.
    await pressAt(canvas, 'n');
    const add = page.getByRole('dialog', { name: 'Add: Block of rows' });
    await add.getByLabel('Rows', { exact: true }).fill('3');
    await add.getByLabel('Seats in a row').fill('8');
    await add.getByLabel('y', { exact: true }).fill('6');
    await add.getByLabel('y', { exact: true }).press('Enter');
    await said(page, 'Added: 3 rows with 24 seats');
    for (const [tool, name] of [
      ['roundTable', 'table with 8 seats'],
      ['standing', 'standing area'],
      ['stage', 'stage'],
    ] as const) {
      await canvas.press('n');
      await page.getByRole('combobox', { name: 'Type' }).selectOption(tool);
      const x = page.getByRole('dialog').getByLabel('x', { exact: true });
      await x.fill('20');
      await x.press('Enter');
      await said(page, `Added: ${name}`);
    }
    // Tab goes from object to object, arrows move the one that is chosen.
    await canvas.press('Escape');
    await pressAt(canvas, 'Enter');
    await said(page, 'Row A, Stalls, 6 seats');
    await pressAt(canvas, 'Tab');
    await said(page, 'Row B, Stalls, 8 seats');
    await pressAt(canvas, 'Shift+Tab');
    await said(page, 'Row A');
    await untilSaved(page);
    const start = (await readDraft(planId)).plan;
    await pressAt(canvas, 'ArrowUp');
    await said(page, 'Moved');
    await pressAt(canvas, 'Alt+ArrowLeft');
    await untilSaved(page);
    const moved = (await readDraft(planId)).plan;
    const [was, is] = [seatsOf(start)[0] ?? assert.fail(), seatsOf(moved)[0] ?? assert.fail()];
    assert.deepEqual(
      [is.x - was.x, is.y - was.y].map((by) => Math.round(by * 100)),
      [-5, -50],
    );
    await pressAt(canvas, 'Control+z', 'Control+z');
    await untilSaved(page);
    assert.deepEqual((await readDraft(planId)).plan, start);

    // The table has the same, chosen and changed there too.
    await page.getByRole('button', { name: 'Table', exact: true }).press('Enter');
    const chosen = page.getByRole('checkbox', { name: 'Select Row A, Stalls, 6 seats' });
    await untilEqual(true, () => chosen.isChecked());
    await chosen.press('Space');
    await page.getByRole('heading', { name: 'Plan', exact: true }).waitFor();
    await chosen.press('Space');
    await page.getByRole('heading', { name: 'Row A, Stalls, 6 seats' }).waitFor();
    const label = page.getByRole('textbox', { name: 'Label of Row A, Stalls, 6 seats' });
    await label.fill('Front');
    await label.press('Enter');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
    await page.getByRole('button', { name: 'New category' }).press('Enter');
    await page.getByRole('button', { name: 'Seats', exact: true }).press('Enter');
    await page.getByRole('checkbox', { name: 'Accessible of Stalls, row Front, seat 1' }).press('Space');
    await untilSaved(page);
    const { plan } = await readDraft(planId);
    const marked = seatsOf(plan).find(({ isAccessible }) => isAccessible);
    assert.deepEqual([marked?.row, marked?.label], ['Front', '1']);
    await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).press('Enter');
    await page.getByText('Version 1 published.').waitFor();
    await close();
  });

  test('a row is bent and moved by its handles; who is offline, or late, loses nothing', async () => {
    const { page, canvas, planId, close, complaints } = await open('A theatre', {
      from: 'template',
      id: 'theatre',
    });
    const { plan: first } = await readDraft(planId);
    await assertAccessible(page, 'the drawing');
    await canvas.press('Enter');
    await pressAt(canvas, 'Tab');
    await said(page, 'Row A, Stalls, 22 seats');
    await assertAccessible(page, 'a row that is chosen');
    await page.context().setOffline(true);
    await page.getByLabel('Curve').fill('0');
    await page.getByLabel('Curve').press('Enter');
    await page.locator('.plan-saved[data-state=offline]').waitFor();
    await page.context().setOffline(false);
    await untilSaved(page);
    const straight = (await readDraft(planId)).plan.objects.find(({ id }) => id === first.objects[1]?.id);
    assert.equal(straight?.type === 'row' && new Set(straight.seats.map(({ y }) => y)).size, 1);

    // Somebody else saves meanwhile: both are kept.
    const { version } = await readDraft(planId);
    const rest = { ...first, sections: [{ id: 'stalls', name: 'Parquet' }, ...first.sections.slice(1)] };
    const { objects: _, ...renamed } = rest;
    await ask(`/${planId}/edits`, {
      version,
      edits: [{ objects: [], order: null, rest: { after: renamed } }],
    });
    await canvas.press('ArrowDown');
    await page.getByText('Someone else changed this plan').waitFor();
    await press(page, 'Save mine as a copy');
    await page.getByRole('heading', { level: 1, name: 'A theatre (copy)' }).waitFor();
    assert.equal((await readDraft(planId)).plan.sections[0]?.name, 'Parquet');
    await until('the copy to be opened', async () => !page.url().includes(planId));
    await press(page, 'Table');
    await assertAccessible(page, 'the table');
    await press(page, 'Preview');
    await page.getByRole('application', { name: 'Map of the hall' }).waitFor();
    // A call without a network is an error to the browser too.
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('net::')));
    await close();
  });

  test('a small stage is moved from wherever it is pressed, sized at its corner by mouse and keys, each in one step', async () => {
    const { page, canvas, planId, close } = await open('Handles');
    await press(page, 'Stage');
    await draw(page, canvas, [300, 200], [340, 216]);
    await said(page, 'Added: stage');
    const readStage = async () => {
      await untilSaved(page);
      const [stage] = (await readDraft(planId)).plan.objects;
      assert.ok(stage?.type === 'stage');
      return stage;
    };
    const first = await readStage();
    // Near its corners, within and beside it: it moves, and stays as large.
    await draw(page, canvas, [301, 201], [401, 301]);
    await said(page, 'Moved');
    const moved = await readStage();
    assert.ok(moved.x > first.x && moved.y > first.y);
    assert.deepEqual([moved.width, moved.height], [first.width, first.height]);
    await draw(page, canvas, [438, 335], [338, 235]);
    const back = await readStage();
    assert.ok(back.x < moved.x && back.y < moved.y);
    assert.deepEqual([back.width, back.height], [first.width, first.height]);
    // At its corner: drawn out, and then far over the other corner, it is still there.
    await canvas.press('Escape');
    await canvas.press('Enter');
    const scale = 40 / first.width;
    const corner = (stage: typeof first): Pixel => [
      320 + (stage.x + stage.width / 2 - first.x) * scale + 7,
      208 + (stage.y + stage.height / 2 - first.y) * scale + 7,
    ];
    const [x, y] = corner(back);
    await draw(page, canvas, [x, y], [x + 100, y + 60]);
    await said(page, 'Size changed');
    const large = await readStage();
    assert.ok(large.width > first.width && large.height > first.height);
    const [right, bottom] = corner(large);
    await draw(page, canvas, [right, bottom], [right - 400, bottom - 300]);
    const small = await readStage();
    assert.ok(small.width >= 0.5 && small.height >= 0.5 && small.width < large.width);
    await press(page, 'Undo');
    assert.deepEqual(await readStage(), large);
    await canvas.focus();
    await pressAt(canvas, 'Control+ArrowRight');
    await said(page, 'Size changed');
    assert.equal((await readStage()).width, large.width + 0.5);
    await close();
  });

  test('rows get a common centre and other distances after they were drawn, and their section an area of its own; names stay', async () => {
    const { page, canvas, planId, close } = await open('Rows', { from: 'template', id: 'theatre' });
    await page.getByRole('button', { name: /select all of Stalls$/ }).click();
    const first = (await readDraft(planId)).plan;
    const ids = new Set(
      first.objects.flatMap((object) => (isSeated(object) && object.section === 'stalls' ? [object.id] : [])),
    );
    await press(page, 'Curve around one centre');
    await said(page, 'Rows arranged');
    const between = page.getByLabel('Between rows');
    await between.fill('1.5');
    await between.press('Enter');
    await untilSaved(page);
    const { plan } = await readDraft(planId);
    assert.equal(formOfRows(plan, ids).between, 1.5);
    assert.ok(formOfRows(plan, ids).radius);
    const names = (of: SeatingPlan): string[] =>
      seatsOf(of).map(({ id, row, label }) => `${id} ${row} ${label}`);
    assert.deepEqual(names(plan), names(first));
    await press(page, 'Undo');
    await press(page, 'Undo');
    await untilSaved(page);
    assert.deepEqual((await readDraft(planId)).plan, first);

    // The area of a section is drawn, and a corner of it moved by keys.
    await canvas.press('Escape');
    await pressAt(canvas, 'c');
    const { width, height } = await boxOf(canvas);
    await draw(page, canvas, [width * 0.1, height * 0.2], [width * 0.9, height * 0.6]);
    await said(page, 'Added: section outline');
    await page.getByRole('heading', { name: 'Outline of Stalls' }).waitFor();
    await pressAt(canvas, 'Enter', 'Tab');
    await said(page, /^Corner 2 of 4, at /);
    await pressAt(canvas, 'Shift+ArrowRight');
    await untilSaved(page);
    const outline = (await readDraft(planId)).plan.objects.at(-1);
    assert.ok(outline?.type === 'outline' && outline.section === 'stalls');
    const [, corner, below] = outline.points;
    assert.equal((corner?.x ?? 0) - (below?.x ?? 0), 5);
    await assertAccessible(page, 'an outline');
    await close();
  });
});
