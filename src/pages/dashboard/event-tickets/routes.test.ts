import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { makeEvent, makeHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard } from '../../../../test/harness/sign-in.ts';
import { createSeats } from '../../../inventory/seats/create-seats.ts';
import { NEW_TYPE, startTicketRoom } from './event-tickets.fixture.ts';

const room = await startTicketRoom();
const {
  on,
  other,
  host,
  manager,
  at,
  versionOf,
  see,
  post,
  change,
  remove,
  lastLine,
  soon,
  tickets,
  tryHold,
} = room;
after(() => room.close());
afterEach(() => room.check());

test('one is added, is behind the others, and is on sale at once in every process', async () => {
  const event = await makeEvent(on, host);
  assert.equal((await tickets(event)).length, 1);
  const { status, body } = await post(event, '', NEW_TYPE);
  assert.equal(status, 200, JSON.stringify(body));
  const { types } = await see(event);
  const made = types[1];
  assert.equal(made?.ticketTypeId, body.ticketTypeId);
  assert.deepEqual([made?.name, made?.description], ['Regular', 'Standing.\nDoors at seven.']);
  // The clock of the event's place is an hour ahead of Greenwich.
  assert.equal(made?.saleEndsAt, '2199-05-01T17:00:00.000Z');
  assert.deepEqual(await lastLine(), {
    action: 'ticket_type.create',
    person_id: manager.personId,
    subject_name: 'Regular',
    before: null,
    after: {
      kind: 'GENERAL',
      name: 'Regular',
      description: 'Standing.\nDoors at seven.',
      priceMinor: 1_500_000,
      capacity: 200,
      maximumPerOrder: 6,
      saleStartsAt: null,
      saleEndsAt: '2199-05-01T17:00:00.000Z',
    },
  });
  assert.equal((await tickets(event))[1]?.name, 'Regular');
  await soon('it can be held through the other process', async () => {
    return (await tryHold(event, body.ticketTypeId, { through: other })).status === 201;
  });
});

test('each field has its limits, and the refusal names it', async () => {
  const event = await makeEvent(on, host);
  const refused: [object, string, RegExp][] = [
    [{ name: '' }, 'name', /Fill this in/],
    [{ name: ' ' }, 'name', /one line/],
    [{ name: 'a'.repeat(201) }, 'name', /at most 200/],
    [{ description: 'a'.repeat(2_001) }, 'description', /at most 2,000/],
    [{ description: 'a\0b' }, 'description', /plain text/],
    [{ priceMinor: -1 }, 'priceMinor', /This amount is too/],
    [{ priceMinor: 10_000_000_001 }, 'priceMinor', /This amount is too/],
    [{ priceMinor: 0.5 }, 'priceMinor', /This amount is too/],
    [{ priceMinor: '100' }, 'priceMinor', /This amount is too/],
    [{ capacity: 10_000_001 }, 'capacity', /from 0 to 10,000,000/],
    [{ maximumPerOrder: 0 }, 'maximumPerOrder', /from 1 to 1,000/],
    [{ saleStartsAt: '2027-02-30T10:00' }, 'saleStartsAt', /a date and time/],
    [{ saleEndsAt: 'tomorrow' }, 'saleEndsAt', /a date and time/],
    [{ saleStartsAt: '2199-05-01T18:00' }, 'saleEndsAt', /later than the start/],
    [{ kind: 'SEATED' }, 'kind', /this event has none/],
    [{ kind: 'STANDING' }, 'kind', /Choose one/],
    [{ sold: 0 }, 'sold', /page is out of date/],
  ];
  for (const [changes, field, words] of refused) {
    const { status, body } = await post(event, '', { ...NEW_TYPE, ...changes });
    assert.deepEqual([status, body.error_code, body.field], [400, 'validation_failed', field]);
    assert.match(body.message, words);
    if (field === 'kind') continue;
    const changed = await change(event, event.skus[0], {
      ...(field === 'saleEndsAt' && { saleEndsAt: NEW_TYPE.saleEndsAt }),
      ...changes,
    });
    assert.deepEqual([changed.status, changed.body.field], [400, field]);
  }
  assert.equal((await see(event)).types.length, 1);
  assert.equal((await change(event, event.skus[0], {})).status, 400);
  await on.app.database.query(
    `INSERT INTO ticket_types (id, event_id, name, price_minor, capacity)
     SELECT new_id(), $1, 'One of many', 0, 1 FROM generate_series(1, 49)`,
    [event.eventId],
  );
  const tooMany = await post(event, '', NEW_TYPE);
  assert.equal(tooMany.status, 400);
  assert.match(tooMany.body.message, /at most 50/);
});

