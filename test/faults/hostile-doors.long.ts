import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { signCallback, SIGNATURE_HEADER } from '../../src/payments/sandbox/sandbox-callback-signature.ts';
import { sandboxApiKey } from '../../src/payments/sandbox/sandbox-api-key.ts';

import { ROUTES, type Route } from '../../src/routes.ts';
import { buy, BUYER, storedOrder, type Ordered } from '../harness/buy.ts';
import { makeEvent } from '../harness/make-catalog.ts';
import { openTestRoom } from '../harness/open-test-room.ts';
import { makeDoorDevice, makeDoorEvent, pairPhone, sellTickets } from '../harness/make-door.ts';
import { speak } from '../harness/raw-socket.ts';
import type { TestApp } from '../harness/test-app.ts';
import { openList } from '../../src/waiting-list/change-list.ts';
import { passToken } from '../../src/wallets/pass-number.ts';
import { COMPANY, invoiceAs } from '../../src/invoices/invoices.fixture.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { assertInertHead, HOSTILE_TEXTS, hostileBodies, thinnedOut } from './hostile-values.fixture.ts';
import {
  assertNothingWrong,
  endOf,
  GATEWAYS,
  openSale,
  openShop,
  SIMULATED,
  type Shop,
  type TillName,
} from './payments-shop.fixture.ts';

expectNothingUnhandled();

// Each waits for the database now and then: together they take no longer than one.
const AT_ONCE = 8;

/** A way in for what strangers write, with a request that is as it should be. */
type Door = {
  route: string;
  path: string;
  body: Parameters<typeof hostileBodies>[0];
  type: 'json' | 'form';
  headers: () => Record<string, string>;
  /** The headers for these very bytes. */
  sign?: (body: string) => Record<string, string>;
};

