import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { chooseAndFillIn, makeConcert } from './embed-concert.fixture.ts';
import {
  button,
  goToPayment,
  heading,
  payWith,
  ready,
  referenceIn,
  startShop,
  untilEntries,
  visit,
} from './embed.fixture.ts';
import { untilEqual } from '../harness/until.ts';

const shop = await startShop();
after(() => shop.close());

const guide = await readFile(path.join(import.meta.dirname, '../../docs/embed.md'), 'utf8');
const sandbox = /sandbox="([^"]+)"/.exec(guide)?.[1] ?? '';

/** A sandbox counts for what is loaded after it is set: it is there before the site's script gives the frame an address. */
const withSandbox = (page: Page) =>
  page.addInitScript(`new MutationObserver(() => {
    document.querySelector('iframe')?.setAttribute('sandbox', ${JSON.stringify(sandbox)});
  }).observe(document, { childList: true, subtree: true })`);

test('in a frame with the sandbox that the guide gives, tickets are paid and downloaded, and the receipt opens', async () => {
  const { slug } = await makeConcert(shop);
  const { page, frame, close } = await visit(shop, { slug, prepare: withSandbox });
  await untilEqual(sandbox, () => page.locator('iframe').getAttribute('sandbox'));
  await chooseAndFillIn(frame, 1);
  await goToPayment(frame);
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  for (const [name, file] of [
    ['Add to calendar', /\.ics$/],
    ['Download PDF', /\.pdf$/],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: DOWNLOAD_STARTS_WITHIN_MS }),
      frame.getByRole('link', { name }).click(),
    ]);
    assert.match(download.suggestedFilename(), file);
    assert.equal(await download.failure(), null);
  }
  const [receipt] = await Promise.all([
    page.waitForEvent('popup'),
    frame.getByRole('link', { name: 'Receipt' }).click(),
  ]);
  await receipt
    .getByText(await referenceIn(frame))
    .first()
    .waitFor();
  await close();
});
// A download that the sandbox forbids never starts; nothing says so to the page.
const DOWNLOAD_STARTS_WITHIN_MS = 60_000;

test('in such a frame Back is one step back too, by the browser and by the page', async () => {
  const { slug } = await makeConcert(shop);
  const visited = await visit(shop, { slug, prepare: withSandbox });
  const { page, frame, close } = visited;
  await chooseAndFillIn(frame, 1);
  await page.evaluate('history.back()');
  await heading(frame, 'Choose your tickets').waitFor();
  await page.evaluate('history.forward()');
  await button(frame, 'Change tickets').click();
  await heading(frame, 'Choose your tickets').waitFor();
  await button(frame, 'Continue').click();
  await heading(frame, 'Your details').waitFor();
  await untilEntries(visited, 2);
  await page.evaluate('history.back()');
  await heading(frame, 'Choose your tickets').waitFor();
  await close();
});
