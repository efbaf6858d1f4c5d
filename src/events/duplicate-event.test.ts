import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { buy, hold } from '../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { OPERATOR } from '../audit/actor.ts';
import { shareStock } from '../inventory/pools/share-stock.ts';
import { createPlan } from '../halls/create-plan.ts';
import { publishPlan } from '../halls/publish-plan.ts';
import { createSeats } from '../inventory/seats/create-seats.ts';
import { addPrice } from '../pages/checkout/embed/embed.fixture.ts';
import { createPromoCode } from '../reservations/create-promo-code.ts';
import { duplicateEvent } from './duplicate-event.ts';
import { addGalleryImage, addHeadliner } from './headliners-and-gallery.ts';

let on: TestApp;
let host: TestHost;
before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
});
after(async () => assert.equal(await on.closeAndCountDeadlocks(), 0, 'deadlocks'));

type Row = Record<string, unknown>;
const rowsOf = async (sql: string, ...values: unknown[]): Promise<Row[]> =>
  (await on.app.database.query<Row>(sql, values)).rows;

const duplicate = (
  eventId: string,
  { startsAt = '2091-06-01T20:00', name = 'The copy' } = {},
): Promise<{ eventId: string; slug: string }> =>
  on.app.database.transaction((tx) =>
    duplicateEvent(tx, {
      hostId: host.hostId,
      actor: OPERATOR,
      eventId,
      copyId: randomUUIDv7(),
      name,
      startsAt,
    }),
  );

/** The columns that begin anew in a copy; a number or null is their new value. Everything else stays. */
const ANEW: Record<string, Record<string, unknown>> = {
  events: {
    id: '',
    slug: '',
    name: '',
    starts_at: '',
    closes_at: '',
    created_at: '',
    search: '',
    status: 'DRAFT',
    is_coming_soon: false,
    stopped_at: null,
    paused_before_stop: false,
    first_public_at: null,
    version: 1,
  },
  headliners: { id: '', event_id: '' },
  gallery_images: { id: '', event_id: '' },
  ticket_types: {
    id: '',
    event_id: '',
    sale_starts_at: '',
    sale_ends_at: '',
    created_at: '',
    sold: 0,
    held: 0,
    awaited: 0,
    listed: 0,
    sales_minor: 0,
    fees_minor: 0,
    refunded_minor: 0,
    times_counted: true,
    taxes_counted: true,
    version: 1,
    pool_id: '',
    seats_of: '',
  },
  pools: { id: '', event_id: '', created_at: '', version: 1 },
  seats: {
    id: '',
    event_id: '',
    ticket_type_id: '',
    held_by: null,
    held_until: null,
    held_as: null,
    is_sold: false,
  },
  promo_codes: {
    id: '',
    event_id: '',
    starts_at: '',
    ends_at: '',
    created_at: '',
    uses: 0,
    version: 1,
  },
  doors: { id: '', event_id: '', ticket_type_ids: '', created_at: '', removed_at: null, version: 1 },
  check_in_rules: { event_id: '', version: 1 },
  event_halls: { event_id: '' },
  questions: { id: '', event_id: '', ticket_type_ids: '', created_at: '', removed_at: null },
  // The copy has another name.
  event_translations: { event_id: '', name: null, ticket_types: '', questions: '' },
};

// Columns that are true where nobody says otherwise: here false says something.
const TRUE_BY_DEFAULT = new Set(['buyers_rename', 'leaves_no_single']);
// Full events have a place. The test below has an event without one.
const WITHOUT_A_PLACE = 'is_online';

const ORDER: Record<string, string> = {
  events: 'slug',
  headliners: 'position',
  gallery_images: 'position',
  ticket_types: 'position',
  pools: 'name',
  seats: 'section, row_label, seat_label',
  promo_codes: 'code',
  doors: 'name',
  check_in_rules: 'event_id',
  event_halls: 'event_id',
  questions: 'position',
  event_translations: 'language',
};

