import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { buy } from '../../../../test/harness/buy.ts';
import { ask } from '../../../../test/harness/client.ts';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import {
  assertAccessible,
  DESK,
  openDashboard,
  PHONE,
  reload,
} from '../../../../test/harness/open-dashboard.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until, untilEqual, untilMatch } from '../../../../test/harness/until.ts';
import { boxOf, drag, middleOf, pressAt, typeAt, untilFits } from '../../../../test/harness/at-page.ts';

suite('the page of an event’s details', () => {
  let on: TestApp;
  let host: TestHost;
  let manager: SignedIn;
  let browser: Browser;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    host = await makeHost(on);
    manager = await signInAs(on, host, { role: 'manager' });
  });
  after(async () => {
    await browser.close();
    await on.close();
  });
  const pathOf = (eventId: string): string => `/hosts/${host.hostId}/events/${eventId}/details`;
  const stored = async (eventId: string) =>
    (await askDashboard(on, pathOf(eventId), { as: manager })).body.data.details;
  const save = (page: Page) => page.getByRole('button', { name: 'Save details' }).click();
  const description = (page: Page) => page.getByRole('textbox', { name: 'Description' });
  const tab = (page: Page, name: string) => page.getByRole('tab', { name });
  /** The field of the new one takes the focus by itself. */
  const addHeadliner = async (page: Page, name: string): Promise<void> => {
    const fields = page.getByLabel(/^Name of headliner/);
    const count = await fields.count();
    await page.getByRole('button', { name: 'Add headliner' }).click();
    await typeAt(fields.nth(count), name);
  };

  test('the API answers with what a host filled in; a refusal is said at its field', async () => {
    const { eventId } = await makeEvent(on, host, { status: 'DRAFT', description: '# as it was typed' });
    const { page, close } = await openDashboard(browser, on, manager, { path: pathOf(eventId) });
    const fill = (label: string, value: string) => page.getByLabel(label).fill(value);
    const opened = await stored(eventId);
    await page.getByText('Buyers see this exactly as typed.').waitFor();

    await fill('Address', 'Not An Address');
    await fill('Ends', '2097-03-06T17:00');
    await save(page);
    await page.getByText('Use letters and digits without spaces or accents.').waitFor();
    await fill('Address', 'rooftop-dusk');
    await fill('Starts', '2097-03-06T18:00');
    await save(page);
    await page.getByText('The end must be after the start.').waitFor();
    await page.locator('input[name=closesAt]:focus').waitFor();
    assert.equal((await stored(eventId)).slug, opened.slug);

    await fill('Ends', '2097-03-07T02:00');
    await page.getByLabel('Time zone').selectOption('Africa/Johannesburg');
    await page.getByText(/^Wednesday,? 6 March 2097 at 18:00 (SAST|GMT\+2)\.$/).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Rooftop at Dusk');
    await page.getByLabel('Category').selectOption('Comedy');
    await fill('Summary', 'Four bands.');
    await fill('Venue', 'Eko Hall');
    await fill('Street', '12 Marina Road');
    await fill('Directions', 'The lift.\nTop floor.');
    await page.getByRole('textbox', { name: 'Place on the map' }).fill('somewhere');
    await save(page);
    await page.getByText('We can’t find a place in this.').waitFor();
    await page.getByRole('textbox', { name: 'Place on the map' }).fill('6.4281, 3.4219');
    await fill('Your message', 'Doors at five.');
    await fill('Website', 'rooftop.example');
    await fill('Instagram', '@rooftop');
    await fill('X (optional)', 'rooftop');
    await fill('Doors open, minutes before the start', '60');
    await page.getByLabel('Buyers can change names on tickets').uncheck();
    await fill('Minutes in the cart', '15');
    await fill('Minutes to pay', '45');
    await page.getByLabel('Coming soon').check();
    await page.getByLabel('Unlisted').check();
    const text = description(page);
    await text.fill('');
    await text.press('Control+b');
    await untilMatch(/\*\*$/, () => text.inputValue());
    await typeAt(text, 'Four');
    await text.press('End');
    await typeAt(text, ' bands');
    await text.press('Shift+Home');
    await page.getByRole('button', { name: 'List' }).click();
    await untilEqual('- **Four** bands', () => text.inputValue());
    await typeAt(text, '\n\nSee ');
    await page.getByRole('button', { name: 'Link' }).click();
    await untilMatch(/\[words\]/, () => text.inputValue());
    await typeAt(text, 'https://rooftop.example/');
    await untilEqual('- **Four** bands\n\nSee [words](https://rooftop.example/)', () => text.inputValue());
    await addHeadliner(page, 'Ọlá');
    await page.getByLabel('Role of headliner 1').fill('Live band');
    await save(page);
    await page.getByText('Saved.').waitFor();

    const { headliners, version: _version, ...details } = await stored(eventId);
    assert.deepEqual(details, {
      name: 'Rooftop at Dusk',
      slug: 'rooftop-dusk',
      categorySlug: 'comedy',
      previewDescription: 'Four bands.',
      description: '- **Four** bands\n\nSee [words](https://rooftop.example/)',
      descriptionFormat: 'markdown',
      startsAt: '2097-03-06T18:00',
      closesAt: '2097-03-07T02:00',
      doorsMinutes: 60,
      timezone: 'Africa/Johannesburg',
      state: 'Lagos',
      lga: 'Ikeja',
      isOnline: false,
      venue: 'Eko Hall',
      street: '12 Marina Road',
      directions: 'The lift.\nTop floor.',
      position: { lat: 6.4281, lng: 3.4219 },
      hideLocation: false,
      buyersRename: false,
      hostMessage: 'Doors at five.',
      website: 'https://rooftop.example',
      instagram: 'rooftop',
      xAccount: 'rooftop',
      isComingSoon: true,
      isUnlisted: true,
      holdMinutes: 15,
      paymentMinutes: 45,
    });
    assert.equal(headliners[0].name, 'Ọlá');
    await on.app.database.query(`UPDATE events SET status = 'LIVE' WHERE id = $1`, [eventId]);
    const shown = await until('the event to be there', async () => {
      const { status, body } = await ask(on, '/events/rooftop-dusk', { key: host });
      return status === 200 && body.data;
    });
    assert.deepEqual(
      [shown.name, shown.date, shown.description, shown.headliners[0].role],
      [
        'Rooftop at Dusk',
        '2097-03-06T16:00:00.000Z',
        '- Four bands\n\nSee words (https://rooftop.example/)',
        'Live band',
      ],
    );
    await close();
  });

  test('another person’s save meanwhile is not lost; a save is taken back', async () => {
    const { eventId } = await makeEvent(on, host, { status: 'DRAFT', description: '# as it was typed' });
    const { page, close } = await openDashboard(browser, on, manager, { path: pathOf(eventId) });
    const { version: first, ...opened } = await stored(eventId);
    const theirs = { version: first, hostMessage: 'Theirs', name: 'Their name' };
    await askDashboard(on, pathOf(eventId), { as: manager, method: 'PATCH', body: theirs });
    const wasThere = { ...opened, hostMessage: 'Theirs', name: 'Their name' };
    await page.getByLabel('Name', { exact: true }).fill('My name');
    await description(page).fill('**other**');
    await addHeadliner(page, 'Somebody');
    await save(page);
    await page.getByLabel('Theirs Their name').check();
    await save(page);
    await page.getByText('Saved.').waitFor();
    const saved = await stored(eventId);
    assert.deepEqual(
      [saved.name, saved.hostMessage, saved.description, saved.descriptionFormat],
      ['Their name', 'Theirs', '**other**', 'markdown'],
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(
      'what was there before',
      async () => (await stored(eventId)).description === wasThere.description,
    );
    const { version: _last, ...now } = await stored(eventId);
    assert.deepEqual(now, wasThere);
    await close();
  });

  test('headliners change places by keys, buttons and dragging, and one that was removed comes back', async () => {
    const { eventId } = await makeEvent(on, host, { status: 'DRAFT' });
    const { page, close } = await openDashboard(browser, on, manager, { path: pathOf(eventId) });
    for (const name of ['One', 'Two', 'Three']) await addHeadliner(page, name);
    const fields = page.getByLabel(/^Name of headliner/);
    const names = async (): Promise<string> =>
      (await Promise.all((await fields.all()).map((field) => field.inputValue()))).join();
    await page.getByRole('button', { name: 'Move One, 1 of 3' }).press('ArrowDown');
    await page.getByText('One is now 2 of 3.').waitFor({ state: 'attached' });
    await pressAt(page.getByRole('button', { name: 'Move One, 2 of 3' }), 'ArrowDown');
    await page.getByText('One is now 3 of 3.').waitFor({ state: 'attached' });
    await untilEqual('Two,Three,One', names);
    // The button keeps the focus, though its row has moved.
    await page.getByRole('button', { name: 'Move One up' }).press('Enter');
    await page.getByText('One is now 2 of 3.').waitFor({ state: 'attached' });
    await pressAt(page.getByRole('button', { name: 'Move One up' }), 'Enter');
    await page.getByText('One is now 1 of 3.').waitFor({ state: 'attached' });
    await untilEqual('One,Two,Three', names);
    const to = await boxOf(page.locator('.headliner').last());
    const from = middleOf(await boxOf(page.getByRole('button', { name: 'Move One, 1 of 3' })));
    await drag(page, from, { x: from.x, y: to.y + to.height - 4 });
    await untilEqual('Two,Three,One', names);
    await page.getByRole('button', { name: 'Remove Three' }).click();
    await untilEqual('Two,One', names);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until('it to be back', async () => (await names()) === 'Two,Three,One');
    await page.getByLabel('Name of headliner 2').fill('');
    await save(page);
    await page.getByText('Fill this in.').waitFor();
    await page.getByLabel('Name of headliner 2').fill('Third');
    await save(page);
    await page.getByText('Saved.').waitFor();
    const { headliners } = await stored(eventId);
    assert.deepEqual(
      headliners.map(({ name }: { name: string }) => name),
      ['Two', 'Third', 'One'],
    );
    await close();
  });

  test('a headliner gets a picture in a square, which is removed and taken back; the page fits a phone', async () => {
    const { eventId } = await makeEvent(on, host, { status: 'DRAFT' });
    const { page, close } = await openDashboard(browser, on, manager, { path: pathOf(eventId) });
    const create = { width: 900, height: 600, channels: 3, background: '#c04000' } as const;
    const buffer = await sharp({ create }).jpeg().toBuffer();
    const file = async (): Promise<string | null> => (await stored(eventId)).headliners[0]?.imageFile;
    await addHeadliner(page, 'Ọlá');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Add a picture of Ọlá' }).click(),
    ]);
    await chooser.setFiles({ name: 'ola.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('button', { name: 'Use this part' }).click();
    await page.getByRole('button', { name: 'Replace the picture of Ọlá' }).waitFor();
    assert.equal((await stored(eventId)).headliners.length, 0);
    await save(page);
    await page.getByText('Saved.').waitFor();
    const saved = await file();
    assert.match(saved ?? '', /-600x600-600\.jpg$/);
    await reload(page);
    await page.locator('.headliner img').evaluate('(image) => image.decode()');
    await page.setViewportSize(PHONE);
    await untilFits(page);
    await assertAccessible(page, 'a headliner with a picture');

    // A toast would lie over the button on a phone.
    await page.setViewportSize(DESK);
    const remove = page.getByRole('button', { name: 'Remove the picture of Ọlá' });
    await remove.click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await remove.click();
    await save(page);
    await until('no picture', async () => (await file()) === null);
    await page.getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await until('the picture to be back', async () => (await file()) === saved);
    await close();
  });

  test('hostile texts are text, in every field and in the preview; a link there leads nowhere by itself', async () => {
    const name = HOSTILE_TEXTS[1];
    const { eventId } = await makeEvent(on, host, {
      status: 'DRAFT',
      name,
      state: HOSTILE_TEXTS[2],
      directions: HOSTILE_TEXTS[5],
      hostMessage: HOSTILE_TEXTS[10],
      description: HOSTILE_TEXTS.join('\n\n'),
    });
    const { page, close } = await openDashboard(browser, on, manager, { path: pathOf(eventId) });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await untilEqual(name, () => page.getByLabel('Name', { exact: true }).inputValue());
    await tab(page, 'Preview').click();
    await page.locator('.plain-text').getByText(HOSTILE_TEXTS[0]).waitFor();
    await tab(page, 'Preview').press('ArrowLeft');
    await description(page).fill(
      [...HOSTILE_TEXTS, '[press](javascript:ran=1)', '[shop](https://shop.example/)'].join('\n\n'),
    );
    await addHeadliner(page, HOSTILE_TEXTS[0]);
    await tab(page, 'Preview').click();
    const preview = page.getByRole('tabpanel', { name: 'Preview' });
    const link = preview.getByRole('link', { name: 'shop' });
    await link.waitFor();
    await untilEqual(['https://shop.example/', 'noopener nofollow ugc', '_blank'], async () => [
      await link.getAttribute('href'),
      await link.getAttribute('rel'),
      await link.getAttribute('target'),
    ]);
    for (const text of [HOSTILE_TEXTS[0], HOSTILE_TEXTS[1]]) await preview.getByText(text).first().waitFor();
    const strange = preview.locator(
      'script, img, iframe, style, form, object, embed, [onclick], a[href^="javascript"]',
    );
    await untilEqual(0, () => strange.count());
    await save(page);
    await page.getByText('Saved.').waitFor();
    await untilEqual(undefined, () => page.evaluate('globalThis.ran'));
    assert.deepEqual(
      requests.filter((url) => !url.startsWith(on.publicUrl)),
      [],
    );
    await close();
  });

  test('a sold event says why its date stays and where to postpone it; the page is accessible and fits a phone', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    await buy(on, host, { slug: event.slug, items: [{ sku: event.skus[0], quantity: 1 }] });
    const { page, close } = await openDashboard(browser, on, manager, { path: pathOf(event.eventId) });
    await page.getByText('people have tickets with this date').waitFor();
    await untilEqual(0, () => page.getByLabel('Starts').count());
    await untilEqual(0, () => page.getByRole('textbox', { name: 'Address' }).count());
    const way = page.locator('.section').getByRole('link', { name: 'Cancel or postpone' });
    await untilMatch(/\/cancel$/, () => way.getAttribute('href'));
    for (const headliner of ['One', 'Two']) await addHeadliner(page, headliner);
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await description(page).fill('# Dusk\n\n- one\n- two');
    await save(page);
    await page.locator('.error').getByText('Can’t change here').waitFor();
    await assertAccessible(page, 'the details');
    await tab(page, 'Preview').click();
    await page.getByRole('heading', { name: 'Dusk' }).waitFor();
    await assertAccessible(page, 'the preview');
    await page.setViewportSize(PHONE);
    await untilFits(page);
    await close();
  });
});
