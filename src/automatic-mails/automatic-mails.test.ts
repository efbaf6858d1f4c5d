import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../test/harness/test-database.ts';
import { textOfPdf } from '../tickets/mails/send-mail-job.fixture.ts';
import { ADA } from '../tickets/ticket-world.fixture.ts';
import { unsubscribe } from '../unsubscribing/unsubscribing.ts';
import { openAutomaticDesk, type AutomaticDesk } from './automatic-mails.fixture.ts';

const BIMBO = { email: 'bimbo@example.com', firstName: 'Bimbo', lastName: 'Ade', phone: null };
const CHIDI = { email: 'chidi@example.com', firstName: 'Chidi', lastName: 'Eze', phone: null };
const SOON = 'Soon: Lagos Night';

const begunOf = async (desk: AutomaticDesk, { eventId }: { eventId: string }) =>
  (
    await desk.database.query(
      'SELECT begun_at IS NOT NULL AS begun FROM automatic_mails WHERE event_id = $1',
      [eventId],
    )
  ).rows;

test('at night a mail waits for the morning of its place, unless that is too late', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.after(drop);
  const cases: [at: string, zone: string, before: string, goes: string][] = [
    ['2026-05-01 12:00Z', 'UTC', 'infinity', '2026-05-01 12:00Z'],
    ['2026-05-01 08:00Z', 'UTC', 'infinity', '2026-05-01 08:00Z'],
    ['2026-05-01 20:59:59Z', 'UTC', 'infinity', '2026-05-01 20:59:59Z'],
    ['2026-05-01 21:00Z', 'UTC', 'infinity', '2026-05-02 08:00Z'],
    ['2026-05-01 07:59:59Z', 'UTC', 'infinity', '2026-05-01 08:00Z'],
    // A run at sunrise.
    ['2026-05-01 04:00Z', 'UTC', '2026-05-01 06:00Z', '2026-05-01 04:00Z'],
    ['2026-05-01 04:00Z', 'UTC', '2026-05-01 08:00Z', '2026-05-01 04:00Z'],
    ['2026-05-01 21:00Z', 'Africa/Lagos', 'infinity', '2026-05-02 07:00Z'],
    ['2026-05-01 06:00Z', 'Africa/Nairobi', 'infinity', '2026-05-01 06:00Z'],
    // The night in which clocks go forward.
    ['2026-03-28 23:00Z', 'Europe/Berlin', 'infinity', '2026-03-29 06:00Z'],
  ];
  for (const [at, zone, before, goes] of cases) {
    const { rows } = await database.query<{ isRight: boolean; is: string }>(
      'SELECT mail_hour($1, $2, $3) = $4 AS "isRight", mail_hour($1, $2, $3)::text AS is',
      [at, zone, before, goes],
    );
    assert.ok(rows[0]?.isRight, `${at} in ${zone}: ${rows[0]?.is}`);
  }
});

