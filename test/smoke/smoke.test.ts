import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sellOrder } from '../../src/pages/dashboard/order/order-page.fixture.ts';
import { hashPassword } from '../../src/people/passwords/password-hash.ts';
import { chooseAndFillIn, makeConcert } from '../e2e/embed-concert.fixture.ts';
import { goToPayment, payWith, ready, startShop, visit } from '../e2e/embed.fixture.ts';
import { typeCode, verdictOf } from '../e2e/scanner.fixture.ts';
import { makeHost } from '../harness/make-catalog.ts';
import { makeDoorDevice, makeDoorEvent, sellTickets } from '../harness/make-door.ts';
import { openDashboard, PHONE } from '../harness/open-dashboard.ts';
import { signInAs } from '../harness/sign-in.ts';

// One look in a real browser at what must never break. All that browsers show besides is in `npm run test:long`.

const shop = await startShop();
const { on, host, browser } = shop;
after(() => shop.close());

test('a buyer pays in the embed, on a site of somebody else’s, and has the tickets', async () => {
  const { slug } = await makeConcert(shop);
  const { frame, close } = await visit(shop, { slug });
  await chooseAndFillIn(frame, 2);
  await goToPayment(frame);
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  await close();
});

test('a host signs in', async (t) => {
  const [email, password] = ['smoke@mail.example', 'violet hammer ferry quartz'];
  const { hostId } = await makeHost(on, { email, passwordHash: await hashPassword(password) });
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.goto(`${on.publicUrl}/dashboard/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${on.publicUrl}/dashboard/hosts/${hostId}`);
});

test('a host refunds an order', async () => {
  const { reference, total } = await sellOrder(on, host);
  const owner = await signInAs(on, host, { hasFactor: true });
  const path = `/hosts/${host.hostId}/orders/${reference}`;
  const { page, close } = await openDashboard(browser, on, owner, { path });
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Refund \S+/ })
    .click();
  await page.getByRole('region', { name: 'History' }).getByText('Paid back').waitFor();
  const { rows } = await on.app.database.query<{ amount_minor: number }>(
    'SELECT r.amount_minor FROM refunds AS r JOIN orders AS o ON o.id = r.order_id WHERE o.reference = $1',
    [reference],
  );
  assert.deepEqual(rows, [{ amount_minor: total }]);
  await close();
});

test('a phone at the door lets a ticket in once', async (t) => {
  const event = await makeDoorEvent(on);
  const [ticket] = await sellTickets(on, event, { count: 1 });
  const { link } = await makeDoorDevice(on, event, { door: 'Main' });
  const page = await browser.newPage({ viewport: PHONE });
  t.after(() => page.close());
  await page.goto(link);
  await page.getByText(/List as of/).waitFor();
  for (const said of ['admitted', 'already_used']) {
    await typeCode(page, ticket?.code ?? '');
    await verdictOf(page, said).waitFor();
  }
});
