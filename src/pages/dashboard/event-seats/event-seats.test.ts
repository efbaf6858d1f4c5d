import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, suite, test } from 'node:test';
import {
  endPaymentWindow,
  lapse,
  letTransferArrive,
  pay,
  untilStatus,
} from '../../../../test/harness/buy.ts';
import type { Answer } from '../../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { untilWaiting } from '../../../../test/harness/waiting-for-locks.ts';
import { askEmbed, held, makeHall, postHold, type Hall } from '../../checkout/embed/embed.fixture.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';

const HEAD = 'section,row,seat,x,y,type,marks';
const STALLS = (numbers: number[], type = 'Front'): string[] =>
  numbers.map((number) => `Stalls,A,${number},,,${type},`);
const list = (...lines: string[]): string => [HEAD, ...lines].join('\n');

suite('the seats of an event', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp({ environment: { HOLD_LIMIT_PER_ADDRESS: '100000' } });
    host = await makeHost(on);
    owner = await signInAs(on, host);
  });
  after(() => on.close());
  afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

  type At = { eventId: string };
  const call = (event: At, rest: string, body?: object): Promise<Answer> =>
    askDashboard(on, `/hosts/${host.hostId}/events/${event.eventId}/seats${rest}`, {
      as: owner,
      ...(body && { method: 'POST', body }),
    });
  const view = async (event: At) => (await call(event, '')).body.data;
  const save = async (event: At, text: string, newTypes: object[] = []): Promise<Answer> =>
    call(event, '', { text, version: (await view(event)).version, newTypes });
  const saved = async (event: At, text: string, newTypes: object[] = []) => {
    const { status, body } = await save(event, text, newTypes);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const emptyHall = () => makeEvent(on, host, { kind: 'seat_map', ticketTypes: [] });
  const seatsOf = async ({ eventId }: At) => {
    const { rows } = await on.app.database.query<{
      id: string;
      name: string;
      type: string;
      x: number;
      y: number;
    }>(
      `SELECT s.id, s.section || ' ' || s.row_label || s.seat_label AS name, t.name AS type, s.x, s.y
         FROM seats AS s JOIN ticket_types AS t ON t.id = s.ticket_type_id WHERE s.event_id = $1 ORDER BY s.section, s.y, s.x`,
      [eventId],
    );
    return rows;
  };
  const typesOf = async ({ eventId }: At) => {
    const { rows } = await on.app.database.query<{ name: string; capacity: number; price: number }>(
      'SELECT name, capacity, price_minor AS price FROM ticket_types WHERE event_id = $1 ORDER BY position',
      [eventId],
    );
    return rows.map(({ name, capacity, price }) => [name, capacity, price]);
  };
  const orderSeats = async (slug: string, seatIds: string[]): Promise<Answer> => {
    const token = randomUUID();
    const { quoteReference } = await held(on, slug, { seatIds }, token);
    return askEmbed(on, `/${slug}/orders`, {
      method: 'POST',
      headers: { 'x-device-id': token },
      body: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi', query: '', quoteReference },
    });
  };
  const freeHall = (): Promise<Hall> =>
    makeHall(on, host, {
      event: { ticketTypes: [{ kind: 'SEATED', name: 'Front', priceMinor: 0, capacity: 4 }] },
    });

  test('a list is checked line by line; nothing of it is saved', async () => {
    const event = await makeEvent(on, host, {
      kind: 'seat_map',
      ticketTypes: [
        { name: 'Front', kind: 'SEATED', capacity: 0 },
        { name: 'Standing', kind: 'GENERAL' },
        { name: 'Twin', kind: 'SEATED', capacity: 0 },
        { name: 'twin', kind: 'SEATED', capacity: 0 },
      ],
    });
    const problemsOf = async (text: string) =>
      (await call(event, '/check', { text })).body.preview.problems.map(
        ({ line, column, problem }: { line: number; column: string; problem: string }) =>
          `${line} ${column} ${problem}`,
      );
    const text = list(
      'Stalls,A,1,0,0,FRONT,accessible | Restricted-View',
      'Stalls,A,1,1,0,Front,',
      `${'ß'.repeat(101)},${'𝔄'.repeat(21)},${'1'.repeat(21)},2,0,${'t'.repeat(201)},`,
      `${'𝔄'.repeat(100)},${'𝔄'.repeat(20)},2,3,0,Front,`,
      ',,,4,0,,',
      'Stalls,A,3,Infinity,NaN,Front,',
      'Stalls,A,4,1e3,1001,Front,',
      'Stalls,A,5,,6,Front,',
      'Stalls,A,6,1,-0,Front,',
      '"Sta\nlls",A,7,7,0,Front,comfy',
      'Stalls,A,8,8,0,Standing,',
      'Stalls,A,9,9,0,Twin,',
    );
    assert.deepEqual(await problemsOf(text), [
      '3 seat double',
      '4 section too_long',
      '4 row too_long',
      '4 seat too_long',
      '4 type too_long',
      '6 section required',
      '6 row required',
      '6 seat required',
      '6 type required',
      '7 x not_a_number',
      '7 y not_a_number',
      '8 x not_a_number',
      '8 y not_a_number',
      '9 x no_place',
      '10 x same_place',
      '12 section not_a_line',
      '12 marks unknown_mark',
      '13 type not_seated',
      '14 type two_types',
    ]);
    const refused = await save(event, text);
    assert.deepEqual([refused.status, refused.body.field], [400, 'text']);
    const many = Array.from({ length: 20_001 }, (_, at) => `S,${Math.floor(at / 200)},${at % 200},,,Front,`);
    assert.deepEqual((await call(event, '/check', { text: list(...many) })).body.preview.listProblems, [
      { problem: 'too_many_lines', limit: 20_000 },
    ]);
    const types = Array.from({ length: 48 }, (_, at) => `Stalls,A,${at},,,New ${at},`);
    assert.deepEqual(await problemsOf(list(...types)), ['48 type too_many_types', '49 type too_many_types']);
    // Half a character would be stored as something else, so that two names could become one.
    assert.equal((await call(event, '/check', { text: list('S\ud800,A,1,,,Front,') })).status, 400);
    assert.deepEqual(await seatsOf(event), []);

    const general = await makeEvent(on, host);
    assert.equal((await save(general, list(...STALLS([1])))).status, 400);
    assert.equal((await call(general, '/check', { text: list(...STALLS([1])) })).status, 400);
    const elsewhere = await makeHall(on, await makeHost(on));
    for (const [rest, body] of [
      ['', undefined],
      ['/map', undefined],
      ['/export', undefined],
      ['/export/plan', undefined],
      ['/export/pretix', undefined],
      ['/states', undefined],
      ['/start-plan', { name: 'Hall', from: 'template', id: 'theatre' }],
      ['/check', { text: 'x' }],
      ['', { text: 'x', version: 1, newTypes: [] }],
    ] as const)
      assert.equal((await call(elsewhere, rest, body)).status, 404, rest);
  });

  test('a hall is made from a list, with its ticket types; published, it is drawn and bought in the embed', async () => {
    const { eventId, slug } = await makeEvent(on, host, {
      kind: 'seat_map',
      ticketTypes: [],
      status: 'DRAFT',
    });
    const event = { eventId };
    const text = list('Balcony,A,1,,,Back,', ...STALLS([1, 2, 3], 'front'), 'Stalls,B,1,,,Front,accessible');
    const { body: checked } = await call(event, '/check', { text });
    assert.deepEqual(checked.newTypes, ['Back', 'front']);
    assert.deepEqual(
      [checked.added, checked.plan.seats.length, checked.plan.types],
      [5, 5, ['Back', 'front']],
    );
    const missing = await save(event, text, [{ name: 'front', priceMinor: 100 }]);
    assert.deepEqual([missing.status, missing.body.field], [400, 'newTypes']);
    assert.deepEqual(await typesOf(event), []);

    const publish = (): Promise<Answer> =>
      askDashboard(on, `/hosts/${host.hostId}/events/${eventId}/publish`, {
        as: owner,
        method: 'POST',
        body: { isComingSoon: false, isUnlisted: false },
      });
    const early = await publish();
    assert.deepEqual([early.status, early.body.error_code], [409, 'not_ready']);
    await saved(event, text, [
      { name: 'FRONT', priceMinor: 0 },
      { name: 'Back', priceMinor: 500_000 },
    ]);
    assert.deepEqual(await typesOf(event), [
      ['Back', 1, 500_000],
      ['front', 4, 0],
    ]);
    // Section by section from the stage on, each row around the middle.
    assert.deepEqual(
      (await seatsOf(event)).map(({ name, x, y }) => [name, x, y]),
      [
        ['Balcony A1', 0, 0],
        ['Stalls A1', -1, 3],
        ['Stalls A2', 0, 3],
        ['Stalls A3', 1, 3],
        ['Stalls B1', 0, 4],
      ],
    );
    const published = await publish();
    assert.equal(published.status, 200, JSON.stringify(published.body));
    const map = await until('the seats to be known', async () => {
      const answer = await askEmbed(on, `/${slug}/seats`);
      return answer.status === 200 && answer.body.data.seats.length === 5 && answer.body.data;
    });
    assert.equal((await orderSeats(slug, [map.seats[1].id])).status, 201);
    const { rows } = await on.app.database.query<{ after: object }>(
      `SELECT after FROM audit_log WHERE subject_id = $1 AND action = 'seat_map.replace'`,
      [eventId],
    );
    assert.deepEqual(rows, [
      { after: { added: 5, removed: 0, changed: 0, seats: 5, newTicketTypes: ['Back', 'front'] } },
    ]);
    const { sections } = await view(event);
    assert.deepEqual(sections, [
      { section: 'Balcony', rows: 1, seats: 1, taken: 0, blocked: 0 },
      { section: 'Stalls', rows: 2, seats: 4, taken: 1, blocked: 0 },
    ]);
    assert.deepEqual((await call(event, '/map')).body.plan.taken, [1]);
  });

  test('an export is read again as it was, and changes nothing; seats that stay keep their ids', async () => {
    const event = await emptyHall();
    const labels = ['=1+1', '-2', '@x', `"q",;`, '+3'];
    const rows = labels.map(
      (label, at) => `"${label.replaceAll('"', '""')}",A,${at},${at / 3},-1.5,=Front,accessible`,
    );
    await saved(event, list(...rows), [{ name: '=Front', priceMinor: 1 }]);
    const first = await seatsOf(event);
    const response = await fetch(
      `${on.publicUrl}/dashboard/hosts/${host.hostId}/events/${event.eventId}/seats/export`,
      { headers: { cookie: owner.cookie } },
    );
    const exported = await response.text();
    for (const line of exported.split('\r\n').slice(1)) assert.doesNotMatch(line, /(^|,)"?[=+@]/);
    const { body } = await call(event, '/check', { text: exported });
    assert.deepEqual(
      [body.preview.problemCount, body.added, body.removed, body.changed, body.newTypes],
      [0, 0, 0, 0, []],
    );
    await saved(event, list(...rows.slice(1), 'New,A,1,9,9,=front,'));
    const now = await seatsOf(event);
    for (const { id, name } of first.filter((seat) => !seat.name.startsWith('=1')))
      assert.ok(
        now.some((seat) => seat.id === id && seat.name === name),
        name,
      );
    assert.deepEqual(await typesOf(event), [['=Front', 5, 1]]);
  });

  test('a hall of a list is taken along as a plan, and is the same hall again', async () => {
    const event = await emptyHall();
    await saved(event, list(...STALLS([1, 2, 3])), [{ name: 'Front', priceMinor: 100 }]);
    const first = await seatsOf(event);
    for (const kind of ['plan', 'pretix']) {
      const response = await fetch(
        `${on.publicUrl}/dashboard/hosts/${host.hostId}/events/${event.eventId}/seats/export/${kind}`,
        { headers: { cookie: owner.cookie } },
      );
      assert.match(
        response.headers.get('content-disposition') ?? '',
        /^attachment; filename="[\w-]+\.json"$/,
      );
      const body = { name: `Hall as ${kind}`, from: 'file', text: await response.text() };
      const { status, body: started } = await call(event, '/start-plan', body);
      assert.equal(status, 200, JSON.stringify(started));
      const use = { planId: started.planId, number: started.number, categories: [] };
      const { body: checked } = await call(event, '/check-plan', use);
      assert.deepEqual([checked.added, checked.removed, checked.inTheWay.count], [0, 0, 0], kind);
      const { version } = await view(event);
      assert.equal((await call(event, '/use-plan', { ...use, version })).status, 200);
      const ids = (seats: typeof first): string[] => seats.map(({ id, name }) => `${name} ${id}`).toSorted();
      assert.deepEqual(ids(await seatsOf(event)), ids(first));
    }
    assert.deepEqual(
      (await typesOf(event)).map(([name]) => name),
      ['Front'],
    );
  });

  test('a file that is no plan is refused in words, whatever is in it, and no plan is made of it', async () => {
    const event = await emptyHall();
    const start = (text: string) => call(event, '/start-plan', { name: 'Hall', from: 'file', text });
    const plansBefore = (await view(event)).plans.length;
    const refused = async (text: string): Promise<string> => {
      const { status, body } = await start(text);
      assert.deepEqual(
        [status, body.error_code, body.field],
        [400, 'validation_failed', 'text'],
        text.slice(0, 50),
      );
      return body.message;
    };
    assert.match(await refused('section,row,seat,type'), /section, row, seat and type/);
    assert.match(await refused('{"zones":[]}'), /no seats/);
    assert.match(await refused('{"__proto__":{"format":"tessera-seating-plan"}}'), /not a seating plan/);
    assert.match(await refused('['.repeat(2_000_000)), /too deeply/);
    const plan = {
      format: 'tessera-seating-plan',
      version: 1,
      name: '',
      categories: [],
      sections: [],
      objects: [],
    };
    const empty = await start(JSON.stringify(plan));
    assert.deepEqual([empty.status, empty.body.error_code], [409, 'not_ready']);
    assert.equal((await start(' '.repeat(13_000_000))).status, 413);
    const noTemplate = await call(event, '/start-plan', { name: 'Hall', from: 'template', id: 'opera' });
    assert.equal(noTemplate.status, 404);
    assert.equal((await view(event)).plans.length, plansBefore);
  });

  test('of two members who save at once, one is told that the other was first', async () => {
    const event = await emptyHall();
    const { version } = await view(event);
    const newTypes = [{ name: 'Front', priceMinor: 1 }];
    const answers = await Promise.all(
      [1, 2].map((number) => call(event, '', { text: list(...STALLS([number])), version, newTypes })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).sort((one, two) => one - two),
      [200, 409],
    );
    assert.equal(answers.find(({ status }) => status === 409)?.body.error_code, 'changed_meanwhile');
    assert.equal((await seatsOf(event)).length, 1);
    assert.equal((await typesOf(event)).length, 1);
  });

  test('sold and held seats stay as they are; what has lapsed is in nobody’s way', async () => {
    const hall = await freeHall();
    const [sold = '', kept = '', lapsing = ''] = hall.seatIds;
    assert.equal((await orderSeats(hall.slug, [sold])).status, 201);
    await held(on, hall.slug, { seatIds: [kept] });
    const token = randomUUID();
    await held(on, hall.slug, { seatIds: [lapsing] }, token);
    await lapse(on, token);

    const without = list(...STALLS([2, 3], 'Back'), ...STALLS([4]));
    const inTheWay = [
      { section: 'Stalls', rowLabel: 'A', seatLabel: '1', type: 'Front', isSold: true, newType: null },
      { section: 'Stalls', rowLabel: 'A', seatLabel: '2', type: 'Front', isSold: false, newType: 'back' },
    ];
    const { body: checked } = await call(hall, '/check', { text: without });
    assert.deepEqual(checked.inTheWay, { count: 2, seats: inTheWay });
    const refused = await save(hall, without, [{ name: 'Back', priceMinor: 0 }]);
    assert.deepEqual([refused.status, refused.body.error_code], [409, 'seats_in_use']);
    assert.match(refused.body.message, /Stalls A 1 \(sold\), Stalls A 2 \(held\)/);
    assert.equal(refused.body.current.count, 2);
    assert.deepEqual(await typesOf(hall), [['Front', 4, 0]]);

    // They may be moved. The lapsed one is sold as something else, the last one goes.
    await saved(hall, list('Stalls,A,1,50,50,front,', 'Stalls,A,2,51,50,Front,', 'Stalls,A,3,52,50,Back,'), [
      { name: 'Back', priceMinor: 0 },
    ]);
    assert.deepEqual(await typesOf(hall), [
      ['Front', 2, 0],
      ['Back', 1, 0],
    ]);
    assert.deepEqual(
      (await seatsOf(hall)).map(({ id, x }) => [id, x]),
      [
        [sold, 50],
        [kept, 51],
        [lapsing, 52],
      ],
    );
    // A ticket type without seats stays, and there is none of it.
    await saved(hall, list(...STALLS([1, 2])));
    assert.deepEqual((await typesOf(hall))[1], ['Back', 0, 0]);
  });

  test('a cart that waits while its seat goes, or becomes another, is refused in words and holds nothing', async () => {
    for (const deed of ['delete', 'retype'] as const) {
      const hall = await makeHall(on, host, {
        event: {
          ticketTypes: [
            { kind: 'SEATED', name: 'Front', capacity: 4 },
            { kind: 'SEATED', name: 'Back', capacity: 4 },
          ],
        },
      });
      const [seatId = '', other = ''] = hall.seatIds;
      const [front, back] = hall.skus;
      const waiting = await on.app.database.transaction(async (tx) => {
        await tx.query('SELECT 1 FROM ticket_types WHERE event_id = $1 ORDER BY id FOR NO KEY UPDATE', [
          hall.eventId,
        ]);
        await tx.query(
          deed === 'delete'
            ? 'DELETE FROM seats WHERE id = $1'
            : 'UPDATE seats SET ticket_type_id = $2 WHERE id = $1',
          deed === 'delete' ? [seatId] : [seatId, back],
        );
        const answer = postHold(on, hall.slug, { seatIds: [seatId, other] });
        await untilWaiting(tx, { text: 'hold_batch' });
        // Not awaited here: it waits for this very transaction.
        return { answer };
      });
      const { status, body } = await waiting.answer;
      if (deed === 'delete') {
        assert.equal(status, 400, JSON.stringify(body));
        assert.match(body.message, /seat/i);
      } else {
        // Priced again, as what they are now.
        assert.equal(status, 201, JSON.stringify(body));
        const items = body.data.items as { sku: string; quantity: number }[];
        assert.deepEqual(
          new Map(items.map(({ sku, quantity }) => [sku, quantity])),
          new Map([
            [front, 1],
            [back, 1],
          ]),
        );
      }
      const { rows } = await on.app.database.query<{ held: number; seats: number }>(
        `SELECT (SELECT coalesce(sum(t.held), 0)::integer FROM ticket_types AS t WHERE t.event_id = $1) AS held,
                (SELECT count(*)::integer FROM seats WHERE event_id = $1 AND held_until > now()) AS seats`,
        [hall.eventId],
      );
      assert.deepEqual(rows[0], deed === 'delete' ? { held: 0, seats: 0 } : { held: 2, seats: 2 });
    }
  });

  test('a payment that comes late, for a seat that is gone or is sold as something else, goes back', async () => {
    for (const next of [list(...STALLS([2, 3, 4])), list(...STALLS([1], 'Back'), ...STALLS([2, 3, 4]))]) {
      const hall = await makeHall(on, host);
      const { status, body } = await orderSeats(hall.slug, hall.seatIds.slice(0, 1));
      assert.equal(status, 201, JSON.stringify(body));
      const { reference, checkoutUrl } = body.data;
      assert.equal((await pay(checkoutUrl, 'late')).status, 200);
      await endPaymentWindow(on, reference);
      await untilStatus(on, reference, 'expired');
      await on.app.database.query('SELECT give_back_lapsed(1000)');
      await saved(hall, next, next.includes('Back') ? [{ name: 'Back', priceMinor: 5 }] : []);
      await letTransferArrive(on, reference);
      await untilStatus(on, reference, 'refunded');
      const { rowCount } = await on.app.database.query(
        'SELECT 1 FROM tickets WHERE order_id = (SELECT id FROM orders WHERE reference = $1)',
        [reference],
      );
      assert.equal(rowCount, 0);
    }
  });

  test('twenty thousand seats are taken in at once, and again with one changed', async () => {
    const event = await emptyHall();
    const lines = Array.from(
      { length: 20_000 },
      (_, at) => `S${at % 4},${Math.floor(at / 800)},${at % 800},,,Front,`,
    );
    assert.equal((await saved(event, list(...lines), [{ name: 'Front', priceMinor: 1 }])).added, 20_000);
    const again = await saved(event, list(...lines.slice(1), 'S0,0,new,,,Front,'));
    assert.deepEqual([again.added, again.removed], [1, 1]);
    assert.deepEqual(await typesOf(event), [['Front', 20_000, 1]]);
  });
});
