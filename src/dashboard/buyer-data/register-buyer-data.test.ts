import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { buy, pay, storedOrder, untilStatus } from '../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../test/harness/sign-in.ts';
import { giveUpDeliveries, switchOnReceiver } from '../../../test/harness/switch-on-receiver.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { until } from '../../../test/harness/until.ts';
import { OPERATOR } from '../../audit/actor.ts';
import { checkInvariants } from '../../invariants/check-invariants.ts';
import { refundOrder } from '../../orders/refund-order.ts';
import { sendTickets } from '../../tickets/mails/send-tickets.ts';
import type { BuyerFound } from './buyer-data-view.ts';

// The sandbox stands for a gateway, whose own records no host can erase.
const NOT_OURS = new Set(['sandbox_payments', 'sandbox_refunds']);

suite('a buyer’s data', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  let count = 0;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
  });
  after(() => on.close());

  const call = (verb: string, body: object, as = owner, of = host) =>
    askDashboard(on, `/hosts/${of.hostId}/buyer-data/${verb}`, { as, method: 'POST', body });
  const find = async (email: string): Promise<BuyerFound> => {
    const { status, body } = await call('find', { email });
    assert.equal(status, 200, JSON.stringify(body));
    return body as BuyerFound;
  };
  /** Nobody else has this name and address. */
  const makePerson = () => {
    count += 1;
    const word = `canary${process.pid}x${count}`;
    return { word, email: `Ada.${word}@test.example`, firstName: `Ada${word}`, lastName: `Obi${word}` };
  };
  type Person = ReturnType<typeof makePerson>;

  /** An event that is over, with a receiver; what was bought of it is paid for. */
  async function buyAndPay(person: Person, { isOver = true, quantity = 2 } = {}) {
    const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 500_000 }] });
    await switchOnReceiver(on, eventId);
    const { word, ...buyer } = person;
    const { reference, checkoutUrl } = await buy(
      on,
      host,
      { slug, items: [{ sku: skus[0], quantity }] },
      {
        body: { ...buyer, phone: '+2348012345678', metadata: { who: word } },
        headers: { 'idempotency-key': `key-of-${word}` },
      },
    );
    await pay(checkoutUrl);
    await untilStatus(on, reference, 'confirmed');
    await giveUpDeliveries(on, reference);
    const { id: orderId } = await storedOrder(on, reference);
    await untilMailed(orderId);
    if (isOver) await endEvent(eventId);
    return { reference, orderId, eventId };
  }
  const endEvent = (eventId: string) =>
    on.app.database.query(
      `UPDATE events SET starts_at = now() - interval '2 days', closes_at = now() - interval '1 day' WHERE id = $1`,
      [eventId],
    );
  const untilMailed = (orderId: string) =>
    until('the mail to be sent', async () => {
      const { rows } = await on.app.database.query<{ count: number }>(
        'SELECT count(*) AS count FROM mails WHERE order_id = $1 AND sent_at IS NOT NULL',
        [orderId],
      );
      return (rows[0]?.count ?? 0) > 0;
    });

  /** Every place of the database in which the word stands, as `table: row`. */
  async function whereIs(word: string): Promise<string[]> {
    const { rows } = await on.app.database.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE c.relkind = 'r' AND n.nspname = 'public'`,
    );
    const found: string[] = [];
    for (const { name } of rows.filter((table) => !NOT_OURS.has(table.name))) {
      const { rows: lines } = await on.app.database.query<{ line: string }>(
        `SELECT t::text AS line FROM "${name}" AS t WHERE position($1 IN lower(t::text)) > 0`,
        [word.toLowerCase()],
      );
      found.push(...lines.map(({ line }) => `${name}: ${line}`));
    }
    return found;
  }

  /** Wherever something of a buyer may come to stand besides: what people, gateways and receivers wrote. */
  async function leaveTraces(orderId: string, { word, email }: Person): Promise<void> {
    const { database } = on.app;
    await database.query(`UPDATE orders SET callback_url = $2, client_address = $3 WHERE id = $1`, [
      orderId,
      `https://shop.example/?for=${word}`,
      `10.0.0.1/${word}`.slice(0, 60),
    ]);
    await database.query(
      `UPDATE reservations SET client_address = $2 WHERE id = (SELECT reservation_id FROM orders WHERE id = $1)`,
      [orderId, word],
    );
    await database.query(`UPDATE mails SET last_error = '550 <' || $2 || '> unknown' WHERE order_id = $1`, [
      orderId,
      email,
    ]);
    await database.query(
      `INSERT INTO order_changes (order_id, at, status, cause) VALUES ($1, now(), 'confirmed', 'told ' || $2 || ' by phone')`,
      [orderId, email],
    );
    await database.query(
      `INSERT INTO webhook_bodies (delivery_id, body) SELECT id, $2 FROM webhook_deliveries WHERE order_id = $1
           ON CONFLICT (delivery_id) DO UPDATE SET body = excluded.body`,
      [orderId, `{"email":"${email}"}`],
    );
    await database.query(
      `INSERT INTO webhook_attempts (delivery_id, attempt, started_at, answer)
       SELECT id, 90, now(), 'hello ' || $2 FROM webhook_deliveries WHERE order_id = $1`,
      [orderId, email],
    );
    await database.query(
      `INSERT INTO jobs (id, kind, set_aside_at, last_error) VALUES (new_id(), 'send_mail', now(), '550 <' || $1 || '> unknown')`,
      [email],
    );
    await database.query(
      `INSERT INTO exports (host_id, person_id, what, filters, with_bom, separator)
       VALUES ($1, $2, 'guests', jsonb_build_object('search', $3::text), false, 'comma')`,
      [host.hostId, owner.personId, email.toLowerCase()],
    );
  }

  test('is found by the address, whatever its case, and exported whole', async () => {
    const person = makePerson();
    const { reference, orderId } = await buyAndPay(person);
    await leaveTraces(orderId, person);
    const found = await find(person.email.toUpperCase().replace('TEST.EXAMPLE', 'test.example'));
    assert.deepEqual(
      found.orders.map(({ reference: one, part, tickets, obstacle, isAhead }) => [
        one,
        part,
        tickets,
        obstacle,
        isAhead,
      ]),
      [[reference, 'buyer', 2, null, false]],
    );
    const { status, body } = await call('file', { email: person.email });
    assert.equal(status, 200, JSON.stringify(body));
    const [order] = body.orders;
    assert.deepEqual(
      [
        order.reference,
        order.email,
        order.phone,
        order.metadata,
        order.tickets.length,
        order.payments.length,
      ],
      [reference, person.email, '+2348012345678', { who: person.word }, 2, 1],
    );
    assert.equal(order.webhooks[0].body, `{"email":"${person.email}"}`);
    assert.ok(order.history.length >= 3 && order.mails.length >= 1);
    const { rows } = await on.app.database.query<{ receipt_token: string; serial: string }>(
      'SELECT o.receipt_token, t.serial FROM orders AS o JOIN tickets AS t ON t.order_id = o.id WHERE o.id = $1',
      [orderId],
    );
    for (const { receipt_token: token, serial } of rows)
      assert.ok(!JSON.stringify(body).includes(token) && !JSON.stringify(body).includes(serial));
  });

  test('is erased everywhere; books, stock and tickets stay right; asked again there is nothing left', async () => {
    const person = makePerson();
    const { reference, orderId } = await buyAndPay(person);
    await leaveTraces(orderId, person);
    const friend = makePerson();
    const others = await buyAndPay(friend);
    // As the embed writes it: the second ticket is for the person.
    await on.app.database.query(
      `UPDATE orders SET recipients = jsonb_build_array('{}'::jsonb, jsonb_build_object('email', $2::text, 'firstName', $3::text, 'lastName', $4::text))
        WHERE id = $1`,
      [others.orderId, person.email, person.firstName, person.lastName],
    );
    await on.app.database.query(
      `UPDATE tickets SET email = $2, first_name = $3, last_name = $4 WHERE order_id = $1 AND position = 2`,
      [others.orderId, person.email, person.firstName, person.lastName],
    );
    const books = () =>
      on.app.database.query(
        `SELECT o.reference, o.status, o.total_minor, o.currency, o.created_at, o.confirmed_at, o.quote::text,
                (SELECT array_agg(serial ORDER BY position) FROM tickets WHERE order_id = o.id) AS serials,
                (SELECT array_agg((voided_at, used_at)::text) FROM tickets WHERE order_id = o.id) AS states
           FROM orders AS o WHERE o.id = ANY ($1) ORDER BY o.id`,
        [[orderId, others.orderId]],
      );
    const booked = (await books()).rows;
    assert.ok((await whereIs(person.word)).length > 8);

    const { status, body } = await call('erase', { email: person.email, alsoAhead: false });
    assert.deepEqual([status, body], [200, { orders: 2, tickets: 3, mails: 1, hasMore: false }]);
    assert.deepEqual(await whereIs(person.word), []);
    assert.deepEqual((await books()).rows, booked);
    assert.deepEqual(await checkInvariants(on.app.database), []);
    // Whose order it was in keeps what is theirs.
    const { rows } = await on.app.database.query<{ email: string }>(
      'SELECT email FROM tickets WHERE order_id = $1 ORDER BY position',
      [others.orderId],
    );
    assert.deepEqual(
      rows.map(({ email }) => email),
      [friend.email, 'erased@erased.invalid'],
    );
    assert.equal((await storedOrder(on, others.reference)).email, friend.email);

    assert.deepEqual((await find(person.email)).orders, []);
    const search = await askDashboard(
      on,
      `/hosts/${host.hostId}/search?typed=${encodeURIComponent(person.email)}`,
      { as: owner },
    );
    assert.ok(!JSON.stringify(search.body).includes(reference));
    const again = await call('erase', { email: person.email, alsoAhead: false });
    assert.deepEqual([again.status, again.body.orders], [200, 0]);
    const { rows: lines } = await on.app.database.query(
      `SELECT after FROM audit_log WHERE host_id = $1 AND action = 'buyer.erase' ORDER BY id`,
      [host.hostId],
    );
    assert.deepEqual(lines, [
      { after: { orders: 2, tickets: 3, mails: 1 } },
      { after: { orders: 0, tickets: 0, mails: 0 } },
    ]);
  });

  test('after it the money can still go back, and nobody is written to', async () => {
    const person = makePerson();
    const { reference, orderId } = await buyAndPay(person);
    await call('erase', { email: person.email, alsoAhead: false });
    const mails = async () =>
      (await on.app.database.query('SELECT recipient, sent_at FROM mails WHERE order_id = $1', [orderId]))
        .rows;
    const mailed = await mails();
    await on.app.database.transaction((tx) => sendTickets(tx, { orderId }));
    await on.app.database.transaction((tx) =>
      refundOrder(tx, {
        orderId,
        actor: OPERATOR,
        ticketIds: null,
        amountMinor: null,
        returnsStock: true,
        requestKey: 'all',
      }),
    );
    await untilStatus(on, reference, 'refunded');
    await until('the money to be back', async () => {
      const { rows } = await on.app.database.query('SELECT status FROM refunds WHERE order_id = $1', [
        orderId,
      ]);
      return rows.every(({ status }) => status === 'succeeded');
    });
    await until('no job to be left', async () => {
      const { rows } = await on.app.database.query<{ count: number }>(
        `SELECT count(*) AS count FROM jobs WHERE payload ->> 'orderId' = $1`,
        [orderId],
      );
      return rows[0]?.count === 0;
    });
    assert.deepEqual(await mails(), mailed);
    assert.deepEqual(await checkInvariants(on.app.database), []);
  });

  test('an address that was corrected since is found by the mail that went to it', async () => {
    const [person, right] = [makePerson(), makePerson()];
    const { orderId } = await buyAndPay(person);
    await on.app.database.query(
      `UPDATE orders SET email = $2, first_name = 'Right', last_name = 'One', metadata = '{}' WHERE id = $1`,
      [orderId, right.email],
    );
    await on.app.database.query(
      `UPDATE tickets SET email = $2, first_name = 'Right', last_name = 'One' WHERE order_id = $1`,
      [orderId, right.email],
    );
    assert.deepEqual(
      (await find(person.email)).orders.map(({ part, mails }) => [part, mails]),
      [['mailed', 1]],
    );
    await call('erase', { email: person.email, alsoAhead: false });
    const left = (await whereIs(person.word)).filter((line) => !line.includes(`key-of-${person.word}`));
    assert.deepEqual(left, []);
    assert.equal((await find(right.email)).orders.length, 1);
  });

  test('nothing is erased while an order is unpaid, a refund is under way, or the event is ahead without a word on that', async () => {
    const person = makePerson();
    const { orderId, eventId } = await buyAndPay(person, { isOver: false });
    const erase = (alsoAhead: boolean) => call('erase', { email: person.email, alsoAhead });
    const refused = await erase(false);
    assert.deepEqual(
      [refused.status, refused.body.error_code, refused.body.field],
      [409, 'wrong_state', 'alsoAhead'],
    );
    assert.match(refused.body.message, /still ahead/);
    assert.equal((await find(person.email)).orders[0]?.isAhead, true);

    await on.app.database.query(`UPDATE orders SET status = 'pending_payment' WHERE id = $1`, [orderId]);
    const unpaid = await erase(true);
    assert.equal(unpaid.status, 409);
    assert.match(unpaid.body.message, /can still be paid/);
    await on.app.database.query(`UPDATE orders SET status = 'confirmed' WHERE id = $1`, [orderId]);

    await on.app.database.query(
      `INSERT INTO refunds (id, order_id, payment_id, amount_minor, reason, request_key, status, created_at)
       SELECT new_id(), order_id, id, 1, 'host', 'open', 'needs_attention', now() FROM payments WHERE order_id = $1`,
      [orderId],
    );
    const open = await erase(true);
    assert.match(open.body.message, /refund that is under way/);
    await on.app.database.query(`DELETE FROM refunds WHERE order_id = $1`, [orderId]);

    // Without its job: nobody takes it in.
    const { rows: lists } = await on.app.database.query<{ id: string }>(
      `INSERT INTO guest_lists (id, host_id, event_id, guests, tickets, sends_mail, gifts)
       VALUES (new_id(), $1, $2, 1, 1, true, jsonb_build_array(jsonb_build_object('email', $3::text))) RETURNING id`,
      [host.hostId, eventId, person.email],
    );
    assert.match((await erase(true)).body.message, /list of guests/);
    await on.app.database.query(
      `UPDATE guest_lists SET state = 'refused', gifts = NULL, reason = $2, ended_at = now() WHERE id = $1`,
      [lists[0]?.id, `${person.email} has no ticket`],
    );
    assert.ok((await whereIs(person.word)).length > 0);

    assert.equal((await erase(true)).status, 200);
    assert.deepEqual(await whereIs(person.word), []);
    await endEvent(eventId);
  });

  test('another host’s orders of the same person are not touched, nor seen', async () => {
    const person = makePerson();
    await buyAndPay(person);
    const elsewhere = await makeHost(on);
    const stranger = await signInAs(on, elsewhere, { hasFactor: true });
    const theirs = await call('find', { email: person.email }, stranger, elsewhere);
    assert.deepEqual(theirs.body, { orders: [], hasMore: false });
    const erased = await call('erase', { email: person.email, alsoAhead: true }, stranger, elsewhere);
    assert.equal(erased.body.orders, 0);
    assert.equal((await find(person.email)).orders.length, 1);
  });

  test('the page begins with the address of an order, without having it in its own', async () => {
    const person = makePerson();
    const { reference } = await buyAndPay(person);
    const { body } = await askDashboard(on, `/hosts/${host.hostId}/buyer-data?order=${reference}`, {
      as: owner,
    });
    assert.equal(body.data.email, person.email);
    const none = await askDashboard(on, `/hosts/${host.hostId}/buyer-data?order=nothing`, { as: owner });
    assert.equal(none.body.data.email, '');
  });
});
