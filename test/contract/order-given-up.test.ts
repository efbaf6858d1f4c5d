import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { setFees } from '../../src/hosts/set-fees.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { createPromoCode } from '../../src/reservations/create-promo-code.ts';
import {
  buy,
  endPaymentWindow,
  hold,
  historyOf,
  letTransferArrive,
  order,
  pay,
  runSoon,
  storedOrder,
  untilStatus,
  type Ordered,
} from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';

// Orders that are opened, given up and paid for later, one by one and in bulk. A bank transfer is used to pay: its money comes whether or
// not the gateway has closed the page meanwhile.

let on: TestApp;
let host: TestHost;

before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
});
after(() => on.close());
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

type Bought = Ordered & { token: string };
type Event = { eventId: string; slug: string; sku: string };

async function newEvent(capacity = 100): Promise<Event> {
  const { eventId, slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity }] });
  return { eventId, slug, sku: skus[0] ?? '' };
}

function addCode(
  eventId: string,
  code: { maximumUses: number | null; percentBasisPoints?: number; ticketTypeIds?: string[] },
): Promise<string> {
  const { maximumUses, percentBasisPoints = 5_000, ticketTypeIds = [] } = code;
  return on.app.database.transaction((tx) =>
    createPromoCode(tx, {
      eventId,
      code: 'ONCE',
      discount: { percentBasisPoints },
      maximumUses,
      ticketTypeIds,
    }),
  );
}

/** Orders by a bank transfer, which is under way when this is done. */
async function orderByTransfer(
  { slug, sku }: Event,
  {
    token = randomUUID(),
    quantity = 1,
    promoCode,
  }: { token?: string; quantity?: number; promoCode?: string } = {},
): Promise<Bought> {
  const items = [{ sku, quantity }];
  const bought = await buy(on, host, { slug, items, token, ...(promoCode !== undefined && { promoCode }) });
  assert.equal((await pay(bought.checkoutUrl, 'late')).status, 200);
  return bought;
}

async function release({ slug }: Event, token: string): Promise<void> {
  const { status } = await ask(on, `/events/${slug}/reservations`, {
    method: 'DELETE',
    key: host,
    headers: { 'x-device-id': token },
  });
  assert.equal(status, 200);
}

async function giveUp(event: Event, bought: Bought): Promise<void> {
  await release(event, bought.token);
  assert.equal((await storedOrder(on, bought.reference)).status, 'cancelled');
}

async function expire(bought: Bought): Promise<void> {
  await endPaymentWindow(on, bought.reference);
  await untilStatus(on, bought.reference, 'expired');
}

/** Makes it so many hours ago that the time to pay was over. */
const letHoursPass = (bought: Bought, hours: number) =>
  on.app.database.query(
    `UPDATE orders SET pay_by = now() - $2 * interval '1 hour', created_at = now() - $2 * interval '1 hour' WHERE reference = $1`,
    [bought.reference, hours],
  );

async function outcomeOf(bought: Bought): Promise<string> {
  await letTransferArrive(on, bought.reference);
  return until(`the payment of ${bought.reference} to be used or returned`, async () => {
    const { status } = await storedOrder(on, bought.reference);
    return (status === 'confirmed' || status === 'refunded') && status;
  });
}

const raisePrice = ({ sku }: Event) =>
  on.app.database.query('UPDATE ticket_types SET price_minor = price_minor * 2 WHERE id = $1', [sku]);
const endSale = ({ sku }: Event) =>
  on.app.database.query(`UPDATE ticket_types SET sale_ends_at = now() - interval '1 second' WHERE id = $1`, [
    sku,
  ]);

async function whyReturned({ reference }: Bought): Promise<string | null | undefined> {
  const { rows } = await on.app.database.query<{ late_because: string | null }>(
    'SELECT p.late_because FROM payments AS p JOIN orders AS o ON o.id = p.order_id WHERE o.reference = $1',
    [reference],
  );
  return rows[0]?.late_because;
}

