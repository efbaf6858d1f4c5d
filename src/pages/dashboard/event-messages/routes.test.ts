import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { makeEvent, makeHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard } from '../../../../test/harness/sign-in.ts';
import { until } from '../../../../test/harness/until.ts';
import { readAllowance } from '../../../messages/message-limits.ts';
import { listMessages } from '../../../messages/list-messages.ts';
import { issueComplimentary } from '../../../orders/issue-complimentary.ts';
import { EVERYBODY, openMessageDesk, type Choice, type Desk, type Event } from './messages.fixture.ts';

const REFUSED = 'gone@example.com';

suite('messages to ticket holders', () => {
  let desk: Desk;
  before(async () => {
    desk = await openMessageDesk({
      refuse: (address) => (address === REFUSED ? 550 : null),
      environment: { HOST_MAILS_PER_DAY: '5' },
    });
  });
  after(() => desk.close());

  const database = () => desk.on.app.database;
  const give = (sku: string | undefined, email: string) =>
    database().transaction((tx) =>
      issueComplimentary(tx, {
        ticketTypeId: sku ?? '',
        quantity: 1,
        email,
        firstName: 'Chi',
        lastName: 'Eze',
        cause: 'a gift',
      }),
    );
  const setTicket = (reference: string, position: number, set: string, values: unknown[] = []) =>
    database().query(
      `UPDATE tickets SET ${set} WHERE position = $2 AND order_id = (SELECT id FROM orders WHERE reference = $1)`,
      [reference, position, ...values],
    );

  /** By another way than the product's: every ticket is looked at by itself. */
  async function expected({ eventId }: Event, choice: Choice): Promise<string[]> {
    const { rows } = await database().query<Record<string, string | null>>(
      `SELECT t.email AS holder, o.email AS buyer, o.status, t.voided_at::text AS voided, t.used_at::text AS used,
              t.ticket_type_id AS type FROM tickets AS t, orders AS o WHERE o.id = t.order_id AND t.event_id = $1`,
      [eventId],
    );
    const good = rows.filter(
      ({ holder, status, voided, used, type }) =>
        voided === null &&
        status !== 'refunded' &&
        !holder?.toLowerCase().endsWith('@erased.invalid') &&
        (choice.attendance === 'all' || (choice.attendance === 'came') === (used !== null)) &&
        (choice.ticketTypeIds.length === 0 || choice.ticketTypeIds.includes(type ?? '')),
    );
    const people = good.map(({ holder, buyer }) => (choice.audience === 'buyers' ? buyer : holder) ?? '');
    return [...new Set(people.map((email) => email.toLowerCase()))].toSorted();
  }

  async function sellEverySort(): Promise<Event> {
    const event = await desk.newEvent([
      { name: 'Regular', priceMinor: 0 },
      { name: 'Balcony', priceMinor: 0 },
    ]);
    await desk.order(event, 'dele@example.com');
    const two = await desk.order(event, 'ada@example.com', { quantity: 3 });
    await setTicket(two.reference, 2, `email = 'bimbo@example.com', first_name = 'Bimbo'`);
    await setTicket(two.reference, 3, `email = 'dele@example.com', first_name = 'Dele'`);
    const erased = await desk.order(event, 'erased-1@erased.invalid');
    await setTicket(erased.reference, 1, `email = 'Erased@Erased.invalid'`);
    await desk.order(event, 'ADA@Example.com', { type: 1 });
    const over = await desk.order(event, 'over@example.com');
    await desk.refund(over.reference);
    const part = await desk.order(event, 'part@example.com', { quantity: 2 });
    await setTicket(part.reference, 1, `email = 'void@example.com'`);
    await setTicket(part.reference, 1, 'voided_at = now()');
    const passed = await desk.order(event, 'old@example.com');
    await setTicket(passed.reference, 1, `email = 'new@example.com', first_name = 'New'`);
    const inside = await desk.order(event, 'inside@example.com', { type: 1 });
    await setTicket(inside.reference, 1, 'used_at = now()');
    const french = await desk.order(event, 'claire@example.com');
    await database().query(`UPDATE orders SET language = 'fr' WHERE reference = $1`, [french.reference]);
    await give(event.skus[1], 'gift@example.com');
    await desk.order(await desk.newEvent(), 'elsewhere@example.com');
    return event;
  }

  test('every holder of a valid ticket of the choice gets it once, counted the same before; nobody else does', async () => {
    const event = await sellEverySort();
    const [regular = '', balcony = ''] = event.skus;
    for (const audience of ['holders', 'buyers'])
      for (const attendance of ['all', 'came', 'not_yet'])
        for (const ticketTypeIds of [[], [regular], [balcony], [regular, balcony]]) {
          const choice = { audience, attendance, ticketTypeIds };
          const query = new URLSearchParams({ audience, attendance, types: ticketTypeIds.join() });
          const { body } = await askDashboard(desk.on, desk.at(event, `/recipients?${query.toString()}`), {
            as: desk.owner,
          });
          assert.equal(body.people, (await expected(event, choice)).length, JSON.stringify(choice));
        }
    assert.deepEqual(await expected(event, EVERYBODY), [
      'ada@example.com',
      'bimbo@example.com',
      'claire@example.com',
      'dele@example.com',
      'gift@example.com',
      'inside@example.com',
      'new@example.com',
      'part@example.com',
    ]);
    const first = await desk.sent(event, { subject: 'To all' });
    const { message } = await desk.untilSent(event, first);
    assert.deepEqual([message.people, message.sent, message.refused], [8, 8, 0]);
    const small = (addresses: string[]): string[] => addresses.map((one) => one.toLowerCase()).toSorted();
    assert.deepEqual(small(desk.reached('To all')), await expected(event, EVERYBODY));
    const buyers = { audience: 'buyers', attendance: 'not_yet', ticketTypeIds: [regular] };
    await desk.untilSent(event, await desk.sent(event, { subject: 'To some', ...buyers }));
    assert.deepEqual(small(desk.reached('To some')), await expected(event, buyers));
    assert.deepEqual(small(desk.reached('To some')), [
      'ada@example.com',
      'claire@example.com',
      'dele@example.com',
      'old@example.com',
      'part@example.com',
    ]);
  });

  test('each is told in their language who writes and why; answers go to the host, and only a buyer gets the way to the order', async () => {
    const { received } = desk.smtp;
    const to = (address: string) => {
      const found = received.find(
        ({ envelope, mail }) => envelope.to[0]?.toLowerCase() === address && mail.subject === 'To all',
      );
      assert(found, address);
      return found.mail;
    };
    const ada = to('ada@example.com');
    assert.deepEqual(ada.replyTo, [{ name: 'Lagos Nights', address: 'ask@lagosnights.example' }]);
    assert.match(ada.text ?? '', /You get this e-mail because you ordered tickets for Lagos Night\./);
    assert.match(ada.text ?? '', /At seven\./);
    for (const part of [ada.html ?? '', ada.text ?? '']) {
      assert.match(part, /Lagos Nights/);
      assert.match(part, /\/checkout\/orders\/[0-9a-f-]{36}/);
    }
    const bimbo = to('bimbo@example.com');
    assert.match(bimbo.text ?? '', /You get this e-mail because you have a ticket for Lagos Night\./);
    assert.doesNotMatch(`${bimbo.html} ${bimbo.text}`, /checkout\/orders/);
    // Has a ticket from Ada too, in a newer order, which is not his.
    assert.match(to('dele@example.com').text ?? '', /because you ordered tickets/);
    const claire = to('claire@example.com');
    assert.match(claire.text ?? '', /Vous recevez cet e-mail parce que vous avez commandé/);
    assert.ok(claire.html?.includes('<html lang="fr"'));
  });

  test('a refused address is in the log with what the server said, and in no line of the program’s log', async () => {
    const event = await desk.newEvent();
    const { reference } = await desk.order(event, REFUSED);
    await desk.order(event, 'ada@example.com');
    const view = await desk.untilSent(event, await desk.sent(event));
    assert.deepEqual([view.message.sent, view.message.refused], [1, 1]);
    assert.deepEqual(
      view.failures.map(({ recipient, reference: of, isRefused, error }) => ({
        recipient,
        reference: of,
        isRefused,
        error,
      })),
      [
        {
          recipient: REFUSED,
          reference,
          isRefused: true,
          error: 'The mail server failed with 550 (EENVELOPE at RCPT TO).',
        },
      ],
    );
    const lines = desk.on.logLines().join('');
    assert.match(lines, /mail refused for good/);
    assert.ok(!lines.includes(REFUSED));
  });

  test('pressed twice it is one message; what is no ticket type of the event, or nobody’s, is refused', async () => {
    const event = await desk.newEvent();
    const other = await desk.newEvent();
    await desk.order(event, 'twice@example.com');
    const messageId = randomUUIDv7();
    const answers = await Promise.all([desk.send(event, { messageId }), desk.send(event, { messageId })]);
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.messageId]),
      [
        [201, messageId],
        [201, messageId],
      ],
    );
    await desk.untilSent(event, messageId);
    assert.equal(desk.reached().filter((address) => address === 'twice@example.com').length, 1);

    const stranger = await makeHost(desk.on);
    const theirs = await makeEvent(desk.on, stranger);
    for (const id of [other.skus[0], theirs.skus[0]]) {
      const refused = await desk.send(event, { ticketTypeIds: [id] });
      assert.deepEqual(
        [refused.status, refused.body.field],
        [400, 'ticketTypeIds'],
        JSON.stringify(refused.body),
      );
      const counted = await askDashboard(desk.on, desk.at(event, `/recipients?types=${id}`), {
        as: desk.owner,
      });
      assert.equal(counted.status, 400);
    }
    const notOurs = await desk.send(event, { messageId: randomUUID() });
    assert.deepEqual([notOurs.status, notOurs.body.field], [400, 'messageId']);
    const nobody = await desk.send(other);
    assert.deepEqual([nobody.status, nobody.body.error_code], [400, 'validation_failed']);
    const foreign = await desk.send(other, { messageId });
    assert.deepEqual([foreign.status, foreign.body.field], [400, 'messageId']);
    const { rows } = await database().query('SELECT FROM messages WHERE event_id = $1', [other.eventId]);
    assert.equal(rows.length, 0);
    assert.equal(
      (await askDashboard(desk.on, desk.at(other, `/${messageId}`), { as: desk.owner })).status,
      404,
    );
    assert.equal((await desk.post(other, `/${messageId}/stop`, {})).status, 404);
  });

  test('three a day for an event and ten for a host; of two at once for the last place one is refused, and told when', async () => {
    await database().query(`UPDATE messages SET created_at = created_at - interval '25 hours'`);
    const event = await desk.newEvent();
    await desk.order(event, 'ada@example.com');
    await desk.sent(event);
    await desk.sent(event);
    // Messages of another host don't count here.
    const stranger = await makeHost(desk.on);
    const theirs = await makeEvent(desk.on, stranger);
    await database().query(
      `INSERT INTO messages (id, host_id, event_id, created_at, subject, text, audience, attendance, recipients, finished_at, sent, refused)
       SELECT new_id(), $1, $2, now(), 'Theirs', 'Theirs', 'holders', 'all', 1, now(), 1, 0 FROM generate_series(1, 10)`,
      [stranger.hostId, theirs.eventId],
    );
    // Without a lock both would find room.
    const [one, two] = await Promise.all(
      [1, 2].map(() => readAllowance(database(), { ...desk.host, ...event })),
    );
    assert.deepEqual([one?.left, two?.left], [1, 1]);
    const answers = await Promise.all([desk.send(event), desk.send(event)]);
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['201', '429']);
    const refused = answers.find(({ status }) => status === 429);
    assert.match(
      refused?.body.message ?? '',
      /at most 3 messages in 24 hours\. You can send the next one from \w+, \d\d:\d\d GMT\+1\./,
    );
    const seconds = Number(refused?.headers.get('retry-after'));
    assert.ok(seconds > 23 * 3600 && seconds <= 24 * 3600, String(seconds));
    for (let sent = 3; sent < 10;) {
      const next = await desk.newEvent();
      await desk.order(next, 'ada@example.com');
      for (let nth = 0; nth < 3 && sent < 10; nth++, sent++) await desk.sent(next);
    }
    const eleventh = await desk.newEvent();
    await desk.order(eleventh, 'ada@example.com');
    const full = await desk.send(eleventh);
    assert.equal(full.status, 429);
    assert.match(full.body.message, /A host can send at most 10 messages in 24 hours/);
    await database().query(`UPDATE messages SET created_at = created_at - interval '25 hours'`);
    assert.equal((await desk.send(eleventh)).status, 201);
  });

  test('addresses that the host entered count against its e-mails of the day; buyers’ own don’t', async () => {
    await database().query(`UPDATE messages SET created_at = created_at - interval '25 hours'`);
    await database().query('DELETE FROM host_mails');
    const event = await desk.newEvent();
    for (let n = 0; n < 4; n++) await give(event.skus[0], `gift-${n}@example.com`);
    for (let n = 0; n < 4; n++) await desk.order(event, `buyer-${n}@example.com`);
    // Bought as well as given: the address is the buyer's own.
    await give(event.skus[0], 'buyer-0@example.com');
    const { body } = await askDashboard(desk.on, desk.at(event, '/recipients'), { as: desk.owner });
    assert.deepEqual(body, { people: 8, typedByHost: 4, next: null });
    await desk.sent(event);
    const refused = await desk.send(event);
    assert.deepEqual([refused.status, refused.body.error_code], [429, 'rate_limited']);
    assert.match(refused.body.message, /5 e-mails a day.* 1 are left/);
    const { rows } = await database().query('SELECT FROM messages WHERE event_id = $1', [event.eventId]);
    assert.equal(rows.length, 1, 'whoever is refused has sent nothing');
  });

  test('a test goes to the member who writes it and to nobody else, ten times at once at most', async () => {
    const event = await desk.newEvent();
    await desk.order(event, 'not-me@example.com');
    const body = { subject: 'Try\u00e9', text: 'At seven.', language: 'fr' };
    const answer = await desk.post(event, '/test', body);
    assert.deepEqual([answer.status, answer.body], [200, { to: desk.owner.email }]);
    const [mail] = await until('the test', () => {
      const found = desk.smtp.received.filter(
        ({ mail: { subject } }) => subject === 'Essai\u00a0: Try\u00e9',
      );
      return found.length > 0 && found;
    });
    assert.deepEqual(mail?.envelope.to, [desk.owner.email]);
    assert.match(mail?.mail.text ?? '', /Vous recevez cet e-mail/);
    for (let n = 1; n < 11; n++) await desk.post(event, '/test', body);
    const refused = await desk.post(event, '/test', body);
    assert.deepEqual([refused.status, refused.body.error_code], [429, 'rate_limited']);
  });

  test('the list says who sent what to whom; another message can begin with an old one', async () => {
    await database().query(`UPDATE messages SET created_at = created_at - interval '25 hours'`);
    const event = await desk.newEvent([
      { name: 'Regular', priceMinor: 0 },
      { name: 'Balcony', priceMinor: 0 },
    ]);
    await desk.order(event, 'ada@example.com');
    const choice = { audience: 'buyers', attendance: 'not_yet', ticketTypeIds: [event.skus[0]] };
    const messageId = await desk.sent(event, { subject: 'First', text: 'One\r\n\r\nTwo', ...choice });
    const { failures } = await desk.untilSent(event, messageId);
    assert.deepEqual(failures, [], 'another message’s are not shown');
    const { body } = await askDashboard(desk.on, desk.at(event), { as: desk.owner });
    const [shown] = body.data.messages;
    assert.deepEqual(
      [shown.subject, shown.audience, shown.attendance, shown.people, shown.sent, shown.state],
      ['First', 'buyers', 'not_yet', 1, 1, 'sent'],
    );
    assert.deepEqual(shown.ticketTypes, [{ id: event.skus[0], name: 'Regular' }]);
    assert.deepEqual([body.data.allowance.left, body.data.allowance.againAt], [2, null]);
    const second = await desk.sent(event, { subject: 'Second' });
    const page = (cursor: string | null) =>
      listMessages(database(), { ...desk.host, ...event, limit: 1, cursor });
    const first = await page(null);
    const { messages: last, nextCursor } = await page(first.nextCursor);
    assert.deepEqual(
      [...first.messages, ...last].map((message) => message.messageId),
      [second, messageId],
    );
    assert.equal(nextCursor, null);
    const { body: next } = await askDashboard(desk.on, desk.at(event, `/new?from=${messageId}`), {
      as: desk.owner,
    });
    assert.deepEqual(next.data.initial, { subject: 'First', text: 'One\n\nTwo', ...choice });
    const other = await desk.newEvent();
    assert.equal(
      (await askDashboard(desk.on, desk.at(other, `/new?from=${messageId}`), { as: desk.owner })).status,
      404,
    );
  });
});
