import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import { historyOf, storedOrder, untilStatus } from '../../../../test/harness/buy.ts';
import { makeHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs } from '../../../../test/harness/sign-in.ts';
import { until } from '../../../../test/harness/until.ts';
import { untilWaiting } from '../../../../test/harness/waiting-for-locks.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import { sendTickets } from '../../../tickets/mails/send-tickets.ts';
import { makePerson, openBuyerDesk, type BuyerDesk } from './buyer-data.fixture.ts';

suite('a buyer’s data', () => {
  let desk: BuyerDesk;
  before(async () => {
    desk = await openBuyerDesk();
  });
  after(() => desk.close());
  const database = () => desk.on.app.database;

  test('is found by the address, whatever its case, and exported whole', async () => {
    const person = makePerson();
    const { reference, orderId } = await desk.buyAndPay(person);
    await desk.leaveTraces(orderId, person);
    await desk.refundSome({ reference, orderId }, 'as agreed');
    const found = await desk.find(person.email.toUpperCase().replace('TEST.EXAMPLE', 'test.example'));
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
    assert.deepEqual(found.orders[0]?.answers, [{ question: 'Which diet?', answer: person.word }]);
    const sentence = `Write to ${person.word}`;
    assert.deepEqual(found.orders[0]?.newsletter, { sentence, isTakenBack: false });
    const { status, body } = await desk.call('file', { email: person.email });
    assert.equal(status, 200, JSON.stringify(body));
    const [order] = body.orders;
    assert.deepEqual([order.answers[0].answer, order.newsletter[0].sentence], [person.word, sentence]);
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
    assert.deepEqual(
      order.refunds.map(({ amountMinor, note }: Record<string, unknown>) => [amountMinor, note]),
      [[100, 'as agreed']],
    );
    assert.match(order.returns[0].reason, /^We told /);
    assert.deepEqual(
      order.auditLog.map(({ action }: Record<string, unknown>) => action),
      ['order.refund'],
    );
    const { rows: told } = await database().query(
      `SELECT after FROM audit_log WHERE host_id = $1 AND action = 'buyer.export'`,
      [desk.host.hostId],
    );
    assert.deepEqual(told, [{ after: { orders: 1 } }]);
    const { rows } = await database().query<{ receipt_token: string; serial: string }>(
      'SELECT o.receipt_token, t.serial FROM orders AS o JOIN tickets AS t ON t.order_id = o.id WHERE o.id = $1',
      [orderId],
    );
    for (const { receipt_token: token, serial } of rows)
      assert.ok(!JSON.stringify(body).includes(token) && !JSON.stringify(body).includes(serial));
  });

  test('is found by a domain in its own script, and in the letters of mail servers', async () => {
    const person = makePerson();
    const { orderId } = await desk.buyAndPay(person);
    for (const domain of ['bücher.example', 'xn--bcher-kva.example']) {
      await database().query('UPDATE orders SET email = $2 WHERE id = $1', [
        orderId,
        `${person.word}@${domain}`,
      ]);
      const { orders } = await desk.find(`${person.word.toUpperCase()}@BÜCHER.example`);
      assert.equal(orders.length, 1, domain);
    }
  });

  test('is erased everywhere; books, stock and tickets stay right; asked again there is nothing left', async () => {
    const person = makePerson();
    const { reference, orderId } = await desk.buyAndPay(person, { quantity: 4 });
    await desk.leaveTraces(orderId, person);
    await desk.refundSome({ reference, orderId }, `${person.email} asked for it`);
    const friend = makePerson();
    const others = await desk.buyAndPay(friend);
    await database().query(
      `UPDATE orders SET callback_url = 'https://shop.example/?for=friend', note = 'With ' || $2 WHERE id = $1`,
      [others.orderId, `${person.firstName} ${person.lastName}`],
    );
    await desk.shareTickets(orderId, person);
    // As the embed writes it: the second ticket is for the person.
    await database().query(
      `UPDATE orders SET recipients = jsonb_build_array('{}'::jsonb, jsonb_build_object('email', $2::text, 'firstName', $3::text, 'lastName', $4::text))
        WHERE id = $1`,
      [others.orderId, person.email, person.firstName, person.lastName],
    );
    await database().query(
      `UPDATE tickets SET email = $2, first_name = $3, last_name = $4 WHERE order_id = $1 AND position = 2`,
      [others.orderId, person.email, person.firstName, person.lastName],
    );
    await desk.answer(others.orderId, { 1: friend.word, 2: person.word });
    const seen = (await desk.find(person.email)).orders.find((one) => one.reference === others.reference);
    assert.deepEqual(
      [seen?.answers, seen?.newsletter],
      [[{ question: 'Which diet?', answer: person.word }], null],
    );
    const books = () =>
      database().query(
        `SELECT o.reference, o.status, o.total_minor, o.currency, o.created_at, o.confirmed_at, o.quote::text,
                (SELECT array_agg(serial ORDER BY position) FROM tickets WHERE order_id = o.id) AS serials,
                (SELECT array_agg((voided_at, used_at)::text) FROM tickets WHERE order_id = o.id) AS states
           FROM orders AS o WHERE o.id = ANY ($1) ORDER BY o.id`,
        [[orderId, others.orderId]],
      );
    const booked = (await books()).rows;
    assert.ok((await desk.whereIs(person.word)).length > 8);

    // The holder of a ticket reads nothing of who bought it.
    const { body: file } = await desk.call('file', { email: person.email });
    const [held, ...none] = file.ticketsFromOthers;
    assert.deepEqual([held.reference, held.tickets.length, none.length], [others.reference, 1, 0]);
    assert.ok(!JSON.stringify(held).includes(friend.word) && !('payments' in held));
    assert.ok(!JSON.stringify(file.orders[0].mails).includes('third@'));

    const { status, body } = await desk.call('erase', { email: person.email, alsoAhead: false });
    assert.deepEqual([status, body], [200, { orders: 2, tickets: 3, mails: 2, hasMore: false }]);
    assert.deepEqual(await desk.whereIs(person.word), []);
    assert.deepEqual((await books()).rows, booked);
    assert.deepEqual(await checkInvariants(database()), []);
    // The buyer of the order that it was in keeps what is theirs.
    const { rows } = await database().query<{ email: string }>(
      'SELECT email FROM tickets WHERE order_id = $1 ORDER BY position',
      [others.orderId],
    );
    assert.deepEqual(
      rows.map(({ email }) => email),
      [friend.email, 'erased@erased.invalid'],
    );
    const { rows: answers } = await database().query(
      'SELECT ticket_position AS ticket, answer FROM answers WHERE order_id = ANY ($1)',
      [[orderId, others.orderId]],
    );
    assert.deepEqual(answers, [{ ticket: 1, answer: friend.word }]);
    const { rowCount: consents } = await database().query(
      'SELECT FROM newsletter_consents WHERE order_id = $1',
      [orderId],
    );
    assert.equal(consents, 0);
    const { rows: kept } = await database().query<Record<string, unknown>>(
      `SELECT o.email, o.phone, o.metadata, o.callback_url, o.recipients -> 0 AS first,
              (SELECT recipient FROM mails WHERE order_id = o.id AND kind = 'tickets') AS mailed
         FROM orders AS o WHERE o.id = $1`,
      [others.orderId],
    );
    assert.deepEqual(kept, [
      {
        email: friend.email,
        phone: '+2348012345678',
        metadata: JSON.stringify({ who: friend.word }),
        callback_url: 'https://shop.example/?for=friend',
        first: {},
        mailed: friend.email,
      },
    ]);
    const { rows: friends } = await database().query(
      'SELECT email, first_name AS name, phone FROM tickets WHERE order_id = $1 ORDER BY position',
      [orderId],
    );
    assert.deepEqual(friends.slice(1), [
      { email: 'erased@erased.invalid', name: '(erased)', phone: null },
      { email: 'third@test.example', name: '(erased)', phone: '+2348099999999' },
      { email: 'fourth@test.example', name: 'Fourth', phone: null },
    ]);
    assert.equal((await storedOrder(desk.on, reference)).phone, null);
    assert.equal((await historyOf(desk.on, reference)).at(-1)?.cause, 'the buyer’s data were erased');

    assert.deepEqual((await desk.find(person.email)).orders, []);
    const search = await askDashboard(
      desk.on,
      `/hosts/${desk.host.hostId}/search?typed=${encodeURIComponent(person.email)}`,
      { as: desk.owner },
    );
    assert.ok(!JSON.stringify(search.body).includes(reference));
    const again = await desk.call('erase', { email: person.email, alsoAhead: false });
    assert.deepEqual([again.status, again.body.orders], [200, 0]);
    const { rows: lines } = await database().query(
      `SELECT after FROM audit_log WHERE host_id = $1 AND action = 'buyer.erase' ORDER BY id`,
      [desk.host.hostId],
    );
    assert.deepEqual(lines, [
      { after: { orders: 2, tickets: 3, mails: 2 } },
      { after: { orders: 0, tickets: 0, mails: 0 } },
    ]);
  });

  test('after it the money can still go back, and nobody is written to', async () => {
    const person = makePerson();
    const { reference, orderId } = await desk.buyAndPay(person);
    await database().query(
      `INSERT INTO mails (id, order_id, kind, recipient) VALUES (new_id(), $1, 'refunded', $2)`,
      [orderId, person.email],
    );
    await desk.call('erase', { email: person.email, alsoAhead: false });
    const { rows: unsent } = await database().query(
      'SELECT FROM mails WHERE order_id = $1 AND sent_at IS NULL AND refused_at IS NULL',
      [orderId],
    );
    assert.equal(unsent.length, 0, 'what was not sent is not sent any more');
    const mails = async () =>
      (
        await database().query('SELECT recipient, sent_at FROM mails WHERE order_id = $1 ORDER BY id', [
          orderId,
        ])
      ).rows;
    const mailed = await mails();
    await database().transaction((tx) => sendTickets(tx, { orderId }));
    await database().transaction((tx) =>
      refundOrder(tx, {
        orderId,
        actor: OPERATOR,
        ticketIds: null,
        amountMinor: null,
        returnsStock: true,
        requestKey: 'all',
      }),
    );
    await untilStatus(desk.on, reference, 'refunded');
    await until('the money to be back', async () => {
      const { rows } = await database().query('SELECT status FROM refunds WHERE order_id = $1', [orderId]);
      return rows.every(({ status }) => status === 'succeeded');
    });
    await until('no job to be left', async () => {
      const { rows } = await database().query<{ count: number }>(
        `SELECT count(*) AS count FROM jobs WHERE payload ->> 'orderId' = $1`,
        [orderId],
      );
      return rows[0]?.count === 0;
    });
    assert.deepEqual(await mails(), mailed);
    assert.deepEqual(await checkInvariants(database()), []);
  });

  test('an address that was corrected since is found by the mail that went to it', async () => {
    const [person, right] = [makePerson(), makePerson()];
    const { orderId } = await desk.buyAndPay(person);
    await database().query(
      `UPDATE orders SET email = $2, first_name = 'Right', last_name = 'One', metadata = $3, callback_url = $4,
              idempotency_key = NULL, request_hash = NULL WHERE id = $1`,
      [
        orderId,
        right.email,
        JSON.stringify({ was: person.email }),
        `https://shop.example/?for=${person.email}`,
      ],
    );
    await database().query(
      `UPDATE tickets SET email = $2, first_name = 'Right', last_name = 'One' WHERE order_id = $1`,
      [orderId, right.email],
    );
    assert.deepEqual(
      (await desk.find(person.email)).orders.map(({ part, mails }) => [part, mails]),
      [['mailed', 1]],
    );
    await desk.call('erase', { email: person.email, alsoAhead: false });
    assert.deepEqual(await desk.whereIs(person.word), []);
    assert.equal((await desk.find(right.email)).orders.length, 1);
  });

  test('nothing is erased while an order is unpaid, a refund is under way, or the event is ahead without a word on that', async () => {
    const person = makePerson();
    const { orderId, eventId } = await desk.buyAndPay(person, { isOver: false });
    const erase = (alsoAhead: boolean) => desk.call('erase', { email: person.email, alsoAhead });
    const refused = await erase(false);
    assert.deepEqual(
      [refused.status, refused.body.error_code, refused.body.field],
      [409, 'wrong_state', 'alsoAhead'],
    );
    assert.match(refused.body.message, /has not taken place yet/);
    const isAhead = async () => (await desk.find(person.email)).orders[0]?.isAhead;
    assert.equal(await isAhead(), true);
    const setTickets = (voidedAt: Date | null) =>
      database().query('UPDATE tickets SET voided_at = $2 WHERE order_id = $1', [orderId, voidedAt]);
    await setTickets(new Date());
    assert.equal(await isAhead(), false, 'void tickets');
    await setTickets(null);
    const setEvent = (status: string) =>
      database().query('UPDATE events SET status = $2 WHERE id = $1', [eventId, status]);
    await setEvent('CANCELLED');
    assert.equal(await isAhead(), false, 'a cancelled event');
    await setEvent('LIVE');

    await database().query(`UPDATE orders SET status = 'pending_payment' WHERE id = $1`, [orderId]);
    const unpaid = await erase(true);
    assert.equal(unpaid.status, 409);
    assert.match(unpaid.body.message, /can still be paid/);
    await database().query(
      `UPDATE orders SET status = 'expired', next_look_up_at = now() + interval '1 day' WHERE id = $1`,
      [orderId],
    );
    assert.match((await erase(true)).body.message, /its payment may still arrive/);
    await database().query(`UPDATE orders SET status = 'confirmed', next_look_up_at = NULL WHERE id = $1`, [
      orderId,
    ]);
    await database().query(
      `WITH made AS (INSERT INTO event_cancellations (id, event_id, created_at, reason, orders, tickets, unpaid_orders, goes_back)
                     VALUES (new_id(), $1, now(), '', 1, 2, 0, '[]') RETURNING id)
       INSERT INTO event_cancellation_orders (order_id, cancellation_id, note) SELECT $2, id, $3 FROM made`,
      [eventId, orderId, `asked ${person.email}`],
    );
    assert.match((await erase(true)).body.message, /refund in progress/);
    await database().query(`UPDATE event_cancellation_orders SET state = 'done' WHERE order_id = $1`, [
      orderId,
    ]);

    await database().query(
      `INSERT INTO refunds (id, order_id, payment_id, amount_minor, reason, request_key, status, created_at)
       SELECT new_id(), order_id, id, 1, 'host', 'open', 'needs_attention', now() FROM payments WHERE order_id = $1`,
      [orderId],
    );
    const open = await erase(true);
    assert.match(open.body.message, /refund in progress/);
    await database().query(`DELETE FROM refunds WHERE order_id = $1`, [orderId]);

    // Without its job: nobody takes it in.
    const { rows: lists } = await database().query<{ id: string }>(
      `INSERT INTO guest_lists (id, host_id, event_id, guests, tickets, sends_mail, gifts)
       VALUES (new_id(), $1, $2, 1, 1, true, jsonb_build_array(jsonb_build_object('email', $3::text))) RETURNING id`,
      [desk.host.hostId, eventId, person.email],
    );
    assert.match((await erase(true)).body.message, /guest list/);
    await database().query(
      `UPDATE guest_lists SET state = 'refused', gifts = NULL, reason = $2, ended_at = now() WHERE id = $1`,
      [lists[0]?.id, `${person.email} has no ticket`],
    );
    assert.ok((await desk.whereIs(person.word)).length > 0);

    assert.equal((await erase(true)).status, 200);
    assert.deepEqual(await desk.whereIs(person.word), []);
    await desk.endEvent(eventId);
  });

  test('another host’s orders of the same person are not touched, nor seen', async () => {
    const person = makePerson();
    await desk.buyAndPay(person);
    const elsewhere = await makeHost(desk.on);
    const stranger = await signInAs(desk.on, elsewhere, { hasFactor: true });
    const theirs = await desk.call('find', { email: person.email }, stranger, elsewhere);
    assert.deepEqual(theirs.body, { orders: [], hasMore: false });
    const erased = await desk.call('erase', { email: person.email, alsoAhead: true }, stranger, elsewhere);
    assert.equal(erased.body.orders, 0);
    assert.equal((await desk.find(person.email)).orders.length, 1);

    // Each has something of the person: what the one erases, the other keeps.
    const { eventId } = await desk.buyAndPay(person, { of: elsewhere });
    await desk.leaveTracesElsewhere(person, { of: elsewhere, as: stranger, eventId });
    const counted = async () =>
      (await desk.whereIs(person.word)).map((place) => place.split(':')[0] ?? '').toSorted();
    const both = await counted();
    assert.equal((await desk.call('erase', { email: person.email, alsoAhead: false })).body.orders, 1);
    assert.deepEqual(
      (await counted()).filter((table) =>
        ['exports', 'guest_lists', 'orders', 'mails'].includes(table ?? ''),
      ),
      ['exports', 'guest_lists', 'guest_lists', 'mails', 'orders'],
    );
    assert.ok(both.length > (await counted()).length);
    const left = await desk.call('find', { email: person.email }, stranger, elsewhere);
    assert.equal(left.body.orders.length, 1);
    await database().query('DELETE FROM guest_lists WHERE event_id = $1', [eventId]);
  });

  test('a payment that comes in at this moment is waited for, and seen', async (t) => {
    const person = makePerson();
    const { orderId } = await desk.buyAndPay(person);
    const other = new pg.Client({ connectionString: desk.on.testDatabase.url });
    await other.connect();
    t.after(() => other.end());
    await other.query('BEGIN');
    await other.query(`UPDATE orders SET status = 'pending_payment' WHERE id = $1`, [orderId]);
    const erased = desk.call('erase', { email: person.email, alsoAhead: true });
    await untilWaiting(database());
    await other.query('COMMIT');
    assert.match((await erased).body.message, /can still be paid/);
    await database().query(`UPDATE orders SET status = 'confirmed' WHERE id = $1`, [orderId]);
  });

  test('a hundred orders are erased at a time, and what is left is said', async () => {
    const person = makePerson();
    const { reference } = await desk.buyAndPay(person, { quantity: 1 });
    await database().query(
      `INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, email,
                           first_name, last_name, created_at)
       SELECT new_id(), left(reference, 19) || lpad(n::text, 4, '0'), event_id, host_id, source, 'failed', quote_reference, quote, total_minor,
              currency, email, first_name, last_name, created_at FROM orders, generate_series(1, 100) AS n WHERE reference = $1`,
      [reference],
    );
    const found = await desk.find(person.email);
    assert.deepEqual([found.orders.length, found.hasMore], [100, true]);
    for (const [orders, hasMore] of [
      [100, true],
      [1, false],
    ]) {
      const { body } = await desk.call('erase', { email: person.email, alsoAhead: false });
      assert.deepEqual([body.orders, body.hasMore], [orders, hasMore]);
    }
    assert.deepEqual(await desk.whereIs(person.word), []);
  });

  test('the page begins with the address of an order, without having it in its own', async () => {
    const person = makePerson();
    const { reference } = await desk.buyAndPay(person);
    const { body } = await askDashboard(desk.on, `/hosts/${desk.host.hostId}/buyer-data?order=${reference}`, {
      as: desk.owner,
    });
    assert.equal(body.data.email, person.email);
    const none = await askDashboard(desk.on, `/hosts/${desk.host.hostId}/buyer-data?order=nothing`, {
      as: desk.owner,
    });
    assert.equal(none.body.data.email, '');
  });
});