test('a reminder goes once to buyer, guest and new holder, with all they need to know; not to whom it is of no use', async (t) => {
  const desk = await openAutomaticDesk(t);
  const event = await desk.eventAt(
    { hour: 12, startsInHours: 23 },
    { name: 'Lagos Night', street: '12 Hidden Street', hideLocation: true, directions: 'Second gate' },
  );
  await desk.database.query('UPDATE events SET doors_minutes = 60 WHERE id = $1', [event.eventId]);
  const bought = await desk.order({
    event,
    lines: [{ quantity: 4 }],
    recipients: [ADA, ADA, BIMBO, CHIDI],
    language: 'fr',
  });
  await desk.database.query('UPDATE tickets SET voided_at = now() WHERE order_id = $1 AND position = 4', [
    bought,
  ]);
  const passedOn = await desk.order({ event, buyer: CHIDI });
  await desk.database.query(
    `UPDATE tickets SET email = 'dele@example.com', first_name = 'Dele', passed_on_at = now() WHERE order_id = $1`,
    [passedOn],
  );
  const refunded = await desk.order({ event, buyer: { ...ADA, email: 'over@example.com' } });
  await desk.database.query('UPDATE tickets SET voided_at = now() WHERE order_id = $1', [refunded]);
  await desk.order({ event, buyer: { ...ADA, email: 'no@example.com' } });
  const link = await desk.unsubscribing.linkFor(desk.database, {
    hostId: desk.host.hostId,
    kind: 'reminder',
    email: 'NO@example.com',
    language: 'en',
  });
  const subscription = desk.unsubscribing.read(/unsubscribe\/([\w-]+)/.exec(link ?? '')?.[1] ?? '');
  assert.ok(subscription);
  await unsubscribe(desk.database, subscription);
  await desk.work();
  assert.deepEqual(desk.came(), {}, 'it is off');
  await desk.switchOn(event, 'reminder', { note: 'Bring a coat.\nIt may rain.' });
  await desk.work();
  const french = 'Bientôt\u{a0}: Lagos Night';
  assert.deepEqual(desk.came(), {
    [ADA.email]: [french],
    [BIMBO.email]: [french],
    'dele@example.com': [SOON],
  });
  const adas = desk.smtp.received.find(({ envelope }) => envelope.to.includes(ADA.email));
  for (const part of [
    '12 Hidden Street',
    'Second gate',
    'Bring a coat.',
    'It may rain.',
    '/checkout/orders/',
    '3 × ',
  ])
    assert.ok(adas?.mail.text?.includes(part) && adas.mail.html?.includes(part), part);
  const headers = Object.fromEntries((adas?.mail.headers ?? []).map(({ key, value }) => [key, value]));
  assert.match(
    headers['list-unsubscribe'] ?? '',
    /^<https:\/\/tickets\.example\/unsubscribe\/[\w-]+\?lang=fr>$/,
  );
  const printed = async (email: string): Promise<number> => {
    const received = desk.smtp.received.find(({ envelope }) => envelope.to.includes(email));
    return received ? (await textOfPdf(received)).length : 0;
  };
  assert.deepEqual(
    [await printed(ADA.email), await printed(BIMBO.email), await printed('dele@example.com')],
    [3, 1, 1],
    'a page for each ticket, of the buyer also for those of guests',
  );
  for (const email of [BIMBO.email, 'dele@example.com']) {
    const theirs = desk.smtp.received.find(({ envelope }) => envelope.to.includes(email));
    assert.ok(!theirs?.mail.html?.includes('/checkout/orders/'), 'only the buyer may open the order');
  }

  await desk.order({ event, buyer: { ...ADA, email: 'late@example.com' } });
  await desk.database.query('UPDATE automatic_mails SET hours = 48, note = $1', ['Another note']);
  await desk.work();
  assert.equal(desk.smtp.received.length, 3, 'other hours, or another buyer, are no reason to send it again');
});

test('one that is switched off does not begin', async (t) => {
  const desk = await openAutomaticDesk(t);
  const event = await desk.eventAt({ hour: 12, startsInHours: 23 });
  await desk.order({ event });
  await desk.switchOn(event, 'reminder');
  await desk.database.query('UPDATE automatic_mails SET is_on = false');
  await desk.work();
  assert.deepEqual(await begunOf(desk, event), [{ begun: false }]);
});

test('killed between sending and writing it down, it goes again under the same Message-ID, and the others once', async (t) => {
  const desk = await openAutomaticDesk(t);
  const event = await desk.eventAt({ hour: 12, startsInHours: 23 }, { name: 'Lagos Night' });
  for (const buyer of [ADA, BIMBO]) await desk.order({ event, buyer });
  await desk.switchOn(event, 'reminder');
  desk.loseNextNote();
  await desk.work();
  // Orders of one moment are in any order.
  const counts = Object.values(desk.came()).map((subjects) => subjects.length);
  assert.deepEqual(new Set(counts), new Set([1, 2]));
  const ids = desk.smtp.received.map(({ mail }) => mail.messageId);
  assert.equal(new Set(ids).size, 2);
});

test('a moved event is reminded of at its new date, unless the reminder has just gone', async (t) => {
  const desk = await openAutomaticDesk(t);
  const event = await desk.eventAt({ hour: 12, startsInHours: 23 }, { name: 'Lagos Night' });
  await desk.order({ event });
  await desk.switchOn(event, 'reminder');
  const move = (hours: number) =>
    desk.database.query(
      `UPDATE events SET starts_at = now() + make_interval(hours => $2), closes_at = now() + make_interval(hours => $2 + 3) WHERE id = $1`,
      [event.eventId, hours],
    );
  // Before it was due: it follows.
  await move(100);
  await desk.work();
  assert.deepEqual(desk.came(), {});
  await move(22);
  await desk.work();
  assert.equal(desk.smtp.received.length, 1);
  await move(20);
  await desk.work();
  assert.equal(desk.smtp.received.length, 1, 'it went a moment ago, for the former date');
  await move(200);
  await desk.work();
  assert.equal(desk.smtp.received.length, 1, 'it is not due yet');
  // Days later.
  await desk.database.query(`UPDATE automatic_mails SET begun_at = begun_at - interval '8 days'`);
  await desk.database.query(`UPDATE orders SET confirmed_at = confirmed_at - interval '9 days'`);
  await move(21);
  await desk.work();
  assert.equal(desk.smtp.received.length, 2);
  assert.notEqual(desk.smtp.received[0]?.mail.messageId, desk.smtp.received[1]?.mail.messageId);
});

