import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { buy, hold, order, pay, storedOrder, untilStatus } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessibleInBothThemes, untilLive } from '../../../../test/harness/open-dashboard.ts';
import { signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { giveUpDeliveries, switchOnReceiver } from '../../../../test/harness/switch-on-receiver.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { signTicketCode } from '../../../tickets/ticket-code.ts';
import { untilEqual } from '../../../../test/harness/until.ts';
import { pressShortcut, untilFits } from '../../../../test/harness/at-page.ts';

const PHONE = { width: 360, height: 740 };

suite('home, events and orders in a browser', () => {
  let browser: Browser;
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  let show: Awaited<ReturnType<typeof makeEvent>>;
  let reference: string;
  before(async () => {
    browser = await launchBrowser();
    on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
    host = await makeHost(on);
    owner = await signInAs(on, host);
    show = await makeEvent(on, host, {
      name: 'Jazz in the Garden',
      ticketTypes: [{ capacity: 10 }, { priceMinor: 0 }],
    });
    await switchOnReceiver(on, show.eventId);
    ({ reference } = await buy(on, host, { slug: show.slug, items: [{ sku: show.skus[1], quantity: 1 }] }));
    await giveUpDeliveries(on, reference);
  });
  after(async () => {
    await browser.close();
    await on.close();
  });

  async function open({
    as = owner,
    path = '',
    ...options
  }: { as?: SignedIn; path?: string } & Parameters<Browser['newContext']>[0] = {}): Promise<{
    page: Page;
    complaints: string[];
    close: () => Promise<void>;
  }> {
    const context = await browser.newContext(options);
    const [name = '', value = ''] = as.cookie.split('=');
    await context.addCookies([{ name, value, url: on.publicUrl }]);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(`${on.publicUrl}/dashboard/hosts/${host.hostId}${path}`);
    await untilLive(page);
    return { page, complaints, close: () => context.close() };
  }
  const cell = (page: Page, column: string) =>
    page.getByRole('row', { name: 'Jazz in the Garden' }).getByRole('cell').filter({ hasText: column });

  test('figures change as tickets are held and sold, nothing is said aloud, and nothing moves', async () => {
    const { page, complaints, close } = await open();
    await page.getByText('Updates live').waitFor();
    await cell(page, '1of 110').waitFor();
    const table = page.getByRole('table');
    const place = await table.boundingBox();
    const cart = await hold(on, host, { slug: show.slug, items: [{ sku: show.skus[0], quantity: 3 }] });
    await cell(page, '3').first().waitFor();
    const { body } = await order(on, host, cart);
    await pay(body.data.checkoutUrl);
    await untilStatus(on, body.data.reference, 'confirmed');
    await cell(page, '4of 110').waitFor();
    assert.deepEqual(await table.boundingBox(), place);
    const aloud = page.locator('[aria-live], [role=status], [role=alert]').filter({ hasText: /\d/ });
    await untilEqual(0, () => aloud.count());
    // When asked, all of it.
    await page.getByRole('button', { name: 'Read out the figures' }).press('Enter');
    await page
      .getByRole('status')
      .getByText(/4 tickets sold, 0 held, 106 left\. Net ₦/)
      .waitFor();
    assert.deepEqual(complaints, []);
    await close();
  });

  test('a line that is lost is told, and taken up again', async () => {
    const another = await signInAs(on, host, { role: 'manager' });
    const { page, close } = await open({ as: another });
    await page.getByText('Updates live').waitFor();
    // The stream ends, and for as long as the member has another role it begins anew.
    await page.route('**/live?*', (route) => route.abort());
    await on.app.database.query(`UPDATE members SET role = 'finance' WHERE person_id = $1`, [
      another.personId,
    ]);
    await page.getByText('Not live. Reconnecting…').waitFor();
    await page.unroute('**/live?*');
    await page.getByText('Updates live').waitFor();
    await close();
  });

  test('open tasks come first, and lead to where they are', async () => {
    const { page, complaints, close } = await open();
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention
      .getByText(/^Webhooks don’t reach \S+ \(Jazz in the Garden\): 1 delivery failed/)
      .waitFor();
    await attention.getByText('Your account has no second factor').waitFor();
    await attention.getByRole('link', { name: 'See the event’s integrations' }).click();
    await page.getByRole('heading', { level: 1, name: 'Jazz in the Garden Integrations' }).waitFor();
    assert.deepEqual(complaints, []);
    await close();
  });

  test('the search finds an order by its ticket’s code, and the order tells its story', async () => {
    const { id } = await storedOrder(on, reference);
    const { rows } = await on.app.database.query<{ serial: string }>(
      'SELECT serial FROM tickets WHERE order_id = $1',
      [id],
    );
    const code = signTicketCode(on.secretKeys.current, {
      eventId: show.eventId,
      serial: rows[0]?.serial ?? '',
    });
    const { page, complaints, close } = await open();
    await page.getByText('Updates live').waitFor();
    await pressShortcut(page, 'Control+k');
    await page.getByRole('combobox').fill(code);
    await page.getByRole('option', { name: 'Ada Obi' }).click();
    await page.getByRole('heading', { level: 1, name: reference }).waitFor();
    await page.getByRole('region', { name: 'History' }).getByText('nothing to pay').waitFor();
    await page.getByRole('link', { name: 'Jazz in the Garden', exact: true }).click();
    await page.getByRole('region', { name: 'Ticket types' }).waitFor();
    assert.deepEqual(complaints, []);
    await close();
  });

  test('axe finds nothing wrong, in the light and in the dark, on a phone and on a desk', async () => {
    for (const path of ['', `/events/${show.eventId}`, `/orders/${reference}`]) {
      for (const viewport of [PHONE, { width: 1280, height: 900 }]) {
        const { page, close } = await open({ path, viewport });
        await page.getByRole('heading', { level: 1 }).waitFor();
        await assertAccessibleInBothThemes(page, `${path}, ${viewport.width}`);
        await untilFits(page, path);
        await close();
      }
    }
  });
});
