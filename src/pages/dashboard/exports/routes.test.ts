import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { buy, pay, storedOrder, untilStatus } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { disputeOrder } from '../../../orders/disputes/disputes.fixture.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import { createPromoCode } from '../../../reservations/create-promo-code.ts';
import {
  askForFile,
  exportsOf,
  fetchFile,
  fillOrders,
  linesOf,
  NO_FILTERS,
  openAndStop,
} from './exports.fixture.ts';

suite('exports', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
  });
  after(() => on.close());

  const orders = async (filters = {}, as = owner, of = host) =>
    linesOf((await fetchFile(on, of, as, 'orders', { filters: { ...NO_FILTERS, ...filters } })).text);
  const fetchExport = (exportId: string, as: SignedIn, of = host) =>
    askDashboard(on, `${exportsOf(of)}/${exportId}`, { as });

  test('orders: each has its line, with amounts to the last kobo and its times by the event’s clock', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host, {
      name: 'Night, at "Marina"',
      timezone: 'Africa/Lagos',
      ticketTypes: [{ name: 'Stalls', priceMinor: 750_050 }, { name: 'Box' }],
    });
    const made = await buy(
      on,
      host,
      {
        slug,
        items: [
          { sku: skus[0], quantity: 2 },
          { sku: skus[1], quantity: 1 },
        ],
      },
      { body: { metadata: { table: 'four; five', note: '=1+1' } } },
    );
    await pay(made.checkoutUrl);
    await untilStatus(on, made.reference, 'confirmed');
    const { id: orderId } = await storedOrder(on, made.reference);
    await on.app.database.transaction((tx) =>
      refundOrder(tx, {
        orderId,
        actor: OPERATOR,
        ticketIds: [],
        amountMinor: 100_025,
        returnsStock: false,
        requestKey: 'some',
      }),
    );
    await untilStatus(on, made.reference, 'partially_refunded');
    const [line, ...rest] = await orders({ eventId });
    assert.ok(line);
    assert.equal(rest.length, 0);
    assert.deepEqual(await orders({ eventId, needsAttention: true }), [], 'its refund went well');
    const { rows } = await on.app.database.query<Record<string, string>>(
      `SELECT o.reference, o.status, (o.total_minor / 100.0)::numeric(20, 2)::text AS total, p.gateway_payment_id AS payment,
              to_char(o.created_at AT TIME ZONE 'UTC' + interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS"+01:00"') AS created,
              to_char(o.confirmed_at AT TIME ZONE 'UTC' + interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS"+01:00"') AS confirmed
         FROM orders AS o JOIN payments AS p ON p.order_id = o.id WHERE o.event_id = $1`,
      [eventId],
    );
    const [stored] = rows;
    assert.deepEqual(
      [line['reference'], line['status'], line['total'], line['gateway payment id']],
      [stored?.['reference'], 'partially_refunded', stored?.['total'], stored?.['payment']],
    );
    assert.deepEqual(
      [line['created at'], line['confirmed at']],
      [stored?.['created'], stored?.['confirmed']],
    );
    assert.deepEqual(
      [line['event'], line['items'], line['tickets'], line['refunded'], line['currency'], line['source']],
      ['Night, at "Marina"', '2 × Stalls; 1 × Box', '3', '1000.25', 'NGN', 'api'],
    );
    const minor = (name: string): number => Math.round(Number(line[name]) * 100);
    assert.equal(minor('gross') - minor('discount') + minor('fees'), minor('total'));
    assert.deepEqual(JSON.parse(line['metadata'] ?? ''), { table: 'four; five', note: '=1+1' });
    assert.deepEqual(
      [line['first name'], line['last name'], line['e-mail'], line['language']],
      ['Ada', 'Obi', 'ada@example.com', 'en'],
    );
    assert.deepEqual([line['disputed'], line['lost']], ['0.00', '0.00']);
    await disputeOrder(on, orderId, { amountMinor: 20_050 });
    await disputeOrder(on, orderId, { amountMinor: 50_000, state: 'lost' });
    await disputeOrder(on, orderId, { amountMinor: 10_000, state: 'won' });
    const [claimed] = await orders({ eventId });
    assert.deepEqual([claimed?.['disputed'], claimed?.['lost']], ['200.50', '500.00']);
  });

  test('more orders than a page has, many of one moment: as many lines as the table has, and the same sum', async () => {
    const many = await makeHost(on);
    const its = await signInAs(on, many, { hasFactor: true });
    const events = [await makeEvent(on, many), await makeEvent(on, many), await makeEvent(on, many)];
    for (const [nr, { eventId }] of events.entries())
      await fillOrders(on, many.hostId, eventId, { count: [1_200, 0, 501][nr] ?? 0 });
    const lines = await orders({}, its, many);
    const { rows } = await on.app.database.query<{ count: number; total: number; references: number }>(
      'SELECT count(*) AS count, sum(total_minor)::bigint AS total FROM orders WHERE host_id = $1',
      [many.hostId],
    );
    assert.equal(lines.length, rows[0]?.count);
    assert.equal(lines.length, 1_701);
    assert.equal(new Set(lines.map((line) => line['reference'])).size, lines.length);
    assert.equal(
      lines.reduce((sum, line) => sum + Math.round(Number(line['total']) * 100), 0),
      rows[0]?.total,
    );
    assert.equal((await orders({ eventId: events[2]?.eventId }, its, many)).length, 501);
    for (const [filters, count] of [
      [{ status: 'failed' }, 1_701],
      [{ status: 'expired' }, 0],
      [{ source: 'embed' }, 0],
      [{ wayOfPayment: 'none' }, 1_701],
      [{ promoCode: 'NONE' }, 0],
      [{ search: 'x7@test.example' }, 2],
      [{ clock: 'host', from: '2026-06-01', to: '2026-06-01' }, 1_701],
      [{ clock: 'host', from: '2026-06-02' }, 0],
    ] as const)
      assert.equal((await orders(filters, its, many)).length, count, JSON.stringify(filters));
  });

  test('more events than a page has, all of one moment: each has its orders in the file', async () => {
    const many = await makeHost(on);
    const its = await signInAs(on, many, { hasFactor: true });
    const { eventId } = await makeEvent(on, many);
    const { rows } = await on.app.database.query<{ id: string }>(
      `INSERT INTO events (id, host_id, category_id, slug, name, starts_at, closes_at, timezone, country, state, lga)
       SELECT new_id(), host_id, category_id, slug || '-' || n, name, starts_at, closes_at, timezone, country, state, lga
         FROM events, generate_series(1, 201) AS n WHERE id = $1 RETURNING id`,
      [eventId],
    );
    await fillOrders(
      on,
      many.hostId,
      rows.map(({ id }) => id),
      { count: 1 },
    );
    const lines = await orders({}, its, many);
    assert.equal(lines.length, 201);
    assert.equal(new Set(lines.map((line) => line['reference'])).size, 201);
  });

  test('an order that comes in after the file was asked for is not in it', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    const first = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    const guests = { eventId, search: null, ticketTypeId: null, state: null, how: null };
    const files = [
      ['reference', await askForFile(on, host, owner, 'orders', { filters: { ...NO_FILTERS, eventId } })],
      [
        'reference',
        await askForFile(on, host, owner, 'orders', {
          filters: { ...NO_FILTERS, eventId, search: 'ada@example.com' },
        }),
      ],
      ['order', await askForFile(on, host, owner, 'guests', { filters: guests })],
    ] as const;
    await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    for (const [column, { body }] of files) {
      const file = await fetchExport(body.exportId, owner);
      assert.deepEqual(
        linesOf(String(file.body)).map((line) => line[column]),
        [first.reference],
      );
    }
  });

  test('days are those of the event’s clock, and clocks that are put back are written with both offsets', async () => {
    const { eventId } = await makeEvent(on, host, { timezone: 'Europe/Paris' });
    const moments = [
      '2026-10-24T21:59:59Z',
      '2026-10-24T22:00:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
    ];
    for (const at of moments) await fillOrders(on, host.hostId, eventId, { count: 1, at });
    const times = async (filters: object) =>
      (await orders({ eventId, ...filters })).map((line) => line['created at']);
    assert.deepEqual(await times({}), [
      '2026-10-24T23:59:59+02:00',
      '2026-10-25T00:00:00+02:00',
      '2026-10-25T02:30:00+02:00',
      '2026-10-25T02:30:00+01:00',
    ]);
    assert.equal((await times({ from: '2026-10-25' })).length, 3);
    assert.deepEqual(await times({ to: '2026-10-24' }), ['2026-10-24T23:59:59+02:00']);
    // In Lagos the day begins an hour later than in Paris, where clocks are not put back yet.
    assert.equal((await times({ from: '2026-10-25', clock: 'host' })).length, 2);
  });

  test('no cell is a formula, whatever a buyer is called; the file is as it was asked for', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    const names = ['=HYPERLINK("http://x","y")', '+1+1', '-2+3', '@SUM(A1)', '＝1+1', ' =1+1', '"; =1+1'];
    for (const lastName of names) {
      const { reference } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
      // As an older release may have taken it: the rules of names are stricter today.
      await on.app.database.query('UPDATE orders SET last_name = $2, metadata = $3 WHERE reference = $1', [
        reference,
        lastName,
        JSON.stringify({ [lastName]: 'a\r\nb' }),
      ]);
    }
    const { text, headers } = await fetchFile(on, host, owner, 'orders', {
      withBom: true,
      separator: 'semicolon',
      filters: { ...NO_FILTERS, eventId },
    });
    assert.match(
      headers.get('content-disposition') ?? '',
      /^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/,
    );
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.match(headers.get('content-type') ?? '', /^text\/csv; charset=utf-8$/);
    const lines = linesOf(text, ';');
    assert.deepEqual(
      new Set(lines.map((line) => line['last name'])),
      new Set(names.map((name) => (name.startsWith('"') ? name : `'${name}`))),
    );
    for (const line of lines)
      for (const cell of Object.values(line)) assert.doesNotMatch(cell, /^\s*[=+@＝]/, cell);
    // fetch() takes the mark away when it reads a text.
    for (const [withBom, start] of [
      [true, '\uFEFFreference'],
      [false, 'reference'],
    ] as const) {
      const { body } = await askForFile(on, host, owner, 'orders', {
        withBom,
        filters: { ...NO_FILTERS, eventId },
      });
      const response = await fetch(`${on.publicUrl}/dashboard${exportsOf(host)}/${body.exportId}`, {
        headers: { cookie: owner.cookie },
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.equal(bytes.subarray(0, Buffer.byteLength(start)).toString(), start);
    }
  });

  test('promo uses: each order with a code has its line, and nothing of the buyer is in it', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 200_000 }] });
    const code = `TEN-${eventId.slice(-6)}`;
    for (const one of [code, `${code}-UNUSED`])
      await on.app.database.transaction((tx) =>
        createPromoCode(tx, {
          eventId,
          code: one,
          discount: { percentBasisPoints: 1_000 },
          maximumUses: null,
          ticketTypeIds: [],
        }),
      );
    const references: string[] = [];
    for (const quantity of [1, 2]) {
      const made = await buy(on, host, { slug, items: [{ sku: skus[0], quantity }], promoCode: code });
      references.push(made.reference);
      if (quantity === 1) await pay(made.checkoutUrl);
    }
    await untilStatus(on, references[0] ?? '', 'confirmed');
    await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    const { text } = await fetchFile(on, host, owner, 'promo-uses', { filters: { eventId } });
    const lines = linesOf(text);
    assert.deepEqual(
      lines.map((line) => [
        line['code'],
        line['order'],
        line['discount'],
        line['tickets'],
        line['counts as a use'],
      ]),
      [
        [code, references[0], '200.00', '1', 'yes'],
        [code, references[1], '400.00', '2', 'no'],
      ],
    );
    assert.ok(!text.includes('ada@example.com') && !text.includes('Obi'));
    // More than a page has, of both codes; one of them comes in after the file is asked for.
    await fillOrders(on, host.hostId, eventId, { count: 1_100, promoCodes: [code, `${code}-UNUSED`] });
    const { body } = await askForFile(on, host, owner, 'promo-uses', { filters: { eventId } });
    await fillOrders(on, host.hostId, eventId, { count: 1, at: '2126-06-01T12:00:00Z', promoCodes: [code] });
    const all = linesOf(String((await fetchExport(body.exportId, owner)).body));
    assert.equal(all.length, 2_202);
    assert.equal(new Set(all.map((line) => line['order'])).size, 2_202);
    assert.equal(all.filter((line) => line['counts as a use'] === 'no').length, 2_201);
  });

  test('guests: each ticket has its line, also over several pages, and no code of a ticket is in it', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host, {
      name: 'Guests',
      ticketTypes: [{ name: 'Stalls', priceMinor: 0, capacity: 5_000, maximumPerOrder: 1_000 }],
    });
    const { reference } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 3 }] });
    await on.app.database.query(
      `INSERT INTO tickets (id, order_id, event_id, ticket_type_id, position, serial, email, first_name, last_name, issued_at, used_at, voided_at)
       SELECT new_id(), order_id, event_id, ticket_type_id, 3 + n, gen_random_uuid(), 'g' || n || '@test.example', '=1+' || n, 'Guest ' || n,
              '2026-07-01T20:30:00Z', CASE WHEN n = 1 THEN '2026-07-02T20:30:00Z'::timestamptz END,
              CASE WHEN n = 2 THEN '2026-07-03T20:30:00Z'::timestamptz END
         FROM tickets, generate_series(1, 2100) AS n WHERE event_id = $1 AND position = 1`,
      [eventId],
    );
    const filters = { eventId, search: null, ticketTypeId: null, state: null, how: null };
    const manager = await signInAs(on, host, { role: 'manager', hasFactor: true });
    const { text } = await fetchFile(on, host, manager, 'guests', { filters });
    const lines = linesOf(text);
    const { rows } = await on.app.database.query<{ count: number; serials: string[] }>(
      'SELECT count(*) AS count, array_agg(serial::text) AS serials FROM tickets WHERE event_id = $1',
      [eventId],
    );
    assert.deepEqual([lines.length, rows[0]?.count], [2_103, 2_103]);
    assert.equal(new Set(lines.map((line) => line['e-mail'])).size, 2_101);
    for (const serial of rows[0]?.serials ?? []) assert.ok(!text.includes(serial));
    const cameIn = await fetchFile(on, host, manager, 'guests', {
      filters: { ...filters, state: 'came_in' },
    });
    assert.deepEqual(
      linesOf(cameIn.text).map((line) => [
        line['event'],
        line['first name'],
        line['ticket type'],
        line['state'],
        line['order'],
        line['issued at'],
        line['came in at'],
      ]),
      [
        [
          'Guests',
          "'=1+1",
          'Stalls',
          'came in',
          reference,
          '2026-07-01T21:30:00+01:00',
          '2026-07-02T21:30:00+01:00',
        ],
      ],
    );
    const gone = await fetchFile(on, host, manager, 'guests', { filters: { ...filters, state: 'void' } });
    assert.deepEqual(
      linesOf(gone.text).map((line) => [line['e-mail'], line['came in at'], line['void since']]),
      [['g2@test.example', '', '2026-07-03T21:30:00+01:00']],
    );
    const searched = await askForFile(on, host, manager, 'guests', {
      filters: { ...filters, search: 'g7@test.example' },
    });
    assert.equal(linesOf(String((await fetchExport(searched.body.exportId, manager)).body)).length, 1);
    const { rows: told } = await on.app.database.query<{ after: object }>(
      `SELECT after FROM audit_log WHERE action = 'guest.export' AND subject_id = $1 ORDER BY id DESC LIMIT 1`,
      [eventId],
    );
    assert.deepEqual(told[0]?.after, { search: true });
  });

  test('the report: its lines add up to what orders and refunds have', async () => {
    const own = await makeHost(on);
    const its = await signInAs(on, own, { role: 'finance', hasFactor: true });
    const { slug, skus, eventId } = await makeEvent(on, own, {
      name: 'Reported',
      ticketTypes: [
        { name: 'Stalls', priceMinor: 300_050 },
        { name: 'Box', priceMinor: 700_000 },
      ],
    });
    const references: string[] = [];
    for (const quantity of [1, 2]) {
      const made = await buy(on, own, {
        slug,
        items: [
          { sku: skus[0], quantity },
          { sku: skus[1], quantity: 1 },
        ],
      });
      await pay(made.checkoutUrl);
      await untilStatus(on, made.reference, 'confirmed');
      references.push(made.reference);
    }
    const { rows } = await on.app.database.query<{ orders: number; total: number }>(
      `SELECT count(*) AS orders, sum(total_minor)::bigint AS total FROM orders WHERE event_id = $1 AND status = 'confirmed'`,
      [eventId],
    );
    const [stored] = rows;
    const report = async (filters: object) =>
      linesOf(
        (
          await fetchFile(on, own, its, 'report', {
            filters: { eventId, by: 'event', from: null, to: null, ...filters },
          })
        ).text,
      );
    for (const [by, count] of [
      ['event', 1],
      ['ticket_type', 2],
      ['gateway', 1],
      ['day', 1],
    ] as const) {
      const lines = await report({ by });
      const sum = (name: string): number =>
        lines.reduce((total, line) => total + Math.round(Number(line[name]) * 100), 0);
      assert.equal(lines.length, count, by);
      assert.equal(sum('gross') - sum('discounts') + sum('fees'), stored?.total, by);
      assert.equal(sum('orders') / 100, stored?.orders, by);
      assert.equal(sum('net'), sum('gross') - sum('discounts') - sum('refunds'), by);
    }
    assert.deepEqual(await report({ to: '2026-01-01' }), []);
    assert.deepEqual(await report({ from: '2099-01-01' }), []);
    // All goes back, with the fees, which were never the host's: it has less than nothing.
    const fees = (await report({}))[0]?.['fees'];
    for (const reference of references) {
      const { id: orderId } = await storedOrder(on, reference);
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
    }
    assert.equal((await report({}))[0]?.['net'], `-${fees}`);
  });

  test('no kind of file has a line of another host, or of an event that the member was not given', async () => {
    const [own, elsewhere] = [await makeHost(on), await makeHost(on)];
    const sell = async (of: TestHost, name: string) => {
      const { slug, skus, eventId } = await makeEvent(on, of, { name });
      const code = `TEN-${eventId.slice(-6)}`;
      await on.app.database.transaction((tx) =>
        createPromoCode(tx, {
          eventId,
          code,
          discount: { percentBasisPoints: 1_000 },
          maximumUses: null,
          ticketTypeIds: [],
        }),
      );
      const made = await buy(on, of, { slug, items: [{ sku: skus[0], quantity: 1 }], promoCode: code });
      await pay(made.checkoutUrl);
      await untilStatus(on, made.reference, 'confirmed');
      return eventId;
    };
    const [mine, theirs] = [await sell(own, 'Mine'), await sell(own, 'Theirs')];
    const foreign = await sell(elsewhere, 'Elsewhere');
    const kinds = (eventId: string | null) =>
      [
        ['orders', { ...NO_FILTERS, eventId }],
        ['orders', { ...NO_FILTERS, eventId, search: 'ada@example.com' }],
        ['guests', { eventId, search: null, ticketTypeId: null, state: null, how: null }],
        ['promo-uses', { eventId }],
        ['report', { eventId, by: 'event', from: null, to: null }],
      ] as const;
    const eventsIn = (text: string): string[] =>
      linesOf(text).map((line) => line['event'] || (line['name'] ?? ''));
    const all = await signInAs(on, own, { role: 'finance', hasFactor: true });
    const some = await signInAs(on, own, { role: 'finance', hasFactor: true, eventIds: [mine] });
    for (const [what, filters] of kinds(null)) {
      const { text } = await fetchFile(on, own, all, what, { filters });
      assert.deepEqual(eventsIn(text).toSorted(), ['Mine', 'Theirs'], what);
      const { text: given } = await fetchFile(on, own, some, what, { filters });
      assert.deepEqual(eventsIn(given), ['Mine'], what);
    }
    for (const [what, filters] of kinds(foreign))
      assert.equal((await askForFile(on, own, all, what, { filters })).status, 404, what);
    const asked: string[] = [];
    for (const [what, filters] of kinds(theirs))
      asked.push((await askForFile(on, own, all, what, { filters })).body.exportId);
    // Taken away before the files are fetched.
    await on.app.database.query(
      `WITH narrowed AS (UPDATE members SET has_all_events = false WHERE person_id = $1 RETURNING id)
       INSERT INTO member_events (member_id, event_id) SELECT id, $2 FROM narrowed`,
      [all.personId, mine],
    );
    for (const exportId of asked)
      assert.deepEqual(eventsIn(String((await fetchExport(exportId, all, own)).body)), []);
    const { rows: told } = await on.app.database.query<{ action: string }>(
      'SELECT action FROM audit_log WHERE person_id = $1 AND subject_id = $2 ORDER BY id',
      [all.personId, theirs],
    );
    assert.deepEqual(
      told.map(({ action }) => action),
      ['order.export', 'order.export', 'guest.export', 'promo_code.export', 'report.export'],
    );
  });

  test('the member who asked fetches it, for ten minutes; nobody else, not even another owner', async () => {
    const { body } = await askForFile(on, host, owner, 'orders', { filters: NO_FILTERS });
    const other = await signInAs(on, host, { hasFactor: true });
    assert.equal((await fetchExport(body.exportId, other)).status, 404);
    const elsewhere = await makeHost(on);
    const stranger = await signInAs(on, elsewhere, { hasFactor: true });
    assert.equal((await fetchExport(body.exportId, stranger, elsewhere)).status, 404);
    // Nor the same person, as a member of another host.
    await on.app.database.query(
      `INSERT INTO members (id, host_id, person_id, role) VALUES (new_id(), $1, $2, 'owner')`,
      [elsewhere.hostId, owner.personId],
    );
    assert.equal((await fetchExport(body.exportId, owner, elsewhere)).status, 404);
    assert.equal((await fetchExport(body.exportId, owner)).status, 200);
    assert.equal((await fetchExport(body.exportId, owner)).status, 200);
    await on.app.database.query(
      `UPDATE exports SET created_at = created_at - interval '10 minutes' WHERE id = $1`,
      [body.exportId],
    );
    assert.equal((await fetchExport(body.exportId, owner)).status, 404);
  });

  test('a second step is asked for, and a line is left that has no value of a buyer’s', async () => {
    const without = await signInAs(on, host);
    const refused = await askForFile(on, host, without, 'orders', { filters: NO_FILTERS });
    assert.deepEqual([refused.status, refused.body.error_code], [403, 'factor_required']);
    const { eventId } = await makeEvent(on, host, { name: 'Told of' });
    await askForFile(on, host, owner, 'orders', {
      filters: { ...NO_FILTERS, eventId, status: 'confirmed', from: '2026-01-01' },
    });
    const { rows } = await on.app.database.query(
      `SELECT action, subject_name, person_id, after FROM audit_log WHERE subject_id = $1`,
      [eventId],
    );
    assert.deepEqual(rows, [
      {
        action: 'order.export',
        subject_name: 'Told of',
        person_id: owner.personId,
        after: { status: 'confirmed', from: '2026-01-01', clock: 'event' },
      },
    ]);
  });

  test('a manager has no orders to take along; a member of chosen events has theirs', async () => {
    const own = await makeHost(on);
    const [mine, theirs] = [await makeEvent(on, own), await makeEvent(on, own)];
    for (const { eventId } of [mine, theirs]) await fillOrders(on, own.hostId, eventId, { count: 3 });
    const manager = await signInAs(on, own, { role: 'manager', hasFactor: true });
    assert.equal((await askForFile(on, own, manager, 'orders', { filters: NO_FILTERS })).status, 403);
    const finance = await signInAs(on, own, { role: 'finance', hasFactor: true, eventIds: [mine.eventId] });
    assert.equal((await orders({}, finance, own)).length, 3);
    const refused = await askForFile(on, own, finance, 'orders', {
      filters: { ...NO_FILTERS, eventId: theirs.eventId },
    });
    assert.equal(refused.status, 404);
    // A role that was taken away meanwhile takes the file away too.
    const { body } = await askForFile(on, own, finance, 'orders', { filters: NO_FILTERS });
    await on.app.database.query(`UPDATE members SET role = 'manager' WHERE person_id = $1`, [
      finance.personId,
    ]);
    assert.equal((await fetchExport(body.exportId, finance, own)).status, 404);
  });

  test('readers that stop reading hold no connection; the third file of a host waits; who goes makes room', async () => {
    const big = await makeHost(on);
    const its = await signInAs(on, big, { hasFactor: true });
    const { eventId } = await makeEvent(on, big);
    // More than sockets and streams hold between them.
    await fillOrders(on, big.hostId, eventId, { count: 3_000, metadataBytes: 4_000 });
    const ids: string[] = [];
    for (let nr = 0; nr < 3; nr += 1)
      ids.push((await askForFile(on, big, its, 'orders', { filters: NO_FILTERS })).body.exportId);
    const readers = await Promise.all(ids.slice(0, 2).map((id) => openAndStop(on, big, its, id)));
    const refused = await fetchExport(ids[2] ?? '', its, big);
    assert.deepEqual([refused.status, refused.body.error_code], [429, 'rate_limited']);
    assert.match(refused.body.message, /2 files of this host are already being sent/);
    const asked = await askForFile(on, big, its, 'orders', { filters: NO_FILTERS });
    assert.equal(asked.status, 429);
    await until('no statement to be under way', async () => {
      const { rows } = await on.app.database.query<{ count: number }>(
        `SELECT count(*) AS count FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
      );
      return rows[0]?.count === 0;
    });
    readers[0]?.destroy();
    await until('room for another', async () => (await fetchExport(ids[2] ?? '', its, big)).status === 200);
    readers[1]?.destroy();
  });
});
