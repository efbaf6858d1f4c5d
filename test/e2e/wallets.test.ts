import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { makeAppleFile } from '../../src/wallets/apple/make-credentials.fixture.ts';
import { boxOf, untilFits } from '../harness/at-page.ts';
import { makeEvent } from '../harness/make-catalog.ts';
import { assertAccessible } from '../harness/open-dashboard.ts';
import { untilEqual } from '../harness/until.ts';
import { ADA, button, choose, fillIn, PHONE, startShop, visit, type Shop } from './embed.fixture.ts';

const PHONES = [
  {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
    own: 'Add to Apple Wallet',
    other: 'Add to Google Wallet',
  },
  {
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
    own: 'Add to Google Wallet',
    other: 'Add to Apple Wallet',
  },
];
// For a thumb.
const LEAST_PIXELS = 40;

suite('the buttons of wallets on a phone', () => {
  let shop: Shop;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tessera-wallets-'));
    const [apple, google] = [path.join(folder, 'apple.pem'), path.join(folder, 'google.json')];
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await writeFile(apple, makeAppleFile().whole);
    const account = {
      type: 'service_account',
      client_email: 'passes@tessera.iam.gserviceaccount.com',
      private_key: privateKey.export({ format: 'pem', type: 'pkcs8' }),
    };
    await writeFile(google, JSON.stringify(account));
    shop = await startShop({
      APPLE_PASS_FILE: apple,
      GOOGLE_WALLET_FILE: google,
      GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
    });
  });
  after(async () => {
    await shop.close();
    await rm(folder, { recursive: true });
  });

  for (const { userAgent, own, other } of PHONES)
    test(`“${own}” alone is on the last step and on the receipt, where it is large enough, and opens a pass`, async () => {
      const event = await makeEvent(shop.on, shop.host, {
        ticketTypes: [{ name: 'Regular', priceMinor: 0 }],
      });
      const visited = await visit(shop, { slug: event.slug, userAgent });
      const { frame } = visited;
      await choose(frame, 'Regular', 1);
      await button(frame, 'Continue').click();
      await fillIn(frame, ADA);
      await button(frame, /Confirm|Get/).click();
      const onLastStep = frame.getByRole('link', { name: own });
      await onLastStep.waitFor();
      await untilEqual(0, () => frame.getByRole('link', { name: other }).count());
      const receiptUrl = await frame.getByRole('link', { name: 'Receipt' }).getAttribute('href');
      await visited.close();

      const context = await shop.browser.newContext({ viewport: PHONE, locale: 'en-NG', userAgent });
      const page = await context.newPage();
      await page.goto(receiptUrl ?? '');
      const onReceipt = page.getByRole('link', { name: own });
      await onReceipt.waitFor();
      await untilEqual(0, () => page.getByRole('link', { name: other }).count());
      const { height } = await boxOf(onReceipt);
      assert.ok(height >= LEAST_PIXELS, `${height} pixels`);
      await untilFits(page);
      await assertAccessible(page, 'the receipt');
      const address = new URL((await onReceipt.getAttribute('href')) ?? '', page.url());
      const opened = await fetch(address, { redirect: 'manual' });
      assert.equal(opened.status, own.includes('Apple') ? 200 : 302);
      await context.close();
    });
});