test('hostile texts are stored as they are', async () => {
  const event = await makeEvent(on, host);
  for (const text of HOSTILE_TEXTS) {
    const { status, body } = await change(event, event.skus[0], { description: text });
    assert.equal(status, 200, text);
    assert.equal(body.ticketType.description, text.replaceAll('\r\n', '\n').trim());
  }
});

test('the order is the buyers’ order; it names all, or nothing changes', async () => {
  const event = await makeEvent(on, host, { ticketTypes: [{}, {}, {}] });
  const [one, two, three] = event.skus;
  const was = await versionOf(one);
  assert.equal((await post(event, '/order', { ticketTypeIds: [three, one, two] })).status, 200);
  assert.deepEqual(
    (await tickets(event)).map(({ id }) => id),
    [three, one, two],
  );
  const line = await lastLine();
  assert.deepEqual(
    [line?.['action'], line?.['before'], line?.['after']],
    [
      'ticket_type.reorder',
      { order: ['Ticket 1', 'Ticket 2', 'Ticket 3'] },
      { order: ['Ticket 3', 'Ticket 1', 'Ticket 2'] },
    ],
  );
  assert.equal(await versionOf(one), was, 'who edits one of them is not disturbed');
  const { body: added } = await post(event, '', NEW_TYPE);
  const stale = await post(event, '/order', { ticketTypeIds: [one, two, three] });
  assert.deepEqual([stale.status, stale.body.error_code], [409, 'changed_meanwhile']);
  const foreign = await makeEvent(on, host);
  const mixed = [one, two, three, foreign.skus[0]];
  assert.equal((await post(event, '/order', { ticketTypeIds: mixed })).status, 409);
  const twice = [one, two, three, three];
  assert.equal((await post(event, '/order', { ticketTypeIds: twice })).status, 400);
  assert.equal((await see(event)).types[3]?.ticketTypeId, added.ticketTypeId);
});

test('of a hall the seated types have as many as there are seats, and general ones as many as one likes', async () => {
  const hall = await makeEvent(on, host, { kind: 'seat_map', ticketTypes: [] });
  const { body: stalls } = await post(hall, '', { ...NEW_TYPE, kind: 'SEATED', name: 'Stalls' });
  const { body: standing } = await post(hall, '', { ...NEW_TYPE, name: 'Standing' });
  assert.deepEqual(
    (await see(hall)).types.map(({ capacity }) => capacity),
    [0, 200],
  );
  const refused = await change(hall, stalls.ticketTypeId, { capacity: 5 });
  assert.deepEqual([refused.status, refused.body.field], [400, 'capacity']);
  assert.match(refused.body.message, /number of its seats/);
  assert.equal((await change(hall, stalls.ticketTypeId, { capacity: 0, name: 'Parterre' })).status, 200);
  assert.equal((await change(hall, standing.ticketTypeId, { capacity: 5 })).status, 200);
  await on.app.database.transaction((tx) =>
    createSeats(tx, hall.eventId, [
      {
        ticketTypeId: stalls.ticketTypeId,
        section: 'A',
        rowLabel: '1',
        seatLabel: '1',
        x: 0,
        y: 0,
        isAccessible: false,
        isRestrictedView: false,
      },
    ]),
  );
  assert.match((await remove(hall, stalls.ticketTypeId)).body.message, /1 seat uses it/);
});