test('a planned mail is not sent once the event is moved, cancelled or over, or it is switched off', async (t) => {
  const desk = await openAutomaticDesk(t);
  const changes: (string | null)[] = [
    null,
    `UPDATE events SET starts_at = starts_at + interval '30 days', closes_at = closes_at + interval '30 days' WHERE id = $1`,
    `UPDATE events SET status = 'CANCELLED' WHERE id = $1`,
    `UPDATE events SET starts_at = now() - interval '1 second' WHERE id = $1`,
    `UPDATE automatic_mails SET is_on = false WHERE event_id = $1`,
    `UPDATE orders SET status = 'refunded' WHERE event_id = $1`,
    `UPDATE hosts SET suspended_at = now() WHERE id = (SELECT host_id FROM events WHERE id = $1)`,
  ];
  const planned = async (change: string | null, startsInHours = 5): Promise<void> => {
    const event = await desk.eventAt({ hour: 12, startsInHours: 5 }, { name: 'Lagos Night' });
    const orderId = await desk.order({ event });
    await desk.database.query(
      'UPDATE events SET starts_at = now() + make_interval(hours => $2) WHERE id = $1',
      [event.eventId, startsInHours],
    );
    await desk.switchOn(event, 'reminder');
    const { rows } = await desk.database.query<{ begunFor: Date }>(
      `UPDATE automatic_mails AS a SET begun_for = e.starts_at, begun_at = now(), planned_all_at = now()
         FROM events AS e WHERE e.id = a.event_id AND e.id = $1 RETURNING begun_for AS "begunFor"`,
      [event.eventId],
    );
    if (change !== null) await desk.database.query(change, [event.eventId]);
    const payload = { eventId: event.eventId, kind: 'reminder', begunFor: rows[0]?.begunFor, orderId };
    await desk.database.query(
      `INSERT INTO jobs (id, kind, payload) VALUES (new_id(), 'send_automatic_mail', $1)`,
      [JSON.stringify(payload)],
    );
    await desk.work();
  };
  await planned(null, -1);
  assert.equal(desk.smtp.received.length, 0, 'it waited until the event had begun');
  for (const change of changes) {
    await planned(change);
    assert.equal(desk.smtp.received.length, 1, change ?? 'nothing has changed');
  }
});

test('at night nothing begins, and what has begun goes on in the morning; before an event at sunrise it goes', async (t) => {
  const desk = await openAutomaticDesk(t);
  const event = await desk.eventAt({ hour: 23, startsInHours: 20 }, { name: 'Lagos Night' });
  await desk.order({ event });
  await desk.switchOn(event, 'reminder', { hours: 24 });
  await desk.work();
  assert.deepEqual(desk.came(), {});
  assert.equal((await desk.waiting()).jobs, 0);
  // It had begun a moment before nine.
  await desk.database.query(
    `UPDATE automatic_mails AS a SET begun_for = e.starts_at, begun_at = now() FROM events AS e WHERE e.id = a.event_id`,
  );
  const payload = `SELECT jsonb_build_object('eventId', event_id, 'kind', kind, 'begunFor', begun_for) FROM automatic_mails`;
  await desk.database.query(
    `INSERT INTO jobs (id, kind, payload) SELECT new_id(), 'plan_automatic_mail', (${payload})`,
  );
  await desk.work();
  assert.deepEqual(desk.came(), {});
  const { jobs, inHours } = await desk.waiting();
  assert.equal(jobs, 1);
  assert.ok(inHours !== null && inHours > 8 && inHours <= 9, `in ${inHours} hours`);

  const early = await desk.eventAt({ hour: 3, startsInHours: 3 }, { name: 'Sunrise run' });
  await desk.order({ event: early, buyer: BIMBO });
  await desk.switchOn(early, 'reminder', { hours: 4 });
  await desk.work();
  assert.deepEqual(desk.came(), { [BIMBO.email]: ['Soon: Sunrise run'] });
});

