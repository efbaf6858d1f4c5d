import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../harness/browser.ts';
import { ask } from '../harness/client.ts';
import { PHONE } from '../harness/open-dashboard.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { pressAt, tabTo, typeAt } from '../harness/at-page.ts';

let on: TestApp;
let browser: Browser;
before(async () => {
  [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
});
after(async () => {
  await browser.close();
  await on.close();
});

/** Nobody is looked for who can't be seen: the ring is in sight. */
const isSeen = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    // oxlint-disable-next-line typescript/no-explicit-any -- the browser's window, which this program's types don't know
    const window = element.ownerDocument.defaultView as any;
    const { top, bottom } = element.getBoundingClientRect();
    const { outlineStyle, boxShadow } = window.getComputedStyle(element);
    // In a frame it is the frame that is scrolled to it.
    const isInSight = window.top !== window || (bottom > 0 && top < window.innerHeight);
    return isInSight && (outlineStyle !== 'none' || boxShadow !== 'none');
  });

/** The focused element is visible, and so is its focus. */
async function goTo(target: Locator): Promise<Locator> {
  await tabTo(target);
  await until(`the focus on ${String(target)} is seen`, () => isSeen(target));
  return target;
}

async function signUp(page: Page): Promise<void> {
  const typed: [string, string][] = [
    ['Name of your organisation', 'Makoko Sessions'],
    ['Country', 'Nig'],
    ['Your name', 'Sade Ojo'],
    ['E-mail', 'sade@makoko.example'],
    ['New password', 'lagoon kettle bicycle noon'],
  ];
  for (const [label, text] of typed) {
    await typeAt(await goTo(page.getByLabel(label, { exact: true })), text);
  }
  await pressAt(page.locator(':focus'), 'Enter');
}

/** The mail's link opens a page of its own. */
async function confirm(page: Page): Promise<Page> {
  await pressAt(await goTo(page.getByRole('link', { name: 'Open mailbox' })), 'Enter');
  const mail = page.getByRole('link', { name: 'Confirm your e-mail address' });
  await until('the mail to be there', async () => {
    await page.waitForURL('**/mailbox');
    if ((await mail.count()) > 0) return true;
    await page.reload();
    return false;
  });
  await pressAt(await goTo(mail), 'Enter');
  const opening = page.context().waitForEvent('page');
  await pressAt(
    await goTo(page.frameLocator('iframe').getByRole('link', { name: 'Confirm my address' })),
    'Enter',
  );
  const opened = await opening;
  await pressAt(await goTo(opened.getByRole('button', { name: 'Confirm and continue' })), 'Enter');
  await opened.locator('[data-live=true]').waitFor();
  return opened;
}

test('with the keyboard alone, on a phone: from sign-up to a key that is copied and opens the API', async () => {
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-GB' });
  const origin = on.publicUrl.replace('127.0.0.1', 'localhost');
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const first = await context.newPage();
  await first.goto(`${origin}/dashboard/sign-up`);
  await signUp(first);
  const page = await confirm(first);

  await pressAt(await goTo(page.getByRole('button', { name: 'More' })), 'Enter');
  await pressAt(await goTo(page.getByRole('dialog').getByRole('link', { name: 'Keys' })), 'Enter');
  await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  await pressAt(await goTo(page.getByRole('button', { name: 'New key' })), 'Enter');
  // The dialog has the focus in its first field, and keeps it.
  const name = page.getByRole('dialog').getByLabel('Name');
  await typeAt(name, 'Our shop');
  await pressAt(await goTo(page.getByRole('button', { name: 'Create key' })), 'Enter');
  const row = page.getByRole('row').filter({ hasText: 'Our shop' });
  await pressAt(await goTo(row.getByRole('button', { name: /^Copy/ })), 'Enter');
  await row.getByRole('status').getByText('Copied').waitFor();

  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.match(copied, /^pk_\w+$/);
  await row.getByText(copied).waitFor();
  assert.equal((await ask(on, '/events', { key: copied })).status, 200);
  await context.close();
});
