import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, suite, test } from 'node:test';
import { buy, historyOf, pay, quantityLeft, storedOrder, untilStatus } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { addQuestion } from '../../../questions/add-question.ts';
import { answerQuestions } from '../../../questions/answer-questions.ts';
import type { QuestionFields } from '../../../questions/question-fields.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';
import { admitTicket } from '../../../check-in/admit-ticket.ts';
import { toShortCode } from '../../../rules/short-code.ts';
import { codeOf, onOrderPage, sellOrder, type SoldOrder } from './order-page.fixture.ts';

const QUESTION: QuestionFields = {
  per: 'order',
  kind: 'line',
  label: 'Anything to know?',
  help: '',
  choices: [],
  isRequired: false,
  ticketTypeIds: null,
  isShownAtDoor: true,
};
const BIMBO = { email: 'bimbo@example.com', firstName: 'Bimbo', lastName: 'Ade' };

suite('a host’s changes of an order', () => {
  let on: TestApp;
  let host: TestHost;
  let manager: SignedIn;
  let page: ReturnType<typeof onOrderPage>;
  before(async () => {
    on = await startTestApp({ environment: { HOST_MAILS_PER_DAY: '1000' } });
    host = await makeHost(on);
    manager = await signInAs(on, host, { role: 'manager', hasFactor: true });
    page = onOrderPage(on, host);
  });
  after(() => on.close());
  afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

  const admit = async (eventId: string, code: string): Promise<string> =>
    (await admitTicket(on.app.database, on.secretKeys, { eventId, code })).outcome;
  const mailsOf = async (orderId: string) => {
    const { rows } = await on.app.database.query<{ kind: string; recipient: string; sent: boolean }>(
      'SELECT kind, recipient, sent_at IS NOT NULL AS sent FROM mails WHERE order_id = $1 ORDER BY id',
      [orderId],
    );
    return rows;
  };
  const auditOf = async (action: string, name: string) => {
    const { rows } = await on.app.database.query(
      `SELECT before, after, subject_name FROM audit_log WHERE action = $1 AND subject_name LIKE $2 || '%'`,
      [action, name],
    );
    return rows;
  };
  const ticketOf = async ({ reference }: SoldOrder, position: number) => {
    const { tickets } = await page.view(manager, reference);
    return tickets.find((ticket) => ticket.position === position) ?? assert.fail('no such ticket');
  };
  const passOn = async (sold: SoldOrder, position: number, to: object = BIMBO) => {
    const { ticketId, seen } = await ticketOf(sold, position);
    return page.send(manager, sold.reference, `/tickets/${ticketId}/pass-on`, { ...to, seen });
  };

  test('sends the tickets again, so often and no more', async () => {
    const { reference, orderId } = await sellOrder(on, host, { priceMinor: 0 });
    const answers = [];
    for (let nr = 0; nr < 6; nr += 1) answers.push((await page.send(manager, reference, '/resend')).status);
    assert.deepEqual(answers, [200, 200, 200, 200, 200, 429]);
    assert.equal((await mailsOf(orderId)).length >= 5, true);
  });

  test('corrects a name: the tickets in it get the new one, and their codes stay', async () => {
    const { reference, ticketIds, eventId } = await sellOrder(on, host, { priceMinor: 0, quantity: 3 });
    // Another's name, and another's address with the buyer's name: neither is the buyer's.
    await on.app.database.query(
      `UPDATE tickets SET first_name = CASE position WHEN 2 THEN 'Bisi' ELSE first_name END,
                          email = CASE position WHEN 3 THEN 'third@example.com' ELSE email END WHERE id = ANY ($1)`,
      [ticketIds],
    );
    const [first = ''] = ticketIds;
    const code = await codeOf(on, first);
    const { buyer, seenBuyer: seen } = await page.view(manager, reference);
    const body = { email: buyer.email, firstName: 'Adaeze', lastName: buyer.lastName, seen };
    assert.equal((await page.send(manager, reference, '/buyer', body, 'PATCH')).status, 200);
    const now = await page.view(manager, reference);
    assert.equal(now.buyer.firstName, 'Adaeze');
    assert.deepEqual(
      now.tickets.map(({ holder }) => holder.firstName),
      ['Adaeze', 'Bisi', 'Ada'],
    );
    assert.equal(await admit(eventId, code), 'admitted');
    const lines = await auditOf('order.correct_buyer', reference);
    assert.deepEqual(lines[0]?.['after'], { firstName: '(changed)' });
    // Somebody who had opened the dialog before is shown both.
    const late = await page.send(manager, reference, '/buyer', { ...body, firstName: 'Ada-Eze' }, 'PATCH');
    assert.deepEqual([late.status, late.body.error_code], [409, 'changed_meanwhile']);
    assert.equal(late.body.current.firstName, 'Adaeze');
    // If members do it at the same moment, one is first, and the others see the new state.
    const { seenBuyer } = now;
    const answers = await Promise.all(
      ['Ade', 'Ayo', 'Amaka', 'Abike'].map((firstName) =>
        page.send(manager, reference, '/buyer', { ...body, firstName, seen: seenBuyer }, 'PATCH'),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['200', '409', '409', '409']);
  });

  test('corrects an e-mail: old codes and the old receipt are dead at once, and everybody is sent new ones', async () => {
    const { reference, orderId, ticketIds, eventId } = await sellOrder(on, host, { priceMinor: 0 });
    const [first = ''] = ticketIds;
    const [code, wrong] = [await codeOf(on, first), await storedOrder(on, reference)];
    const { buyer, seenBuyer: seen } = await page.view(manager, reference);
    const body = { ...buyer, phone: undefined, email: 'ada@right.example', seen };
    assert.equal((await page.send(manager, reference, '/buyer', body, 'PATCH')).status, 200);
    assert.equal(await admit(eventId, code), 'passed_on');
    assert.equal(await admit(eventId, await codeOf(on, first)), 'admitted');
    assert.notEqual((await storedOrder(on, reference)).receipt_token, wrong.receipt_token);
    await until('the mail to the right address', async () =>
      (await mailsOf(orderId)).some(({ recipient, sent }) => sent && recipient === 'ada@right.example'),
    );
    const told = JSON.stringify([
      await historyOf(on, reference),
      await auditOf('order.correct_buyer', reference),
    ]);
    for (const value of ['right.example', 'ada@example.com']) assert.ok(!told.includes(value), told);
  });

  test('counts addresses that it types in against the host’s day', async () => {
    const poor = await makeHost(on);
    const clerk = await signInAs(on, poor, { role: 'manager', hasFactor: true });
    const sold = await sellOrder(on, poor, { priceMinor: 0 });
    await on.app.database.query(
      `INSERT INTO host_mails (host_id, day, count) VALUES ($1, (clock_timestamp() AT TIME ZONE 'UTC')::date, 1000)`,
      [poor.hostId],
    );
    const theirs = onOrderPage(on, poor);
    const { buyer, seenBuyer, tickets } = await theirs.view(clerk, sold.reference);
    const body = { ...buyer, phone: undefined, email: 'ada@right.example', seen: seenBuyer };
    assert.equal((await theirs.send(clerk, sold.reference, '/buyer', body, 'PATCH')).status, 429);
    const path = `/tickets/${tickets[0]?.ticketId}/pass-on`;
    assert.equal(
      (await theirs.send(clerk, sold.reference, path, { ...BIMBO, seen: tickets[0]?.seen })).status,
      429,
    );
    assert.equal((await storedOrder(on, sold.reference)).email, buyer.email);
  });

  test('passes a ticket on: the old code is dead, the new one is mailed to the new holder, and the old one is told', async () => {
    const sold = await sellOrder(on, host, { priceMinor: 0, body: { phone: '+2348012345678' } });
    const [first = '', second = ''] = sold.ticketIds;
    const [old, other] = [await codeOf(on, first), await codeOf(on, second)];
    const { seen } = await ticketOf(sold, 1);
    assert.equal((await passOn(sold, 1)).status, 200);
    const { rows: phones } = await on.app.database.query(
      'SELECT phone FROM tickets WHERE order_id = $1 ORDER BY position',
      [sold.orderId],
    );
    assert.deepEqual(phones, [{ phone: null }, { phone: '+2348012345678' }]);
    assert.equal(await admit(sold.eventId, old), 'passed_on');
    assert.equal(await admit(sold.eventId, await codeOf(on, first)), 'admitted');
    assert.equal(await admit(sold.eventId, other), 'admitted', 'the other ticket stays as it is');
    await until('both mails', async () => {
      const sent = (await mailsOf(sold.orderId)).filter((mail) => mail.sent);
      return (
        sent.some(({ kind, recipient }) => kind === 'tickets' && recipient === BIMBO.email) &&
        sent.some(({ kind, recipient }) => kind === 'passed_on' && recipient === 'ada@example.com')
      );
    });
    // Pressed twice, and by somebody who had opened the dialog before.
    const again = await page.send(manager, sold.reference, `/tickets/${first}/pass-on`, { ...BIMBO, seen });
    assert.equal(again.status, 200);
    assert.equal((await auditOf('ticket.pass_on', sold.reference)).length, 1);
    const chi = { email: 'chi@example.com', firstName: 'Chi', lastName: 'Eze', seen };
    const late = await page.send(manager, sold.reference, `/tickets/${first}/pass-on`, chi);
    assert.deepEqual([late.status, late.body.error_code], [409, 'changed_meanwhile']);
    const told = JSON.stringify(await auditOf('ticket.pass_on', sold.reference));
    assert.ok(!/bimbo|ada@/i.test(told), told);
  });

  test('a ticket that was passed on is no longer the buyer’s: the receipt does not show its code', async () => {
    const sold = await sellOrder(on, host, { priceMinor: 0 });
    assert.equal((await passOn(sold, 2)).status, 200);
    const { rows } = await on.app.database.query<{ code: number }>(
      'SELECT short_code AS code FROM tickets WHERE order_id = $1 ORDER BY position',
      [sold.orderId],
    );
    const [first = '', second = ''] = rows.map(({ code }) => toShortCode(code));
    const { receipt_token: token } = await storedOrder(on, sold.reference);
    const receipt = await (await fetch(`${on.publicUrl}/checkout/orders/${token}`)).text();
    assert.ok(receipt.includes(first));
    assert.ok(!receipt.includes(second));
  });

  test('answers for a ticket that is passed on were about another person, and are forgotten', async () => {
    const sold = await sellOrder(on, host, { priceMinor: 0 });
    const { rows } = await on.app.database.query<{ position: number; sku: string }>(
      'SELECT position, ticket_type_id AS sku FROM tickets WHERE order_id = $1 ORDER BY position',
      [sold.orderId],
    );
    const answerAll = (position: number | null, answer: string) =>
      on.app.database.transaction(async (tx) => {
        const questionId = randomUUID();
        const fields = { ...QUESTION, per: position === null ? ('order' as const) : ('ticket' as const) };
        await addQuestion(tx, { ...host, eventId: sold.eventId, actor: OPERATOR, questionId, fields });
        const given = (position === null ? [null] : [1, 2]).map((ticket) => ({ questionId, ticket, answer }));
        await answerQuestions(tx, {
          eventId: sold.eventId,
          orderId: sold.orderId,
          tickets: rows,
          given,
          isAnswered: ({ question }) => question.id === questionId,
        });
      });
    await answerAll(null, 'Harmattan Ltd');
    await answerAll(1, 'no nuts');
    const left = async () =>
      (await page.view(manager, sold.reference)).answers.map(({ ticket, answer }) => [ticket, answer]);
    assert.deepEqual(await left(), [
      [null, 'Harmattan Ltd'],
      [1, 'no nuts'],
      [2, 'no nuts'],
    ]);
    assert.equal((await passOn(sold, 1)).status, 200);
    assert.deepEqual(await left(), [
      [null, 'Harmattan Ltd'],
      [2, 'no nuts'],
    ]);
    // Nobody can ask the new holder but the host, who writes the answer down.
    const { asked } = await page.view(manager, sold.reference);
    assert.deepEqual(
      asked?.fields.map(({ ticket, answer }) => [ticket, answer]),
      [
        [null, 'Harmattan Ltd'],
        [1, ''],
        [2, 'no nuts'],
      ],
    );
    const correct = (fields: object[], seen = asked?.seen) =>
      page.send(manager, sold.reference, '/answers', { answers: fields, seen }, 'PATCH');
    const toHolder = { ...asked?.fields[1], answer: ' vegan ' };
    const answers = [toHolder, { ...asked?.fields[0], answer: '' }];
    assert.equal((await correct(answers)).status, 200);
    const now = [
      [1, 'vegan'],
      [2, 'no nuts'],
    ];
    assert.deepEqual(await left(), now);
    // Pressed twice; by somebody who saw older answers; and with an invalid answer.
    assert.equal((await correct(answers)).status, 200);
    assert.equal((await correct([{ ...toHolder, answer: 'fish' }])).body.error_code, 'changed_meanwhile');
    const long = [{ ...toHolder, answer: 'x'.repeat(201) }];
    assert.equal((await correct(long)).body.error_code, 'validation_failed');
    assert.deepEqual(await left(), now);
    const told = [
      ...(await auditOf('order.correct_answers', sold.reference)),
      ...(await historyOf(on, sold.reference)),
    ];
    assert.match(JSON.stringify(told), /Anything to know\?” of ticket 1/);
    assert.doesNotMatch(JSON.stringify(told), /vegan|Harmattan Ltd/);
    assert.equal((await auditOf('order.correct_answers', sold.reference)).length, 1);
  });

  test('passes nothing on that is used, void, of an event that is over, or the same person’s', async () => {
    const sold = await sellOrder(on, host, { priceMinor: 0 });
    const [first = ''] = sold.ticketIds;
    const refused = async (position: number, to: object = BIMBO) => {
      const { status, body } = await passOn(sold, position, to);
      return `${status} ${body.error_code}`;
    };
    assert.equal(await refused(2, { ...BIMBO, email: 'ADA@example.com' }), '400 validation_failed');
    assert.equal(await admit(sold.eventId, await codeOf(on, first)), 'admitted');
    assert.equal(await refused(1), '409 wrong_state');
    const setStatus = (status: string) =>
      on.app.database.query('UPDATE events SET status = $2 WHERE id = $1', [sold.eventId, status]);
    await setStatus('CANCELLED');
    assert.equal(await refused(2), '409 wrong_state', 'a cancelled event');
    await setStatus('LIVE');
    await on.app.database.query(
      `UPDATE events SET starts_at = now() - interval '2 days', closes_at = now() - interval '1 day' WHERE id = $1`,
      [sold.eventId],
    );
    assert.equal(await refused(2), '409 wrong_state');
    const owner = await signInAs(on, host, { hasFactor: true });
    await page.send(owner, sold.reference, '/refunds', await page.planned(owner, sold.reference));
    assert.equal(await refused(2), '409 wrong_state');
    const { ticketId, seen } = await ticketOf(sold, 2);
    const renamed = { firstName: 'Bisi', lastName: 'Obi', seen };
    const path = `/tickets/${ticketId}`;
    assert.equal(
      (await page.send(manager, sold.reference, path, renamed, 'PATCH')).status,
      409,
      'a void one',
    );
    const other = await sellOrder(on, host, { priceMinor: 0 });
    const stray = { ...BIMBO, seen: '0'.repeat(32) };
    assert.equal((await page.send(manager, other.reference, `/tickets/${first}/pass-on`, stray)).status, 404);
  });

  test('every mail that a member sets off with an order is counted, whoever it goes to', async () => {
    const own = await makeHost(on);
    const theirs = await signInAs(on, own, { role: 'manager', hasFactor: true });
    const at = onOrderPage(on, own);
    const counted = async (): Promise<number> => {
      const { rows } = await on.app.database.query<{ count: number }>(
        'SELECT coalesce(sum(count), 0)::integer AS count FROM host_mails WHERE host_id = $1',
        [own.hostId],
      );
      return rows[0]?.count ?? 0;
    };
    const { reference, eventId, orderId } = await sellOrder(on, own, { priceMinor: 0 });
    await until('the mail of the order itself to be sent', async () => {
      const sent = 'SELECT FROM mails WHERE order_id = $1 AND sent_at IS NOT NULL';
      return ((await on.app.database.query(sent, [orderId])).rowCount ?? 0) > 0;
    });
    const earlier = await counted();
    const done = async (rest: string, body: object = {}, method = 'POST'): Promise<number> => {
      assert.equal((await at.send(theirs, reference, rest, body, method)).status, 200, rest);
      return (await counted()) - earlier;
    };
    assert.equal(await done('/resend'), 1);
    const { tickets, seenBuyer } = await at.view(theirs, reference);
    const [, second] = tickets;
    assert.equal(await done(`/tickets/${second?.ticketId}/pass-on`, { ...BIMBO, seen: second?.seen }), 3);
    assert.equal(await done('/resend'), 5);
    const recipients = `/hosts/${own.hostId}/events/${eventId}/messages/recipients`;
    const { body: found } = await askDashboard(on, recipients, { as: theirs });
    assert.deepEqual(found, { people: 2, typedByHost: 1, next: null });
    // The new address, the old one, and the holder, who gets a new code too.
    const corrected = { email: 'ada.obi@example.com', firstName: 'Ada', lastName: 'Obi', seen: seenBuyer };
    assert.equal(await done('/buyer', corrected, 'PATCH'), 8);
    assert.equal(await done('/resend'), 10);
    const bulk = { as: theirs, method: 'POST', body: { references: [reference] } };
    const { body: sent } = await askDashboard(on, `/hosts/${own.hostId}/orders/resend`, bulk);
    assert.deepEqual([sent, (await counted()) - earlier], [{ sent: 1, refused: [] }, 12]);
    // Both the new holder and the old one.
    const { tickets: now } = await at.view(theirs, reference);
    const chi = { email: 'chi@example.com', firstName: 'Chi', lastName: 'Eze', seen: now[1]?.seen };
    assert.equal(await done(`/tickets/${second?.ticketId}/pass-on`, chi), 14);
  });

  test('changes the name on one ticket, and its code stays', async () => {
    const sold = await sellOrder(on, host, { priceMinor: 0 });
    const [first = ''] = sold.ticketIds;
    const code = await codeOf(on, first);
    const { ticketId, seen } = await ticketOf(sold, 1);
    const body = { firstName: 'Bisi', lastName: 'Obi', seen };
    const path = `/tickets/${ticketId}`;
    assert.equal((await page.send(manager, sold.reference, path, body, 'PATCH')).status, 200);
    const { tickets } = await page.view(manager, sold.reference);
    assert.deepEqual(
      tickets.map(({ holder }) => holder.firstName),
      ['Bisi', 'Ada'],
    );
    assert.equal(await admit(sold.eventId, code), 'admitted');
    const late = await page.send(manager, sold.reference, path, { ...body, firstName: 'Bose' }, 'PATCH');
    assert.equal(late.status, 409);
  });

  test('cancels an unpaid order: its tickets are for sale at once; pressed twice, it is cancelled once', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 2 }] });
    const { reference } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 2 }] });
    assert.deepEqual(await quantityLeft(on, host, slug), [0]);
    const { buyer, seenBuyer: seen } = await page.view(manager, reference);
    const body = { email: buyer.email, firstName: 'Adaeze', lastName: buyer.lastName, seen };
    assert.equal(
      (await page.send(manager, reference, '/buyer', body, 'PATCH')).status,
      409,
      'not bought yet',
    );
    const answers = await Promise.all([1, 2].map(() => page.send(manager, reference, '/cancel')));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual(await quantityLeft(on, host, slug), [2]);
    assert.equal((await auditOf('order.cancel', reference)).length, 1);
    assert.deepEqual((await historyOf(on, reference)).at(-1), {
      status: 'cancelled',
      cause: 'the host cancelled it',
    });
  });

  test('cancels nothing that is paid', async () => {
    const { reference } = await sellOrder(on, host);
    const { status, body } = await page.send(manager, reference, '/cancel');
    assert.deepEqual([status, body.error_code], [409, 'wrong_state']);
    assert.match(JSON.stringify(body), /refund it instead/);
  });

  test('a cancelled order whose page was closed takes no payment', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const order = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    assert.equal((await page.send(manager, order.reference, '/cancel')).status, 200);
    await pay(order.checkoutUrl);
    assert.equal((await untilStatus(on, order.reference, 'cancelled')).confirmed_at, null);
  });
});
