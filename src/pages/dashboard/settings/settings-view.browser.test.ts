import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessibleInBothThemes, untilLive } from '../../../../test/harness/open-dashboard.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp } from '../../../../test/harness/test-app.ts';
import type { TaxRate } from '../../../rules/taxes.ts';
import { until, untilEqual } from '../../../../test/harness/until.ts';
import { pressAt, tabTo, typeAt, untilFits } from '../../../../test/harness/at-page.ts';

const PHONE = { width: 360, height: 700 };
const DESK = { width: 1280, height: 800 };

const [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
after(async () => {
  await browser.close();
  await on.close();
});

const settingsOf = ({ hostId }: TestHost): string => `/hosts/${hostId}/settings`;

/** Opens the settings as this member. Any complaint of the browser fails the test. */
async function open(
  host: TestHost,
  as: SignedIn,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; close: (options?: { expect?: RegExp }) => Promise<void> }> {
  const context = await browser.newContext({ viewport: DESK, locale: 'en-NG', ...options });
  const [name = '', value = ''] = as.cookie.split('=');
  await context.addCookies([{ name, value, url: on.publicUrl }]);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.accept();
  });
  await page.goto(`${on.publicUrl}/dashboard${settingsOf(host)}`);
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await untilLive(page);
  return {
    page,
    async close() {
      assert.deepEqual(complaints, []);
      await context.close();
    },
  };
}

const stored = async (host: TestHost, as: SignedIn) =>
  (await askDashboard(on, settingsOf(host), { as })).body.data.settings;
const field = (page: Page, name: RegExp) => page.getByRole('textbox', { name });
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();

