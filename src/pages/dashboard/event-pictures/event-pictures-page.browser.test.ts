import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { makeEvent, makeHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { signInAs } from '../../../../test/harness/sign-in.ts';
import { startTestApp } from '../../../../test/harness/test-app.ts';
import { until, untilEqual } from '../../../../test/harness/until.ts';
import { boxOf, drag, middleOf, pressAt, untilFits } from '../../../../test/harness/at-page.ts';

const [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
after(async () => {
  await browser.close();
  await on.close();
});

/** A picture of one colour, or of two halves. */
const picture = (left: string, right = left, size = { width: 1_000, height: 800 }): Promise<Buffer> =>
  sharp({ create: { ...size, channels: 3, background: left } })
    .composite([
      {
        input: { create: { width: size.width / 2, height: size.height, channels: 3, background: right } },
        left: size.width / 2,
        top: 0,
      },
    ])
    .jpeg()
    .toBuffer();

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });

/** Drops or pastes a file with the events that a browser sends. */
const hand = (page: Page, selector: string, kind: 'drop' | 'paste', buffer: Buffer): Promise<void> =>
  page.evaluate(`(() => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob('${buffer.toString('base64')}'), (character) => character.charCodeAt(0));
    data.items.add(new File([bytes], '${kind}.jpg', { type: 'image/jpeg' }));
    const about = { dataTransfer: data, clipboardData: data, bubbles: true, cancelable: true };
    const event = '${kind}' === 'drop' ? new DragEvent('drop', about) : new ClipboardEvent('paste', about);
    document.querySelector('${selector}').dispatchEvent(event);
  })()`);

/** The colour in the middle of an image of the page, as it arrives there. */
async function colourOf(src: string | null): Promise<number[]> {
  const bytes = Buffer.from(await (await fetch((src ?? '').replace('localhost', '127.0.0.1'))).arrayBuffer());
  const { channels } = await sharp(bytes).stats();
  return channels.map(({ mean }) => Math.round(mean));
}