describe('a promo code for one use', () => {
  test('buys one order, however many were opened with it and given up', async () => {
    const event = await newEvent();
    const codeId = await addCode(event.eventId, { maximumUses: 1 });
    const token = randomUUID();
    const opened: Bought[] = [];
    for (let turn = 0; turn < 4; turn += 1)
      opened.push(await orderByTransfer(event, { token, quantity: 5, promoCode: 'ONCE' }));
    await release(event, token);

    const outcomes = [];
    for (const bought of opened) outcomes.push(await outcomeOf(bought));
    assert.deepEqual(outcomes, ['confirmed', 'refunded', 'refunded', 'refunded']);
    const { rows } = await on.app.database.query('SELECT uses FROM promo_codes WHERE id = $1', [codeId]);
    assert.deepEqual(rows, [{ uses: 1 }]);
  });

  test('gives nothing away by the price of the cheapest ticket beside it', async () => {
    const { eventId, slug, skus } = await makeEvent(on, host, {
      ticketTypes: [{ capacity: 100 }, { capacity: 100, priceMinor: 10_000 }],
    });
    const [vip = '', cheap = ''] = skus;
    await addCode(eventId, { maximumUses: 1, percentBasisPoints: 10_000, ticketTypeIds: [vip] });
    const token = randomUUID();
    const opened: Bought[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const items = [
        { sku: vip, quantity: 10 },
        { sku: cheap, quantity: 1 },
      ];
      const bought = await buy(on, host, { slug, items, token, promoCode: 'ONCE' });
      await pay(bought.checkoutUrl, 'late');
      opened.push(bought);
    }
    await release({ eventId, slug, sku: cheap }, token);
    const outcomes = await Promise.all(opened.map(outcomeOf));
    assert.deepEqual(outcomes.toSorted(), ['confirmed', 'refunded', 'refunded']);
  });

  test('is not there for a slow bank, where another buyer has used it meanwhile', async () => {
    const event = await newEvent();
    await addCode(event.eventId, { maximumUses: 1 });
    const slow = await orderByTransfer(event, { promoCode: 'ONCE' });
    await expire(slow);
    const quick = await buy(on, host, {
      slug: event.slug,
      items: [{ sku: event.sku, quantity: 1 }],
      promoCode: 'ONCE',
    });
    await pay(quick.checkoutUrl);
    await untilStatus(on, quick.reference, 'confirmed');
    assert.equal(await outcomeOf(slow), 'refunded');
    assert.equal(await whyReturned(slow), 'code_used');
    assert.deepEqual((await historyOf(on, slow.reference)).at(-2), {
      status: 'expired',
      cause: 'a payment came when the promo code was used up: it goes back',
    });
  });

  test('is there again for a slow bank, where the other buyer’s cart has lapsed', async () => {
    const event = await newEvent();
    await addCode(event.eventId, { maximumUses: 1 });
    const slow = await orderByTransfer(event, { promoCode: 'ONCE' });
    await expire(slow);
    const other = await hold(on, host, {
      slug: event.slug,
      items: [{ sku: event.sku, quantity: 1 }],
      promoCode: 'ONCE',
    });
    await on.app.database.query(
      `WITH cart AS (UPDATE reservations SET expires_at = clock_timestamp() WHERE token = $1 RETURNING id, expires_at)
       UPDATE holds SET expires_at = cart.expires_at FROM cart WHERE reservation_id = cart.id`,
      [other.token],
    );
    assert.equal(await outcomeOf(slow), 'confirmed');
  });

  test('counts for a late order too, where it has no limit so far', async () => {
    const event = await newEvent();
    await addCode(event.eventId, { maximumUses: null });
    const bought = await orderByTransfer(event, { promoCode: 'ONCE' });
    await giveUp(event, bought);
    assert.equal(await outcomeOf(bought), 'confirmed');
    const { rows } = await on.app.database.query('SELECT promo_is_counted FROM orders WHERE reference = $1', [
      bought.reference,
    ]);
    assert.deepEqual(rows, [{ promo_is_counted: true }]);
  });
});

describe('an order that was given up', () => {
  const GIVEN_UP: Record<string, (event: Event, bought: Bought) => Promise<void>> = {
    released: giveUp,
    'replaced by another cart': async ({ slug, sku }, { token }) => {
      await hold(on, host, { slug, token, items: [{ sku, quantity: 1 }] });
    },
    'left for more than eight hours': async (_event, bought) => {
      await expire(bought);
      await letHoursPass(bought, 8.1);
    },
  };

  for (const [how, deed] of Object.entries(GIVEN_UP)) {
    test(`${how}, is bought while its tickets are on sale at its price`, async () => {
      const event = await newEvent();
      const bought = await orderByTransfer(event);
      await deed(event, bought);
      assert.equal(await outcomeOf(bought), 'confirmed');
    });

    test(`${how}, is not bought at a price that is no more`, async () => {
      const event = await newEvent();
      const bought = await orderByTransfer(event);
      await deed(event, bought);
      await raisePrice(event);
      assert.equal(await outcomeOf(bought), 'refunded');
      assert.equal(await whyReturned(bought), 'price_changed');
    });

    test(`${how}, is not bought when the sale is over`, async () => {
      const event = await newEvent();
      const bought = await orderByTransfer(event);
      await deed(event, bought);
      await endSale(event);
      assert.equal(await outcomeOf(bought), 'refunded');
    });
  }

  test('is not bought at the fees of before', async () => {
    const event = await newEvent();
    const bought = await orderByTransfer(event);
    await giveUp(event, bought);
    await on.app.database.transaction((tx) =>
      setFees(tx, { hostId: host.hostId, actor: OPERATOR, changes: { flatMinor: 5_000 } }),
    );
    assert.equal(await outcomeOf(bought), 'refunded');
    await on.app.database.transaction((tx) =>
      setFees(tx, { hostId: host.hostId, actor: OPERATOR, changes: { flatMinor: 0 } }),
    );
    await on.app.database.query('UPDATE hosts SET fees_changed_at = NULL');
  });

  test('is not bought by a promo code that has ended', async () => {
    const event = await newEvent();
    const codeId = await addCode(event.eventId, { maximumUses: null });
    const bought = await orderByTransfer(event, { promoCode: 'ONCE' });
    await giveUp(event, bought);
    await on.app.database.query('UPDATE promo_codes SET ends_at = now() WHERE id = $1', [codeId]);
    assert.equal(await outcomeOf(bought), 'refunded');
  });

  test('opened in bulk at the early price, buys nothing when the price has risen', async () => {
    const event = await newEvent();
    const opened: Bought[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const bought = await orderByTransfer(event, { quantity: 10 });
      await giveUp(event, bought);
      opened.push(bought);
    }
    await raisePrice(event);
    assert.deepEqual(new Set(await Promise.all(opened.map(outcomeOf))), new Set(['refunded']));
    const { rows } = await on.app.database.query('SELECT sold, held FROM ticket_types WHERE id = $1', [
      event.sku,
    ]);
    assert.deepEqual(rows, [{ sold: 0, held: 0 }]);
  });
});