/** An event on sale with one of everything, of which every column says something. */
async function makeFull(): Promise<{ eventId: string; slug: string; skus: string[] }> {
  const starts = new Date('2090-06-01T19:00:00Z');
  const made = await makeEvent(on, host, {
    kind: 'seat_map',
    startsAt: starts,
    closesAt: new Date('2090-06-01T23:00:00Z'),
    isUnlisted: true,
    posterFile: 'poster.png',
    posterAspectRatio: 0.75,
    instagram: 'tessera',
    website: 'https://shop.example/',
    xAccount: 'tessera',
    street: '1 Marina',
    directions: 'Behind the bank.',
    lng: 3.4,
    lat: 6.4,
    hideLocation: true,
    hostMessage: 'See you.',
    ticketTypes: [
      { kind: 'SEATED', name: 'Stalls', capacity: 2, priceMinor: 0 },
      { name: 'Standing', priceMinor: 0, saleStartsAt: new Date('2026-01-01T08:00:00Z'), saleEndsAt: starts },
      { name: 'Balcony', priceMinor: 500, description: 'High up.' },
    ],
  });
  const { eventId, skus } = made;
  const [stalls = '', standing = ''] = skus;
  await on.app.database.transaction(async (tx) => {
    const actor = OPERATOR;
    const pool = { name: 'Floor', capacity: 90, ticketTypeIds: skus.slice(1) };
    await shareStock(tx, { hostId: host.hostId, eventId, actor, ...pool });
    await addHeadliner(tx, { eventId, name: 'Ada', role: 'Voice', imageFile: 'ada.png', position: 1 });
    const size = { widthPx: 960, heightPx: 640 };
    await addGalleryImage(tx, {
      eventId,
      file: 'a.png',
      thumbnailFile: 'b.png',
      ...size,
      alt: 'A',
      position: 1,
    });
    const seat = { ticketTypeId: stalls, section: 'A', rowLabel: '1', x: 1, y: 2 };
    const marks = { isAccessible: true, isRestrictedView: true };
    const inPlan = {
      companionOf: 'a',
      table: { tableId: 't', seats: 2 },
      blocked: { reason: 'House', color: 2 },
    };
    await createSeats(tx, eventId, [
      { ...seat, seatLabel: '1', ...marks, ...inPlan, blocked: null, planSeatId: 'a' },
      { ...seat, seatLabel: '2', ...marks, ...inPlan, planSeatId: 'b' },
    ]);
    const whose = { hostId: host.hostId, actor: OPERATOR };
    const { planId } = await createPlan(tx, { ...whose, name: 'Hall', from: 'template', id: 'church' });
    await publishPlan(tx, { ...whose, planId, version: 1 });
    await tx.query(
      `INSERT INTO event_halls (event_id, plan_id, number, categories, drawing, leaves_no_single, refuses_single)
       VALUES ($1, $2, 1, '[{"categoryId": "x", "kind": "GENERAL"}]', '[{"type": "text", "id": "y"}]', false, true)`,
      [eventId, planId],
    );
    const code = { eventId, discount: { percentBasisPoints: 1_000 }, maximumUses: 5 };
    await createPromoCode(tx, { ...code, discount: { amountMinor: 5 }, code: 'FIVE', ticketTypeIds: [] });
    await createPromoCode(tx, { ...code, code: 'STANDING', ticketTypeIds: [standing] });
    await tx.query(
      `UPDATE promo_codes SET starts_at = '2026-02-01T08:00:00Z', ends_at = '2090-05-01T08:00:00Z', terms_changed_at = now() WHERE event_id = $1`,
      [eventId],
    );
    await tx.query(
      `UPDATE events SET hold_minutes = 7, embed_theme = 'dark', embed_color = 'a1b2c3', embed_origins = '{https://shop.example}',
              description_markdown = '# A day', payment_window_minutes = 45, doors_minutes = 30, buyers_rename = false, buyers_pass_on = true,
              return_terms = '{"hours": 24, "percent": 80, "keepsFees": true, "needsApproval": false}', is_coming_soon = false, version = 9 WHERE id = $1`,
      [eventId],
    );
    await tx.query(
      `INSERT INTO webhook_subscriptions (id, event_id, url) VALUES (new_id(), $1::uuid, 'https://hook.example/' || $1::text)`,
      [eventId],
    );
    await tx.query(
      `WITH rate AS (
         INSERT INTO tax_rates (id, host_id, name, kind, basis_points, position)
         VALUES (new_id(), $2, 'Reduced', 'reduced', 500, 0) RETURNING id)
       UPDATE ticket_types SET tax_rate_id = (SELECT id FROM rate), awaited = 1, listed = 1 WHERE event_id = $1`,
      [eventId, host.hostId],
    );
    await tx.query(`UPDATE seats SET is_sold = true WHERE event_id = $1 AND seat_label = '1'`, [eventId]);
    await tx.query(
      `INSERT INTO doors (id, event_id, name, ticket_type_ids, version)
       VALUES (new_id(), $1, 'Everybody', NULL, 3), (new_id(), $1, 'Standing', ARRAY[$2::uuid], 3)`,
      [eventId, standing],
    );
    await tx.query(
      'INSERT INTO check_in_rules (event_id, allows_reentry, opens_minutes_before, version) VALUES ($1, true, 90, 3)',
      [eventId],
    );
    await tx.query(
      `INSERT INTO questions (id, event_id, position, per, kind, label, help, choices, is_required, ticket_type_ids, is_shown_at_door)
       VALUES (new_id(), $1, 1, 'ticket', 'choice', 'Shirt?', 'Of cotton.', '{S,M}', true, ARRAY[$2::uuid], true)`,
      [eventId, standing],
    );
    await tx.query(
      `INSERT INTO event_translations (event_id, language, name, preview_description, description, description_markdown, directions,
                                       host_message, ticket_types, questions)
       SELECT $1, 'fr', 'Nom', 'Court', 'Long', '**Long**', 'Derrière', 'À bientôt',
              jsonb_build_object($2::text, '{"name": "Debout"}'::jsonb), jsonb_object_agg(id, '{"choices": {"S": "Petit"}}'::jsonb)
         FROM questions WHERE event_id = $1`,
      [eventId, standing],
    );
  });
  await addPrice(on, host, made, { ownLimit: 1 });
  return made;
}