test('an owner changes what buyers read, twice in a row, and takes the second change back', async () => {
  const host = await makeHost(on);
  const owner = await signInAs(on, host);
  const { page, close } = await open(host, owner);
  // A host needs a name: an empty one is not left out.
  await field(page, /^Name/).fill('');
  await save(page);
  await page.getByText('Fill this in.').waitFor();
  await field(page, /^Name/).fill('Harmattan');
  await field(page, /^Contact e-mail/).fill(' ask@harmattan.example ');
  await field(page, /^Terms of sale/).fill('No re-entry.\n\nNo glass.');
  await field(page, /^Sites/).fill('https://Shop.Example/\n\nhttp://localhost:3000');
  await page.getByRole('checkbox', { name: 'Absorb fees' }).check();
  await page.getByText(/from a ticket of ₦100\.00 you keep/).waitFor();
  await save(page);
  await page.getByText('Saved.').waitFor();
  const first = await stored(host, owner);
  assert.deepEqual(
    [first.contactEmail, first.terms, first.callbackOrigins, first.feesAbsorbed],
    [
      'ask@harmattan.example',
      'No re-entry.\n\nNo glass.',
      ['https://shop.example', 'http://localhost:3000'],
      true,
    ],
  );
  // As the server made it.
  await until(
    'the sites as they are stored',
    async () => (await field(page, /^Sites/).inputValue()) === 'https://shop.example\nhttp://localhost:3000',
  );

  await field(page, /^Name/).fill('Harmattan Days');
  await save(page);
  await until('the second change', async () => (await stored(host, owner)).name === 'Harmattan Days');
  // The shell says the new name too.
  await page
    .getByRole('button', { name: /Harmattan Days/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await until('the change to be taken back', async () => (await stored(host, owner)).name === first.name);
  await until('the field to follow', async () => (await field(page, /^Name/).inputValue()) === first.name);
  await close();
});

test('a host without VAT sees no tax rates; with it an owner adds one for fees, and takes the change back', async () => {
  const host = await makeHost(on);
  const owner = await signInAs(on, host);
  const { page, close } = await open(host, owner);
  const rates = page.getByRole('group', { name: 'Other tax rates' });
  await untilEqual(0, () => rates.count());
  await field(page, /^VAT in percent/).fill('7.5');
  await rates.getByRole('button', { name: 'Add a tax rate' }).click();
  await save(page);
  await rates.getByText('Fill this in.').first().waitFor();
  await rates.getByRole('textbox', { name: 'Name on receipts' }).fill('Reduced VAT');
  await rates.getByRole('textbox', { name: 'Percent' }).fill('5');
  await rates.getByRole('combobox', { name: /^Tax rate of fees/ }).selectOption('Reduced VAT');
  await assertAccessibleInBothThemes(page, 'the tax rates');
  await save(page);
  await page.getByText('Saved.').waitFor();
  const { taxRates, feeTaxRateId, vatBasisPoints } = await stored(host, owner);
  assert.deepEqual(
    [
      vatBasisPoints,
      taxRates.map(({ name, kind, basisPoints }: TaxRate) => ({ name, kind, basisPoints })),
      feeTaxRateId === taxRates[0].id,
    ],
    [750, [{ name: 'Reduced VAT', kind: 'reduced', basisPoints: 500 }], true],
  );
  // An exempt rate has no percentage.
  await rates.getByRole('combobox', { name: 'Kind' }).selectOption('Exempt (no tax)');
  await untilEqual(0, () => rates.getByRole('textbox', { name: 'Percent' }).count());
  await rates.getByRole('combobox', { name: 'Kind' }).selectOption('Reduced');
  await rates.getByRole('textbox', { name: 'Percent' }).fill('6');
  await rates.getByRole('button', { name: 'Remove Reduced VAT' }).click();
  await save(page);
  await until('the rate to be gone', async () => (await stored(host, owner)).taxRates.length === 0);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await until('the rate to be back', async () => (await stored(host, owner)).feeTaxRateId === taxRates[0].id);
  await rates.getByRole('textbox', { name: 'Name on receipts' }).waitFor();
  await close();
});

test('two owners at once: what only one changed is kept, and where both did, the second chooses', async () => {
  const host = await makeHost(on);
  const [one, two] = [await signInAs(on, host), await signInAs(on, host)];
  const first = await open(host, one);
  const second = await open(host, two);
  await field(first.page, /^Refund policy/).fill('Theirs');
  await field(first.page, /^Tax number/).fill('TIN 1');
  await save(first.page);
  await first.page.getByText('Saved.').waitFor();

  await field(second.page, /^Refund policy/).fill('Mine');
  await field(second.page, /^Contact e-mail/).fill('ask@harmattan.example');
  await save(second.page);
  await second.page.getByText('Someone else changed this while you were editing').waitFor();
  await untilEqual('TIN 1', () => field(second.page, /^Tax number/).inputValue());
  await untilEqual('ask@harmattan.example', () => field(second.page, /^Contact e-mail/).inputValue());
  const choice = second.page.getByRole('group', { name: 'Refund policy' });
  await choice.getByRole('radio', { name: /Mine/ }).waitFor();
  await choice
    .getByRole('radio', { name: /Theirs/ })
    .last()
    .check();
  await save(second.page);
  await second.page.getByText('Saved.').waitFor();
  const { refundPolicy, taxNumber, contactEmail } = await stored(host, one);
  assert.deepEqual([refundPolicy, taxNumber, contactEmail], ['Theirs', 'TIN 1', 'ask@harmattan.example']);
  await first.close();
  await second.close();
});

test('a member who leaves with something typed is asked, and stays where they want to', async () => {
  const host = await makeHost(on);
  const { page, close } = await open(host, await signInAs(on, host));
  await field(page, /^Terms of sale/).fill('A long text.');
  await page.getByRole('link', { name: 'Keys' }).first().click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await untilEqual('A long text.', () => field(page, /^Terms of sale/).inputValue());
  await page.getByRole('link', { name: 'Keys' }).first().click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
  await close();
});

test('all of it is done by keyboard, and what has the focus can be seen', async () => {
  const host = await makeHost(on);
  const owner = await signInAs(on, host);
  const { page, close } = await open(host, owner, { viewport: PHONE });
  const tabToField = async (name: string): Promise<Locator> => {
    const input = page.locator(`[name=${name}]`);
    await tabTo(input);
    await untilEqual(null, () => page.evaluate(HIDDEN_FOCUS), name);
    return input;
  };
  const title = await tabToField('name');
  await pressAt(title, 'Control+A');
  await typeAt(title, 'By keyboard');
  await typeAt(await tabToField('contactEmail'), 'ask@harmattan.example');
  await pressAt(await tabToField('feesAbsorbed'), 'Space');
  const origins = await tabToField('callbackOrigins');
  await typeAt(origins, 'https://shop.example');
  await pressAt(origins, 'Tab');
  await pressAt(page.locator(':focus'), 'Enter');
  await page.getByText('Saved.').waitFor();
  const { name, contactEmail, feesAbsorbed, callbackOrigins } = await stored(host, owner);
  assert.deepEqual(
    [name, contactEmail, feesAbsorbed, callbackOrigins],
    ['By keyboard', 'ask@harmattan.example', true, ['https://shop.example']],
  );
  await close();
});
const HIDDEN_FOCUS = `(() => {
  const focused = document.activeElement;
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return focused.contains(seen) || seen?.contains(focused) ? null : focused.outerHTML.slice(0, 200);
})()`;

test('managers and finance read it, with nothing to press', async () => {
  const host = await makeHost(on);
  const owner = await signInAs(on, host);
  await askDashboard(on, settingsOf(host), {
    as: owner,
    method: 'PATCH',
    body: { version: 1, terms: 'No re-entry.', contactEmail: 'ask@harmattan.example' },
  });
  for (const role of ['manager', 'finance'] as const) {
    const { page, close } = await open(host, await signInAs(on, host, { role }));
    await page.getByText('No re-entry.').waitFor();
    await page.getByText('Only owners can change them.').waitFor();
    await page.getByText('Any site is allowed.').waitFor();
    await untilEqual(0, () => page.getByRole('button', { name: 'Save changes' }).count());
    await untilEqual(0, () => page.locator('main :is(input, textarea, select)').count());
    await close();
  }
});

test('a country that can’t change any more says why', async () => {
  const host = await makeHost(on, { feeFlatMinor: 0, feeCapMinor: null });
  const owner = await signInAs(on, host);
  const before = await open(host, owner);
  await before.page.getByRole('combobox', { name: 'Country' }).selectOption('GHANA');
  await save(before.page);
  await before.page.getByText('Saved.').waitFor();
  assert.equal((await stored(host, owner)).country, 'GHANA');
  await before.close();
  await makeEvent(on, host);
  const { page, close } = await open(host, owner);
  await page.getByText('you have events with prices in this currency').waitFor();
  await untilEqual(['Ghana (GHS)'], () =>
    page.getByRole('combobox', { name: 'Country' }).getByRole('option').allTextContents(),
  );
  await close();
});

test('hostile texts are shown as text, to those who change them and to those who read', async () => {
  const all = HOSTILE_TEXTS.join('\n');
  const host = await makeHost(on, { name: HOSTILE_TEXTS[1] });
  await on.app.database.query(
    `UPDATE hosts SET terms = $2, refund_policy = $2, tax_number = $3, contact_email = $4, callback_origins = $5 WHERE id = $1`,
    [
      host.hostId,
      all,
      HOSTILE_TEXTS[2],
      `${HOSTILE_TEXTS[4]}@evil.example`,
      [HOSTILE_TEXTS[6], HOSTILE_TEXTS[0]],
    ],
  );
  for (const role of ['owner', 'manager'] as const) {
    const { page, close } = await open(host, await signInAs(on, host, { role }));
    await untilEqual('undefined', () => page.evaluate('typeof ran'), role);
    const planted =
      'main :is(iframe, object, embed, base, svg[onload], img, a[href^="javascript:"], form[action])';
    await untilEqual(0, () => page.locator(planted).count(), role);
    await close();
  }
});

for (const viewport of [PHONE, DESK]) {
  test(`axe finds nothing at ${viewport.width} px in both themes, and nothing is cut off`, async () => {
    const host = await makeHost(on);
    for (const role of ['owner', 'manager'] as const) {
      const { page, close } = await open(host, await signInAs(on, host, { role }), { viewport });
      await assertAccessibleInBothThemes(page, role);
      await untilFits(page);
      await close();
    }
  });
}