describe('an order whose time to pay has run out', () => {
  test('keeps its price for eight hours, whatever the host does meanwhile', async () => {
    const event = await newEvent();
    const bought = await orderByTransfer(event);
    await expire(bought);
    await letHoursPass(bought, 7.9);
    await raisePrice(event);
    await endSale(event);
    assert.equal(await outcomeOf(bought), 'confirmed');
    assert.equal((await storedOrder(on, bought.reference)).total_minor, bought.total);
  });
});

describe('two orders of one cart', () => {
  test('are one purchase: a transfer that comes when the second was paid goes back', async () => {
    const event = await newEvent();
    const first = await orderByTransfer(event);
    const held = await hold(on, host, {
      slug: event.slug,
      token: first.token,
      items: [{ sku: event.sku, quantity: 1 }],
    });
    const { body } = await order(on, host, held);
    await pay(body.data.checkoutUrl);
    await untilStatus(on, body.data.reference, 'confirmed');
    assert.equal(await outcomeOf(first), 'refunded');
    assert.equal(await whyReturned(first), 'bought_already');
    assert.equal((await storedOrder(on, body.data.reference)).status, 'confirmed');
  });

  test('both are bought where the first was paid before the second was made', async () => {
    const event = await newEvent();
    const token = randomUUID();
    const first = await buy(on, host, { slug: event.slug, token, items: [{ sku: event.sku, quantity: 1 }] });
    await pay(first.checkoutUrl);
    await untilStatus(on, first.reference, 'confirmed');
    const second = await orderByTransfer(event, { token });
    await expire(second);
    assert.equal(await outcomeOf(second), 'confirmed');
  });
});

test('a transfer that is under way is told of on the order’s page, until it has arrived', async () => {
  const event = await newEvent();
  const bought = await orderByTransfer(event);
  const { receipt_token: token } = await storedOrder(on, bought.reference);
  const state = async () => {
    const answer = await fetch(`${new URL(bought.checkoutUrl).origin}/checkout/orders/${token}/state`);
    return (await answer.json()) as { status: string; isPaymentUnderWay: boolean };
  };
  await on.app.database.query('UPDATE orders SET next_look_up_at = now() WHERE reference = $1', [
    bought.reference,
  ]);
  await runSoon(on, 'ask_gateways');
  await until('the transfer to be seen', async () => (await state()).isPaymentUnderWay);
  assert.equal((await state()).status, 'pending_payment');
  await expire(bought);
  assert.equal((await state()).isPaymentUnderWay, true);
  assert.equal(await outcomeOf(bought), 'confirmed');
  assert.deepEqual(await state(), {
    status: 'confirmed',
    isPaymentUnderWay: false,
    isPaidBack: false,
    payment: null,
    transfer: null,
  });
});

describe('the payment page of an order that has ended', () => {
  const pageOf = async (reference: string): Promise<string | undefined> => {
    const { rows } = await on.app.database.query<{ status: string }>(
      'SELECT status FROM sandbox_payments WHERE reference = $1',
      [reference],
    );
    return rows[0]?.status;
  };

  test('is closed when the cart is replaced, and takes no card any more', async () => {
    const event = await newEvent();
    const items = [{ sku: event.sku, quantity: 1 }];
    const bought = await buy(on, host, { slug: event.slug, items });
    await hold(on, host, { slug: event.slug, token: bought.token, items });
    await until('the page to be closed', async () => (await pageOf(bought.reference)) === 'closed');
    assert.equal((await pay(bought.checkoutUrl)).location, null);
    assert.equal((await storedOrder(on, bought.reference)).status, 'cancelled');
  });

  test('is not in the answer that an Idempotency-Key replays', async () => {
    const event = await newEvent();
    const items = [{ sku: event.sku, quantity: 1 }];
    const held = await hold(on, host, { slug: event.slug, items });
    const headers = { 'idempotency-key': randomUUID() };
    const first = await order(on, host, held, { headers });
    assert.equal(first.status, 201);
    assert.ok(first.body.data.checkoutUrl);
    const again = await order(on, host, held, { headers });
    assert.equal(again.body.data.checkoutUrl, first.body.data.checkoutUrl);
    await release(event, held.token);
    const { body } = await order(on, host, held, { headers });
    assert.equal(body.data.status, 'cancelled');
    assert.equal('checkoutUrl' in body.data, false);
  });
});
