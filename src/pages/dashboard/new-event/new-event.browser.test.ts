import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { makeEvent, makeHost } from '../../../../test/harness/make-catalog.ts';
import {
  assertAccessible,
  openDashboard,
  PHONE,
  reload,
  untilLive,
} from '../../../../test/harness/open-dashboard.ts';
import { signInAs } from '../../../../test/harness/sign-in.ts';
import { startTestApp } from '../../../../test/harness/test-app.ts';
import { until, untilEqual } from '../../../../test/harness/until.ts';
import { untilFits } from '../../../../test/harness/at-page.ts';

const [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
after(async () => {
  await browser.close();
  await on.close();
});

test('a newcomer makes an event, loses nothing with the tab, publishes it, and it is sold by the embed', async () => {
  const host = await makeHost(on);
  const owner = await signInAs(on, host);
  const { page, close } = await openDashboard(browser, on, owner, { path: `/hosts/${host.hostId}` });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const saved = page.getByRole('status').getByText('Draft saved.');
  await page.getByRole('heading', { name: 'Your first event' }).waitFor();
  await assertAccessible(page, 'home without events');
  await page.getByRole('link', { name: 'New event' }).first().click();
  await heading('New event').waitFor();

  await page.getByLabel('Name', { exact: true }).fill('Ọjà Nights');
  await page.getByLabel('Name', { exact: true }).press('Tab');
  // The category has no default.
  await untilEqual('', () => page.getByLabel('Category').inputValue());
  await page.getByRole('status').getByText('Enter a name and a category to start.').waitFor();
  await page.getByLabel('Category').selectOption('music');
  await saved.waitFor();
  await page.waitForURL(/\?draft=/);
  await until('a suggested date', async () =>
    (await page.getByLabel('Starts').inputValue()).endsWith('T19:00'),
  );
  await page.getByText('We suggest a date').waitFor();
  // Half a date is left alone. The end follows once the field is left, also by keyboard.
  const [starts, ends] = [page.getByLabel('Starts'), page.getByLabel('Ends')];
  const suggestedEnd = await ends.inputValue();
  await starts.press('Backspace');
  await page.getByLabel('State').focus();
  await page.getByText('Please fix: Starts').waitFor();
  await untilEqual('', () => starts.inputValue(), 'what was typed waits to be completed');
  await starts.fill('2091-03-07T18:00');
  await page.getByText(/7 March 2091/).waitFor();
  await untilEqual(suggestedEnd, () => ends.inputValue(), 'nothing moves under the fingers');
  await starts.fill('2091-03-06T18:00');
  await page.getByLabel('State').focus();
  await untilEqual('2091-03-06T22:00', () => ends.inputValue(), 'the end goes along');
  await ends.fill('0091-03-06T02:00');
  await page.getByLabel('State').focus();
  await untilEqual('2091-03-07T02:00', () => ends.inputValue(), 'on the next day');
  await page.getByText('We moved the end to the next day.').waitFor();
  await ends.fill('2091-03-24T22:00');
  await page.getByLabel('State').fill('Lagos');
  await page.getByText('This event lasts 18 days.').waitFor();
  await ends.fill('2091-03-06T22:00');
  // Without a connection it is tried again.
  await page.context().setOffline(true);
  await page.getByLabel('Local government area').fill('Eti-Osa');
  await page.getByLabel('Price').focus();
  await page.getByRole('status').getByText('Not saved yet.').waitFor();
  await page.context().setOffline(false);
  await saved.waitFor();
  await page.getByLabel('Price').fill('0');
  await page.getByLabel('Price').press('Tab');
  await page.getByRole('status').getByText('Quantity available').waitFor();
  await reload(page);
  await until('the price is kept, though it can’t be saved yet', async () =>
    (await page.getByLabel('Price').inputValue()).startsWith('0'),
  );
  await page.getByRole('status').getByText('Quantity available').waitFor();
  await page.getByLabel('Quantity available').fill('150');
  await page.getByLabel('Quantity available').press('Tab');
  await saved.waitFor();
  await until('all of it is on the server', async () => {
    const { rowCount } = await on.app.database.query(
      `SELECT 1 FROM events AS e JOIN ticket_types AS t ON t.event_id = e.id
        WHERE e.host_id = $1 AND e.lga = 'Eti-Osa' AND t.capacity = 150 AND e.starts_at = '2091-03-06T17:00:00Z'`,
      [host.hostId],
    );
    return rowCount === 1;
  });

  // The tab is closed, and the draft found again.
  await page.goto(`${on.publicUrl}/dashboard/hosts/${host.hostId}/events?shown=drafts`);
  await page.getByRole('link', { name: 'Ọjà Nights' }).click();
  await page.getByRole('link', { name: 'Continue editing' }).click();
  await heading('New event').waitFor();
  await untilLive(page);
  await untilEqual('Eti-Osa', () => page.getByLabel('Local government area').inputValue());
  await untilEqual('150', () => page.getByLabel('Quantity available').inputValue());
  await assertAccessible(page, 'a new event');
  await page.setViewportSize(PHONE);
  await untilFits(page);
  await page.getByRole('button', { name: 'Check and publish' }).click();

  await page.getByRole('heading', { name: 'Ready to publish' }).waitFor();
  await assertAccessible(page, 'a draft that is ready');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Ọjà Nights is public.').waitFor();
  await untilEqual(
    'You’re live',
    () => page.evaluate(`document.activeElement.getAttribute('aria-label')`),
    'the button is gone, and the link is what comes next',
  );
  await page.getByRole('heading', { name: 'Next steps' }).waitFor();
  await assertAccessible(page, 'a public event');
  await untilFits(page);

  const [address = ''] = await page.locator('.copy-field code').allTextContents();
  await page.goto(`${on.publicUrl}${new URL(address).pathname}`);
  await page.getByRole('heading', { name: 'Ọjà Nights' }).first().waitFor();
  await page.getByRole('button', { name: 'One more: General admission' }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('textbox', { name: 'First name' }).first().fill('Ada');
  await page.getByRole('textbox', { name: 'Last name' }).first().fill('Obi');
  await page.getByRole('textbox', { name: 'E-mail' }).first().fill('ada@example.com');
  await page.getByRole('button', { name: 'Get your tickets' }).click();
  await page.getByText(/^Order TSR-/).waitFor();
  await close();
});

test('a host who fills in all of it before the draft is made presses the button once', async () => {
  const host = await makeHost(on);
  const path = `/hosts/${host.hostId}/new-event`;
  const { page, close } = await openDashboard(browser, on, await signInAs(on, host), { path });
  const pressed = Promise.withResolvers<void>();
  await page.route(/\/new-event$/, async (route) => {
    if (route.request().method() === 'POST') await pressed.promise;
    await route.continue();
  });
  await page.getByLabel('Name', { exact: true }).fill('Lagoon Lights');
  await page.getByLabel('Category').selectOption('music');
  await page.getByLabel('Starts').fill('2091-03-06T19:00');
  await page.getByLabel('State').fill('Lagos');
  await page.getByLabel('Local government area').fill('Yaba');
  await page.getByLabel('Price').fill('12,50');
  await page.getByLabel('Quantity available').fill('120');
  await page.getByRole('button', { name: 'Check and publish' }).click();
  pressed.resolve();
  await page.getByRole('heading', { name: 'Ready to publish' }).waitFor();
  const { rows } = await on.app.database.query<{ price_minor: number }>(
    `SELECT t.price_minor FROM ticket_types AS t JOIN events AS e ON e.id = t.event_id WHERE e.host_id = $1`,
    [host.hostId],
  );
  assert.deepEqual(rows, [{ price_minor: 1_250 }], 'a comma may stand for the point');
  await close();
});

test('a draft’s gaps are told with the way there; it goes back, is switched and deleted; a copy has a date of its own', async () => {
  const host = await makeHost(on);
  const owner = await signInAs(on, host);
  const lacking = await makeEvent(on, host, { status: 'DRAFT', name: 'Lacking', ticketTypes: [], state: '' });
  const ready = await makeEvent(on, host, {
    status: 'DRAFT',
    name: 'Ready',
    ticketTypes: [{ priceMinor: 0 }],
  });
  const at = (eventId: string): string => `/hosts/${host.hostId}/events/${eventId}`;
  const { page, close } = await openDashboard(browser, on, owner, { path: at(lacking.eventId) });
  await page.getByText('2 of 4 required steps done').waitFor();
  await untilEqual(`/dashboard${at(lacking.eventId)}/tickets`, () =>
    page.getByRole('link', { name: 'Add tickets' }).getAttribute('href'),
  );
  await untilEqual('true', () =>
    page.getByRole('button', { name: 'Publish', exact: true }).getAttribute('aria-disabled'),
  );
  await assertAccessible(page, 'a draft that lacks something');
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
  await page.getByText('Lacking is deleted.').waitFor();

  await page.goto(`${on.publicUrl}/dashboard${at(ready.eventId)}`);
  await untilLive(page);
  await page.getByLabel('Coming soon').check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Start sales' }).click();
  await page.getByRole('button', { name: 'Pause sales (“Coming soon”)' }).waitFor();
  await page.getByRole('button', { name: 'Back to draft' }).click();
  await page.getByText('Ready is a draft again.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByRole('button', { name: 'Back to draft' }).waitFor();
  await untilEqual('H1', () => page.evaluate('document.activeElement.tagName'), 'the message is gone, too');

  await page.getByRole('link', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { name: 'Webhooks are not copied' }).waitFor();
  await assertAccessible(page, 'duplicating');
  await page.getByLabel('Name').fill('Ready again');
  await page.getByLabel('Starts').fill('2091-05-01T20:00');
  await page.getByRole('button', { name: 'Create draft' }).dblclick();
  await page.getByText('Draft of Ready again created.').waitFor();
  await page.getByRole('heading', { name: 'Ready to publish' }).waitFor();
  await close();
});

test('the poster is chosen first, saved with the draft, replaced while somebody else saves, removed and taken back', async () => {
  const host = await makeHost(on);
  const owner = await signInAs(on, host);
  const { page, close } = await openDashboard(browser, on, owner, {
    path: `/hosts/${host.hostId}/new-event`,
  });
  const saved = page.getByRole('status').getByText('Draft saved.');
  const choose = async (background: string): Promise<void> => {
    const size = { width: 1_000, height: 1_250, channels: 3 } as const;
    const buffer = await sharp({ create: { ...size, background } })
      .jpeg()
      .toBuffer();
    await page
      .locator('.picture-field input[type=file]')
      .setInputFiles({ name: 'poster.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('dialog').getByRole('button', { name: 'Use this part' }).waitFor();
    await page.getByRole('dialog').getByRole('radio', { name: '1:1' }).check();
    await page.getByRole('dialog').getByRole('radio', { name: '1:1' }).press('Enter');
  };
  const stored = async (): Promise<{ id: string; version: number; file: string | null } | undefined> => {
    const { rows } = await on.app.database.query<{ id: string; version: number; file: string | null }>(
      'SELECT id, version, poster_file AS file FROM events WHERE host_id = $1',
      [host.hostId],
    );
    return rows[0];
  };

  // Before there is a name: nothing is made yet, and the field is left alone by Enter.
  await choose('#c00000');
  await page.getByRole('img', { name: 'Poster of the event' }).waitFor();
  await page.getByText('We save it with the draft').waitFor();
  assert.equal(await stored(), undefined);
  await page.getByLabel('Name', { exact: true }).fill('Harbour Lights');
  await page.getByLabel('Category').selectOption('music');
  await saved.waitFor();
  await until('the poster is the draft’s', async () => typeof (await stored())?.file === 'string');
  const first = await stored();
  const poster = page.getByRole('img', { name: 'Poster of Harbour Lights' });

  await page.waitForURL(/\?draft=/);
  await reload(page);
  await poster.waitFor();
  await until('it is there after a reload', async () =>
    (await poster.getAttribute('src'))?.endsWith(String(first?.file)),
  );

  // Somebody else changes the draft, then another poster is chosen, and what is typed is still saved.
  await on.app.database.query('UPDATE events SET version = version + 1 WHERE host_id = $1', [host.hostId]);
  await choose('#0000c0');
  await until('the other poster', async () => (await stored())?.file !== first?.file);
  await page.getByLabel('Street').fill('Pier 4');
  await page.getByLabel('Street').press('Tab');
  await until('the street', async () => {
    const { rows } = await on.app.database.query<{ street: string }>(
      'SELECT street FROM events WHERE host_id = $1',
      [host.hostId],
    );
    return rows[0]?.street === 'Pier 4';
  });
  const second = await stored();
  await page.getByRole('button', { name: 'Remove: Poster of Harbour Lights' }).click();
  await until('no poster', async () => (await stored())?.file === null);
  await page.locator('.toast', { hasText: 'Poster removed.' }).getByRole('button', { name: 'Undo' }).click();
  await until('it is back', async () => (await stored())?.file === second?.file);
  await poster.waitFor();
  // An end that fits the suggested start is nobody's to move, not even when the form is sent.
  const suggestedDay = (await page.getByLabel('Starts').inputValue()).slice(0, 10);
  await page.getByLabel('Ends').fill(`${suggestedDay}T23:30`);
  await page.getByRole('button', { name: 'Check and publish' }).click();
  await page.locator('[name=state][aria-invalid=true]').waitFor();
  await untilEqual(`${suggestedDay}T23:30`, () => page.getByLabel('Ends').inputValue());
  await assertAccessible(page, 'a new event with its poster');
  await page.setViewportSize(PHONE);
  await untilFits(page);
  await close();
});
