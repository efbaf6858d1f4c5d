import assert from 'node:assert/strict';
import { after, test, type TestContext } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { addSubscription } from '../../src/webhooks/subscriptions/add-subscription.ts';
import { createGuard } from '../../src/webhooks/delivery/guard.ts';
import { quantityLeft } from '../harness/buy.ts';
import { until, untilEqual } from '../harness/until.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { chooseAndFillIn, makeConcert } from './embed-concert.fixture.ts';
import {
  addressOf,
  button,
  choose,
  fillIn,
  goToPayment,
  holdersOf,
  payWith,
  ready,
  referenceIn,
  startShop,
  visit,
} from './embed.fixture.ts';

const receiver = await startReceiver({ after: after as TestContext['after'] });
const shop = await startShop({ WEBHOOK_ALLOW: receiver.address });
after(() => shop.close());

test('a reload in mid-details loses neither the hold nor what was typed, where the tab may store it', async () => {
  const { slug } = await makeConcert(shop, { capacity: 2 });
  const { page, frame, token, close } = await visit(shop, { slug });
  await chooseAndFillIn(frame, 2);
  const tokenBefore = token();
  await page.reload();
  await untilEqual('ada@example.com', () => frame.getByRole('textbox', { name: 'E-mail' }).inputValue());
  assert.deepEqual(await quantityLeft(shop.on, shop.host, slug), [0]);
  await goToPayment(frame);
  assert.equal(token(), tokenBefore);
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  await close();
});

test('each ticket to its own person: their names on the tickets, and an entry each in the webhook', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  await addSubscription(
    { database: shop.on.app.database, guard: createGuard({ allow: [receiver.address] }) },
    { hostId: shop.host.hostId, actor: OPERATOR, slug, url: receiver.url },
  );
  const { frame, close } = await visit(shop, { slug });
  await chooseAndFillIn(frame, 3);
  await frame.getByRole('checkbox', { name: /^Send each ticket to its own person/ }).check();
  await button(frame, 'Get your tickets').click();
  await frame.getByRole('alert').getByText('Please fix 6 fields.').waitFor();
  const people = [
    { firstName: 'Bisi', lastName: 'Ade', email: 'bisi@example.com' },
    { firstName: 'Chidi', lastName: 'Eze', email: 'chidi@example.com' },
  ];
  for (const [index, person] of people.entries()) {
    await fillIn(frame.getByRole('group', { name: `Ticket ${index + 2}: Regular` }), person);
  }
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  const shown = frame.getByRole('definition');
  await untilEqual(
    ['Ada Obi', 'a short code', 'Bisi Ade', 'a short code', 'Chidi Eze', 'a short code'],
    async () =>
      (await shown.allTextContents()).map((text) =>
        text.replace(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/, 'a short code'),
      ),
  );
  const reference = await referenceIn(frame);
  assert.deepEqual(await holdersOf(shop, reference), [
    'Ada Obi ada@example.com',
    'Bisi Ade bisi@example.com',
    'Chidi Eze chidi@example.com',
  ]);
  const body = await until('the webhook', () =>
    receiver.received.map(({ raw }) => raw.toString()).find((text) => text.includes(reference)),
  );
  const { data } = JSON.parse(body) as {
    data: { orders: { quantity: number; customer: { email: string } }[] };
  };
  assert.deepEqual(
    data.orders.map(({ quantity, customer }) => [quantity, customer.email]),
    [
      [1, 'ada@example.com'],
      [1, 'bisi@example.com'],
      [1, 'chidi@example.com'],
    ],
  );
  await close();
});

test('free tickets are confirmed in place, and sent again on request', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const { page, frame, close } = await visit(shop, { slug, storage: 'none' });
  const pages: string[] = [];
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  page.on('framenavigated', (navigated) => pages.push(navigated.url()));
  await fillIn(frame);
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  const reference = await referenceIn(frame);
  assert.deepEqual(await holdersOf(shop, reference), ['Ada Obi ada@example.com']);
  // The order is in the address, which is no navigation to anywhere else.
  assert.deepEqual(
    pages.filter((url) => !url.startsWith(addressOf(shop, slug))),
    [],
  );
  await button(frame, 'Send again').click();
  await frame
    .getByRole('status')
    .getByText(/^Sent again/)
    .waitFor();
  await close();
});

test('without storage, a reload after the purchase still shows the tickets', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const { frame, look, reloadFrame, close } = await visit(shop, { slug, storage: 'none' });
  await chooseAndFillIn(frame, 1);
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  const reference = await referenceIn(frame);
  // The history goes back over the steps that led here, and the address is written when it has arrived.
  await until('the order in the address', () => look<boolean>(`location.search.includes('${reference}')`));
  await reloadFrame();
  await ready(frame);
  assert.equal(await referenceIn(frame), reference);
  await close();
});
