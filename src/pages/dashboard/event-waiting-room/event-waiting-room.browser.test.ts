import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { assertAccessible, DESK, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { signInAs } from '../../../../test/harness/sign-in.ts';
import { untilEqual } from '../../../../test/harness/until.ts';
import { onTheClock, openWaitingRoomDesk, type WaitingRoomDesk } from './waiting-room-desk.fixture.ts';
import { untilFits } from '../../../../test/harness/at-page.ts';

const AN_HOUR_MS = 60 * 60_000;

suite('the page of the waiting room', () => {
  let desk: WaitingRoomDesk;
  let browser: Browser;
  before(async () => {
    [desk, browser] = await Promise.all([openWaitingRoomDesk(), launchBrowser()]);
  });
  after(async () => {
    await browser.close();
    await desk.close();
  });

  const figure = (page: Page, name: string) =>
    page
      .locator('.stat')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('.stat-value');
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  /** In the light, in the dark, and on a phone. */
  const look = async (page: Page, what: string): Promise<void> => {
    await assertAccessible(page, what);
    await page.setViewportSize(PHONE);
    await untilFits(page, what);
    await page.setViewportSize(DESK);
  };

  test('a room is opened by the form, fills as it happens, is drawn, paused, and closed with a report', async () => {
    const event = await desk.event({ name: 'Harmattan Ball' });
    const { page, close } = await openDashboard(browser, desk.on, desk.owner, {
      path: `/hosts/${desk.host.hostId}/events/${event.eventId}`,
    });
    await page.getByRole('link', { name: 'Waiting room' }).click();
    await page.getByRole('heading', { level: 1, name: 'Harmattan Ball Waiting room' }).waitFor();
    await page.getByText(/coming early or using a bot gives no advantage/).waitFor();
    await look(page, 'without a room');

    await page.getByLabel('People let in per minute').fill('0');
    await page.getByLabel('Draw', { exact: true }).fill(onTheClock(-AN_HOUR_MS));
    await press(page, 'Open the waiting room');
    await page
      .getByRole('textbox', { name: 'People let in per minute' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.getByLabel('People let in per minute').fill('60000');
    await press(page, 'Open the waiting room');
    // An error from the server is shown at its field too.
    await page.getByLabel('Draw', { exact: true }).and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await page.getByLabel('Draw', { exact: true }).fill(onTheClock(AN_HOUR_MS));
    await page.getByLabel('Max. people buying at once').fill('2');
    await press(page, 'Open the waiting room');
    await page.getByText('Lining up', { exact: true }).waitFor();
    await page.getByText('Updates live').waitFor();
    // The button that was pressed is gone.
    await page.locator('h1:focus').waitFor();
    await desk.lineUp(event, 4);
    await figure(page, 'In line').getByText('4', { exact: true }).waitFor();
    await look(page, 'lining up');

    await desk.draw(event);
    await page.getByText('Letting in', { exact: true }).waitFor();
    await figure(page, 'Inside').getByText('2', { exact: true }).waitFor();
    await figure(page, 'Waiting').getByText('2', { exact: true }).waitFor();
    await page.getByText(/^The maximum is reached/).waitFor();
    await look(page, 'letting in');

    await press(page, 'Pause');
    await page.getByText(/^We let in only the people you let in yourself/).waitFor();
    await look(page, 'paused');
    await press(page, 'Resume');
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await page.getByLabel('Max. people buying at once').fill('100');
    await press(page, 'Save');
    await figure(page, 'Let in so far').getByText('4', { exact: true }).waitFor();

    await press(page, 'Close the waiting room');
    await page.getByRole('heading', { name: 'Close the waiting room?' }).waitFor();
    await assertAccessible(page, 'the question before it is closed');
    await press(page, 'Keep it open');
    assert.equal((await desk.view(event)).room?.phase, 'letting_in');
    await press(page, 'Close the waiting room');
    await page.getByRole('dialog').getByRole('button', { name: 'Close the waiting room' }).click();
    await page.getByText('Closed', { exact: true }).waitFor();
    await page.locator('h1:focus').waitFor();
    await untilEqual('4', () => figure(page, 'Lined up').innerText());
    await page.locator('canvas').waitFor();
    await look(page, 'the report');
    await page.getByRole('tab', { name: 'Table' }).click();
    await page.getByRole('table', { name: 'Let in over time' }).waitFor();
    await page.getByRole('heading', { name: 'Open another waiting room' }).waitFor();
    await close();
  });

  test('the host is told that people let in before the sale find nothing, and not when the draw is the sale’s start', async () => {
    const saleStartsAt = new Date(Date.now() + 2 * AN_HOUR_MS);
    const event = await desk.event({ ticketTypes: [{ saleStartsAt }] });
    const { page, close } = await openDashboard(browser, desk.on, desk.owner, { path: desk.at(event) });
    const draw = page.getByLabel('Draw', { exact: true });
    await untilEqual(onTheClock(saleStartsAt), () => draw.inputValue());
    await untilEqual(0, () => page.getByText(/find nothing to buy/).count());
    await draw.fill(onTheClock(AN_HOUR_MS));
    await page.getByText(/^Sales start .* WAT\. People we let in earlier find nothing to buy/).waitFor();
    await close();
  });

  test('people are let in at once beside the rate; a rate that is lowered is said in words', async () => {
    const event = await desk.event();
    await desk.open(event, { perMinute: 1 });
    await desk.lineUp(event, 5);
    await desk.draw(event);
    const { page, close } = await openDashboard(browser, desk.on, desk.owner, { path: desk.at(event) });
    await page.getByLabel('People to let in now').fill('0');
    await press(page, 'Let in now');
    await page.getByLabel('People to let in now').and(page.locator('[aria-invalid=true]')).waitFor();
    await page.getByLabel('People to let in now').fill('5');
    await press(page, 'Let in now');
    await figure(page, 'Waiting').getByText('0', { exact: true }).waitFor();
    await untilEqual(0, () => page.getByText(/^The service is slow/).count());
    await desk.on.app.database.query(
      'UPDATE waiting_rooms SET pace = 0.25, late_at = now() WHERE event_id = $1',
      [event.eventId],
    );
    await page.getByText(/^The service is slow, so we let people in at \d+\s?% of your rate/).waitFor();
    await assertAccessible(page, 'slowed down');
    await close();
  });

  test('settings are saved beside those that somebody else saves meanwhile, and taken back', async () => {
    const event = await desk.event();
    await desk.open(event, { perMinute: 50, mostInside: 60 });
    const { page, close } = await openDashboard(browser, desk.on, desk.owner, { path: desk.at(event) });
    await page.getByText('Updates live').waitFor();
    const settings = async () => {
      const { perMinute, mostInside, asksEmail } = (await desk.view(event)).room?.settings ?? {};
      return [perMinute, mostInside, asksEmail];
    };
    await page.getByLabel('Max. people buying at once').fill('70');
    const theirs = await desk.ask(desk.at(event), 'PATCH', { perMinute: 40 });
    assert.equal(theirs.status, 200);
    await page.getByLabel('Ask for an e-mail address').check();
    await press(page, 'Save');
    await page.getByText('Saved.').hover();
    assert.deepEqual(await settings(), [40, 70, true]);
    await untilEqual('40', () => page.getByLabel('People let in per minute').inputValue());
    await press(page, 'Undo');
    await untilEqual([40, 60, false], settings);
    await close();
  });

  test('finance sees how it goes, and has nothing to press', async () => {
    const event = await desk.event({ name: 'Dry Season' });
    await desk.open(event, { perMinute: 77 });
    const finance = await signInAs(desk.on, desk.host, { role: 'finance', hasFactor: true });
    const { page, close } = await openDashboard(browser, desk.on, finance, {
      path: `/hosts/${desk.host.hostId}/events/${event.eventId}`,
      viewport: PHONE,
    });
    await page.getByRole('link', { name: 'Waiting room' }).click();
    await page.getByText('Lining up', { exact: true }).waitFor();
    await page.getByText('77', { exact: true }).waitFor();
    for (const name of ['Close the waiting room', 'Save', 'Open the waiting room'])
      await untilEqual(0, () => page.getByRole('button', { name }).count(), name);
    await assertAccessible(page, 'as finance sees it');
    await close();
  });
});
