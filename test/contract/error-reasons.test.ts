import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { shareStock } from '../../src/inventory/pools/share-stock.ts';
import { addPaymentAccount } from '../../src/payments/payment-accounts.ts';
import { REASONS } from '../../src/refusal.ts';
import { createPromoCode } from '../../src/reservations/create-promo-code.ts';
import { buy, hold as holdCart, order } from '../harness/buy.ts';
import type { Answer } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { AN_HOUR_MS, held, startReservations, type From } from './reservations.fixture.ts';

const world = await startReservations();
const { on, host, documented, post, query } = world;
after(() => world.close());

const seen = new Set<string>();

/** Asks for one ticket type, as a new visitor unless told otherwise. */
const hold = (slug: string, sku: string | undefined, quantity: number, from: From = {}): Promise<Answer> =>
  world.hold(slug, sku, quantity, { token: randomUUID(), ...from });

/** The code and the reason of a refusal, which a page of any site can read. */
async function refusalOf(answer: Answer | Promise<Answer>): Promise<string> {
  const { headers, body } = await answer;
  assert.deepEqual(Object.keys(body as object), ['message', 'status', 'error_code']);
  assert.match(headers.get('access-control-expose-headers') ?? '', /\bError-Reason\b/);
  const reason = headers.get('error-reason');
  seen.add(String(reason));
  return `${body.error_code} ${reason}`;
}

const at = (ms: number): Date => new Date(Date.now() + ms);

test('a cart that can’t be had: sold out, too few left, not yet, over or cancelled', async () => {
  const { slug, skus } = await makeEvent(on, host, {
    ticketTypes: [
      { capacity: 5 },
      { saleStartsAt: at(AN_HOUR_MS) },
      { saleStartsAt: at(-2 * AN_HOUR_MS), saleEndsAt: at(-AN_HOUR_MS) },
    ],
  });
  const [small, later, past] = skus;
  const token = randomUUID();
  await held(hold(slug, small, 3, { token }));
  assert.equal(await refusalOf(hold(slug, small, 3)), 'tickets_unavailable not_enough_left');
  await held(hold(slug, small, 2));
  assert.equal(await refusalOf(hold(slug, small, 1)), 'tickets_unavailable sold_out');
  // The buyer's own cart is theirs: for them some are left.
  assert.equal(await refusalOf(hold(slug, small, 4, { token })), 'tickets_unavailable not_enough_left');
  assert.equal(await refusalOf(hold(slug, later, 1)), 'tickets_unavailable not_yet_on_sale');
  assert.equal(await refusalOf(hold(slug, past, 1)), 'tickets_unavailable sale_ended');

  const announced = await makeEvent(on, host, { isComingSoon: true });
  assert.equal(
    await refusalOf(hold(announced.slug, announced.skus[0], 1)),
    'tickets_unavailable not_yet_on_sale',
  );
  const over = await makeEvent(on, host, { startsAt: at(-2 * AN_HOUR_MS), closesAt: at(-AN_HOUR_MS) });
  assert.equal(await refusalOf(hold(over.slug, over.skus[0], 1)), 'tickets_unavailable event_ended');
  await query(`UPDATE events SET status = 'CANCELLED' WHERE slug = $1`, [slug]);
  assert.equal(await refusalOf(hold(slug, later, 1)), 'tickets_unavailable event_cancelled');
});

test('ticket types that share a stock are sold out when it is', async () => {
  const { eventId, slug, skus } = await makeEvent(on, host, {
    ticketTypes: [{ capacity: 4 }, { capacity: 4 }],
  });
  const { hostId } = host;
  await on.app.database.transaction((tx) =>
    shareStock(tx, { hostId, eventId, actor: OPERATOR, name: 'Floor', capacity: 4, ticketTypeIds: skus }),
  );
  const token = randomUUID();
  await held(hold(slug, skus[0], 3, { token }));
  assert.equal(await refusalOf(hold(slug, skus[1], 2)), 'tickets_unavailable not_enough_left');
  await held(hold(slug, skus[0], 1));
  assert.equal(await refusalOf(hold(slug, skus[1], 2)), 'tickets_unavailable sold_out');
  assert.equal(await refusalOf(hold(slug, skus[1], 4, { token })), 'tickets_unavailable not_enough_left');
});

test('carts of one moment: who gets the last tickets leaves the others with none', async () => {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 3 }] });
  const answers = await Promise.all(Array.from({ length: 9 }, () => hold(slug, skus[0], 3)));
  const refused = await Promise.all(answers.filter(({ status }) => status !== 201).map(refusalOf));
  assert.deepEqual(refused, Array(8).fill('tickets_unavailable sold_out'));
});

