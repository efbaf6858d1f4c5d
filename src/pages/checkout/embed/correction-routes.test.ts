import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import type { EmbedOrder, Person } from './server/order-schemas.ts';
import { BUYER, historyOf, storedOrder } from '../../../../test/harness/buy.ts';
import type { Answer } from '../../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { until } from '../../../../test/harness/until.ts';
import { untilWaiting } from '../../../../test/harness/waiting-for-locks.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';
import { correctEmail } from '../../../orders/correct-email.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import { admitTicket } from '../../../check-in/admit-ticket.ts';
import { loadOrderTickets } from '../../../tickets/load-order-tickets.ts';
import { askEmbed, held, tokenIn } from './embed.fixture.ts';

const WRONG = 'ada@gmial.com';
const RIGHT = 'ada@gmail.com';
const BISI: Person = { email: 'bisi@example.com', firstName: 'Bisi', lastName: 'Ade' };

let on: TestApp;
let host: TestHost;
expectNothingUnhandled();
before(async () => {
  on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
  host = await makeHost(on);
});
after(() => on.close());
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

type Purchase = {
  slug: string;
  eventId: string;
  orderId: string;
  reference: string;
  receiptToken: string;
  /** The cart's token, which only the page of the purchase has. */
  token: string;
};

/** Two free tickets, sent to the wrong address; the second one to Bisi where she is asked for. */
async function buyTwo({ withBisi = false } = {}): Promise<Purchase> {
  const { slug, eventId, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
  const token = randomUUID();
  const { quoteReference } = await held(on, slug, { items: [{ sku: skus[0] ?? '', quantity: 2 }] }, token);
  const buyer = { ...BUYER, email: WRONG };
  const { status, body } = await askEmbed(on, `/${slug}/orders`, {
    method: 'POST',
    headers: { 'x-device-id': token },
    body: { ...buyer, quoteReference, query: '', ...(withBisi && { recipients: [buyer, BISI] }) },
  });
  assert.equal(status, 201, JSON.stringify(body));
  const { reference, receiptUrl } = body.data as EmbedOrder;
  const { id: orderId } = await storedOrder(on, reference);
  return { slug, eventId, orderId, reference, receiptToken: tokenIn(receiptUrl), token };
}

const correct = (
  { slug, reference }: Pick<Purchase, 'slug' | 'reference'>,
  token: string | null,
  email: string = RIGHT,
): Promise<Answer> =>
  askEmbed(on, `/${slug}/orders/${reference}/email`, {
    method: 'POST',
    headers: token === null ? {} : { 'x-device-id': token },
    body: { email },
  });

async function ticketsOf({ orderId }: Purchase): Promise<{ code: string; email: string }[]> {
  const found = await loadOrderTickets(on.app.database, on.secretKeys, { orderId });
  return found?.tickets.map(({ code, recipient }) => ({ code, email: recipient.email })) ?? [];
}

const admit = async ({ eventId }: Purchase, code: string): Promise<string> =>
  (await admitTicket(on.app.database, on.secretKeys, { eventId, code })).outcome;

async function mailsOf({ orderId }: Purchase): Promise<{ recipient: string; isFirst: boolean }[]> {
  const { rows } = await on.app.database.query<{ recipient: string; isFirst: boolean }>(
    `SELECT recipient, occasion = '' AS "isFirst" FROM mails WHERE order_id = $1 ORDER BY id`,
    [orderId],
  );
  return rows;
}

test('a mistyped address is corrected: what it got is worth nothing, and the right one gets new tickets', async () => {
  const bought = await buyTwo();
  await until('the first mail', async () => (await mailsOf(bought)).length > 0);
  const earlier = await ticketsOf(bought);
  const { status, body, headers } = await correct(bought, bought.token);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(headers.get('cache-control'), 'no-store');
  const receiptToken = tokenIn((body.data as { receiptUrl: string }).receiptUrl);

  assert.equal((await storedOrder(on, bought.reference)).email, RIGHT);
  const now = await ticketsOf(bought);
  assert.deepEqual(
    now.map(({ email }) => email),
    [RIGHT, RIGHT],
  );
  for (const { code } of earlier) assert.equal(await admit(bought, code), 'passed_on');
  for (const { code } of now) assert.equal(await admit(bought, code), 'admitted');
  assert.equal((await askEmbed(on, `/orders/${bought.receiptToken}/tickets`)).status, 404);
  assert.equal((await askEmbed(on, `/orders/${receiptToken}/tickets`)).status, 200);
  const receipt = await fetch(`${on.publicUrl}/checkout/orders/${receiptToken}`);
  const page = await receipt.text();
  assert.match(page, /a…@gmail\.com/);
  assert.doesNotMatch(page, /gmial/);
  assert.deepEqual(
    (await mailsOf(bought)).filter(({ isFirst }) => !isFirst),
    [{ recipient: RIGHT, isFirst: false }],
  );
});

test('the history says what has changed, and no address', async () => {
  const bought = await buyTwo();
  await correct(bought, bought.token);
  const history = await historyOf(on, bought.reference);
  assert.deepEqual(history.at(-1), {
    status: 'confirmed',
    cause: 'the buyer corrected email: the codes of the tickets and the address of the receipt are new',
  });
  for (const { cause } of history) assert.doesNotMatch(cause, /@/);
});

test('the wrong address had everybody’s codes, so all are new; other people keep their address, and get theirs again', async () => {
  const bought = await buyTwo({ withBisi: true });
  const earlier = await ticketsOf(bought);
  assert.equal((await correct(bought, bought.token)).status, 200);
  const now = await ticketsOf(bought);
  assert.deepEqual(
    now.map(({ email }) => email),
    [RIGHT, BISI.email],
  );
  for (const [index, { code }] of now.entries()) assert.notEqual(code, earlier[index]?.code);
  const resent = (await mailsOf(bought)).filter(({ isFirst }) => !isFirst);
  assert.deepEqual(resent.map(({ recipient }) => recipient).sort(), [RIGHT, BISI.email]);
});

test('only the page of the purchase corrects it: no other device, and not whoever got the mail', async () => {
  const bought = await buyTwo();
  const other = await buyTwo();
  const refusals = [
    await correct(bought, randomUUID()),
    await correct(bought, bought.receiptToken),
    await correct(bought, other.token),
    await correct({ ...bought, slug: other.slug }, bought.token),
    await correct({ ...bought, reference: 'TSR-0000-0000-0000-0000' }, bought.token),
    await correct({ ...bought, reference: '%00' }, bought.token),
  ];
  for (const { status, body } of refusals) {
    assert.deepEqual([status, body.error_code], [404, 'not_found']);
  }
  assert.equal((await correct(bought, null)).body.error_code, 'missing_reservation_token');
  for (const email of ['ada', 'ada@', '', `${'a'.repeat(250)}@b.co`]) {
    assert.equal((await correct(bought, bought.token, email)).body.error_code, 'validation_failed');
  }
  // Everybody behind one address may have such a token.
  await on.app.database.query('UPDATE reservations SET is_shared = true WHERE token = $1', [bought.token]);
  assert.equal((await correct(bought, bought.token)).status, 404);
  assert.equal((await storedOrder(on, bought.reference)).email, WRONG);
});

async function isRefused(bought: Purchase, problem: string): Promise<void> {
  const { email } = await storedOrder(on, bought.reference);
  const earlier = await ticketsOf(bought);
  const { status, body } = await correct(bought, bought.token, 'someone@else.example');
  assert.deepEqual([status, body.error_code, body.emailProblem], [400, 'validation_failed', problem]);
  assert.equal((await storedOrder(on, bought.reference)).email, email);
  assert.deepEqual(await ticketsOf(bought), earlier);
}

test('once a ticket is used, on another day, and after a refund it stays as it is', async () => {
  const used = await buyTwo();
  assert.equal(await admit(used, (await ticketsOf(used))[0]?.code ?? ''), 'admitted');
  await isRefused(used, 'used');

  const old = await buyTwo();
  await on.app.database.query(
    `UPDATE orders SET confirmed_at = confirmed_at - interval '1 day 1 minute' WHERE id = $1`,
    [old.orderId],
  );
  await isRefused(old, 'too_late');

  const refunded = await buyTwo();
  await on.app.database.transaction((tx) =>
    refundOrder(tx, {
      actor: OPERATOR,
      orderId: refunded.orderId,
      ticketIds: null,
      amountMinor: null,
      returnsStock: true,
      requestKey: randomUUID(),
    }),
  );
  await isRefused(refunded, 'too_late');
});

test('a ticket that was given to somebody is not had back by correcting the address to theirs, and back again', async () => {
  const bought = await buyTwo();
  await on.app.database.query(
    `UPDATE tickets SET email = $2, passed_on_at = now() WHERE order_id = $1 AND position = 2`,
    [bought.orderId, BISI.email],
  );
  const { status, body } = await correct(bought, bought.token, BISI.email.toUpperCase());
  assert.equal(status, 400, JSON.stringify(body));
  assert.equal((await correct(bought, bought.token, RIGHT)).status, 200);
  assert.deepEqual(
    (await ticketsOf(bought)).map(({ email }) => email),
    [RIGHT, BISI.email],
  );
});

test('it is corrected three times at most, and asking for the same once more costs nothing', async () => {
  const bought = await buyTwo();
  for (const email of ['one@example.com', 'two@example.com', RIGHT]) {
    const { body } = await correct(bought, bought.token, email);
    const again = await correct(bought, bought.token, email.toUpperCase());
    assert.deepEqual([again.status, again.body.data], [200, body.data]);
  }
  await isRefused(bought, 'too_often');
});

test('of many who correct at one moment three are heard', async () => {
  const bought = await buyTwo();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => correct(bought, bought.token, `try${index}@example.com`)),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 3);
  assert.equal(answers.filter(({ body }) => body.emailProblem === 'too_often').length, 7);
});

test('a door that reads a code while it is corrected waits, and finds a code that is none any more', async () => {
  const bought = await buyTwo();
  const [ticket] = await ticketsOf(bought);
  const { eventId, reference, token } = bought;
  let outcome: Promise<string> | undefined;
  await on.app.database.transaction(async (tx) => {
    await correctEmail(tx, { eventId, reference, reservationToken: token, email: RIGHT });
    outcome = admit(bought, ticket?.code ?? '');
    await untilWaiting(on.app.database);
  });
  assert.equal(await outcome, 'passed_on');
});

test('a correction that comes while a door reads a code waits, and finds the ticket used', async () => {
  const bought = await buyTwo();
  const [ticket] = await ticketsOf(bought);
  let answer: Promise<Answer> | undefined;
  await on.app.database.transaction(async (tx) => {
    await admitTicket(tx, on.secretKeys, { eventId: bought.eventId, code: ticket?.code ?? '' });
    answer = correct(bought, bought.token);
    await untilWaiting(on.app.database);
  });
  assert.equal((await answer)?.body.emailProblem, 'used');
});
