import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { buy } from '../../../../test/harness/buy.ts';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import {
  gatewaySettings,
  ofEach,
  startAllSimulators,
} from '../../../../test/harness/gateways/all-simulators.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { askDashboard, signInAs } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { untilEqual } from '../../../../test/harness/until.ts';
import { untilFits } from '../../../../test/harness/at-page.ts';

suite('the page of payment accounts', () => {
  let on: TestApp;
  let host: TestHost;
  let browser: Browser;
  let simulators: Awaited<ReturnType<typeof startAllSimulators>>;
  before(async () => {
    simulators = await startAllSimulators();
    const environment = gatewaySettings(ofEach((name) => simulators[name].url));
    [on, browser] = await Promise.all([startTestApp({ environment }), launchBrowser()]);
    host = await makeHost(on);
  });
  after(async () => {
    await browser.close();
    await on.close();
    await Promise.all(Object.values(simulators).map((simulator) => simulator.close()));
  });
  const path = (): string => `/hosts/${host.hostId}/payment-accounts`;

  test('a host whose currency no gateway takes is told so, and is led to none', async () => {
    const albanian = await makeHost(on, { country: 'ALBANIA' });
    const owner = await signInAs(on, albanian, { hasFactor: true });
    const { page, close } = await openDashboard(browser, on, owner, {
      path: `/hosts/${albanian.hostId}/payment-accounts`,
      viewport: PHONE,
    });
    await page.getByText('None of the gateways takes ALL, the currency of your events.').waitFor();
    await untilEqual(0, () => page.getByRole('button', { name: 'Actions for ALL' }).count());
    await assertAccessible(page, 'a currency that no gateway takes');
    await untilFits(page);
    await close();
  });

  test('an account is connected step by step, whatever goes wrong first, its first callback is seen, it is replaced and disabled; no secret is in the page', async () => {
    const owner = await signInAs(on, host, { hasFactor: true });
    const { page, close } = await openDashboard(browser, on, owner, { path: path(), viewport: PHONE });
    const row = page.getByRole('row', { name: /^NGN/ });
    await row.getByText('Sandbox (development only)').waitFor();
    await assertAccessible(page, 'the page without an account');

    await page.getByRole('link', { name: 'Connect Paystack' }).click();
    await page.getByText(/^http:\/\/localhost:\d+\/payments\/paystack\/callback$/).waitFor();
    await page.getByText('0 of 3 steps done').waitFor();
    await assertAccessible(page, 'the guide before the keys');
    const secretKey = page.getByLabel('Secret key');
    const connect = page.getByRole('button', { name: 'Check and connect' });
    const askedBefore = simulators.paystack.requests.length;
    await secretKey.fill('pk_test_public');
    await connect.click();
    await page.getByText('Enter a Paystack secret key. It begins with').waitFor();
    assert.equal(simulators.paystack.requests.length, askedBefore);

    await secretKey.fill('sk_test_of_nobody');
    await connect.click();
    await page.getByText('Is not known to Paystack').waitFor();
    await untilEqual('true', () => secretKey.getAttribute('aria-invalid'));

    const { credentials } = simulators.paystack.account;
    // Copied with a space, as it happens.
    const pasted = `${credentials.secretKey} `;
    await secretKey.fill(pasted);
    simulators.paystack.faultNext('check', 'unavailable');
    await connect.click();
    await page.getByText('Paystack did not answer, so the key could not be checked.').waitFor();
    await untilEqual(pasted, () => secretKey.inputValue(), 'what was typed is still there');
    await secretKey.press('Enter');
    await page.locator(':focus', { hasText: 'Waiting for the first callback from Paystack.' }).waitFor();
    await page.getByText('1 of 3 steps done').waitFor();
    await page.getByText(`A test key that ends in ${credentials.secretKey.slice(-4)}`).waitFor();
    assert.ok(!(await page.content()).includes(credentials.secretKey));
    await assertAccessible(page, 'the guide before the first callback');

    const { slug, skus } = await makeEvent(on, host);
    const { reference } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    simulators.paystack.callbackUrl = `${on.publicUrl}/payments/paystack/callback`;
    await simulators.paystack.pay(reference);
    await page.getByText('We saw your first callback.').waitFor();
    await page.getByText('3 of 3 steps done').waitFor();
    await assertAccessible(page, 'the guide after the first callback');

    await page.goto(`${on.publicUrl}/dashboard${path()}/gateways/stripe`);
    await page.getByText('Earlier payments and their refunds stay with the old one').waitFor();
    await page.getByText('checkout.session.async_payment_failed').waitFor();
    const stripe = simulators.stripe.account.credentials as { secretKey: string; webhookSecret: string };
    await secretKey.fill(stripe.secretKey);
    await page.getByLabel('Signing secret').fill(stripe.webhookSecret);

    // Another owner disables the account meanwhile: the page says so, and the second press applies to the new state.
    const { body } = await askDashboard(on, path(), { as: owner });
    const [{ account }] = body.data.currencies;
    await askDashboard(on, `${path()}/${account.accountId}/disable`, { as: owner, method: 'POST' });
    await connect.click();
    await page.getByText('Somebody else has changed which account takes NGN').waitFor();
    await connect.click();
    await page.getByText('Waiting for the first callback from Stripe.').waitFor();

    await page.getByRole('link', { name: 'Payment accounts' }).first().click();
    await row.getByText('Stripe · card').waitFor();
    await page.getByRole('heading', { name: 'Earlier accounts' }).waitFor();
    await page.getByRole('button', { name: 'Actions for NGN' }).click();
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByRole('button', { name: 'Disable account' }).click();
    await row.getByText('Sandbox (development only)').waitFor();
    await assertAccessible(page, 'the page with earlier accounts');
    const content = await page.content();
    for (const secret of [credentials.secretKey, stripe.secretKey, stripe.webhookSecret])
      assert.ok(!content.includes(secret));
    await untilFits(page);
    await close();
  });

  for (const [gateway, title, secrets] of [
    ['mollie', 'Mollie', { 'Secret key': 'secretKey' }],
    ['paypal', 'PayPal', { 'Client ID': 'clientId', 'Secret key': 'secretKey' }],
  ] as const) {
    test(`${title} is offered first where it is at home, and asks for its own credentials alone`, async () => {
      const { account, traits } = simulators[gateway];
      const abroad = await makeHost(on, { country: traits.country });
      const owner = await signInAs(on, abroad, { hasFactor: true });
      const at = `/hosts/${abroad.hostId}/payment-accounts`;
      const { page, close } = await openDashboard(browser, on, owner, { path: at, viewport: PHONE });
      await page.getByRole('link', { name: `Connect ${title}` }).click();
      await page.getByText('0 of 3 steps done').waitFor();
      await assertAccessible(page, `the guide to ${title}`);
      await untilFits(page);
      const fields = page.locator('input[type=password]');
      await untilEqual(Object.keys(secrets).length, () => fields.count());
      const credentials = account.credentials as Record<string, string>;
      for (const [label, name] of Object.entries(secrets))
        await page.getByLabel(label, { exact: true }).fill(credentials[name] ?? '');
      await page.getByRole('button', { name: 'Check and connect' }).click();
      await page.getByText(`Waiting for the first callback from ${title}.`).waitFor();
      for (const secret of Object.values(credentials)) assert.ok(!(await page.content()).includes(secret));
      await close();
    });
  }

  test('finance sees the accounts, and nothing to change them with', async () => {
    const finance = await signInAs(on, host, { role: 'finance', hasFactor: true });
    const { page, close } = await openDashboard(browser, on, finance, { path: path() });
    await page.getByRole('row', { name: /^NGN/ }).waitFor();
    await untilEqual(0, () => page.getByText(/Connect|Actions for/).count());
    await close();
  });

  test('a second account is connected beside the first, and moved by keyboard, on a phone', async () => {
    const fresh = await makeHost(on);
    const owner = await signInAs(on, fresh, { hasFactor: true });
    const accounts = `/hosts/${fresh.hostId}/payment-accounts`;
    const { gateway, credentials } = simulators.paystack.account;
    const made = await askDashboard(on, accounts, {
      as: owner,
      method: 'POST',
      body: { gateway, currency: 'NGN', replaces: '', ...credentials },
    });
    assert.equal(made.status, 201);
    const { page, close } = await openDashboard(browser, on, owner, { path: accounts, viewport: PHONE });
    await page.getByRole('button', { name: 'Actions for NGN' }).click();
    await page.getByRole('link', { name: 'Also connect Stripe' }).click();
    await page.getByText('Buyers will choose between this account and Paystack.').waitFor();
    const stripe = simulators.stripe.account.credentials as { secretKey: string; webhookSecret: string };
    await page.getByLabel('Secret key').fill(stripe.secretKey);
    await page.getByLabel('Signing secret').fill(stripe.webhookSecret);
    await page.getByRole('button', { name: 'Check and connect' }).click();
    const rows = page.getByRole('row', { name: /^NGN/ });
    await untilEqual(2, () => rows.count());
    const order = async () => (await rows.allInnerTexts()).map((text) => /Paystack|Stripe/.exec(text)?.[0]);
    await untilEqual(['Paystack', 'Stripe'], order);
    await assertAccessible(page, 'two accounts of a currency');
    await untilFits(page);
    await page.getByRole('button', { name: 'Actions for Stripe, NGN' }).press('Enter');
    await page.getByRole('button', { name: 'Offer earlier' }).press('Enter');
    await page.getByText('Stripe has a new place in your buyers’ choice.').waitFor();
    await untilEqual(['Stripe', 'Paystack'], order);
    await close();
  });
});