test('a member who saves over another’s change is told what is there now; of two at once, one is told', async () => {
  const event = await makeEvent(on, host);
  const [sku] = event.skus;
  const version = await versionOf(sku);
  assert.equal((await change(event, sku, { saleEndsAt: '2199-05-01T18:00' })).status, 200);
  const late = await change(event, sku, { version, name: 'Mine' });
  assert.deepEqual([late.status, late.body.error_code], [409, 'changed_meanwhile']);
  const { saleEndsAt, version: now } = late.body.current;
  assert.deepEqual([saleEndsAt, now], ['2199-05-01T18:00', version + 1]);
  const answers = await Promise.all(
    [5_000, 6_000].map((priceMinor) => change(event, sku, { version: now, priceMinor })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).sort((one, another) => one - another),
    [200, 409],
  );
});

test('ids of another event or host are not there, by every route', async () => {
  const event = await makeEvent(on, host);
  const mine = await makeEvent(on, host);
  const stranger = await makeHost(on);
  const theirs = await makeEvent(on, stranger);
  for (const { skus } of [mine, theirs]) {
    const [sku] = skus;
    assert.equal((await change(event, sku, { name: 'Taken' })).status, 404);
    assert.equal((await remove(event, sku)).status, 404);
    assert.equal((await post(event, '/stop-selling', { ticketTypeIds: [sku] })).status, 404);
    const ends = [{ ticketTypeId: sku, saleEndsAt: null }];
    assert.equal((await post(event, '/go-on-selling', { ends })).status, 404);
  }
  assert.equal((await post(theirs, '', NEW_TYPE)).status, 404);
  assert.equal((await post(theirs, '/order', { ticketTypeIds: theirs.skus })).status, 404);
  assert.equal((await askDashboard(on, at(theirs), { as: manager })).status, 404);
});

test('ticket types share a stock from now on in every process; it is on record, and an older look at it changes nothing', async () => {
  const event = await makeEvent(on, host, {
    ticketTypes: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }],
  });
  const [one, two, three] = event.skus;
  const pool = { name: 'Floor', capacity: 3, ticketTypeIds: [one, two] };
  const { status, body } = await post(event, '/pools', pool);
  assert.equal(status, 200, JSON.stringify(body));
  const { poolId } = body;
  assert.deepEqual((await see(event)).pools, [{ poolId, version: 1, ...pool }]);
  assert.deepEqual(await lastLine(), {
    action: 'pool.create',
    person_id: manager.personId,
    subject_name: 'Floor',
    before: null,
    after: { capacity: 3, ticketTypes: ['One', 'Two'] },
  });
  assert.equal((await tryHold(event, one, { quantity: 2, through: other })).status, 201);
  assert.deepEqual(
    (await tickets(event)).map(({ quantityLeft }) => quantityLeft),
    [1, 1, 100],
  );
  assert.equal((await tryHold(event, two, { quantity: 2 })).body.error_code, 'tickets_unavailable');

  const again = await post(event, '/pools', { ...pool, ticketTypeIds: [two, three] });
  assert.deepEqual([again.status, again.body.field], [400, 'ticketTypeIds']);
  const patch = (next: object) =>
    askDashboard(on, room.at(event, `/pools/${poolId}`), { as: manager, method: 'PATCH', body: next });
  assert.equal((await patch({ version: 1, ...pool, capacity: 1 })).body.field, 'capacity');
  assert.equal((await patch({ version: 1, ...pool, ticketTypeIds: [two, three] })).status, 200);
  const stale = await patch({ version: 1, ...pool });
  assert.deepEqual([stale.status, stale.body.current.version], [409, 2]);
  assert.deepEqual(
    (await tickets(event)).map(({ quantityLeft }) => quantityLeft),
    [98, 3, 3],
  );
  // The last that draws on it takes it along.
  assert.equal((await remove(event, two)).status, 200);
  assert.equal((await remove(event, three)).status, 200);
  assert.deepEqual((await see(event)).pools, []);
});