// The API's doors are in hostile-bodies.test.ts, the dashboard's in test/dashboard.
suite('hostile text at every door but the API’s and the dashboard’s', () => {
  let shop: Shop;
  let on: TestApp;
  let doors: Record<string, Door>;
  /** Orders that nobody has paid. */
  let unpaid: Record<TillName, Ordered>;
  const cleanPrototype = Object.getOwnPropertyNames(Object.prototype);

  before(async () => {
    shop = await openShop();
    ({ on } = shop);
    // A callback is only written down here: what the gateway then answers is tested elsewhere.
    await on.app.database.query(`
      CREATE FUNCTION keep_job() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        new.run_at := now() + interval '1 day';
        RETURN new;
      END $$;
      CREATE TRIGGER keep_job BEFORE INSERT ON jobs FOR EACH ROW WHEN (new.kind = 'follow_payment') EXECUTE FUNCTION keep_job()`);
    unpaid = {} as typeof unpaid;
    doors = {};
    for (const name of GATEWAYS) {
      const sale = await openSale(on, shop.tills[name]);
      unpaid[name] = await sale.order(1);
      // A mark in the body or the address of one payment is no signature of any other text.
      if (name !== 'sandbox' && shop.simulators[name].traits.signs === 'mark') continue;
      const paid = await sale.order(1);
      const { body } = await shop.tills[name].takeMoney(paid);
      doors[`callback of ${name}`] = {
        route: 'POST /payments/:gateway/callback',
        path: `/payments/${name}/callback`,
        body: JSON.parse(body.replaceAll(paid.reference, unpaid[name].reference)),
        type: 'json',
        headers: () => ({}),
        sign: (text) => signatureOf(name, text),
      };
    }
    Object.assign(
      doors,
      await embedDoors(),
      await roomDoors(),
      await listDoors(),
      await pageDoors(),
      await phoneDoors(),
    );
  });
  after(() => shop.close());

  function signatureOf(name: TillName, body: string): Record<string, string> {
    if (name === 'sandbox')
      return { [SIGNATURE_HEADER]: signCallback(sandboxApiKey(on.secretKeys.current), body) };
    const { account } = shop.simulators[name];
    if (account.gateway === 'paystack') {
      const signature = createHmac('sha512', account.credentials.secretKey).update(body).digest('hex');
      return { 'x-paystack-signature': signature };
    }
    if (account.gateway === 'flutterwave') return { 'verif-hash': account.credentials.secretHash };
    // A mark in the body or the address: there is no header.
    if (account.gateway !== 'stripe') return {};
    assert(account.gateway === 'stripe');
    const time = Math.floor(Date.now() / 1_000);
    const signed = createHmac('sha256', account.credentials.webhookSecret).update(`${time}.${body}`);
    return { 'stripe-signature': `t=${time},v1=${signed.digest('hex')}` };
  }

  async function embedDoors(): Promise<Record<string, Door>> {
    const { host } = shop.tills.sandbox;
    await invoiceAs(on, host);
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0, capacity: 100_000 }] });
    const items = [{ sku: skus[0] ?? '', quantity: 1 }];
    const bought = await buy(on, host, { slug, items });
    const held = await fetch(`${on.publicUrl}/checkout/${slug}/reservations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-id': bought.token },
      body: JSON.stringify({ items }),
    });
    const { data } = (await held.json()) as { data: { quoteReference: string } };
    const json = (route: string, path: string, body: Door['body'], token = bought.token): Door => ({
      route,
      path: `/checkout/${slug}${path}`,
      body,
      type: 'json',
      headers: () => ({ 'x-device-id': token, 'idempotency-key': randomUUID() }),
    });
    const reservation = json(
      'POST /checkout/:slug/reservations',
      '/reservations',
      { items, promoCode: 'NONE' },
      randomUUID(),
    );
    return {
      'embed: reservation': { ...reservation, headers: () => ({ 'x-device-id': randomUUID() }) },
      'embed: release': json('DELETE /checkout/:slug/reservations', '/reservations', {}),
      'embed: order': json('POST /checkout/:slug/orders', '/orders', {
        quoteReference: data.quoteReference,
        ...BUYER,
        phone: '+2348012345678',
        recipients: [{ ...BUYER, phone: '+2348012345678' }],
        invoice: { ...COMPANY },
        query: '?theme=dark',
      }),
      'embed: cart mail': json('POST /checkout/:slug/cart-mail', '/cart-mail', {
        email: 'ada@example.org',
        language: 'en',
      }),
      'embed: e-mail address': json(
        'POST /checkout/:slug/orders/:reference/email',
        `/orders/${bought.reference}/email`,
        { email: 'ada@example.org' },
      ),
    };
  }

  async function roomDoors(): Promise<Record<string, Door>> {
    const at = { ...on, database: on.app.database };
    const { host } = shop.tills.sandbox;
    const [plain, asking] = [await makeEvent(on, host), await makeEvent(on, host)];
    await openTestRoom(at, plain.slug);
    await openTestRoom(at, asking.slug, { asksEmail: true });
    const door = (slug: string, type: Door['type'], body: Door['body']): Door => ({
      route: 'POST /checkout/:slug/room/entries',
      path: `/checkout/${slug}/room/entries`,
      body,
      type,
      headers: () => ({}),
    });
    const entry = { entry: randomUUID(), language: 'fr', email: BUYER.email, device: 'a.b' };
    return {
      'room: place': door(plain.slug, 'json', entry),
      'room: place by e-mail': door(asking.slug, 'json', { ...entry, entry: randomUUID() }),
      'room: form': door(asking.slug, 'form', { email: BUYER.email }),
      'room: leave': {
        ...door(plain.slug, 'json', {}),
        route: 'DELETE /checkout/:slug/room/entries/:token',
        path: `/checkout/${plain.slug}/room/entries/${randomUUID()}.${'m'.repeat(22)}`,
      },
      'room: confirm': {
        ...door(asking.slug, 'form', {}),
        route: 'POST /checkout/:slug/room/confirm/:token',
        path: `/checkout/${asking.slug}/room/confirm/${randomUUID()}.${'0'.repeat(32)}.x.${'m'.repeat(22)}`,
      },
    };
  }

  async function listDoors(): Promise<Record<string, Door>> {
    const { host } = shop.tills.sandbox;
    const { eventId, slug, skus } = await makeEvent(on, host);
    const list = { hostId: host.hostId, eventId, actor: OPERATOR, secretKeys: on.secretKeys };
    await on.app.database.transaction((tx) =>
      openList(tx, { ...list, settings: { offerMinutes: 60, drawsAt: null } }),
    );
    const form = { type: 'form' as const, headers: () => ({}) };
    return {
      'list: join': {
        ...form,
        route: 'POST /checkout/:slug/waiting-list',
        path: `/checkout/${slug}/waiting-list?ticket=${skus[0]}`,
        body: { email: BUYER.email, quantity: '2' },
      },
      'list: an entry': {
        ...form,
        route: 'POST /checkout/:slug/waiting-list/entries/:token',
        path: `/checkout/${slug}/waiting-list/entries/${'m'.repeat(44)}?deed=leave`,
        body: { any: 'thing' },
      },
    };
  }

  async function pageDoors(): Promise<Record<string, Door>> {
    const { receipt_token: token } = await storedOrder(on, unpaid.sandbox.reference);
    const sandbox = { authorization: `Bearer ${sandboxApiKey(on.secretKeys.current)}` };
    const { rows } = await on.app.database.query<{ id: string }>(
      'SELECT id FROM sandbox_payments WHERE reference = $1',
      [unpaid.sandbox.reference],
    );
    const paymentId = rows[0]?.id ?? '';
    const json = { type: 'json' as const, headers: () => sandbox };
    return {
      'receipt: send again': {
        route: 'POST /checkout/orders/:token/resend',
        path: `/checkout/orders/${token}/resend`,
        body: { any: 'thing' },
        type: 'form',
        headers: () => ({}),
      },
      'receipt: look the payment up': {
        route: 'POST /checkout/orders/:token/look-up',
        path: `/checkout/orders/${token}/look-up`,
        body: { any: 'thing' },
        type: 'form',
        headers: () => ({}),
      },
      'receipt: change a name': {
        route: 'POST /checkout/orders/:token/rename',
        path: `/checkout/orders/${token}/rename`,
        body: { position: '1', firstName: 'Ada', lastName: 'Obi' },
        type: 'form',
        headers: () => ({}),
      },
      'receipt: ask to return tickets': {
        route: 'POST /checkout/orders/:token/returns',
        path: `/checkout/orders/${token}/returns`,
        body: { ticket1: 'on' },
        type: 'form',
        headers: () => ({}),
      },
      'receipt: take a ticket off sale': {
        route: 'POST /checkout/orders/:token/returns/withdraw',
        path: `/checkout/orders/${token}/returns/withdraw`,
        body: { ticket1: 'on' },
        type: 'form',
        headers: () => ({}),
      },
      'receipt: confirm a return': {
        route: 'POST /checkout/orders/:token/returns/:returnToken',
        path: `/checkout/orders/${token}/returns/${'A'.repeat(43)}`,
        body: { any: 'thing' },
        type: 'form',
        headers: () => ({}),
      },
      'receipt: give a ticket to somebody else': {
        route: 'POST /checkout/orders/:token/pass-on',
        path: `/checkout/orders/${token}/pass-on`,
        body: { position: '1', firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com' },
        type: 'form',
        headers: () => ({}),
      },
      'receipt: ask for an invoice': {
        route: 'POST /checkout/orders/:token/invoice',
        path: `/checkout/orders/${token}/invoice`,
        body: { ...COMPANY },
        type: 'form',
        headers: () => ({}),
      },
      'receipt: give back': {
        route: 'POST /checkout/orders/:token/give-back',
        path: `/checkout/orders/${token}/give-back`,
        body: { any: 'thing' },
        type: 'form',
        headers: () => ({}),
      },
      'receipt: cancel': {
        route: 'POST /checkout/orders/:token/cancel',
        path: `/checkout/orders/${token}/cancel`,
        body: { any: 'thing' },
        type: 'form',
        headers: () => ({}),
      },
      'receipt: answers': {
        route: 'POST /checkout/orders/:token/answers',
        path: `/checkout/orders/${token}/answers`,
        body: { about: '0', any: 'thing' },
        type: 'form',
        headers: () => ({}),
      },
      'mpesa: prompt': {
        route: 'POST /checkout/orders/:token/mpesa',
        path: `/checkout/orders/${'A'.repeat(32)}/mpesa`,
        body: { phone: '0712345678' },
        type: 'form',
        headers: () => ({}),
      },
      'mpesa: prompt’s callback': {
        ...json,
        route: 'POST /payments/mpesa/:token',
        path: `/payments/mpesa/${'A'.repeat(32)}`,
        body: { Body: { stkCallback: { CheckoutRequestID: 'ws_CO_1', ResultCode: 0 } } },
      },
      'mpesa: result of a reversal': {
        ...json,
        route: 'POST /payments/mpesa/reversal/:token',
        path: `/payments/mpesa/reversal/${'A'.repeat(32)}`,
        body: { Result: { ResultType: 0, ResultCode: 0 } },
      },
      'wallet: register': {
        ...json,
        route: 'POST /wallet/apple/v1/devices/:device/registrations/:passType/:pass',
        path: '/wallet/apple/v1/devices/phone/registrations/pass.example.tickets/pass',
        body: { pushToken: 'ab12' },
      },
      'wallet: unregister': {
        ...json,
        route: 'DELETE /wallet/apple/v1/devices/:device/registrations/:passType/:pass',
        path: '/wallet/apple/v1/devices/phone/registrations/pass.example.tickets/pass',
        body: {},
      },
      'wallet: log': {
        ...json,
        route: 'POST /wallet/apple/v1/log',
        path: '/wallet/apple/v1/log',
        body: { logs: ['A pass can’t be shown.'] },
      },
      unsubscribing: {
        route: 'POST /unsubscribe/:token',
        path: `/unsubscribe/${'A'.repeat(66)}`,
        body: { 'List-Unsubscribe': 'One-Click' },
        type: 'form',
        headers: () => ({}),
      },
      'choice: choose': {
        route: 'POST /checkout/orders/:token/pay',
        path: `/checkout/orders/${token}/pay`,
        body: { way: 'any' },
        type: 'form',
        headers: () => ({}),
      },
      'sandbox: card': {
        route: 'POST /checkout/pay/:id',
        path: `/checkout/pay/${paymentId}`,
        // Of no listed card, so that nothing is paid.
        body: { card: 'typed', number: '4000 0000 0000 0000' },
        type: 'form',
        headers: () => ({}),
      },
      'sandbox: start': {
        ...json,
        route: 'POST /sandbox/v1/payments',
        path: '/sandbox/v1/payments',
        body: {
          reference: 'TSR-0000-0000-0000-0000',
          amount_minor: 100,
          currency: 'NGN',
          email: 'ada@example.com',
          name: 'Ada',
          description: 'A ticket',
          return_url: 'https://shop.example/return',
          callback_url: 'https://shop.example/callback',
          pay_by: '2030-01-01T00:00:00Z',
        },
      },
      'sandbox: refund': {
        ...json,
        route: 'POST /sandbox/v1/refunds',
        path: '/sandbox/v1/refunds',
        body: { payment_id: paymentId, refund_key: 'key', amount_minor: 100, currency: 'NGN' },
      },
      'sandbox: close': {
        ...json,
        route: 'POST /sandbox/v1/payments/:reference/close',
        path: '/sandbox/v1/payments/TSR-0000-0000-0000-0001/close',
        body: {},
      },
    };
  }

  /** A pass that nobody has: its token is good all the same. */
  function walletDoors(): Record<string, Door> {
    const number = `${randomUUID()}-0`;
    const secretKeys = { current: on.secretKeys.current, accepted: [] };
    const headers = () => ({ authorization: `ApplePass ${passToken(secretKeys, 'device', number)}` });
    return {
      'pass: register': {
        route: 'POST /wallet/apple/v1/devices/:device/registrations/:passType/:pass',
        path: `/wallet/apple/v1/devices/phone/registrations/pass.test/${number}`,
        body: { pushToken: 'abc' },
        type: 'json',
        headers,
      },
      'pass: log': {
        route: 'POST /wallet/apple/v1/log',
        path: '/wallet/apple/v1/log',
        body: { logs: ['trouble'] },
        type: 'json',
        headers: () => ({}),
      },
    };
  }

  async function phoneDoors(): Promise<Record<string, Door>> {
    const event = await makeDoorEvent(on);
    const [ticket] = await sellTickets(on, event, { count: 1 });
    const token = await pairPhone(on, await makeDoorDevice(on, event, { door: 'Main' }));
    const at = new Date().toISOString();
    const scan = { id: randomUUID(), kind: 'entry', how: 'code', at, verdict: 'refused', reason: 'void' };
    return {
      ...walletDoors(),
      'phone: link': {
        route: 'POST /scan/pair',
        path: '/scan/pair',
        body: { link: 'A'.repeat(43) },
        type: 'json',
        headers: () => ({}),
      },
      'phone: scans': {
        route: 'POST /scan/scans',
        path: '/scan/scans',
        body: { sentAt: at, waiting: 0, scans: [{ ...scan, code: ticket?.code ?? '' }] },
        type: 'json',
        headers: () => ({ authorization: `Bearer ${token}` }),
      },
      'phone: late scans': {
        route: 'POST /scan/late-scans',
        path: '/scan/late-scans',
        body: { sentAt: at, waiting: 0, scans: [{ ...scan, code: ticket?.code ?? '' }] },
        type: 'json',
        headers: () => ({ authorization: `Bearer ${token}` }),
      },
    };
  }

  test('every route that takes a body is among these doors, or the others’', () => {
    // The demo shop is an integrator's site: these tests are about what integrators are given.
    const { api: _api, demoShop: _demoShop, ...rest } = ROUTES;
    const written = Object.values(rest)
      .flatMap((door) => Object.values<Route>(door))
      .filter(({ maxBodyBytes, path }) => maxBodyBytes > 0 && !path.startsWith('/dashboard'))
      .map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(
      [...new Set(Object.values(doors).map(({ route }) => route))].toSorted(),
      written.toSorted(),
    );
  });

  test('in any field of a body, or as one more, it is refused or inert', async () => {
    for (const [name, door] of Object.entries(doors)) {
      const bodies = thinnedOut(hostileBodies(door.body));
      assert.ok(bodies.length > 20, name);
      const next = bodies.values();
      const knock = async (): Promise<void> => {
        for (const { what, body: text } of next) {
          const body = door.type === 'json' ? text : toForm(text);
          const contentType = door.type === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
          const [method = ''] = door.route.split(' ');
          const answer = await fetch(on.publicUrl + door.path, {
            method,
            redirect: 'manual',
            headers: { 'content-type': contentType, ...door.headers(), ...door.sign?.(body) },
            body,
          });
          const said = await answer.text();
          assert.ok(answer.status < 500, `${name}: ${what}: ${answer.status} ${said}`);
          for (const [header, value] of answer.headers)
            assert.match(value, /^[\x20-\x7e]*$/, `${name}: ${what}: ${header}`);
          // The page shows it as text.
          if (answer.headers.get('content-type')?.startsWith('text/html'))
            assert.ok(!said.includes('<script>alert'), `${name}: ${what}`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, knock));
      assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), cleanPrototype, name);
    }
    await assertUnharmed();
  });

  test('in any header it is ignored or refused, and never comes back in one', async () => {
    const signatures = ['x-paystack-signature', 'verif-hash', 'stripe-signature', SIGNATURE_HEADER];
    const common = [
      'Content-Type',
      'X-Request-Id',
      'X-Forwarded-For',
      'Host',
      'Accept',
      'Accept-Language',
      'Origin',
    ];
    const headersOf: Record<string, string[]> = {
      ...Object.fromEntries(
        GATEWAYS.filter((name) => `callback of ${name}` in doors).map((name, at) => [
          `callback of ${name}`,
          at === 0 ? [...common, ...signatures] : signatures,
        ]),
      ),
      'embed: order': [...common, 'X-Device-ID', 'Idempotency-Key'],
      'embed: release': ['X-Device-ID'],
      'receipt: send again': ['Content-Type', 'Accept', 'Referer', 'Origin'],
      'sandbox: start': ['Authorization'],
    };
    for (const [name, headers] of Object.entries(headersOf)) {
      const door = doors[name];
      assert.ok(door, name);
      const [method = ''] = door.route.split(' ');
      const body = door.type === 'json' ? JSON.stringify(door.body) : '';
      for (const header of headers) {
        for (const text of HOSTILE_TEXTS) {
          const all = {
            Host: 'localhost',
            Connection: 'close',
            'Content-Type': 'application/json',
            'Content-Length': String(Buffer.byteLength(body)),
            ...door.headers(),
            ...door.sign?.(body),
            [header]: text,
          };
          const lines = Object.entries(all).map(
            ([key, value]) => `${key}: ${Buffer.from(value).toString('latin1')}\r\n`,
          );
          const answers = await speak(
            on.publicUrl,
            `${method} ${door.path} HTTP/1.1\r\n${lines.join('')}\r\n${Buffer.from(body).toString('latin1')}`,
          );
          // A line break ends the header: what follows is one more, or the end of the request.
          const own = /[\r\n]/.test(text) ? answers.slice(0, 1) : answers;
          assertInertHead(own, `${name}: ${header}: ${JSON.stringify(text.slice(0, 60))}`);
        }
      }
    }
    await assertUnharmed();
  });

  test('in the addresses of a waiting room it opens nothing, and is inert', async () => {
    const room = doors['room: place']?.path.replace(/\/entries$/, '') ?? '';
    const addresses = (word: string): string[] => [
      `${room}/entries/${word}`,
      `${room}?entry=${word}`,
      `${room}?device=${word}`,
      `${room}/fairness?entry=${word}`,
      `${room.replace(/\/room$/, '')}?admission=${word}`,
    ];
    for (const text of HOSTILE_TEXTS) {
      for (const address of addresses(encodeURIComponent(text.toWellFormed()))) {
        const answer = await fetch(on.publicUrl + address, { redirect: 'manual' });
        const said = await answer.text();
        assert.ok(answer.status < 500, `${answer.status} at ${address}`);
        assert.ok(!said.includes('"admission":{') && !said.includes('<script>alert'), address);
        for (const [header, value] of answer.headers)
          assert.match(value, /^[\x20-\x7e]*$/, `${address}: ${header}`);
      }
    }
    await assertUnharmed();
  });

  /** Nobody has paid by it, nothing is gone, and the shop is open. */
  async function assertUnharmed(): Promise<void> {
    assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), cleanPrototype);
    for (const name of GATEWAYS) {
      const { status, payments, tickets } = await endOf(on, unpaid[name].reference);
      assert.deepEqual(
        { status, payments, tickets },
        { status: 'pending_payment', payments: [], tickets: 0 },
        name,
      );
    }
    await assertNothingWrong(on);
    for (const name of SIMULATED) {
      const sale = await openSale(on, shop.tills[name]);
      assert.equal((await sale.order(1)).status, 'pending_payment');
    }
  }
});

/** The members of the body as a form has them: text. */
function toForm(json: string): string {
  try {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(JSON.parse(json) as Record<string, unknown>))
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
    return form.toString();
  } catch {
    return json;
  }
}
