import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { SIMULATORS, WITH_SCRIPTS } from '../../../../test/harness/gateways/all-simulators.ts';
import type { GatewaySimulator } from '../../../../test/harness/gateways/simulator.ts';
import { scriptSessionOf } from '../../../../test/harness/gateways/stripe-simulator.ts';
import { makeEvent, makeHost } from '../../../../test/harness/make-catalog.ts';
import { ownPort } from '../../../../test/harness/own-port.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { storedOrder } from '../../../../test/harness/buy.ts';
import { addPaymentAccount } from '../../../payments/payment-accounts.ts';
import { askEmbed, held, tokenIn } from '../embed/embed.fixture.ts';
import type { OpenedInEmbed } from '../choice/server/opened-page-schema.ts';
import type { EmbedOrder } from '../embed/server/order-schemas.ts';

type Simulated = (typeof WITH_SCRIPTS)[number];

let on: TestApp;
let simulators: Record<Simulated, GatewaySimulator>;
let port: number;

before(async () => {
  const [paystack, flutterwave, stripe] = await Promise.all([
    SIMULATORS.paystack(),
    SIMULATORS.flutterwave(),
    SIMULATORS.stripe(),
  ]);
  simulators = { paystack, flutterwave, stripe };
  port = await ownPort();
  on = await startTestApp({
    environment: {
      PORT: String(port),
      PAYMENT_FRAME_URL: `http://pay.localhost:${port}`,
      PAYSTACK_URL: paystack.url,
      FLUTTERWAVE_URL: flutterwave.url,
      STRIPE_URL: stripe.url,
    },
  });
});
after(async () => {
  await on.close();
  for (const simulator of Object.values(simulators)) await simulator.close();
});

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

/** Asks the program by a host's name, as a browser that has looked the name up. */
function askHost(host: string, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host: `${host}:${port}` } }, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });
}

/** An order of a host with these accounts. */
async function orderAt(names: Simulated | readonly Simulated[], options: { publicKey?: boolean } = {}) {
  const host = await makeHost(on);
  const accounts: string[] = [];
  for (const name of [names].flat()) {
    const { account } = simulators[name];
    const { publicKey, ...others } = account.credentials as { publicKey?: string };
    const credentials = options.publicKey === false || !publicKey ? others : { ...others, publicKey };
    accounts.push(
      await on.app.database.transaction((tx) =>
        addPaymentAccount(tx, { secretKeys: on.secretKeys, refusesTestCredentials: false }, {
          ...account,
          credentials,
          hostId: host.hostId,
          currency: 'NGN',
          isBeside: true,
        } as Parameters<typeof addPaymentAccount>[2]),
      ),
    );
  }
  const { slug, skus } = await makeEvent(on, host);
  const token = randomUUID();
  const { quoteReference } = await held(on, slug, { items: [{ sku: skus[0] ?? '', quantity: 1 }] }, token);
  const { body } = await askEmbed(on, `/${slug}/orders`, {
    method: 'POST',
    headers: { 'x-device-id': token },
    body: { quoteReference, email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi', query: '' },
  });
  return { slug, token, accounts, order: body.data as EmbedOrder };
}

const pathOf = (address: string | null): string => new URL(address ?? '').pathname;

/** The words for the document's script. */
const wordsIn = (markup: string): Record<string, unknown> =>
  JSON.parse(/id="page-data">([^<]*)</.exec(markup)?.[1] ?? '{}');

for (const name of WITH_SCRIPTS) {
  test(`${name}: the document knows its payment, and neither cart nor receipt nor return`, async () => {
    const { token, order } = await orderAt(name);
    assert.match(order.frameUrl ?? '', new RegExp(`^http://pay\\.localhost:${port}/pay-in-place/TSR-`));
    const { status, headers, body } = await askHost('pay.localhost', pathOf(order.frameUrl));
    assert.equal(status, 200);
    const stored = await storedOrder(on, order.reference);
    for (const secret of [token, tokenIn(order.receiptUrl), stored.return_token, order.checkoutUrl ?? '-'])
      assert.ok(!body.includes(secret), 'the document knows more than its payment');
    const { origin } = new URL(simulators[name].url);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self' /);
    assert.equal(policy.includes(`script-src 'self' ${origin}; connect-src ${origin};`), true, policy);
    assert.equal(policy.includes(`frame-src ${origin};`), true, policy);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['set-cookie'], undefined);
    const { script, checkout } = wordsIn(body);
    assert.equal(new URL(String(script)).origin, origin);
    assert.equal(checkout, `http://localhost:${port}`);
  });
}

