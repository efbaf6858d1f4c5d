import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { untilFits } from '../../../../test/harness/at-page.ts';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { hold } from '../../../../test/harness/buy.ts';
import { ask } from '../../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import {
  assertAccessibleInBothThemes,
  DESK,
  openDashboard,
  PHONE,
} from '../../../../test/harness/open-dashboard.ts';
import { signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startSmtp, type TestSmtp } from '../../../../test/harness/smtp.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';

suite('the waiting list, as a host and a buyer see it', () => {
  let on: TestApp;
  let smtp: TestSmtp;
  let browser: Browser;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    smtp = await startSmtp();
    [on, browser] = await Promise.all([
      startTestApp({ environment: { SMTP_URL: smtp.url, RATE_LIMIT_PER_ADDRESS: '1000000' } }),
      launchBrowser(),
    ]);
    host = await makeHost(on);
    owner = await signInAs(on, host);
  });
  after(async () => {
    await browser.close();
    await on.close();
    await smtp.stop();
  });

  /** In both themes, and on a phone. */
  const look = async (page: Page, what: string): Promise<void> => {
    await assertAccessibleInBothThemes(page, what);
    await page.setViewportSize(PHONE);
    await untilFits(page, what);
    await page.setViewportSize(DESK);
  };
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  test('a host switches it on, a buyer joins, and what comes back is in the buyer’s cart', async () => {
    const { eventId, slug, skus } = await makeEvent(on, host, {
      name: 'Harmattan Ball',
      ticketTypes: [{ name: 'Regular', capacity: 2 }],
    });
    const { page, close } = await openDashboard(browser, on, owner, {
      path: `/hosts/${host.hostId}/events/${eventId}`,
    });
    await page.getByRole('link', { name: 'Waiting list' }).click();
    await page.getByRole('heading', { level: 1, name: 'Harmattan Ball Waiting list' }).waitFor();
    await look(page, 'without a list');
    await press(page, 'Switch on the waiting list');
    await page.getByText('People can join', { exact: true }).waitFor();

    const cart = await hold(on, host, { slug, items: [{ sku: skus[0], quantity: 2 }] });
    const buyer = await browser.newPage({ viewport: DESK });
    await buyer.goto(`${on.publicUrl}/checkout/${slug}`);
    const link = buyer.getByRole('link', { name: 'Join the waiting list' });
    await buyer.goto(`${on.publicUrl}${(await link.getAttribute('href')) ?? ''}`);
    await look(buyer, 'the form');
    const email = `${randomUUID()}@example.com`;
    await buyer.getByLabel('E-mail').fill(email);
    await buyer.getByLabel('Tickets, at most').fill('2');
    await press(buyer, 'Join the list');
    await buyer.getByRole('heading', { name: 'Check your inbox' }).waitFor();

    const mailed = async (count: number): Promise<string> => {
      const mails = () => smtp.received.filter(({ envelope }) => envelope.to.includes(email));
      await until('the mail to have come', () => mails().length >= count);
      return /(\/checkout\/\S+\/waiting-list\/entries\/\S+)/.exec(mails().at(-1)?.mail.text ?? '')?.[1] ?? '';
    };
    await buyer.goto(on.publicUrl + (await mailed(1)));
    await press(buyer, 'Join the waiting list');
    await buyer.getByText('Your place: 1').waitFor();
    await look(buyer, 'a place');

    await page.reload();
    await page.getByText(email).waitFor();
    await page.getByText('For 2 tickets').waitFor();
    await look(page, 'somebody waits');

    await ask(on, `/events/${slug}/reservations`, {
      method: 'DELETE',
      key: host,
      headers: { 'x-device-id': cart.token },
    });
    await buyer.goto(on.publicUrl + (await mailed(2)));
    await buyer.getByText('2 tickets', { exact: false }).first().waitFor();
    await look(buyer, 'an offer');
    await buyer.getByRole('link', { name: 'Buy the tickets' }).click();
    await buyer.getByRole('heading', { name: 'Your details' }).waitFor();
    await look(buyer, 'the offer in the cart');
    await press(buyer, 'Change tickets');
    await buyer.getByRole('heading', { name: 'Choose your tickets' }).waitFor();
    // The code of the offer is for no reader.
    await buyer.getByText(/w[0-9a-z]{49}/).waitFor({ state: 'detached' });
    const { rows } = await on.app.database.query<{ state: string }>(
      'SELECT state FROM waiting_list_entries WHERE email = $1',
      [email],
    );
    assert.deepEqual(rows, [{ state: 'taken' }]);
    assert.deepEqual(await checkInvariants(on.app.database), []);
    await buyer.close();

    await press(page, 'Put tickets on sale to everyone');
    await page.getByRole('dialog').getByRole('button', { name: 'Put tickets on sale to everyone' }).click();
    await page.getByText('Nobody can join', { exact: true }).waitFor();
    await close();
  });
});