test('a copy has every column of every row, but what begins anew; its webhooks stay where they are', async () => {
  const { eventId, slug, skus } = await makeFull();
  const items = [{ sku: skus[1], quantity: 2 }];
  await rowsOf(`UPDATE events SET kind = 'general', venue = 'Freedom Park' WHERE id = $1`, eventId);
  await buy(on, host, { slug, items, promoCode: 'STANDING' });
  await hold(on, host, { slug, items, promoCode: 'STANDING' });
  await rowsOf(`UPDATE events SET kind = 'seat_map' WHERE id = $1`, eventId);
  const copy = await duplicate(eventId);

  for (const [table, anew] of Object.entries(ANEW)) {
    const of = (id: string): Promise<Row[]> =>
      rowsOf(
        `SELECT * FROM ${table} WHERE ${table === 'events' ? 'id' : 'event_id'} = $1 ORDER BY ${ORDER[table]}`,
        id,
      );
    const [old, made] = [await of(eventId), await of(copy.eventId)];
    assert.ok(old.length > 0, `${table}: nothing to copy`);
    const expected = old.map((row, at) => ({
      ...row,
      ...Object.fromEntries(
        Object.entries(anew).map(([column, value]) => [column, value === '' ? made[at]?.[column] : value]),
      ),
    }));
    assert.deepEqual(made, expected, table);
    const untold = Object.keys(old[0] ?? {}).filter(
      (column) =>
        !(column in anew) &&
        !TRUE_BY_DEFAULT.has(column) &&
        column !== WITHOUT_A_PLACE &&
        old.every((row) => [null, 0, false].includes(row[column] as null)),
    );
    assert.deepEqual(
      untold,
      [],
      `${table}: a column that this event has nothing in may be copied or not: give it a value`,
    );
  }
  const pairs = await rowsOf(
    `SELECT type.name, code.code, type.event_id = code.event_id AS "isOwn" FROM promo_code_ticket_types
       JOIN promo_codes AS code ON code.id = promo_code_id JOIN ticket_types AS type ON type.id = ticket_type_id
      WHERE code.event_id = $1`,
    copy.eventId,
  );
  assert.deepEqual(pairs, [{ name: 'Standing', code: 'STANDING', isOwn: true }]);
  const doors = await rowsOf(
    `SELECT door.name, type.name AS type FROM doors AS door LEFT JOIN ticket_types AS type ON type.id = ANY (door.ticket_type_ids)
        AND type.event_id = door.event_id WHERE door.event_id = $1 ORDER BY 1`,
    copy.eventId,
  );
  assert.deepEqual(doors, [
    { name: 'Everybody', type: null },
    { name: 'Standing', type: 'Standing' },
  ]);
  const asked = await rowsOf(
    `SELECT type.name FROM questions JOIN ticket_types AS type ON type.id = ANY (questions.ticket_type_ids)
        AND type.event_id = questions.event_id WHERE questions.event_id = $1`,
    copy.eventId,
  );
  assert.deepEqual(asked, [{ name: 'Standing' }]);
  const translated = await rowsOf(
    `SELECT words.ticket_types -> type.id::text ->> 'name' AS type, words.questions -> asked.id::text -> 'choices' ->> 'S' AS choice
       FROM event_translations AS words JOIN ticket_types AS type ON type.event_id = words.event_id AND type.name = 'Standing'
       JOIN questions AS asked ON asked.event_id = words.event_id WHERE words.event_id = $1`,
    copy.eventId,
  );
  assert.deepEqual(translated, [{ type: 'Debout', choice: 'Petit' }]);
  const pooled = await rowsOf(
    `SELECT type.name, pool.name AS pool, seats.name AS seats FROM ticket_types AS type JOIN pools AS pool ON pool.id = type.pool_id
        AND pool.event_id = type.event_id LEFT JOIN ticket_types AS seats ON seats.id = type.seats_of AND seats.event_id = type.event_id
      WHERE type.event_id = $1 ORDER BY 1`,
    copy.eventId,
  );
  assert.deepEqual(pooled, [
    { name: 'Balcony', pool: 'Floor', seats: null },
    { name: 'Child', pool: 'Stalls', seats: 'Stalls' },
    { name: 'Stalls', pool: 'Stalls', seats: null },
    { name: 'Standing', pool: 'Floor', seats: null },
  ]);
  const strays = await rowsOf(
    `SELECT 1 FROM seats JOIN ticket_types AS type ON type.id = ticket_type_id WHERE seats.event_id <> type.event_id`,
  );
  assert.deepEqual(strays, []);
  const hooks = await rowsOf('SELECT 1 FROM webhook_subscriptions WHERE event_id = $1', copy.eventId);
  assert.deepEqual(hooks, []);
});

