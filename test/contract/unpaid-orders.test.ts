import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { endPaymentWindow, pay, untilStatus } from '../harness/buy.ts';
import { makeEvent } from '../harness/make-catalog.ts';
import { accepted, startHoarding } from './hoarding.fixture.ts';

const world = await startHoarding();
const { on, host, order, untilRefused, backdate } = world;
after(() => world.close());
afterEach(() => world.check());

/** One ticket of a large event, by anybody, from Eve's address where no other is said. */
const makeSale = async () => {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 1_000 }] });
  return (email: string, address = '198.51.100.1') => ({
    slug,
    body: { items: [{ sku: skus[0], quantity: 1 }] },
    address,
    email,
  });
};

test('one e-mail has five unpaid orders of an event at once from one address, on whatever devices', async () => {
  const take = await makeSale();
  const first = accepted(await order(take('eve@example.com')));
  assert.equal(await untilRefused((nr) => order(take(nr % 2 ? 'EVE@Example.com' : 'eve@example.com'))), 4);
  accepted(await order(take('ada@example.com')));
  const otherEvent = await makeSale();
  accepted(await order(otherEvent('eve@example.com')));

  await pay(first.checkoutUrl);
  await untilStatus(on, first.reference, 'confirmed');
  accepted(await order(take('eve@example.com')));
});

test('nobody is locked out by a stranger who orders with their e-mail', async () => {
  const take = await makeSale();
  assert.equal(await untilRefused(() => order(take('ada@example.com'))), 5);
  accepted(await order(take('ada@example.com', '203.0.113.9')));
});

test('a refused order leaves the cart as it was: another e-mail may order it', async () => {
  const take = await makeSale();
  for (let nr = 0; nr < 5; nr += 1) accepted(await order(take('eve@example.com')));
  const cart = { ...take('eve@example.com'), token: crypto.randomUUID() };
  assert.equal((await order(cart)).body.error_code, 'too_many_held');
  accepted(await order({ ...cart, email: 'ada@example.com' }));
});

test('with those that lapsed in the last three hours, one e-mail has ten', async () => {
  const take = await makeSale();
  for (let nr = 0; nr < 10; nr += 1) {
    const ordered = accepted(await order(take('eve@example.com')));
    await backdate(ordered, 30);
    await endPaymentWindow(on, ordered.reference);
    await untilStatus(on, ordered.reference, 'expired');
  }
  assert.equal((await order(take('eve@example.com'))).body.error_code, 'too_many_held');
  await on.app.database.query(
    `UPDATE orders SET counts_until = now() WHERE id = (SELECT id FROM orders WHERE email = 'eve@example.com' AND status = 'expired' LIMIT 1)`,
  );
  accepted(await order(take('eve@example.com')));
});

test('free orders are not unpaid', async () => {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 1_000, priceMinor: 0 }] });
  for (let nr = 0; nr < 12; nr += 1) {
    const body = { items: [{ sku: skus[0], quantity: 1 }] };
    accepted(await order({ slug, body, address: '198.51.100.1', email: 'eve@example.com' }));
  }
});
