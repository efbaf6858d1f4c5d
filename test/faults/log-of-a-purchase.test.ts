import assert from 'node:assert/strict';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { addPaymentAccount } from '../../src/payments/payment-accounts.ts';
import { createSecretKeys } from '../../src/secrets/secret-keys.ts';
import { addSubscription } from '../../src/webhooks/subscriptions/add-subscription.ts';
import { createGuard } from '../../src/webhooks/delivery/guard.ts';
import { hold, order, pay, storedOrder, untilStatus, type HeldCart } from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { launch, makeDataDir, untilHealthy } from '../harness/program.ts';
import { startSmtp } from '../harness/smtp.ts';
import type { TestApp } from '../harness/test-app.ts';
import { createTestDatabase } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';

// These must be in no line of the log, at its most talkative: anything that opens something, and anything that names a buyer.
const canaries = new Map<string, string>();
function canary(what: string, value: string): string {
  canaries.set(`${what} ${canaries.size}`, value);
  return value;
}
const word = (): string =>
  `canary${randomBytes(8)
    .toString('hex')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`;
const newBuyer = (kind = 'fine') => ({
  email: canary('e-mail', `${kind}.${word()}@example.com`),
  firstName: canary('first name', word()),
  lastName: canary('last name', word()),
  phone: canary('phone', `+234803${randomInt(1_000_000, 9_999_999)}`),
});

function assertNone(where: string, content: string): void {
  for (const [what, value] of canaries) assert.ok(!content.includes(value), `${where} has a ${what}`);
}