test('the buyer’s address is told to the gateway that needs it to begin, and by no other document', async () => {
  for (const name of WITH_SCRIPTS) {
    const { order } = await orderAt(name);
    const { body } = await askHost('pay.localhost', pathOf(order.frameUrl));
    assert.equal(body.includes('ada@example.com'), name === 'flutterwave', name);
    assert.ok(!body.includes('Obi') || name === 'flutterwave', name);
  }
});

test('no other origin of ours has the document, and its origin has nothing else', async () => {
  const { slug, order } = await orderAt('paystack');
  const path = pathOf(order.frameUrl);
  for (const host of ['localhost', '127.0.0.1']) assert.equal((await askHost(host, path)).status, 404, host);
  for (const other of ['/', `/checkout/${slug}`, `/events/${slug}`, '/dashboard', '/mailbox', '/docs'])
    assert.equal((await askHost('pay.localhost', other)).status, 404, other);
  assert.equal((await askHost('localhost', `/checkout/${slug}`)).status, 200);
});

test('nobody without the code gets the document', async () => {
  const { order } = await orderAt('paystack');
  const path = pathOf(order.frameUrl);
  const other = path.at(-2) === 'A' ? 'B' : 'A';
  for (const wrong of [
    `/pay-in-place/${order.reference}`,
    `/pay-in-place/${order.reference}.`,
    path.slice(0, -2) + other + path.slice(-1),
    `${path}.x`,
    '/pay-in-place/%00',
    `/pay-in-place/${tokenIn(order.receiptUrl)}`,
  ])
    assert.equal((await askHost('pay.localhost', wrong)).status, 404, wrong);
});

test('the checkout may show that one origin in a frame, and its policy is as strict as before in all else', async () => {
  const { slug } = await orderAt('paystack');
  const policyOf = async (path: string) =>
    String((await askHost('localhost', path)).headers['content-security-policy']);
  const policy = await policyOf(`/checkout/${slug}`);
  assert.match(policy, new RegExp(`; frame-src http://pay\\.localhost:${port};`));
  assert.match(policy, /script-src 'self' 'sha256-[^']+'; connect-src 'self';/);
  // The sandbox's own page is not shown by a script.
  const sandbox = await makeEvent(on, await makeHost(on));
  assert.doesNotMatch(await policyOf(`/checkout/${sandbox.slug}`), /frame-src/);
});

test('without its public key a gateway has a tab alone, and Paystack’s script needs none', async () => {
  for (const name of ['flutterwave', 'stripe'] as const) {
    const { order } = await orderAt(name, { publicKey: false });
    assert.deepEqual([order.frameUrl, order.status], [null, 'pending_payment'], name);
  }
  assert.ok((await orderAt('paystack')).order.frameUrl);
});

test('the order’s state names the document as long as there is something to pay', async () => {
  const { order } = await orderAt('flutterwave');
  const state = async (): Promise<{ status: string; payment: { frameUrl: string } | null }> =>
    (await askEmbed(on, `/orders/${tokenIn(order.receiptUrl)}/state`)).body;
  assert.equal((await state()).payment?.frameUrl, order.frameUrl);
  await simulators.flutterwave.pay(order.reference);
  const looked = await askEmbed(on, `/orders/${tokenIn(order.receiptUrl)}/look-up`, { method: 'POST' });
  assert.equal(looked.body.status, 'confirmed');
  assert.deepEqual([(await state()).status, (await state()).payment], ['confirmed', null]);
  const { status, body } = await askHost('pay.localhost', pathOf(order.frameUrl));
  assert.equal(status, 200);
  assert.match(body, /This payment is over/);
  assert.doesNotMatch(body, /ada@example\.com/);
});

test('a look-up that finds no payment changes nothing, whoever asks for it', async () => {
  const { order } = await orderAt('paystack');
  const { body } = await askEmbed(on, `/orders/${tokenIn(order.receiptUrl)}/look-up`, { method: 'POST' });
  assert.equal(body.status, 'pending_payment');
  const wrong = await askEmbed(on, `/orders/${randomUUID()}/look-up`, { method: 'POST' });
  assert.equal(wrong.status, 404);
});

