import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { endPaymentWindow, pay, untilStatus } from '../harness/buy.ts';
import { makeEvent } from '../harness/make-catalog.ts';
import { accepted, startHoarding } from './hoarding.fixture.ts';

const world = await startHoarding();
const { on, host, order, untilRefused, backdate } = world;
after(() => world.close());
afterEach(() => world.check());

/** One ticket of a large event, by anybody, from an address of their own. */
const makeSale = async () => {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 1_000 }] });
  return (nr: number, email: string) => ({
    slug,
    body: { items: [{ sku: skus[0], quantity: 1 }] },
    address: `198.51.100.${nr}`,
    email,
  });
};

test('one e-mail has five unpaid orders of an event at once, from whatever devices and addresses', async () => {
  const take = await makeSale();
  const first = accepted(await order(take(1, 'eve@example.com')));
  assert.equal(
    await untilRefused((nr) => order(take(nr + 2, nr % 2 ? 'EVE@Example.com' : 'eve@example.com'))),
    4,
  );
  accepted(await order(take(1, 'ada@example.com')));
  const otherEvent = await makeSale();
  accepted(await order(otherEvent(1, 'eve@example.com')));

  await pay(first.checkoutUrl);
  await untilStatus(on, first.reference, 'confirmed');
  accepted(await order(take(1, 'eve@example.com')));
});

test('a refused order leaves the cart as it was: another e-mail may order it', async () => {
  const take = await makeSale();
  for (let nr = 0; nr < 5; nr += 1) accepted(await order(take(nr, 'eve@example.com')));
  const cart = { ...take(9, 'eve@example.com'), token: crypto.randomUUID() };
  assert.equal((await order(cart)).body.error_code, 'too_many_held');
  accepted(await order({ ...cart, email: 'ada@example.com' }));
});

test('with those that lapsed in the last three hours, one e-mail has ten', async () => {
  const take = await makeSale();
  for (let nr = 0; nr < 10; nr += 1) {
    const ordered = accepted(await order(take(nr, 'eve@example.com')));
    await backdate(ordered, 30);
    await endPaymentWindow(on, ordered.reference);
    await untilStatus(on, ordered.reference, 'expired');
  }
  assert.equal((await order(take(11, 'eve@example.com'))).body.error_code, 'too_many_held');
  await on.app.database.query(
    `UPDATE orders SET counts_until = now() WHERE id = (SELECT id FROM orders WHERE email = 'eve@example.com' AND status = 'expired' LIMIT 1)`,
  );
  accepted(await order(take(11, 'eve@example.com')));
});

test('free orders are not unpaid', async () => {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 1_000, priceMinor: 0 }] });
  for (let nr = 0; nr < 12; nr += 1) {
    const body = { items: [{ sku: skus[0], quantity: 1 }] };
    accepted(await order({ slug, body, address: '198.51.100.1', email: 'eve@example.com' }));
  }
});