/** Repeats all that it was sent, as gateways and receivers do when they complain. */
async function startEcho(answer: (body: string, path: string) => { status: number; body: object } | null) {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const said = answer(body, request.url ?? '');
    response.writeHead(said?.status ?? 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(said?.body ?? { status: false, message: `odd: ${request.url} ${body}` }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const testDatabase = await createTestDatabase();
const { database } = testDatabase;
const secretKey = randomBytes(32);
canary('SECRET_KEY', secretKey.toString('hex'));
const secretKeys = createSecretKeys(secretKey);
const catalog = { app: { database }, secretKeys } as TestApp;
const smtp = await startSmtp({
  refuse: (recipient) =>
    recipient.startsWith('unknown.') ? 550 : recipient.startsWith('later.') ? 451 : null,
});
const { dataDir, remove } = await makeDataDir();

// Gives a payment page to some, and refuses all else in words that repeat what it was asked.
const paystackUrl = await startEcho((body, path) =>
  path === '/transaction/initialize' && body.includes('fine.')
    ? {
        status: 200,
        body: {
          status: true,
          data: { authorization_url: `https://pay.example/${word()}`, access_code: 'x' },
        },
      }
    : null,
);
const receiverUrl = await startEcho(() => null);

const program = await launch({
  ENVIRONMENT: 'development',
  DATABASE_URL: testDatabase.url,
  SECRET_KEY: secretKey.toString('hex'),
  DATA_DIR: dataDir,
  DEMO: 'off',
  LOG_LEVEL: 'debug',
  SMTP_URL: smtp.url,
  PAYSTACK_URL: paystackUrl,
  WEBHOOK_ALLOW: new URL(receiverUrl).host,
});
after(async () => {
  program.child.kill('SIGINT');
  await program.exited;
  await smtp.stop();
  await testDatabase.drop();
  await remove();
});
await untilHealthy(program);

const host = await makeHost(catalog);
canary('private key', host.privateKey);
const event = await makeEvent(catalog, host, { ticketTypes: [{ priceMinor: 1_000_000 }, { priceMinor: 0 }] });
const [paidSku, freeSku] = event.skus;
await addSubscription(
  { database, guard: createGuard({ allow: [new URL(receiverUrl).host] }) },
  {
    hostId: host.hostId,
    actor: OPERATOR,
    slug: event.slug,
    url: `${receiverUrl}/${canary('receiver’s path', word())}`,
  },
);
const strictHost = await makeHost(catalog);
const strictEvent = await makeEvent(catalog, strictHost);
await database.transaction((tx) =>
  addPaymentAccount(
    tx,
    { secretKeys, refusesTestCredentials: false },
    {
      hostId: strictHost.hostId,
      currency: 'NGN',
      gateway: 'paystack',
      credentials: { secretKey: canary('gateway key', `sk_test_${word()}`) },
    },
  ),
);

async function held(sku: string | undefined, { slug = event.slug, by = host } = {}): Promise<HeldCart> {
  const cart = await hold(program, by, {
    slug,
    items: [{ sku, quantity: 2 }],
    token: canary('reservation token', randomUUID()),
  });
  canary('quote', cart.quoteReference);
  return cart;
}

/** Orders, and takes down every key that the order has. */
async function ordered(sku: string | undefined, buyer = newBuyer()) {
  const cart = await held(sku);
  const body = {
    ...buyer,
    callbackUrl: `https://shop.example/?session=${canary('callback address', word())}`,
    metadata: { note: canary('metadata', word()) },
  };
  const headers = { 'idempotency-key': canary('idempotency key', word()) };
  const answer = await order(program, host, cart, { body, headers });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return known(answer.body.data.reference as string);
}

async function known(reference: string) {
  const stored = await storedOrder(catalog, reference);
  const { rows } = await database.query<{ checkout_url: string | null }>(
    'SELECT checkout_url FROM orders WHERE id = $1',
    [stored.id],
  );
  const checkoutUrl = rows[0]?.checkout_url ?? '';
  if (checkoutUrl) canary('payment page', checkoutUrl.split('/').at(-1) ?? '');
  return {
    reference,
    checkoutUrl,
    orderId: stored.id,
    receiptToken: canary('receipt token', stored.receipt_token),
    returnToken: canary('return token', stored.return_token),
  };
}

const look = (path: string, init: RequestInit = {}): Promise<number> =>
  fetch(`${program.publicUrl}${path}`, { redirect: 'manual', ...init }).then(async (response) => {
    await response.arrayBuffer();
    return response.status;
  });

async function openReceipt(token: string): Promise<void> {
  for (const rest of ['', '/state', '/calendar.ics', '/tickets.pdf', '?tickets=2'])
    assert.equal(await look(`/checkout/orders/${token}${rest}`), 200);
  const form = { method: 'POST', body: new URLSearchParams() };
  assert.equal(await look(`/checkout/orders/${token}/resend`, form), 303);
  const { body } = await ask({ baseUrl: program.publicUrl }, `/checkout/orders/${token}/tickets`);
  for (const { code } of body.data.tickets as { code: string }[]) canary('ticket code', code);
}

test('the log has no key and no buyer in it, whatever becomes of a purchase', async () => {
  // Paid, declined, left alone, free; come back from; looked at; given back.
  const paid = await ordered(paidSku);
  await pay(paid.checkoutUrl);
  assert.equal(await look(`/checkout/orders/${paid.returnToken}/return?reference=${word()}`), 303);
  await untilStatus(catalog, paid.reference, 'confirmed');
  await openReceipt(paid.receiptToken);
  const declined = await ordered(paidSku);
  await pay(declined.checkoutUrl, 'declined');
  await look(`/checkout/orders/${declined.returnToken}/return`);
  const free = await ordered(freeSku);
  await openReceipt(free.receiptToken);
  assert.equal(await look(`/checkout/orders/${free.reference}`), 404);
  await database.transaction((tx) =>
    refundOrder(tx, {
      actor: OPERATOR,
      orderId: paid.orderId,
      ticketIds: null,
      amountMinor: null,
      returnsStock: true,
      requestKey: 'test',
    }),
  );
  await untilStatus(catalog, paid.reference, 'refunded');

  // By the embed, for two people.
  const cart = await held(paidSku);
  const [ada, chi] = [newBuyer(), newBuyer()];
  const embedded = await ask({ baseUrl: program.publicUrl }, `/checkout/${event.slug}/orders`, {
    method: 'POST',
    headers: { 'x-device-id': cart.token },
    body: { ...ada, recipients: [ada, chi], quoteReference: cart.quoteReference, query: '?theme=dark' },
  });
  assert.equal(embedded.status, 201, JSON.stringify(embedded.body));
  const framed = await known(embedded.body.data.reference as string);
  await pay(framed.checkoutUrl);
  await look(`/checkout/orders/${framed.returnToken}/return`);
  await look(`/checkout/${event.slug}?reference=${framed.reference}`);

  // Mails that are refused, for good and for now.
  const nobody = await ordered(freeSku, newBuyer('unknown'));
  const busy = await ordered(freeSku, newBuyer('later'));
  await until('the mails to be refused', async () => {
    const { rows } = await database.query<{ count: number }>(
      'SELECT count(DISTINCT order_id) FROM mails WHERE order_id = ANY($1) AND last_error IS NOT NULL',
      [[nobody.orderId, busy.orderId]],
    );
    return rows[0]?.count === 2;
  });

  // A gateway that refuses, and repeats what it was sent; and one that gives a page and then knows nothing of it.
  for (const kind of ['odd', 'fine']) {
    const strictCart = await held(strictEvent.skus[0], { slug: strictEvent.slug, by: strictHost });
    const { status, body } = await order(program, strictHost, strictCart, { body: newBuyer(kind) });
    assert.equal(status, kind === 'odd' ? 502 : 201, JSON.stringify(body));
    if (status !== 201) continue;
    const waiting = await known(body.data.reference as string);
    await look(`/checkout/orders/${waiting.returnToken}/return`);
  }

  // A database that quotes values, and a job that can't be done.
  await database.query(
    `CREATE FUNCTION stumble() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM NEW.email::integer; RETURN NEW; END $$`,
  );
  await database.query(
    'CREATE TRIGGER stumble BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION stumble()',
  );
  assert.equal((await order(program, host, await held(freeSku), { body: newBuyer() })).status, 500);
  await database.query('DROP TRIGGER stumble ON orders');
  await database.query(
    `WITH made AS (
       INSERT INTO jobs (id, kind, payload) VALUES (new_id(), 'send_mail', jsonb_build_object('mail', 'tickets', 'orderId', $1::text))
     ) SELECT pg_notify('jobs_due', 'send_mail')`,
    [canary('job', word())],
  );

  // Values in places that they don't belong in.
  for (const value of [...canaries.values()].slice(0, 40)) {
    const odd = encodeURIComponent(value);
    await look(`/${odd}?${odd}=${odd}`);
    await look(`/checkout/orders/${odd}`);
    await look(`/checkout/orders/${odd}/return`);
    await look(`/checkout/pay/${odd}`);
    await look(`/checkout/${odd}`);
    await ask(program, `/events/${odd}/orders`, {
      method: 'POST',
      key: host,
      headers: { 'x-device-id': odd, 'idempotency-key': odd },
      body: { [value]: value },
    });
    await look('/payments/sandbox/callback', { method: 'POST', body: value });
  }

  const told = [
    'request failed',
    'mail refused for good',
    'job failed',
    'a payment could not be started',
    'a returning buyer’s payment could not be looked up',
    'webhook given up',
    '"route":"/checkout/orders/:token/tickets.pdf"',
    '22P02',
  ];
  await until('all that went wrong to be told', () => told.every((line) => program.output().includes(line)));
  assertNone('the log', program.output());
  const { rows: errors } = await database.query<{ last_error: string }>(
    'SELECT last_error FROM jobs WHERE last_error IS NOT NULL UNION ALL SELECT last_error FROM mails WHERE last_error IS NOT NULL',
  );
  assert.ok(errors.length >= 3);
  assertNone('the reason beside a job or a mail', JSON.stringify(errors));
});
