import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { newOrderReference } from '../../src/orders/order-reference.ts';
import { addPaymentAccount } from '../../src/payments/payment-accounts.ts';
import { createPromoCode } from '../../src/reservations/create-promo-code.ts';
import { ROUTES, type Route } from '../../src/routes.ts';
import { constantHeaders } from '../contract/document.ts';
import { buy, BUYER, hold, storedOrder } from '../harness/buy.ts';
import { ask, type Answer } from '../harness/client.ts';
import { startPaystackSimulator } from '../harness/gateways/paystack-simulator.ts';
import type { GatewaySimulator } from '../harness/gateways/simulator.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { questionsOf, strangers, type Asked, type Ids, type OrderIds } from './other-hosts.fixture.ts';
import { UNLIMITED } from './payments-shop.fixture.ts';

expectNothingUnhandled();

suite('another host’s things look as if they were not there', () => {
  let on: TestApp;
  let paystack: GatewaySimulator;
  let mine: { host: TestHost; ids: Ids };
  let theirs: { host: TestHost; ids: Ids };

  before(async () => {
    paystack = await startPaystackSimulator();
    on = await startTestApp({ environment: { ...UNLIMITED, PAYSTACK_URL: paystack.url } });
    mine = await openHost();
    theirs = await openHost();
  });
  after(async () => {
    await on.close();
    await paystack.close();
  });

  async function openHost() {
    const host = await makeHost(on);
    const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{ capacity: 10_000 }] });
    const free = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    const { slug: hallSlug, seatIds } = await makeHall(on, host);
    const promoCode = `P${randomBytes(6).toString('hex').toUpperCase()}`;
    await on.app.database.transaction((tx) =>
      createPromoCode(tx, {
        eventId,
        code: promoCode,
        discount: { percentBasisPoints: 1_000 },
        maximumUses: 1_000,
        ticketTypeIds: [],
      }),
    );
    const items = [{ sku: skus[0], quantity: 1 }];
    const cart = await hold(on, host, { slug, items });
    const ids: Ids = {
      slug,
      hallSlug,
      freeSlug: free.slug,
      sku: skus[0] ?? '',
      seatId: seatIds[0] ?? '',
      promoCode,
      token: cart.token,
      quoteReference: cart.quoteReference,
      pending: await orderIds(await buy(on, host, { slug, items })),
      confirmed: await orderIds(
        await buy(on, host, { slug: free.slug, items: [{ sku: free.skus[0], quantity: 1 }] }),
      ),
    };
    return { host, ids };
  }

  async function orderIds({ reference, token }: { reference: string; token: string }): Promise<OrderIds> {
    const { id, receipt_token: receiptToken, return_token: returnToken } = await storedOrder(on, reference);
    const { rows } = await on.app.database.query<{ id: string }>(
      'SELECT id FROM sandbox_payments WHERE reference = $1',
      [reference],
    );
    const paymentId = rows[0]?.id ?? strangers().pending.paymentId;
    return { id, reference, receiptToken, returnToken, paymentId, reservationToken: token };
  }

  test('every route has its questions, or a reason why it has none', () => {
    // The demo shop is an integrator's site, and sells what is one host's. The dashboard has tests of its own: test/dashboard.
    const { demoShop: _demoShop, ...rest } = ROUTES;
    const routes = Object.values(rest).flatMap((door) => Object.values<Route>(door));
    assert.deepEqual(
      Object.keys(questionsOf(mine)).toSorted(),
      routes
        .filter(({ path }) => !path.startsWith('/dashboard'))
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    );
  });

  const key = () => ({ authorization: `Bearer ${mine.host.publicKey}` });

  async function put(method: string, { path, headers = {}, body }: Asked): Promise<Answer> {
    const isForm = body instanceof URLSearchParams;
    const sendsBody = method === 'POST' && body !== undefined;
    const response = await fetch(on.publicUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        // Compressed, two ids of one length may have different lengths.
        'accept-encoding': 'identity',
        ...headers,
        ...(sendsBody && !isForm && { 'content-type': 'application/json' }),
      },
      ...(sendsBody && { body: isForm ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.text() };
  }

  /** All of the answer, with the ids that were asked for, and what is new in every answer, blotted out. */
  function blotted(answer: Answer, ids: Ids): string {
    let text = JSON.stringify([answer.status, constantHeaders(answer), answer.body]);
    const names = Object.values(ids)
      .flatMap((value) => (typeof value === 'string' ? value : Object.values<string>(value)))
      // A slug may be the beginning of another.
      .toSorted((one, other) => other.length - one.length);
    for (const name of names)
      text = text.replaceAll(name, '<id>').replaceAll(encodeURIComponent(name), '<id>');
    return text.replaceAll(/nonce(-|=\\")[\w+/=-]+/g, 'nonce');
  }

  const everythingOf = async ({ hostId }: TestHost): Promise<unknown> => {
    const { rows } = await on.app.database.query(
      `SELECT (SELECT json_agg(r ORDER BY r.id) FROM reservations AS r JOIN events AS e ON e.id = r.event_id WHERE e.host_id = $1) AS reservations,
              (SELECT json_agg(h ORDER BY h.reservation_id, h.ticket_type_id) FROM holds AS h JOIN reservations AS r ON r.id = h.reservation_id
                 JOIN events AS e ON e.id = r.event_id WHERE e.host_id = $1) AS holds,
              (SELECT json_agg(s ORDER BY s.id) FROM seats AS s JOIN events AS e ON e.id = s.event_id WHERE e.host_id = $1) AS seats,
              (SELECT json_agg(t ORDER BY t.id) FROM ticket_types AS t JOIN events AS e ON e.id = t.event_id WHERE e.host_id = $1) AS types,
              (SELECT json_agg(p ORDER BY p.id) FROM promo_codes AS p JOIN events AS e ON e.id = p.event_id WHERE e.host_id = $1) AS promo_codes,
              (SELECT json_agg(t ORDER BY t.id) FROM tickets AS t JOIN events AS e ON e.id = t.event_id WHERE e.host_id = $1) AS tickets,
              (SELECT json_agg(json_build_array(o.id, o.status, o.email, o.pay_by) ORDER BY o.id) FROM orders AS o WHERE o.host_id = $1) AS orders`,
      [hostId],
    );
    return rows[0];
  };

  test('each question gets the answer that is given about what nobody has, and changes nothing', async () => {
    const whatWas = await everythingOf(theirs.host);
    let asked = 0;
    for (const [route, list] of Object.entries(questionsOf(mine))) {
      if (typeof list === 'string') continue;
      assert.ok(list.length > 0, route);
      const [method = ''] = route.split(' ');
      for (const [at, question] of list.entries()) {
        for (const how of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
          const nobodys = strangers(theirs.ids);
          const answer = await put(how, question(theirs.ids));
          const expected = await put(how, question(nobodys));
          assert.equal(
            blotted(answer, theirs.ids),
            blotted(expected, nobodys),
            `${how} ${route}, question ${at + 1}`,
          );
          assert.ok(answer.status < 500, `${route}: ${answer.status}`);
          asked += 1;
        }
      }
    }
    assert.ok(asked > 100, `${asked} questions`);
    assert.deepEqual(await everythingOf(theirs.host), whatWas);
  });

  test('the questions are good ones: about what is mine each gets another answer', async () => {
    for (const [route, list] of Object.entries(questionsOf(mine))) {
      // By other names than its secret my own order opens as little as theirs; the sandbox knows no host at all.
      if (typeof list === 'string' || /checkout\/(orders|pay)\/|sandbox/.test(route)) continue;
      const [method = ''] = route.split(' ');
      for (const at of list.keys()) {
        // The request may use up what it asks for.
        const own = await openHost();
        const question = questionsOf(own)[route]?.[at];
        assert.ok(typeof question === 'function');
        const nobodys = strangers(own.ids);
        const none = await put(method, question(nobodys));
        const answer = await put(method, question(own.ids));
        assert.notEqual(
          blotted(answer, own.ids),
          blotted(none, nobodys),
          `${route}, question ${at + 1}: ${answer.body}`,
        );
      }
    }
  });

  test('a token of theirs holds a cart of its own at my event, and theirs stays as it was', async () => {
    const whatWas = await everythingOf(theirs.host);
    for (const path of [
      `/api/v1/events/${mine.ids.slug}/reservations`,
      `/checkout/${mine.ids.slug}/reservations`,
    ]) {
      const body = { items: [{ sku: mine.ids.sku, quantity: 1 }] };
      const answer = await put('POST', {
        path,
        headers: { ...key(), 'x-device-id': theirs.ids.token },
        body,
      });
      assert.ok(answer.status === 201 || answer.status === 200, answer.body);
    }
    assert.deepEqual(await everythingOf(theirs.host), whatWas);
  });

  test('a cursor of theirs shows nothing of theirs', async () => {
    await makeEvent(on, theirs.host);
    const { body } = await ask(on, '/events?limit=1', { key: theirs.host });
    const cursor = encodeURIComponent(body.data.nextCursor);
    const answer = await put('GET', { path: `/api/v1/events?cursor=${cursor}`, headers: key() });
    assert.equal(answer.status, 400);
    const nonsense = await put('GET', {
      path: `/api/v1/events?cursor=${'x'.repeat(cursor.length)}`,
      headers: key(),
    });
    assert.equal(answer.body, nonsense.body);
  });

  test('an Idempotency-Key that they have used is mine to use', async () => {
    const order = async ({ host, ids }: typeof mine): Promise<number> => {
      const cart = await hold(on, host, { slug: ids.slug, items: [{ sku: ids.sku, quantity: 1 }] });
      const { status } = await ask(on, `/events/${ids.slug}/orders`, {
        method: 'POST',
        key: host,
        headers: { 'x-device-id': cart.token, 'idempotency-key': 'used-by-both' },
        body: { quoteReference: cart.quoteReference, ...BUYER },
      });
      return status;
    };
    assert.deepEqual([await order(theirs), await order(mine)], [201, 201]);
  });

  test('a callback that is signed with my account’s secret says nothing about their order', async () => {
    const { database } = on.app;
    const [victim, attacker] = [await makeHost(on), await makeHost(on)];
    const secretKey = 'sk_test_of_the_attacker';
    const { secretKeys } = on;
    await database.transaction(async (tx) => {
      const parts = { secretKeys, refusesTestCredentials: false };
      await addPaymentAccount(tx, parts, { hostId: victim.hostId, currency: 'NGN', ...paystack.account });
      await addPaymentAccount(tx, parts, {
        hostId: attacker.hostId,
        currency: 'NGN',
        gateway: 'paystack',
        credentials: { secretKey },
      });
    });
    const { slug, skus } = await makeEvent(on, victim);
    const { reference } = await buy(on, victim, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    const call = async (about: string, secret: string): Promise<number> => {
      const body = JSON.stringify({ event: 'charge.success', data: { reference: about, status: 'success' } });
      const answer = await fetch(`${on.publicUrl}/payments/paystack/callback`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-paystack-signature': createHmac('sha512', secret).update(body).digest('hex'),
        },
        body,
      });
      return answer.status;
    };
    const jobs = async (): Promise<number | null> =>
      (await database.query(`SELECT 1 FROM jobs WHERE kind = 'follow_payment'`)).rowCount;
    // An account may be used for other things than ours: to an unknown reference the gateway hears yes, and nothing is done.
    assert.equal(await call(newOrderReference(), secretKey), 200);
    assert.equal(await call(reference, secretKey), 401);
    assert.equal(await jobs(), 0);
    assert.equal((await storedOrder(on, reference)).status, 'pending_payment');
    assert.ok(paystack.account.gateway === 'paystack');
    assert.equal(await call(reference, paystack.account.credentials.secretKey), 200);
    assert.equal(await jobs(), 1);
  });
});