test('a member gives an event its poster and its gallery: by file, drop and paste, by hand and by keys', async () => {
  const host = await makeHost(on);
  const owner = await signInAs(on, host);
  const { eventId } = await makeEvent(on, host, { name: 'Rooftop Sessions' });
  const path = `/hosts/${host.hostId}/events/${eventId}/pictures`;
  const { page, close } = await openDashboard(browser, on, owner, { path });
  const dialog = page.getByRole('dialog', { name: 'Crop the picture' });
  const poster = page.getByRole('img', { name: 'Poster of Rooftop Sessions' });
  const posterFile = async (): Promise<string | null> => {
    const { rows } = await on.app.database.query<{ poster_file: string | null }>(
      'SELECT poster_file FROM events WHERE id = $1',
      [eventId],
    );
    return rows[0]?.poster_file ?? null;
  };
  await page.getByRole('heading', { level: 1, name: /Pictures/ }).waitFor();

  // By file; square, and moved to the right by keys.
  await page
    .locator('.picture-field input[type=file]')
    .setInputFiles(file('poster.jpg', await picture('#c00000', '#0000c0')));
  await dialog.waitFor();
  await assertAccessible(page, 'the dialog');
  await dialog.getByRole('radio', { name: '4:5' }).waitFor();
  await dialog.getByText('640 × 800 pixels').waitFor();
  const frame = dialog.getByRole('group', { name: /Picture: move/ });
  for (let press = 0; press < 20; press++) await frame.press('ArrowRight');
  for (let press = 0; press < 3; press++) await frame.press('+');
  await dialog.getByRole('slider', { name: 'Left to right' }).press('End');
  await dialog.getByRole('button', { name: 'Use this part' }).click();
  await poster.waitFor();
  await page.getByText('Poster saved.').waitFor();
  assert.match((await posterFile()) ?? '', /^[0-9a-f]{40}-\d+x\d+-\d+\.jpg$/);
  await until('the smaller format to be chosen', () =>
    page.evaluate<boolean>(`document.querySelector('.picture-field img').currentSrc.endsWith('.webp')`),
  );
  const [red = 0, , blue = 0] = await colourOf(await poster.getAttribute('src'));
  assert.ok(blue > 150 && red < 40, `the right half: ${red} ${blue}`);

  // By hand: another one, dropped, and the picture dragged until its left half is in the frame.
  await hand(page, '.picture-field .drop-zone', 'drop', await picture('#00a000', '#0000c0'));
  await dialog.waitFor();
  const box = await boxOf(frame);
  const middle = middleOf(box);
  await drag(page, middle, { x: box.x + box.width * 1.5, y: middle.y });
  const before = await poster.getAttribute('src');
  await dialog.getByRole('button', { name: 'Use this part' }).click();
  await until('the new poster', async () => (await poster.getAttribute('src')) !== before);
  await page.getByRole('button', { name: 'Remove: Poster of Rooftop Sessions' }).click();
  await until('no poster', async () => (await posterFile()) === null);
  await page.getByText('Poster removed.').waitFor();
  await page.locator('.toast', { hasText: 'Poster removed.' }).getByRole('button', { name: 'Undo' }).click();
  await poster.waitFor();
  const [, green = 0] = await colourOf(await poster.getAttribute('src'));
  assert.ok(green > 90, `mostly the left half: ${green}`);

  // The gallery: two at once, one pasted.
  const gallery = page.getByRole('list', { name: 'Pictures, in display order' });
  await page
    .locator('.gallery-editor > .drop-zone input[type=file]')
    .setInputFiles([file('a.jpg', await picture('#c00000')), file('b.jpg', await picture('#00a000'))]);
  await gallery.getByRole('listitem').nth(1).waitFor();
  await hand(page, 'body', 'paste', await picture('#0000c0'));
  await dialog.getByRole('button', { name: 'Use this part' }).click();
  await gallery.getByRole('listitem').nth(2).waitFor();

  // In words, saved when the field is left.
  const shown = gallery.getByRole('listitem').nth(2).getByLabel('Description');
  await shown.fill('The blue hour');
  await shown.press('Tab');
  await until('the words', async () => (await galleryOf(eventId)).at(2)?.alt === 'The blue hour');
  const asAdded = (await galleryOf(eventId)).map(({ id }) => id);

  // The order, by keys: the last becomes the first, and the focus goes along.
  await page.getByRole('button', { name: 'Move picture 3 forward' }).press('Enter');
  await page.getByText('Now picture 2 of 3.').waitFor({ state: 'attached' });
  await pressAt(page.getByRole('button', { name: 'Move picture 2 forward' }), 'Enter');
  await page.getByText('Now picture 1 of 3.').waitFor({ state: 'attached' });
  const [a, b, c] = asAdded;
  await until(
    'the new order',
    async () => (await galleryOf(eventId)).map(({ id }) => id).join() === [c, a, b].join(),
  );
  await untilEqual(
    c,
    () => page.evaluate(`document.activeElement.closest('[data-image]')?.dataset.image`),
    'the focus stays with the picture',
  );

  // Removed, and taken back to where it was, with its words.
  await page.getByRole('button', { name: 'Remove picture 1' }).click();
  await until('one less', async () => (await galleryOf(eventId)).length === 2);
  await page.locator('.toast', { hasText: 'Picture removed.' }).getByRole('button', { name: 'Undo' }).click();
  await until('it is back', async () => (await galleryOf(eventId)).at(0)?.alt === 'The blue hour');
  // On the page too, which hears of it a moment later: until then another one is the first.
  const words = gallery.getByRole('listitem').first().getByLabel('Description');
  await untilEqual('The blue hour', () => words.inputValue());

  // Another one in its place. While it is sent, the page says so.
  let letThrough = (): void => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(/\/pictures(\?|$)/, async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await gallery
    .getByRole('listitem')
    .first()
    .locator('input[type=file]')
    .setInputFiles(file('new.jpg', await picture('#c0c000')));
  await dialog.getByRole('button', { name: 'Use this part' }).click();
  await page.locator('.uploads progress').waitFor();
  await page.getByRole('button', { name: 'Cancel new.jpg' }).waitFor();
  await assertAccessible(page, 'the page, while a picture is sent');
  letThrough();
  await page.getByText('Picture replaced.').waitFor();
  await page.locator('.uploads').waitFor({ state: 'detached' });
  const [first] = await galleryOf(eventId);
  assert.equal(first?.alt, 'The blue hour');
  const [yellow = 0, , none = 0] = await colourOf(`${on.publicUrl}/media/${first?.file}`);
  assert.ok(yellow > 150 && none < 40, `the new one: ${yellow} ${none}`);

  await page.setViewportSize(PHONE);
  await untilFits(page);
  await assertAccessible(page, 'on a phone');
  await close();
});

async function galleryOf(eventId: string): Promise<{ id: string; file: string; alt: string }[]> {
  const { rows } = await on.app.database.query<{ id: string; file: string; alt: string }>(
    'SELECT id, file, alt FROM gallery_images WHERE event_id = $1 ORDER BY position',
    [eventId],
  );
  return rows;
}