test('stripe: the page of the API stays Stripe’s own; paid by either session it is found, and the other one closes', async () => {
  const byScript = await orderAt('stripe');
  const { stripe } = simulators;
  assert.match(byScript.order.checkoutUrl ?? '', /^https:\/\/checkout\.stripe\.example\//);
  await stripe.pay(scriptSessionOf(byScript.order.reference));
  const state = await askEmbed(on, `/orders/${tokenIn(byScript.order.receiptUrl)}/look-up`, {
    method: 'POST',
  });
  assert.equal(state.body.status, 'confirmed');
  assert.equal(stripe.payments.get(byScript.order.reference)?.isClosed, true);

  const byPage = await orderAt('stripe');
  await stripe.pay(byPage.order.reference);
  await askEmbed(on, `/orders/${tokenIn(byPage.order.receiptUrl)}/look-up`, { method: 'POST' });
  assert.equal(stripe.payments.get(scriptSessionOf(byPage.order.reference))?.isClosed, true);
});

test('stripe: where it makes no session for the script, the buyer has its page all the same', async () => {
  const { order } = await orderAt('stripe');
  assert.ok(order.frameUrl);
  // As an account whose key may not make such sessions.
  simulators.stripe.settings.refusesScripts = true;
  const without = await orderAt('stripe');
  simulators.stripe.settings.refusesScripts = false;
  assert.deepEqual([without.order.frameUrl, without.order.status], [null, 'pending_payment']);
});

const TWO = ['stripe', 'paystack'] as const;

/** As the embed's script asks. */
async function choose(
  order: EmbedOrder,
  way: string | undefined,
  isForFrame: unknown = true,
): Promise<OpenedInEmbed> {
  const { body } = await askEmbed(on, new URL(order.checkoutUrl ?? '').pathname.replace('/checkout', ''), {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: { way, isForFrame },
  });
  return body.data as OpenedInEmbed;
}

test('of several ways the document shows the page that was chosen last, and no longer the one before', async () => {
  const { token, order, accounts } = await orderAt(TWO);
  assert.deepEqual(
    [order.frameUrl, order.ways.map(({ isInPlace }) => isInPlace)],
    [null, [true, true]],
    'nothing is chosen yet',
  );
  const first = await choose(order, accounts[0]);
  assert.match(wordsText((await askHost('pay.localhost', pathOf(first.frameUrl))).body), /_secret_/);
  const second = await choose(order, accounts[1]);
  assert.notEqual(second.frameUrl, first.frameUrl);
  const shown = (await askHost('pay.localhost', pathOf(second.frameUrl))).body;
  const { return_token: returnToken } = await storedOrder(on, order.reference);
  for (const secret of [token, tokenIn(order.receiptUrl), returnToken, 'ada@example.com', first.checkoutUrl])
    assert.ok(!shown.includes(secret), 'the document knows more than its payment');
  assert.match(wordsText(shown), /"accessCode":/);
  const left = await askHost('pay.localhost', pathOf(first.frameUrl));
  assert.match(left.body, /This payment is over/);
  assert.doesNotMatch(left.body, /_secret_/);
  const state = await askEmbed(on, `/orders/${tokenIn(order.receiptUrl)}/state`);
  assert.deepEqual(
    [state.body.payment.frameUrl, state.body.payment.chosen],
    [second.frameUrl, { key: accounts[1], checkoutUrl: second.checkoutUrl }],
  );
});

test('a code names one payment of one order: with another number, or of another order, it is nothing', async () => {
  const { order, accounts } = await orderAt(TWO);
  const other = await orderAt(TWO);
  await choose(order, accounts[0]);
  const { frameUrl } = await choose(order, accounts[1]);
  const [code = '', tag = ''] = pathOf(frameUrl).replace('/pay-in-place/', '').split('.');
  assert.equal(code, `${order.reference}-2`);
  for (const reference of [
    order.reference,
    `${order.reference}-3`,
    `${order.reference}-1`,
    other.order.reference,
  ])
    assert.equal(
      (await askHost('pay.localhost', `/pay-in-place/${reference}.${tag}`)).status,
      404,
      reference,
    );
});

test('an order of the API has no document, whatever its chooser asks for, and Stripe no second session', async () => {
  const { order, accounts } = await orderAt(TWO);
  await on.app.database.query(`UPDATE orders SET source = 'api' WHERE reference = $1`, [order.reference]);
  assert.equal((await choose(order, accounts[0])).frameUrl, null);
  assert.equal(simulators.stripe.payments.has(scriptSessionOf(order.reference)), false);
  for (const isForFrame of [false, 'true', 1, null]) {
    const made = await orderAt(TWO);
    assert.equal((await choose(made.order, made.accounts[0], isForFrame)).frameUrl, null);
    assert.equal(simulators.stripe.payments.has(scriptSessionOf(made.order.reference)), false);
  }
});

test('the document is over while the money is on its way, so that nobody pays twice', async () => {
  const { order, accounts } = await orderAt(TWO);
  const { frameUrl } = await choose(order, accounts[1]);
  await simulators.paystack.pay(order.reference, { pendingLookUps: 1, callback: 'hold' });
  await askEmbed(on, `/orders/${tokenIn(order.receiptUrl)}/look-up`, { method: 'POST' });
  assert.match((await askHost('pay.localhost', pathOf(frameUrl))).body, /This payment is over/);
});

const wordsText = (markup: string): string => JSON.stringify(wordsIn(markup));