test('a large event is planned in parts, goes on where it was killed, and reaches each order once', async (t) => {
  const desk = await openAutomaticDesk(t);
  const event = await desk.eventAt({ hour: 12, startsInHours: 23 }, { name: 'Lagos Night' });
  const first = await desk.order({ event });
  await desk.database.query(
    `WITH made AS (
       INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, email,
                           first_name, last_name, created_at, confirmed_at, language)
       SELECT new_id(), left(reference, 14) || lpad(n::text, 4, '0') || '-0000', event_id, host_id, source, status, quote_reference, quote, total_minor,
              currency, 'person-' || n || '@example.com', first_name, last_name, created_at, confirmed_at, language
         FROM orders, generate_series(1, 100) AS n WHERE id = $1
       RETURNING id, event_id, email, first_name, last_name)
     INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, issued_at)
     SELECT new_id(), made.id, made.event_id, t.ticket_type_id, t.position, gen_random_uuid(), made.email, made.first_name, made.last_name, t.issued_at
       FROM made, tickets AS t WHERE t.order_id = $1`,
    [first],
  );
  await desk.database.query(
    `UPDATE events SET starts_at = starts_at - interval '2 days', closes_at = closes_at - interval '2 days' WHERE id = $1`,
    [event.eventId],
  );
  // They bring no tickets, so nothing is printed for all of them.
  await desk.switchOn(event, 'thanks', { hours: 1 });
  await desk.killAfterFirstPart();
  assert.equal((await desk.waiting()).jobs, 101, 'a hundred orders, and the job that goes on');
  await desk.work();
  const came = desk.came();
  assert.equal(Object.keys(came).length, 101);
  assert.ok(Object.values(came).every((subjects) => subjects.length === 1));
});

test('a mail over the host’s day waits for tomorrow, and goes to nobody’s cost but its own', async (t) => {
  const desk = await openAutomaticDesk(t, 1);
  const event = await desk.eventAt({ hour: 12, startsInHours: 90 }, { name: 'Lagos Night' });
  await desk.order({ event });
  for (const buyer of [BIMBO, CHIDI]) await desk.order({ event, buyer });
  await desk.database.query(`UPDATE orders SET is_by_server = (email <> $1)`, [ADA.email]);
  await desk.switchOn(event, 'reminder', { hours: 168 });
  await desk.work();
  const came = Object.keys(desk.came());
  assert.equal(came.length, 2);
  assert.ok(came.includes(ADA.email), 'a buyer’s own order is not counted');
  assert.equal((await desk.waiting()).jobs, 1);
});

test('thanks go to those who came where tickets were scanned, else to all; and not weeks later', async (t) => {
  const desk = await openAutomaticDesk(t);
  const over = async (name: string, hoursAgo: number, buyers: (typeof ADA)[]) => {
    const event = await desk.eventAt({ hour: 12, startsInHours: 1 }, { name });
    const orders: string[] = [];
    for (const buyer of buyers) orders.push(await desk.order({ event, buyer }));
    await desk.database.query(
      `UPDATE events SET starts_at = starts_at - make_interval(hours => $2), closes_at = closes_at - make_interval(hours => $2) WHERE id = $1`,
      [event.eventId, hoursAgo],
    );
    return { ...event, orders };
  };
  const scanned = await over('Lagos Night', 31, [ADA, BIMBO]);
  await desk.database.query('UPDATE tickets SET used_at = now() WHERE order_id = $1', [scanned.orders[0]]);
  const unscanned = await over('Open air', 31, [CHIDI]);
  const longAgo = await over('Long ago', 24 * 30, [ADA]);
  for (const event of [scanned, unscanned, longAgo])
    await desk.switchOn(event, 'thanks', { hours: 24, note: 'The photos are on our page.' });
  await desk.work();
  assert.deepEqual(await begunOf(desk, longAgo), [{ begun: false }]);
  assert.deepEqual(desk.came(), {
    [ADA.email]: ['Thank you: Lagos Night'],
    [CHIDI.email]: ['Thank you: Open air'],
  });
  assert.match(desk.smtp.received[0]?.mail.text ?? '', /The photos are on our page/);
});
