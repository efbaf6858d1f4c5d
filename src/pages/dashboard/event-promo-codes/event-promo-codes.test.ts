import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { buy, hold, lapse } from '../../../../test/harness/buy.ts';
import { ask, type Answer } from '../../../../test/harness/client.ts';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';

const TERMS = {
  discount: 'percent',
  percentBasisPoints: 2_500,
  amountMinor: null,
  ticketTypeIds: [] as string[],
  startsAt: null,
  endsAt: null,
  maximumUses: null,
};

suite('the promo codes of an event', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp({ environment: { HOLD_LIMIT_PER_ADDRESS: '100000' } });
    host = await makeHost(on);
    owner = await signInAs(on, host);
  });
  after(() => on.close());

  type At = { eventId: string; slug: string; skus: string[] };
  const at = (event: At, rest = ''): string =>
    `/hosts/${host.hostId}/events/${event.eventId}/promo-codes${rest}`;
  const post = (event: At, rest: string, body: object): Promise<Answer> =>
    askDashboard(on, at(event, rest), { as: owner, method: 'POST', body });
  const add = async (event: At, typed: object): Promise<string> => {
    const { status, body } = await post(event, '', { ...TERMS, ...typed });
    assert.equal(status, 201, JSON.stringify(body));
    return body.promoCodeId as string;
  };
  const patch = (event: At, id: string, body: object): Promise<Answer> =>
    askDashboard(on, at(event, `/${id}`), { as: owner, method: 'PATCH', body });
  const list = async (event: At, query = '') =>
    (await askDashboard(on, at(event, query), { as: owner })).body.data;
  const tryCode = (event: At, promoCode: string): Promise<Answer> =>
    ask(on, `/events/${event.slug}/reservations`, {
      method: 'POST',
      key: host,
      headers: { 'x-device-id': crypto.randomUUID() },
      body: { items: [{ sku: event.skus[0], quantity: 1 }], promoCode },
    });
  const unbroken = async (): Promise<void> => assert.deepEqual(await checkInvariants(on.app.database), []);

  test('a code is added, told of in the log, found by the buyer at once in any case, and listed with its uses', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 100_000 }, {}] });
    assert.equal((await tryCode(event, 'early-25')).body.error_code, 'invalid_promo_code');
    const id = await add(event, {
      code: 'Early-25',
      startsAt: '2020-01-01T10:00',
      maximumUses: 2,
      ticketTypeIds: [event.skus[0]],
    });
    const { body } = await until('the code to be known', async () => {
      const answer = await tryCode(event, ' EARLY-25 ');
      return answer.status === 201 && answer;
    });
    assert.deepEqual([body.data.discount, body.data.promoCode], [25_000, 'Early-25']);
    const { codes, total } = await list(event);
    assert.equal(total, 1);
    assert.deepEqual(
      [codes[0].promoCodeId, codes[0].state, codes[0].uses, codes[0].startsAt, codes[0].typed.startsAt],
      [id, 'active', 1, '2020-01-01T09:00:00.000Z', '2020-01-01T10:00'],
    );
    const { rows } = await on.app.database.query<{ action: string; after: Record<string, unknown> }>(
      `SELECT action, subject_name, after FROM audit_log WHERE subject_id = $1`,
      [id],
    );
    assert.equal(rows[0]?.action, 'promo_code.add');
    assert.equal(rows[0]?.after['percentBasisPoints'], 2_500);
    await unbroken();
  });

  test('each field has its limits, and the refusal names it', async () => {
    const event = await makeEvent(on, host);
    const other = await makeEvent(on, host);
    await add(event, { code: 'TAKEN' });
    const refused: [object, string][] = [
      [{ code: '' }, 'code'],
      [{ code: 'two words' }, 'code'],
      [{ code: 'a'.repeat(51) }, 'code'],
      [{ code: 'taken' }, 'code'],
      [{ percentBasisPoints: null }, 'percentBasisPoints'],
      [{ percentBasisPoints: 0 }, 'percentBasisPoints'],
      [{ percentBasisPoints: 10_001 }, 'percentBasisPoints'],
      [{ discount: 'amount' }, 'amountMinor'],
      [{ discount: 'amount', amountMinor: 10_000_000_001 }, 'amountMinor'],
      [{ maximumUses: 0 }, 'maximumUses'],
      [{ startsAt: '2027-02-30T10:00' }, 'startsAt'],
      [{ startsAt: '2027-02-01T10:00', endsAt: '2027-02-01T10:00' }, 'endsAt'],
      [{ ticketTypeIds: [other.skus[0]] }, 'ticketTypeIds'],
      [{ colour: 'red' }, 'colour'],
    ];
    for (const [typed, field] of refused) {
      const { status, body } = await post(event, '', { code: 'NEW', ...TERMS, ...typed });
      assert.deepEqual([status, body.field], [400, field], JSON.stringify(typed));
    }
    for (const text of HOSTILE_TEXTS) {
      const { status } = await post(event, '', { ...TERMS, code: text });
      assert.equal(status, 400, text);
      assert.equal(
        (
          await askDashboard(
            on,
            at(event, `?search=${encodeURIComponent(text.slice(0, 50).toWellFormed())}`),
            { as: owner },
          )
        ).status < 500,
        true,
      );
    }
    assert.equal((await list(event)).total, 1);
  });

  test('of many who add the same code at once, in whatever case, one has it', async () => {
    const event = await makeEvent(on, host);
    const answers = await Promise.all(
      ['Same', 'SAME', 'same', 'sAME', 'saME'].map((code) => post(event, '', { ...TERMS, code })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).sort((one, two) => one - two),
      [201, 400, 400, 400, 400],
    );
    const free = await add(event, { code: 'FREE' });
    const renamed = await patch(event, free, { version: 1, code: 'SamE' });
    assert.deepEqual([renamed.status, renamed.body.field], [400, 'code']);
  });

  test('a member who saves over another’s change is told; a change counts for new quotes and not for held carts', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 100_000 }] });
    const items = [{ sku: event.skus[0], quantity: 1 }];
    const id = await add(event, { code: 'OFF' });
    const early = await hold(on, host, { slug: event.slug, items, promoCode: 'OFF' });
    const changed = await patch(event, id, { version: 1, discount: 'amount', amountMinor: 60_000 });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const late = await patch(event, id, { version: 1, code: 'MINE' });
    assert.deepEqual(
      [late.status, late.body.error_code, late.body.current.amountMinor, late.body.current.version],
      [409, 'changed_meanwhile', 60_000, 2],
    );
    const token = crypto.randomUUID();
    const { total } = await until('the new price', async () => {
      const cart = await hold(on, host, { slug: event.slug, items, promoCode: 'off', token });
      return cart.total < early.total && cart;
    });
    assert.ok(total < 60_000);
    const bought = await ask(on, `/events/${event.slug}/orders`, {
      method: 'POST',
      key: host,
      headers: { 'x-device-id': early.token },
      body: {
        quoteReference: early.quoteReference,
        email: 'ada@example.com',
        firstName: 'Ada',
        lastName: 'Obi',
      },
    });
    assert.deepEqual([bought.status, bought.body.data.total], [201, early.total]);
    await unbroken();
  });

  test('the maximum is never below what carts and orders have, also where it is the first one', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    const items = [{ sku: event.skus[0], quantity: 1 }];
    const id = await add(event, { code: 'MANY' });
    const cart = { slug: event.slug, items, promoCode: 'MANY' };
    for (let nr = 0; nr < 3; nr++) await buy(on, host, cart);
    const held = await hold(on, host, cart);
    await hold(on, host, cart);
    assert.equal((await list(event)).codes[0].uses, 5);
    const tooFew = await patch(event, id, { version: 1, maximumUses: 4 });
    assert.deepEqual([tooFew.status, tooFew.body.field], [400, 'maximumUses']);
    assert.match(tooFew.body.message, /at least 5/);
    assert.equal((await patch(event, id, { version: 1, maximumUses: 5 })).status, 200);
    await unbroken();
    assert.equal((await list(event)).codes[0].state, 'used_up');
    assert.equal((await list(event, '?state=used_up')).codes.length, 1);
    assert.equal((await list(event, '?state=active')).codes.length, 0);
    const refused = await tryCode(event, 'MANY');
    assert.deepEqual([refused.status, refused.body.error_code], [400, 'invalid_promo_code']);
    // The uses of an expired cart are freed before the new maximum is checked.
    await lapse(on, held.token);
    assert.equal((await patch(event, id, { version: 2, maximumUses: 4 })).status, 200);
    assert.equal((await patch(event, id, { version: 3, maximumUses: null })).status, 200);
    await buy(on, host, cart);
    assert.match((await patch(event, id, { version: 4, maximumUses: 1 })).body.message, /at least 5/);
    await unbroken();
  });

  test('the count is right when the maximum is changed while buyers use the code', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0, capacity: 1_000 }] });
    const id = await add(event, { code: 'RUSH', maximumUses: 30 });
    const buyers = Array.from({ length: 60 }, () => tryCode(event, 'RUSH'));
    let version = 1;
    for (const maximumUses of [40, null, 35, null, 30, 50]) {
      const { status } = await patch(event, id, { version, maximumUses });
      assert.ok(status === 200 || status === 400);
      if (status === 200) version += 1;
    }
    const statuses = (await Promise.all(buyers)).map(({ status }) => status);
    assert.ok(statuses.every((status) => status === 201 || status === 400));
    await unbroken();
  });

  test('one is ended now and goes on again; one that was used is never deleted', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    const id = await add(event, { code: 'STOP' });
    assert.equal((await tryCode(event, 'STOP')).status, 201);
    const ended = await post(event, `/${id}/end`, { version: 1 });
    assert.equal(ended.status, 200);
    assert.equal((await tryCode(event, 'STOP')).body.error_code, 'invalid_promo_code');
    assert.equal((await list(event)).codes[0].state, 'ended');
    assert.equal((await post(event, `/${id}/end`, { version: 1 })).status, 409);
    assert.equal((await post(event, `/${id}/resume`, { version: 2 })).status, 200);
    assert.equal((await tryCode(event, 'STOP')).status, 201);
    const used = await askDashboard(on, at(event, `/${id}`), { as: owner, method: 'DELETE' });
    assert.deepEqual([used.status, used.body.error_code], [400, 'validation_failed']);

    const unused = await add(event, { code: 'UNUSED', ticketTypeIds: [event.skus[0]] });
    assert.equal(
      (await askDashboard(on, at(event, `/${unused}`), { as: owner, method: 'DELETE' })).status,
      200,
    );
    assert.equal((await askDashboard(on, at(event, `/${unused}`), { as: owner })).status, 404);
    await add(event, { code: 'unused' });
  });

  test('a code that is deleted under a buyer’s hand is refused, and others in the same batch keep their count', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0, capacity: 1_000 }] });
    await add(event, { code: 'STAYS', maximumUses: 5 });
    for (let round = 0; round < 6; round++) {
      const id = await add(event, { code: `GOES${round}` });
      // Known to this process, so that the engine is asked with a code that may be gone.
      await until('both codes', async () => (await list(event, `?search=goes${round}`)).codes.length === 1);
      const [removed, ...tried] = await Promise.all([
        askDashboard(on, at(event, `/${id}`), { as: owner, method: 'DELETE' }),
        ...Array.from({ length: 4 }, () => tryCode(event, `GOES${round}`)),
        ...Array.from({ length: 4 }, () => tryCode(event, 'STAYS')),
      ]);
      assert.ok([200, 400].includes(removed.status));
      assert.ok(tried.every(({ status }) => status === 201 || status === 400));
    }
    const { rows } = await on.app.database.query<{ uses: number }>(
      `SELECT uses FROM promo_codes WHERE event_id = $1 AND code = 'STAYS'`,
      [event.eventId],
    );
    assert.equal(rows[0]?.uses, 5);
    await unbroken();
  });

  test('only its own host hears which tickets a code is for, when it is set, changed and removed', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{}, {}] });
    const heard: string[] = [];
    const listener = on.app.database.dedicatedClient();
    await listener.connect();
    listener.on('notification', ({ payload = '' }) => void heard.push(payload));
    await listener.query('LISTEN catalog_changed');
    const [first, other] = event.skus;
    const id = await add(event, { code: 'HEARD', ticketTypeIds: [first] });
    const { rows } = await on.app.database.query<{ version: number }>(
      'SELECT version FROM promo_codes WHERE id = $1',
      [id],
    );
    const changed = await patch(event, id, {
      ...TERMS,
      version: rows[0]?.version,
      code: 'HEARD',
      ticketTypeIds: [other],
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    // The links alone, of which the code's own row tells nothing.
    heard.length = 0;
    await on.app.database.query(
      'UPDATE promo_code_ticket_types SET ticket_type_id = $2 WHERE promo_code_id = $1',
      [id, first],
    );
    await until('word of the change', () => heard.length > 0);
    await on.app.database.query('DELETE FROM promo_code_ticket_types WHERE promo_code_id = $1', [id]);
    await until('word of the removal', () => heard.length > 1);
    await on.app.database.query('INSERT INTO promo_code_ticket_types VALUES ($1, $2)', [id, first]);
    await until('word of the addition', () => heard.length > 2);
    await listener.end();
    assert.deepEqual(new Set(heard), new Set([host.hostId]));
  });

  test('thousands are made at once, unguessable, told of in one line and heard of once; all can be paged through', async () => {
    const event = await makeEvent(on, host);
    const short = await post(event, '/make', { ...TERMS, prefix: 'VIP-', letters: 7, number: 5_000 });
    assert.deepEqual([short.status, short.body.field], [400, 'letters']);
    const heard: string[] = [];
    const listener = on.app.database.dedicatedClient();
    await listener.connect();
    listener.on('notification', ({ payload = '' }) => void heard.push(payload));
    await listener.query('LISTEN catalog_changed');
    const made = await post(event, '/make', { ...TERMS, prefix: '-vip_', letters: 9, number: 5_000 });
    assert.equal(made.status, 201, JSON.stringify(made.body).slice(0, 300));
    await until('word of it', () => heard.includes(host.hostId));
    await listener.end();
    assert.equal(heard.filter((payload) => payload === host.hostId).length, 1);
    const codes = made.body.codes as string[];
    assert.equal(new Set(codes.map((code) => code.toLowerCase())).size, 5_000);
    for (const code of codes) assert.match(code, /^-vip_[23456789A-HJKMNP-TV-Z]{9}$/);
    assert.equal(
      (await post(event, '/make', { ...TERMS, prefix: 'B', letters: 12, number: 5_000 })).status,
      201,
    );

    const seen = new Set<string>();
    for (let cursor = ''; ;) {
      const { codes: page, nextCursor, total } = await list(event, `?search=VIP_2${cursor}`);
      assert.equal(total, 10_000);
      for (const { code } of page) seen.add(code);
      if (nextCursor === null) break;
      cursor = `&cursor=${nextCursor}`;
    }
    assert.deepEqual(seen, new Set(codes.filter((code) => code.startsWith('-vip_2'))));
    assert.ok(seen.size > 60);

    const exported = await askDashboard(on, at(event, `/export?made=${made.body.madeAt}`), { as: owner });
    const lines = (exported.body as unknown as string).trim().split('\r\n');
    assert.equal(lines.length, 5_001);
    assert.equal(lines[0], 'code,percent,amount,maximum uses,starts,ends,ticket types,used so far,state');
    assert.ok(lines.slice(1).every((line) => line.startsWith("'-vip_")));
    assert.match(
      exported.headers.get('content-disposition') ?? '',
      /attachment; filename="promo-codes-[\w-]+\.csv"/,
    );

    const { rows } = await on.app.database.query<{ after: Record<string, unknown> }>(
      `SELECT after FROM audit_log WHERE subject_id = $1 AND action = 'promo_code.make' ORDER BY id`,
      [event.eventId],
    );
    assert.equal(rows.length, 2);
    assert.deepEqual([rows[0]?.after['number'], rows[0]?.after['prefix']], [5_000, '-vip_']);
    assert.ok(JSON.stringify(rows).length < 1_000);
    const full = await post(event, '/make', { ...TERMS, prefix: '', letters: 12, number: 5_000 });
    assert.equal(full.status, 201);
    assert.equal(
      (await post(event, '/make', { ...TERMS, prefix: '', letters: 12, number: 5_000 })).status,
      201,
    );
    const over = await post(event, '/make', { ...TERMS, prefix: '', letters: 12, number: 1 });
    assert.deepEqual([over.status, over.body.field], [400, 'number']);
    // Known to buyers, though nobody keeps all of them in memory.
    await until('a code to be good', async () => (await tryCode(event, codes[77] ?? '')).status === 201);
  });

  test('a list is looked at line by line, and taken in whole or not at all', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ name: 'Regular' }, { name: 'VIP, gold' }] });
    await add(event, { code: 'OLD' });
    const bad = [
      'Code;Percent;Amount;Maximum uses;Starts;Ends;Ticket types',
      'GOOD;10;;;;;regular | "VIP, gold"',
      'good;10;;;;;',
      'old;10;;;;;',
      'two words;10;;;;;',
      ';10;;;;;',
      'A;;;;;;',
      'B;10;500;;;;',
      'C;101%;;;;;',
      'D;;0;;;;',
      'E;5;;0;;;',
      'F;5;;;soon;;',
      'G;5;;;2027-02-02;2027-02-01;',
      'H;5;;;;;Balcony',
    ].join('\n');
    const { preview } = (await post(event, '/list/check', { text: bad })).body;
    const problems = (preview.problems as { line: number; column: string; problem: string }[]).map(
      ({ line, column, problem }) => `${line} ${column} ${problem}`,
    );
    assert.deepEqual(problems, [
      '2 ticket types unknown_ticket_type',
      '3 code double',
      '4 code exists',
      '5 code not_a_code',
      '6 code required',
      '7 percent no_discount',
      '8 amount two_discounts',
      '9 percent not_a_percentage',
      '10 amount not_an_amount',
      '11 maximum uses not_a_number',
      '12 starts not_a_time',
      '13 ends ends_early',
      '14 ticket types unknown_ticket_type',
    ]);
    assert.equal((await post(event, '/list', { text: bad })).body.field, 'text');
    assert.equal((await list(event)).total, 1);

    const good =
      'code,percent,amount,max uses,from,until,tickets\nA,12.5,,3,2027-02-01,2027-03-01,"VIP, gold|Regular"\n\'-B,,"1,500.50",,,,';
    const taken = await post(event, '/list', { text: good });
    assert.deepEqual([taken.status, taken.body.codes], [201, ['A', '-B']], JSON.stringify(taken.body));
    const { codes } = await list(event);
    const [first, second] = ['A', '-B'].map((code) =>
      codes.find((one: { code: string }) => one.code === code),
    );
    assert.deepEqual(
      [
        first.percentBasisPoints,
        first.maximumUses,
        first.state,
        first.typed.startsAt,
        first.typed.endsAt,
        first.ticketTypeIds.length,
      ],
      [1_250, 3, 'scheduled', '2027-02-01T00:00', '2027-03-01T23:59', 2],
    );
    assert.deepEqual([second.amountMinor, second.maximumUses, second.state], [150_050, null, 'active']);
    // An export can be imported elsewhere unchanged.
    const exported = (await askDashboard(on, at(event, '/export'), { as: owner })).body as unknown as string;
    const other = await makeEvent(on, host, { ticketTypes: [{ name: 'Regular' }, { name: 'VIP, gold' }] });
    const copied = await post(other, '/list/check', { text: exported });
    assert.deepEqual([copied.body.preview.problemCount, copied.body.preview.lineCount], [0, 3]);
    const template = (await askDashboard(on, at(other, '/template'), { as: owner }))
      .body as unknown as string;
    assert.equal((await post(other, '/list/check', { text: template })).body.preview.problemCount, 0);
  });

  test('the orders in which a code was used are listed, and only where it belongs to the event of the address', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    const items = [{ sku: event.skus[0], quantity: 1 }];
    const id = await add(event, { code: 'SEEN' });
    const { reference } = await buy(on, host, { slug: event.slug, items, promoCode: 'SEEN' });
    await buy(on, host, { slug: event.slug, items });
    const { data } = (await askDashboard(on, at(event, `/${id}`), { as: owner })).body;
    assert.deepEqual(
      data.orders.map((order: { reference: string; status: string }) => [order.reference, order.status]),
      [[reference, 'confirmed']],
    );
    assert.equal(data.code.uses, 1);
    const other = await makeEvent(on, host);
    const stranger = await makeHost(on);
    const strange = await signInAs(on, stranger);
    const theirs = `/hosts/${stranger.hostId}/events/${event.eventId}/promo-codes`;
    assert.equal((await askDashboard(on, at(other, `/${id}`), { as: owner })).status, 404);
    assert.equal((await patch(other, id, { version: 1, code: 'STOLEN' })).status, 404);
    assert.equal((await post(other, `/${id}/end`, { version: 1 })).status, 404);
    assert.equal((await askDashboard(on, at(other, `/${id}`), { as: owner, method: 'DELETE' })).status, 404);
    for (const rest of ['', '/export', `/${id}`])
      assert.equal((await askDashboard(on, `${theirs}${rest}`, { as: strange })).status, 404);
    for (const [rest, body] of [
      ['', { ...TERMS, code: 'X' }],
      ['/make', { ...TERMS, prefix: '', letters: 12, number: 1 }],
      ['/list', { text: 'code,percent\nX,1' }],
      ['/list/check', { text: 'code,percent\nX,1' }],
    ] as const)
      assert.equal(
        (await askDashboard(on, `${theirs}${rest}`, { as: strange, method: 'POST', body })).status,
        404,
      );
  });

  test('a person who guesses codes is soon told to wait, and only there', async () => {
    const event = await makeEvent(on, host);
    const other = await makeEvent(on, host);
    await tryCode(other, 'OTHER');
    await add(event, { code: 'KNOWN' });
    await add(other, { code: 'OTHER' });
    await until('the last to be heard of', async () => (await tryCode(other, 'OTHER')).status === 201);
    assert.equal((await tryCode(event, 'KNOWN')).status, 201);
    // A whole network's wrong code counts once.
    const mistaken = await Promise.all(Array.from({ length: 70 }, () => tryCode(event, 'MISTAKE')));
    assert.ok(mistaken.every(({ body }) => body.error_code === 'invalid_promo_code'));
    const answers = await Promise.all(Array.from({ length: 70 }, (_, nr) => tryCode(event, `GUESS${nr}`)));
    const limited = answers.filter(({ status }) => status === 429);
    // The minute may turn meanwhile: then as many again.
    assert.ok(limited.length >= 10, `${limited.length} of 70`);
    assert.ok(Number(limited[0]?.headers.get('retry-after')) > 0);
    assert.notEqual((await tryCode(other, 'OTHER')).status, 429);
    // Others at the same address still get the right answer about their code.
    assert.equal((await tryCode(event, 'known')).status, 201);
    assert.equal((await tryCode(event, 'MISTAKE')).status, 400);
  });
});