test('the copy of an online event is online', async () => {
  const { eventId } = await makeEvent(on, host);
  await rowsOf(
    `UPDATE events SET is_online = true, state = '', lga = '', street = NULL, lat = NULL, lng = NULL, hide_location = true WHERE id = $1`,
    eventId,
  );
  const copy = await duplicate(eventId);
  const [event] = await rowsOf('SELECT is_online FROM events WHERE id = $1', copy.eventId);
  assert.deepEqual(event, { is_online: true });
});

test('every table that hangs on an event is copied, goes along, or is named here with the reason', async () => {
  const tables = await rowsOf(
    `SELECT conrelid::regclass::text AS name FROM pg_constraint WHERE contype = 'f' AND confrelid = 'events'::regclass ORDER BY 1`,
  );
  const NOT_COPIED = [
    'automatic_mails', // mails of the one event, switched on when its date is certain
    'door_devices', // phones are paired anew
    'event_cancellations', // what became of the one event
    'event_postponements', // the copy has a date of its own
    'event_verify_keys', // made when the first ticket is issued
    'late_scans', // what phones have sent of the one event
    'guest_lists', // who was given tickets of the one event
    'messages', // what the holders of its tickets were told
    'preview_links', // a link shows the one draft
    'member_events', // who may see the new event is decided anew
    'waiting_lists', // nobody waits for the copy yet
    'waiting_rooms', // its on-sale is another one
    'pictures', // the copy shows the same files, and they stay while anything shows them
    'webhook_subscriptions', // an address is registered once
  ];
  assert.deepEqual(
    tables.map(({ name }) => name),
    [...Object.keys(ANEW).filter((table) => table !== 'events'), ...NOT_COPIED].toSorted(),
  );
});

