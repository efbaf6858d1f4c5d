import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { addPaymentAccount } from '../../src/payments/payment-accounts.ts';
import { WITH_NAIRA, type WithNaira } from '../contract/ways-to-pay.fixture.ts';
import { SIMULATORS } from '../harness/gateways/all-simulators.ts';
import type { GatewaySimulator } from '../harness/gateways/simulator.ts';
import { untilFits } from '../harness/at-page.ts';
import { buy } from '../harness/buy.ts';
import { assertAccessibleInBothThemes } from '../harness/open-dashboard.ts';
import { untilEqual } from '../harness/until.ts';
import { chooseAndFillIn, makeConcert } from './embed-concert.fixture.ts';
import { button, heading, PHONE, ready, referenceIn, startShop, visit, type Shop } from './embed.fixture.ts';

const WAYS = {
  paystack: /^Card, bank transfer, USSD\s*by Paystack$/,
  flutterwave: /^Card, bank transfer, USSD\s*by Flutterwave$/,
  stripe: /^Card\s*by Stripe$/,
};

/** The site around the frame is not ours to look at. */
function framedIn(page: Page): Page {
  const [, inner] = page.frames();
  assert.ok(inner);
  return {
    emulateMedia: (options: object) => page.emulateMedia(options),
    evaluate: (script: string) => inner.evaluate(script),
  } as unknown as Page;
}

suite('a host with several ways to pay, on a phone', () => {
  let shop: Shop;
  let simulators: Record<WithNaira, GatewaySimulator>;
  before(async () => {
    const [paystack, flutterwave, stripe] = await Promise.all([
      SIMULATORS.paystack(),
      SIMULATORS.flutterwave(),
      SIMULATORS.stripe(),
    ]);
    simulators = { paystack, flutterwave, stripe };
    shop = await startShop({
      PAYSTACK_URL: paystack.url,
      FLUTTERWAVE_URL: flutterwave.url,
      STRIPE_URL: stripe.url,
    });
    for (const name of WITH_NAIRA) {
      simulators[name].callbackUrl = `${shop.on.publicUrl}/payments/${name}/callback`;
      await shop.on.app.database.transaction((tx) =>
        addPaymentAccount(
          tx,
          { secretKeys: shop.on.secretKeys, refusesTestCredentials: false },
          { hostId: shop.host.hostId, currency: 'NGN', isBeside: true, ...simulators[name].account },
        ),
      );
    }
  });
  after(async () => {
    await shop.close();
    await Promise.all(Object.values(simulators).map((simulator) => simulator.close()));
  });

  // The simulators have no pages to look at.
  const standIn = (context: BrowserContext) =>
    context.route('https://checkout.*.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>The gateway</title>' }),
    );

  test('in the embed: one way does not answer, another one opens in a tab, and the tickets appear in the frame', async () => {
    const { slug } = await makeConcert(shop);
    const { page, frame, close } = await visit(shop, { slug, viewport: PHONE });
    await standIn(page.context());
    await chooseAndFillIn(frame, 1);
    await button(frame, /^Pay ₦/).click();
    await heading(frame, 'Choose how to pay').waitFor();
    await untilEqual(['Paystack', 'Flutterwave', 'Stripe'], async () =>
      (await frame.getByRole('list', { name: 'Ways to pay' }).getByRole('button').allInnerTexts()).map(
        (name) => /by (\w+)/.exec(name)?.[1],
      ),
    );
    await assertAccessibleInBothThemes(framedIn(page), 'the choice in the embed');
    simulators.paystack.faultNext('start', 'unavailable');
    await Promise.all([page.waitForEvent('popup'), button(frame, WAYS.paystack).click()]);
    await frame.getByText('This way to pay can’t be reached now.').first().waitFor();
    const [tab] = await Promise.all([page.waitForEvent('popup'), button(frame, WAYS.stripe).click()]);
    await tab.waitForURL(/^https:\/\/checkout\.stripe\.example\//);
    await simulators.stripe.pay(`${await referenceIn(frame)}-2`);
    await ready(frame);
    await close({ expect: /status of 502/ });
  });

  test('on the page of the order’s link, without a script: every way fits, and leads to its gateway', async () => {
    const { slug, skus } = await makeConcert(shop);
    const { reference, checkoutUrl } = await buy(shop.on, shop.host, {
      slug,
      items: [{ sku: skus[0], quantity: 2 }],
    });
    const context = await shop.browser.newContext({ viewport: PHONE, locale: 'en-NG' });
    await standIn(context);
    const page = await context.newPage();
    await page.goto(checkoutUrl);
    await page.getByRole('heading', { name: 'Choose how to pay' }).waitFor();
    await assertAccessibleInBothThemes(page, 'the page of the choice');
    await untilFits(page);
    for (const language of ['ar', 'de', 'sw']) {
      await page.goto(`${checkoutUrl}?lang=${language}&notice=failed`);
      await assertAccessibleInBothThemes(page, `the page of the choice in ${language}`);
    }
    const still = await shop.browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
    const plain = await still.newPage();
    await plain.goto(checkoutUrl);
    // To where the answer redirects nothing can stand in: the browser is on its way there, which is enough.
    await Promise.all([
      plain.waitForRequest(/^https:\/\/checkout\.flutterwave\.example\//),
      plain.getByRole('button', { name: WAYS.flutterwave }).click(),
    ]);
    await simulators.flutterwave.pay(reference);
    const back = await still.newPage();
    await back.goto(simulators.flutterwave.returnUrl(reference));
    await back.getByText('You’re going!').waitFor();
    await Promise.all([context.close(), still.close()]);
  });
});
