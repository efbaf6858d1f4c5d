import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { hold, mailsAbout, quantityLeft, storedOrder } from '../../../../test/harness/buy.ts';
import type { Answer } from '../../../../test/harness/client.ts';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';

const HEAD = 'first name,last name,e-mail,ticket type,quantity,language';

type At = { eventId: string; slug: string; skus: string[] };

suite('guests that a host adds', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp({ environment: { HOST_MAILS_PER_DAY: '10' } });
    host = await makeHost(on);
    owner = await signInAs(on, host);
  });
  after(async () => {
    assert.deepEqual(await checkInvariants(on.app.database), []);
    await on.close();
  });

  const at = (event: At, rest: string): string =>
    `/hosts/${host.hostId}/events/${event.eventId}/guests${rest}`;
  const give = (event: At, body: object): Promise<Answer> =>
    askDashboard(on, at(event, '/give'), {
      as: owner,
      method: 'POST',
      body: {
        firstName: 'Chi',
        lastName: 'Eze',
        email: 'chi@test.example',
        language: 'fr',
        lines: [{ ticketTypeId: event.skus[0], quantity: 1 }],
        sendsMail: false,
        guestNote: '',
        requestKey: randomUUID(),
        ...body,
      },
    });
  const check = async (event: At, text: string) =>
    (await askDashboard(on, at(event, '/list/check'), { as: owner, method: 'POST', body: { text } })).body
      .preview;
  const send = (event: At, text: string, sendsMail = false): Promise<Answer> =>
    askDashboard(on, at(event, '/list'), {
      as: owner,
      method: 'POST',
      body: { text, sendsMail, guestNote: '' },
    });
  const lists = async (event: At) =>
    (await askDashboard(on, at(event, '/add?way=list'), { as: owner })).body.data.lists;
  const ended = (event: At) =>
    until('the list has ended', async () => {
      const [list] = await lists(event);
      return list.state !== 'waiting' && list;
    });
  const ticketsOf = async (event: At) =>
    (
      await on.app.database.query(
        `SELECT t.first_name AS name, y.name AS type, t.how, o.source, o.language FROM tickets AS t
           JOIN ticket_types AS y ON y.id = t.ticket_type_id JOIN orders AS o ON o.id = t.order_id
          WHERE t.event_id = $1 ORDER BY t.first_name, y.name, t.position`,
        [event.eventId],
      )
    ).rows;
  const mailed = async (reference: string) =>
    (
      await on.app.database.query(
        'SELECT recipient FROM mails WHERE sent_at IS NOT NULL AND order_id = (SELECT id FROM orders WHERE reference = $1)',
        [reference],
      )
    ).rows;
  const isRefused = async (answer: Promise<Answer>, code: string): Promise<void> => {
    const { body, status } = await answer;
    assert.equal(body.error_code, code, `${status} ${JSON.stringify(body)}`);
  };

  test('one guest is given tickets of several types, in one order, past what a buyer may have in one', async () => {
    const event = await makeEvent(on, host, {
      ticketTypes: [{ capacity: 5, maximumPerOrder: 1 }, { capacity: 5 }],
    });
    const { status, body } = await give(event, {
      lines: [
        { ticketTypeId: event.skus[0], quantity: 3 },
        { ticketTypeId: event.skus[1], quantity: 1 },
      ],
    });
    assert.equal(status, 201, JSON.stringify(body));
    const stored = await storedOrder(on, body.reference);
    assert.deepEqual([stored.status, stored.total_minor], ['confirmed', 0]);
    const ticket = { name: 'Chi', how: 'complimentary', source: 'complimentary', language: 'fr' };
    assert.deepEqual(await ticketsOf(event), [
      ...Array.from({ length: 3 }, () => ({ ...ticket, type: 'Ticket 1' })),
      { ...ticket, type: 'Ticket 2' },
    ]);
    assert.deepEqual(await quantityLeft(on, host, event.slug), [2, 4]);
    assert.deepEqual([await mailsAbout(on, body.reference), await mailed(body.reference)], [[], []]);
    const { rows } = await on.app.database.query(
      `SELECT actor_kind, action, after FROM audit_log WHERE subject_name = $1`,
      [body.reference],
    );
    assert.deepEqual(rows, [
      {
        actor_kind: 'member',
        action: 'order.give',
        after: { tickets: 4, sendsMail: false, isRepeated: false },
      },
    ]);
    const { body: page } = await askDashboard(on, at(event, '?how=complimentary&search=eze'), { as: owner });
    assert.deepEqual(page.data.counts, { guests: 4, cameIn: 0, void: 0 });
    assert.deepEqual(
      page.data.guests.map(({ reference }: { reference: string }) => reference),
      Array.from({ length: 4 }, () => body.reference),
    );
  });

  test('the seats of the largest order are read, each with its price', async () => {
    const event = await makeEvent(on, host);
    const [ticketTypeId] = event.skus;
    const seatIds = Array.from({ length: 1_000 }, () => randomUUID());
    const body = {
      firstName: 'Chi',
      lastName: 'Eze',
      email: 'chi@test.example',
      language: 'fr',
      note: '',
      guestNote: '',
      seatIds,
      seatTypes: seatIds.map((seatId) => ({ seatId, ticketTypeId })),
      requestKey: randomUUID(),
    };
    const line = { ticketTypeId, quantity: 1_000 };
    const sale = { ...body, paidBy: 'cash', lines: [{ ...line, priceMinor: null }] };
    const post = (rest: string, wanted: object): Promise<Answer> =>
      askDashboard(on, at(event, rest), { as: owner, method: 'POST', body: wanted });
    await isRefused(post('/sell', sale), 'tickets_unavailable');
    await isRefused(post('/give-seats', { ...body, lines: [line] }), 'tickets_unavailable');
  });

  test('a button pressed twice, at once or later, gives once', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ capacity: 5 }] });
    const requestKey = randomUUID();
    const both = await Promise.all([give(event, { requestKey }), give(event, { requestKey })]);
    const later = await give(event, { requestKey });
    assert.equal(new Set([...both, later].map(({ body }) => body.reference)).size, 1);
    assert.equal((await ticketsOf(event)).length, 1);
    for (const other of [{ lastName: 'Ezeh' }, { sendsMail: true }, { guestNote: 'Hi' }]) {
      const { status, body } = await give(event, { requestKey, ...other });
      assert.deepEqual([status, body.error_code], [400, 'validation_failed'], JSON.stringify(other));
      assert.match(body.message, /^This form was used for another order/);
    }
    assert.equal((await ticketsOf(event)).length, 1);
  });

  test('a note to the guest is kept with the order: from the form, for a whole list, and from a line of its own', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ capacity: 5 }] });
    const noteOf = async (email: string) =>
      (
        await on.app.database.query<{ note: string | null }>(
          'SELECT guest_note AS note FROM orders WHERE email = $1 AND event_id = $2',
          [email, event.eventId],
        )
      ).rows[0]?.note;
    await give(event, { guestNote: ' Come early.\r\nBring a hat. ', email: 'one@test.example' });
    assert.equal(await noteOf('one@test.example'), 'Come early.\nBring a hat.');
    await give(event, { guestNote: ' ', email: 'none@test.example' });
    assert.equal(await noteOf('none@test.example'), null);
    const lines = ['A,B,all@test.example,Ticket 1,,,', 'C,D,own@test.example,Ticket 1,,,"Your own, Ada"'];
    const text = [`${HEAD},note`, ...lines].join('\n');
    const body = { text, sendsMail: false, guestNote: 'To all' };
    const { status } = await askDashboard(on, at(event, '/list'), { as: owner, method: 'POST', body });
    assert.equal(status, 201);
    await ended(event);
    assert.deepEqual(
      [await noteOf('all@test.example'), await noteOf('own@test.example')],
      ['To all', 'Your own, Ada'],
    );
    await isRefused(give(event, { guestNote: 'x'.repeat(501) }), 'validation_failed');
    await isRefused(give(event, { guestNote: 'a\u0007b' }), 'validation_failed');
    const { problems } = await check(event, `${HEAD},note\nA,B,c@test.example,Ticket 1,,,${'x'.repeat(501)}`);
    assert.deepEqual(
      problems.map(({ problem, column }: { problem: string; column: string }) => [problem, column]),
      [['not_a_note', 'note']],
    );
  });

  test('the mail is sent where it is wished, and counted against the host’s day', async () => {
    const other = await makeHost(on);
    const member = await signInAs(on, other);
    const event = await makeEvent(on, other, { ticketTypes: [{ capacity: 50 }] });
    const path = `/hosts/${other.hostId}/events/${event.eventId}/guests`;
    const post = (rest: string, body: object) =>
      askDashboard(on, path + rest, { as: member, method: 'POST', body });
    const gift = {
      firstName: 'Chi',
      lastName: 'Eze',
      email: 'chi@test.example',
      language: 'en',
      guestNote: '',
    };
    const lines = [{ ticketTypeId: event.skus[0], quantity: 2 }];
    const { body } = await post('/give', { ...gift, lines, sendsMail: true, requestKey: randomUUID() });
    await until('it is mailed', async () => (await mailed(body.reference)).length === 1);
    const list = (count: number): string =>
      [HEAD, ...Array.from({ length: count }, (_, nr) => `A,B,guest-${nr}@test.example,Ticket 1,,`)].join(
        '\n',
      );
    // Ten a day, of which one is gone. Who is on the list twice gets two mails.
    const doubled = `${list(9)}\nA,B,GUEST-0@test.example,Ticket 1,,`;
    await isRefused(post('/list', { text: doubled, sendsMail: true, guestNote: '' }), 'rate_limited');
    assert.equal((await post('/list', { text: list(9), sendsMail: true, guestNote: '' })).status, 201);
    await isRefused(
      post('/give', { ...gift, lines, sendsMail: true, requestKey: randomUUID() }),
      'rate_limited',
    );
    await until('it is taken in', async () => (await ticketsOf(event)).length === 11);
    assert.equal(
      (await post('/give', { ...gift, lines, sendsMail: false, requestKey: randomUUID() })).status,
      201,
    );
  });

  test('nothing is given that is not there: stock, seats, another host’s types, events that are not on', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ capacity: 3 }] });
    const [sku] = event.skus;
    await hold(on, host, { slug: event.slug, items: [{ sku, quantity: 2 }] });
    await isRefused(give(event, { lines: [{ ticketTypeId: sku, quantity: 2 }] }), 'tickets_unavailable');
    const other = await makeHost(on);
    const theirs = await makeEvent(on, other);
    await isRefused(give(event, { lines: [{ ticketTypeId: theirs.skus[0], quantity: 1 }] }), 'not_found');
    await isRefused(give(theirs, {}), 'not_found');
    await isRefused(send(theirs, `${HEAD}\nA,B,a@test.example,Ticket 1,,`), 'not_found');
    const seated = await makeEvent(on, host, { kind: 'seat_map', ticketTypes: [{ kind: 'SEATED' }] });
    await isRefused(give(seated, {}), 'validation_failed');
    for (const status of ['DRAFT', 'CANCELLED'] as const) {
      const off = await makeEvent(on, host, { status });
      await isRefused(give(off, {}), 'wrong_state');
      await isRefused(send(off, `${HEAD}\nA,B,a@test.example,Ticket 1,,`), 'wrong_state');
    }
    const past = await makeEvent(on, host, {
      startsAt: new Date(Date.now() - 120_000),
      closesAt: new Date(Date.now() - 60_000),
    });
    await isRefused(give(past, {}), 'wrong_state');
    for (const lines of [
      [],
      [{ ticketTypeId: sku, quantity: 0 }],
      [{ ticketTypeId: sku, quantity: 101 }],
      [
        { ticketTypeId: sku, quantity: 1 },
        { ticketTypeId: sku, quantity: 1 },
      ],
    ])
      await isRefused(give(event, { lines }), 'validation_failed');
    assert.deepEqual(await ticketsOf(event), []);
  });

  test('a list is looked at line by line, and then taken in whole', async () => {
    const event = await makeEvent(on, host, {
      ticketTypes: [
        { name: 'Standing', capacity: 4 },
        { name: 'Ọ̀nà, VIP', capacity: 9 },
      ],
    });
    const text = `${HEAD}\r\nAda,Obi,ada@test.example,STANDING,3,fr\r\nJoão,"Ọlá; Jr",j@bücher.example,"ọ̀nà, vip",,\r\n`;
    const preview = await check(event, text);
    assert.deepEqual([preview.lineCount, preview.problemCount, preview.listProblems], [2, 0, []]);
    assert.equal((await send(event, text)).status, 201);
    const list = await ended(event);
    assert.deepEqual(
      [list.state, list.guests, list.tickets, list.reason, list.by.startsWith('Member')],
      ['taken', 2, 4, null, true],
    );
    const given = { how: 'complimentary', source: 'complimentary' };
    assert.deepEqual(await ticketsOf(event), [
      ...Array.from({ length: 3 }, () => ({ ...given, name: 'Ada', type: 'Standing', language: 'fr' })),
      { ...given, name: 'João', type: 'Ọ̀nà, VIP', language: 'en' },
    ]);
    const { rows } = await on.app.database.query(
      `SELECT c.cause, c.actor, l.gifts FROM order_changes AS c JOIN orders AS o ON o.id = c.order_id
         JOIN guest_lists AS l ON l.event_id = o.event_id WHERE o.event_id = $1 LIMIT 1`,
      [event.eventId],
    );
    assert.deepEqual(rows, [
      { cause: 'given by the host, from a list', actor: `member ${owner.personId}`, gifts: null },
    ]);
  });

  test('each line’s mistakes are said, stock is counted over the whole list, and doubles are a warning', async () => {
    const event = await makeEvent(on, host, {
      ticketTypes: [
        { name: 'Standing', capacity: 4 },
        { name: 'Twin', capacity: 4 },
        { name: 'twin', capacity: 4 },
        { name: 'Stalls', kind: 'SEATED' },
      ],
      kind: 'seat_map',
    });
    const other = await makeEvent(on, await makeHost(on), { ticketTypes: [{ name: 'Backstage' }] });
    const lines = [
      'A,B,a@test.example,Standing,3,en', // 2
      'A,B,A@test.example,standing,2,en', // 3: double, and one too many
      ',B,b@test.example,Standing,0,en', // 4
      'www.evil.example,B,not an address,Nothing,1.5,nl', // 5
      `A,B,c@test.example,Backstage,1,en`, // 6: another host's
      `A,B,d@test.example,${other.skus[0]},1,__proto__`, // 7
      'A,B,e@test.example,Twin,101,constructor', // 8
      'A,B,f@test.example,Stalls,1,fr', // 9
    ];
    const preview = await check(event, [HEAD, ...lines].join('\n'));
    assert.deepEqual(
      preview.problems.map(({ line, problem }: { line: number; problem: string }) => `${line} ${problem}`),
      [
        '3 too_few_left',
        '4 required',
        '4 not_a_quantity',
        '4 too_few_left',
        '5 not_a_name',
        '5 not_an_email',
        '5 unknown_ticket_type',
        '5 not_a_quantity',
        '5 not_a_language',
        '6 unknown_ticket_type',
        '7 unknown_ticket_type',
        '7 not_a_language',
        '8 two_ticket_types',
        '8 not_a_quantity',
        '8 not_a_language',
        '9 has_seats',
      ],
    );
    assert.deepEqual(
      preview.warnings.map(({ line, otherLine }: { line: number; otherLine: number }) => [line, otherLine]),
      [[3, 2]],
    );
    await isRefused(send(event, [HEAD, ...lines].join('\n')), 'validation_failed');
    assert.deepEqual([await lists(event), await ticketsOf(event)], [[], []]);
  });

  test('no list breaks anything: huge, malformed, hostile', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ name: 'Standing', capacity: 10_000 }] });
    const line = 'A,B,a@test.example,Standing,,';
    const problemOf = async (text: string): Promise<string> =>
      (await check(event, text)).listProblems[0]?.problem;
    assert.equal(await problemOf(`${HEAD}\n`), 'empty');
    assert.equal(await problemOf(`${HEAD}\n${line}\0`), 'not_text');
    await isRefused(send(event, `${HEAD}\n\ud800${line}`), 'malformed_body');
    assert.equal(await problemOf(`${HEAD}\nJos\uFFFD,B,a@test.example,Standing,,`), 'not_text');
    assert.equal(await problemOf(`${HEAD},E-Mail\n${line}`), 'double_column');
    assert.equal(await problemOf('first name,e-mail\nA,a@test.example'), 'missing_column');
    assert.equal(await problemOf(`${HEAD}\n"A,B,a@test.example`), 'broken_quotes');
    assert.equal(await problemOf(`${HEAD}\n${'A'.repeat(20_000)},B,a@test.example,Standing,,`), 'too_long');
    assert.equal(
      await problemOf([HEAD, ...Array.from({ length: 2_001 }, () => line)].join('\n')),
      'too_many_lines',
    );
    const million = [HEAD, ...Array.from({ length: 1_000_000 }, () => line)].join('\n');
    const { status } = await askDashboard(on, at(event, '/list'), {
      as: owner,
      method: 'POST',
      body: { text: million, sendsMail: false, guestNote: '' },
    });
    assert.equal(status, 413);
    const many = [HEAD, ...Array.from({ length: 51 }, (_, nr) => `A,B,g${nr}@test.example,Standing,100,`)];
    assert.deepEqual(
      (await check(event, many.join('\n'))).problems.map(({ problem }: { problem: string }) => problem),
      ['too_many_tickets'],
    );
    // A text that can be a name is taken as it is, and nothing else of it.
    const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    const texts = [...HOSTILE_TEXTS, '=HYPERLINK("x")', '+1', '@SUM(1)', "O'Brien"];
    const good: string[] = [];
    for (const [nr, text] of texts.entries()) {
      const guest = `${quote(text)},B,h${nr}@test.example,Standing,,`;
      const { problems } = await check(event, `${HEAD}\n${guest}`);
      assert.ok(problems.every(({ problem }: { problem: string }) => problem === 'not_a_name'));
      if (problems.length === 0) good.push(guest);
    }
    assert.equal((await send(event, [HEAD, ...good].join('\n'))).status, 201);
    assert.equal((await ended(event)).state, 'taken');
    assert.ok((await ticketsOf(event)).some(({ name }) => name === '=HYPERLINK("x")'));
  });

  test('the list to begin with is a good list', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ name: '=1+1, "VIP"' }] });
    const { body, headers } = await askDashboard(on, at(event, '/template'), { as: owner });
    assert.match(headers.get('content-type') ?? '', /^text\/csv/);
    assert.equal((await check(event, String(body))).problemCount, 0);
  });
});