test('dates, sales and codes move by the same distance, and keep their hour when the clocks change', async () => {
  const { eventId } = await makeEvent(on, host, {
    timezone: 'Europe/Paris',
    startsAt: new Date('2090-01-10T18:00:00Z'), // 19:00 in winter
    closesAt: new Date('2090-01-10T22:00:00Z'),
    ticketTypes: [
      { saleStartsAt: new Date('2089-12-01T09:00:00Z'), saleEndsAt: new Date('2090-01-10T17:00:00Z') },
      { saleEndsAt: null },
    ],
  });
  const copy = await duplicate(eventId, { startsAt: '2090-07-10T19:00' });
  const [event] = await rowsOf('SELECT starts_at, closes_at FROM events WHERE id = $1', copy.eventId);
  assert.deepEqual(event, {
    starts_at: new Date('2090-07-10T17:00:00Z'),
    closes_at: new Date('2090-07-10T21:00:00Z'),
  });
  // 181 days on: from the first of December, ten o'clock on the wall.
  assert.deepEqual(
    await rowsOf(
      'SELECT sale_starts_at, sale_ends_at FROM ticket_types WHERE event_id = $1 ORDER BY position',
      copy.eventId,
    ),
    [
      { sale_starts_at: new Date('2090-05-31T08:00:00Z'), sale_ends_at: new Date('2090-07-10T16:00:00Z') },
      { sale_starts_at: null, sale_ends_at: null },
    ],
  );
  // From 02:30 to 03:15, on a night on which the clock jumps from two to three: three quarters of an hour, and not less than none.
  const atNight = await makeEvent(on, host, {
    timezone: 'Europe/Paris',
    startsAt: new Date('2090-01-12T18:00:00Z'),
    closesAt: new Date('2090-01-12T22:00:00Z'),
    ticketTypes: [
      { saleStartsAt: new Date('2090-01-10T01:30:00Z'), saleEndsAt: new Date('2090-01-10T02:15:00Z') },
    ],
  });
  const moved = await duplicate(atNight.eventId, { startsAt: '2090-03-28T19:00' });
  assert.deepEqual(
    await rowsOf('SELECT sale_starts_at, sale_ends_at FROM ticket_types WHERE event_id = $1', moved.eventId),
    [{ sale_starts_at: new Date('2090-03-26T01:30:00Z'), sale_ends_at: new Date('2090-03-26T02:15:00Z') }],
  );
});

test('a copy of what sells at that moment has nothing sold; names and slugs don’t clash', async () => {
  const { eventId, slug, skus } = await makeEvent(on, host, {
    ticketTypes: [{ priceMinor: 0, capacity: 1000 }],
  });
  const items = [{ sku: skus[0], quantity: 1 }];
  const sales = Array.from({ length: 12 }, () => buy(on, host, { slug, items }));
  const copies = await Promise.all(Array.from({ length: 4 }, () => duplicate(eventId, { name: 'Again' })));
  await Promise.all(sales);
  assert.deepEqual(copies.map((copy) => copy.slug).toSorted(), ['again', 'again-2', 'again-3', 'again-4']);
  const counts = await rowsOf(
    'SELECT sold, held, sales_minor FROM ticket_types WHERE event_id = ANY($1)',
    copies.map((copy) => copy.eventId),
  );
  assert.deepEqual(
    new Set(counts.map((row) => JSON.stringify(row))),
    new Set(['{"sold":0,"held":0,"sales_minor":0}']),
  );
  assert.deepEqual(await rowsOf('SELECT sold FROM ticket_types WHERE event_id = $1', eventId), [
    { sold: 12 },
  ]);
  await assert.rejects(duplicate(eventId, { startsAt: '2020-01-01T10:00' }), { field: 'startsAt' });
});