test('promo codes and networks say what is wrong with them', async () => {
  const { eventId, slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 100 }, {}] });
  const code = { eventId, discount: { percentBasisPoints: 1_000 }, maximumUses: 1 };
  await on.app.database.transaction(async (tx) => {
    await createPromoCode(tx, { ...code, code: 'OTHERS', ticketTypeIds: [skus[1] ?? ''] });
    await createPromoCode(tx, { ...code, code: 'GONE', ticketTypeIds: [] });
  });
  await held(
    post(slug, { items: [{ sku: skus[0], quantity: 1 }], promoCode: 'GONE' }, { token: randomUUID() }),
  );
  const withCode = (promoCode: string) =>
    refusalOf(post(slug, { items: [{ sku: skus[0], quantity: 1 }], promoCode }, { token: randomUUID() }));
  assert.equal(await withCode('NONE'), 'invalid_promo_code unknown_code');
  assert.equal(await withCode('OTHERS'), 'invalid_promo_code code_for_other_tickets');
  assert.equal(await withCode('GONE'), 'invalid_promo_code code_not_valid_now');

  const address = '198.51.100.7';
  const small = await makeEvent(on, host, { ticketTypes: [{ capacity: 100 }] });
  let refusal: string | null = null;
  for (let nr = 0; nr < 20 && refusal === null; nr += 1) {
    const answer = await hold(small.slug, small.skus[0], 10, { address });
    if (answer.status >= 300) refusal = await refusalOf(answer);
  }
  assert.equal(refusal, 'too_many_held network_limit');
});

test('a sum that is finer than the gateway charges, which a promo code has made', async () => {
  const fees = { feeBasisPoints: 0, feeFlatMinor: 0, feeCapMinor: null };
  const kuwaiti = await makeHost(on, { country: 'KUWAIT', ...fees });
  const account = { secretKey: 'sk_test_abc', webhookSecret: 'whsec_abc' };
  const { eventId, slug, skus } = await makeEvent(on, kuwaiti, {
    country: 'KUWAIT',
    ticketTypes: [{ priceMinor: 12_250 }],
  });
  await on.app.database.transaction(async (tx) => {
    await addPaymentAccount(
      tx,
      { secretKeys: on.secretKeys, refusesTestCredentials: false },
      { hostId: kuwaiti.hostId, currency: 'KWD', gateway: 'stripe', credentials: account },
    );
    const discount = { percentBasisPoints: 1_111 };
    await createPromoCode(tx, { eventId, code: 'ODD', discount, maximumUses: null, ticketTypeIds: [] });
  });
  const cart = await holdCart(on, kuwaiti, {
    slug,
    items: [{ sku: skus[0], quantity: 1 }],
    promoCode: 'ODD',
  });
  assert.equal(
    await refusalOf(documented('createOrder', await order(on, kuwaiti, cart))),
    'payment_gateway_error sum_not_payable',
  );
});

test('an order: a key that another order has, an event that is over or cancelled meanwhile, an e-mail that never pays', async () => {
  const documentedOrder = async (...asked: Parameters<typeof order>) =>
    refusalOf(documented('createOrder', await order(...asked)));
  const { slug, skus } = await makeEvent(on, host);
  const cart = () => holdCart(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
  const headers = { 'idempotency-key': randomUUID() };
  const first = await cart();
  assert.equal((await order(on, host, first, { headers })).status, 201);
  assert.equal(
    await documentedOrder(on, host, first, { headers, body: { firstName: 'Bola' } }),
    'validation_failed idempotency_key_reused',
  );
  const email = 'never@example.com';
  for (let nr = 0; nr < 5; nr += 1) {
    await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] }, { body: { email } });
  }
  assert.equal(
    await documentedOrder(on, host, await cart(), { body: { email } }),
    'too_many_held email_unpaid',
  );
  const late = await cart();
  await query(
    `UPDATE events SET starts_at = now() - interval '2 h', closes_at = now() - interval '1 h' WHERE slug = $1`,
    [slug],
  );
  assert.equal(await documentedOrder(on, host, late), 'tickets_unavailable event_ended');
  await query(`UPDATE events SET status = 'CANCELLED' WHERE slug = $1`, [slug]);
  assert.equal(await documentedOrder(on, host, late), 'tickets_unavailable event_cancelled');
});

test('a refusal that its code says it all of has no reason', async () => {
  const { slug } = await makeEvent(on, host);
  const answer = await hold(slug, randomUUID(), 1);
  assert.equal(answer.body.error_code, 'unknown_ticket');
  assert.equal(answer.headers.get('error-reason'), null);
});

test('every reason was met here, but for the one of orders that lapsed unpaid', () => {
  const all = Object.keys(REASONS).filter((reason) => reason !== 'network_unpaid');
  assert.deepEqual([...seen].toSorted(), all.toSorted());
});
