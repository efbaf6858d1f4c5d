import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { assertAccessible, DESK, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { until, untilEqual } from '../../../../test/harness/until.ts';
import { openMessageDesk, type Desk, type Event } from './messages.fixture.ts';
import { untilFits } from '../../../../test/harness/at-page.ts';

const REFUSED = 'gone@example.com';

suite('the pages on which ticket holders are written to', () => {
  let desk: Desk;
  let browser: Browser;
  let letGo: (() => void) | null = null;
  let holdsMessages = false;
  before(async () => {
    [desk, browser] = await Promise.all([
      openMessageDesk({
        refuse: (address) => (address === REFUSED ? 550 : null),
        hold: () =>
          holdsMessages && letGo === null ? new Promise<void>((resolve) => (letGo = resolve)) : undefined,
      }),
      launchBrowser(),
    ]);
  });
  after(async () => {
    letGo?.();
    await browser.close();
    await desk.close();
  });

  async function sell(): Promise<Event> {
    const event = await desk.newEvent([
      { name: 'Regular', priceMinor: 0 },
      { name: 'Balcony', priceMinor: 0 },
    ]);
    for (const email of ['ada@example.com', 'bola@example.com', REFUSED]) await desk.order(event, email);
    await desk.order(event, 'chi@example.com', { type: 1 });
    await desk.untilTicketsSent();
    return event;
  }
  const inFrame = (page: Page) => page.frameLocator('iframe.message-frame');

  for (const [device, viewport] of [
    ['a desk', DESK],
    ['a phone', PHONE],
  ] as const)
    test(`on ${device}: written, looked at, tried, counted, sent, followed, and who was not reached is told`, async () => {
      const event = await sell();
      const { page, close } = await openDashboard(browser, desk.on, desk.owner, {
        path: desk.at(event),
        viewport,
      });
      await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
      await page.getByRole('link', { name: 'Write a message' }).click();
      await page.getByText('Goes to 4 people. Each address gets it once.').waitFor();
      await page.getByRole('button', { name: 'Send…' }).click();
      await page.locator('[aria-invalid="true"]').first().waitFor();
      const subject = `Doors on ${device}`;
      await page.getByLabel('Subject').fill(subject);
      const written = 'Doors open at seven.\nBring your ticket.\n\nThe way: https://map.example/way.';
      await page.getByLabel('Message', { exact: true }).fill(written);
      await inFrame(page).getByRole('heading', { name: subject }).waitFor();
      await inFrame(page).getByRole('link', { name: 'https://map.example/way', exact: true }).waitFor();
      await inFrame(page)
        .getByText('You get this e-mail because you ordered tickets for Lagos Night.')
        .waitFor();
      await page.getByLabel('French').check();
      await inFrame(page).getByText('Vous recevez cet e-mail parce que').waitFor();
      await page.getByLabel('Plain text').check();
      await inFrame(page).locator('pre').getByText('Bring your ticket.').waitFor();
      await page.getByLabel('English').check();
      await assertAccessible(page, 'writing');
      await untilFits(page);

      await page.getByLabel('Balcony').check();
      await page.getByText('Goes to 1 person.').waitFor();
      await page.getByLabel('Balcony').uncheck();
      await page.getByLabel('Check-in').selectOption('Only people who checked in');
      await page.getByText('No ticket matches.').waitFor();
      await page.getByLabel('Check-in').selectOption('Only people who have not checked in');
      await page.getByText('Goes to 4 people.').waitFor();
      await page.getByRole('button', { name: 'Send a test to me' }).click();
      await page.getByText(`We are sending a test to ${desk.owner.email}.`).waitFor();
      await until('the test', () => desk.reached(`Test: ${subject}`).length === 1);

      // A closed tab loses nothing.
      await page.close({ runBeforeUnload: false });
      const again = await page.context().newPage();
      await again.goto(`${desk.on.publicUrl}/dashboard${desk.at(event, '/new')}`);
      await again.getByRole('button', { name: 'Restore' }).click();
      await untilEqual(written, () => again.getByLabel('Message', { exact: true }).inputValue());

      await again.getByRole('button', { name: 'Send…' }).click();
      await again.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await untilEqual(subject, () => again.getByLabel('Subject').inputValue());
      await again.getByRole('button', { name: 'Send…' }).click();
      await assertAccessible(again, 'the question');
      holdsMessages = true;
      await again.getByRole('button', { name: 'Send to 4 people' }).click();
      await again.getByText('0 of 4 done').waitFor();
      await again.getByRole('button', { name: 'Stop sending' }).waitFor();
      await until('a mail to be on its way', () => letGo);
      letGo?.();
      await again.getByText('4 of 4 done').waitFor();
      [holdsMessages, letGo] = [false, null];
      await again.getByText('Sent. Some people could not be reached.').waitFor();
      const log = again.getByRole('table', { name: 'Not reached' });
      await log.getByText(REFUSED).waitFor();
      await log.getByText('The mail server refuses this address (550).').waitFor();
      await inFrame(again).getByRole('heading', { name: subject }).waitFor();
      await assertAccessible(again, 'sent');
      await untilFits(again);
      assert.deepEqual(desk.reached(subject).toSorted(), [
        'ada@example.com',
        'bola@example.com',
        'chi@example.com',
      ]);

      await again.getByRole('link', { name: 'Duplicate' }).click();
      await again.getByText('Goes to 4 people.').waitFor();
      await untilEqual(written, () => again.getByLabel('Message', { exact: true }).inputValue());
      await again.getByRole('link', { name: 'All messages' }).click();
      await again.getByRole('link', { name: subject }).waitFor();
      await again.getByText('3 of 4').waitFor();
      await again.getByText('You have 2 of 3 messages a day left for this event.').waitFor();
      await assertAccessible(again, 'the list');
      await untilFits(again);
      await close();
    });

  test('typed text can be looked at with Back going where it went before', async () => {
    const event = await sell();
    const { page, close } = await openDashboard(browser, desk.on, desk.owner, { path: desk.at(event) });
    await page.getByRole('link', { name: 'Write a message' }).click();
    for (const subject of ['One', 'Two', 'Three']) {
      await page.getByLabel('Subject').fill(subject);
      await inFrame(page).getByRole('heading', { name: subject }).waitFor();
    }
    await page.getByLabel('Subject').fill('');
    await inFrame(page).getByRole('heading', { name: 'Three' }).waitFor({ state: 'hidden' });
    await page.goBack();
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
    await close();
  });
});
