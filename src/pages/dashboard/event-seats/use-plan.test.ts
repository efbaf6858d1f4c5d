import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { after, afterEach, before, suite, test } from 'node:test';
import type { Answer } from '../../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { addPrice, askEmbed, held, postHold } from '../../checkout/embed/embed.fixture.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';
import { makePlan } from '../../../seating-plans/make-plan.fixture.ts';
import {
  isSeated,
  type PlanSeat,
  type PlanTable,
  type SeatingPlan,
} from '../../../seating-plans/plan-schema.ts';
import { writePlan } from '../../../seating-plans/write-plan-file.ts';

type At = { eventId: string };
type SeatOnMap = { id: string; r: string; n: string; t: number; c?: number; g?: number };

const TABLE: PlanTable = {
  type: 'table',
  id: 'table',
  section: 'stalls',
  label: 'T1',
  shape: 'round',
  x: 30,
  y: 30,
  width: 2,
  height: 2,
  angle: 0,
  soldAs: 'whole',
  seats: [1, 2, 3].map((nth) => ({ id: `t${nth}`, label: `${nth}`, x: 30 + nth, y: 28, category: 'front' })),
};
const PIT = {
  type: 'standing',
  id: 'pit',
  label: 'Pit',
  points: [
    { x: 0, y: -5 },
    { x: 4, y: -5 },
    { x: 0, y: -9 },
  ],
  capacity: 50,
  category: 'standing',
} as const;

/** Two rows of five: the first seat is for a wheelchair, the second goes with it, the last is blocked; a table, and a pit to stand in. */
function wholeHall(): SeatingPlan {
  const plan = makePlan(2, 5);
  const marked = changeSeats(plan, (seat) =>
    seat.id === 'r0s0'
      ? { ...seat, isAccessible: true }
      : seat.id === 'r0s1'
        ? { ...seat, companionOf: 'r0s0' }
        : seat.id === 'r1s4'
          ? { ...seat, blocked: { reason: 'For the press', color: 2 } }
          : seat,
  );
  return {
    ...marked,
    categories: [...plan.categories, { id: 'standing', name: 'Standing', color: 2 }],
    objects: [...marked.objects, TABLE, PIT],
  };
}

const changeSeats = (plan: SeatingPlan, change: (seat: PlanSeat) => PlanSeat | null): SeatingPlan => ({
  ...plan,
  objects: plan.objects.map((object) =>
    isSeated(object) ? { ...object, seats: object.seats.flatMap((seat) => change(seat) ?? []) } : object,
  ),
});

suite('an event uses a seating plan', () => {
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

  const call = (path: string, body?: object): Promise<Answer> =>
    askDashboard(on, `/hosts/${host.hostId}${path}`, { as: owner, ...(body && { method: 'POST', body }) });
  const fine = async (path: string, body?: object) => {
    const answer = await call(path, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  const makePublished = async (plan: SeatingPlan): Promise<string> => {
    const body = { name: 'Hall', from: 'file', text: writePlan(plan) };
    const { planId } = await fine('/seating-plans', body);
    await fine(`/seating-plans/${planId}/publish`, { version: 1 });
    return planId;
  };
  const publishNext = async (planId: string, plan: SeatingPlan): Promise<number> => {
    const { data } = await fine(`/seating-plans/${planId}`);
    const text = writePlan(plan);
    const { version } = await fine(`/seating-plans/${planId}/import`, { version: data.plan.version, text });
    return (await fine(`/seating-plans/${planId}/publish`, { version })).number;
  };
  const seats = ({ eventId }: At, rest = ''): string => `/events/${eventId}/seats${rest}`;
  const use = async (event: At, body: object): Promise<Answer> => {
    const { data } = await fine(seats(event));
    return call(seats(event, '/use-plan'), { number: 1, categories: [], version: data.version, ...body });
  };
  const used = async (event: At, body: object) => {
    const answer = await use(event, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  const NEW_TYPES = [
    { categoryId: 'front', kind: 'SEATED', newType: { name: 'Front', priceMinor: 0 } },
    { categoryId: 'standing', kind: 'GENERAL', newType: { name: 'Pit', priceMinor: 100_000 } },
  ];
  const makeSeated = () => makeEvent(on, host, { kind: 'seat_map', ticketTypes: [] });
  const typesOf = async ({ eventId }: At) => {
    const { rows } = await on.app.database.query<{ name: string; kind: string; capacity: number }>(
      'SELECT name, kind, capacity FROM ticket_types WHERE event_id = $1 ORDER BY position',
      [eventId],
    );
    return rows.map(({ name, kind, capacity }) => [name, kind, capacity]);
  };
  /** Once every process has heard of the seats. */
  const mapOf = async (slug: string, count: number) =>
    until(`a map of ${count} seats`, async () => {
      const { status, body } = await askEmbed(on, `/${slug}/seats`);
      return status === 200 && body.data.seats.length === count && body.data;
    });
  const find = (map: { seats: SeatOnMap[] }, name: string): SeatOnMap => {
    const seat = map.seats.find(({ r, n }) => `${r}${n}` === name);
    assert.ok(seat, name);
    return seat;
  };
  /** The seats that are not free, by their names, from the map and from the poll. */
  const statesOf = async (event: At): Promise<Record<string, string>> => {
    const [{ version, plan }, again] = [
      await fine(seats(event, '/map')),
      await fine(seats(event, '/states')),
    ];
    assert.equal(version, again.version);
    const names = plan.seats.map(({ r, n }: SeatOnMap) => `${r}${n}`);
    const all = Array.from(again.states as string, (state, index) => {
      const isTaken = plan.taken.includes(index);
      assert.deepEqual([isTaken, plan.sold.includes(index)], ['hs'.includes(state), state === 's']);
      return [names[index], state];
    });
    const told = Object.fromEntries(all.filter(([, state]) => state !== 'f'));
    for (const { reason, color, indexes } of again.house)
      for (const index of indexes) told[names[index]] += ` ${reason} ${color}`;
    assert.equal(
      plan.blocked.length,
      again.house.flatMap(({ indexes }: { indexes: number[] }) => indexes).length,
    );
    return told;
  };
  const order = async (slug: string, seatIds: string[]): Promise<void> => {
    const token = randomUUID();
    const { quoteReference } = await held(on, slug, { seatIds }, token);
    const { status, body } = await askEmbed(on, `/${slug}/orders`, {
      method: 'POST',
      headers: { 'x-device-id': token },
      body: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi', query: '', quoteReference },
    });
    assert.equal(status, 201, JSON.stringify(body));
  };

  test('all of it: seats, companions, whole tables, what is drawn, standing areas, blocked seats', async () => {
    const { eventId, slug } = await makeSeated();
    const event = { eventId };
    const planId = await makePublished(wholeHall());
    const checked = await fine(seats(event, '/check-plan'), { planId, number: 1, categories: [] });
    assert.deepEqual(
      [checked.added, checked.inTheWay.count, checked.plan.blocked],
      [13, 0, [{ index: 9, reason: 'For the press', color: 2 }]],
    );
    assert.deepEqual(
      checked.categories.map(({ categoryId, kind, places, ticketTypeId }: Record<string, unknown>) => [
        categoryId,
        kind,
        places,
        ticketTypeId,
      ]),
      [
        ['front', 'SEATED', 13, null],
        ['standing', 'GENERAL', 50, null],
      ],
    );
    // Nothing is made for which nobody has named a price.
    const unpriced = await use(event, { planId });
    assert.deepEqual([unpriced.status, unpriced.body.field], [400, 'categories']);
    assert.deepEqual(await typesOf(event), []);
    assert.equal((await used(event, { planId, categories: NEW_TYPES })).added, 13);
    assert.deepEqual(await typesOf(event), [
      ['Front', 'SEATED', 12],
      ['Pit', 'GENERAL', 50],
    ]);

    const map = await mapOf(slug, 13);
    const { rows: pits } = await on.app.database.query<{ id: string }>(
      `SELECT id FROM ticket_types WHERE event_id = $1 AND kind = 'GENERAL'`,
      [eventId],
    );
    const { seats: _, section: _section, ...table } = TABLE;
    const { capacity: _capacity, category: _category, ...pit } = PIT;
    assert.deepEqual(map.drawing, [table, { ...pit, ticketTypeId: pits[0]?.id }]);
    assert.equal(map.seats[find(map, 'A2').c ?? -1].id, find(map, 'A1').id);
    assert.deepEqual(
      ['T11', 'T12', 'T13', 'A3'].map((name) => find(map, name).g),
      [0, 0, 0, undefined],
    );

    const refused = async (names: string[], says: RegExp): Promise<void> => {
      const { status, body } = await postHold(on, slug, { seatIds: names.map((name) => find(map, name).id) });
      assert.equal(status, 400, JSON.stringify(body));
      assert.match(body.message, says);
    };
    await refused(['A2'], /wheelchair/);
    await refused(['A3', 'A2'], /wheelchair/);
    await refused(['T11', 'T12'], /sold whole.*3 seats/);
    await refused(['B5'], /taken/);
    await order(
      slug,
      ['A1', 'A2', 'T11', 'T12', 'T13'].map((name) => find(map, name).id),
    );
    // The same hall for the next show, at other prices.
    const next = await makeSeated();
    const prices = [{ ...NEW_TYPES[0], newType: { name: 'Cheap', priceMinor: 5 } }, NEW_TYPES[1]];
    assert.equal((await used(next, { planId, categories: prices })).added, 13);
    const { data } = await fine('/seating-plans');
    assert.equal(data.plans.find((plan: { planId: string }) => plan.planId === planId).events, 2);
  });

  test('a new version: sold and held seats keep their names and types, or nothing is changed; the rest follows', async () => {
    const { eventId, slug } = await makeSeated();
    const event = { eventId };
    const plan = makePlan(2, 5);
    const planId = await makePublished(plan);
    await used(event, { planId, categories: NEW_TYPES.slice(0, 1) });
    const map = await mapOf(slug, 10);
    await order(slug, [find(map, 'A1').id]);
    await held(on, slug, { seatIds: [find(map, 'A2').id] });
    const keepAll = [{ categoryId: 'front', kind: 'SEATED', ticketTypeId: map.ticketTypeIds[0] }];

    const stored = await seatRows(event);
    const bad: [SeatingPlan, object[], RegExp][] = [
      [changeSeats(plan, (seat) => (seat.id === 'r0s0' ? null : seat)), keepAll, /A 1 \(sold\)/],
      [
        changeSeats(plan, (seat) => (seat.id === 'r0s1' ? { ...seat, label: '99' } : seat)),
        keepAll,
        /A 2 \(held\)/,
      ],
      [
        plan,
        [{ ...NEW_TYPES[0], newType: { name: 'Other', priceMinor: 1 } }],
        /A 1 \(sold\), Stalls A 2 \(held\)/,
      ],
    ];
    for (const [next, categories, says] of bad) {
      const number = await publishNext(planId, next);
      const checked = await fine(seats(event, '/check-plan'), { planId, number, categories });
      const { status, body } = await use(event, { planId, number, categories });
      assert.deepEqual([status, body.error_code], [409, 'seats_in_use']);
      assert.match(body.message, says);
      assert.equal(body.current.count, checked.inTheWay.count);
      assert.deepEqual(await seatRows(event), stored);
    }
    // Two change their names with each other, one goes, one comes, a sold one is moved: all by their ids.
    const changed = changeSeats(plan, (seat) =>
      seat.id === 'r1s0'
        ? { ...seat, label: '2' }
        : seat.id === 'r1s1'
          ? { ...seat, label: '1' }
          : seat.id === 'r1s4'
            ? { ...seat, id: 'new', label: '6' }
            : seat.id === 'r0s0'
              ? { ...seat, y: -3 }
              : seat,
    );
    const number = await publishNext(planId, changed);
    const { data: stale } = await fine(seats(event));
    assert.deepEqual([stale.hall.number, stale.hall.newest], [1, number]);
    // Sold as before: nothing has to be chosen again.
    assert.deepEqual(await used(event, { planId, number }), { added: 1, removed: 1, changed: 3, seats: 10 });
    const now = new Map((await seatRows(event)).map((seat) => [seat.plan, seat]));
    const was = new Map(stored.map((seat) => [seat.plan, seat]));
    assert.deepEqual(
      ['r1s0', 'r1s1', 'r0s0'].map((id) => [
        now.get(id)?.id === was.get(id)?.id,
        now.get(id)?.name,
        now.get(id)?.y,
      ]),
      [
        [true, 'B2', 1],
        [true, 'B1', 1],
        [true, 'A1', -3],
      ],
    );
    assert.equal((await fine(seats(event))).data.hall.number, number);
  });

  async function seatRows({ eventId }: At) {
    const { rows } = await on.app.database.query<{ id: string; plan: string; name: string; y: number }>(
      `SELECT id, plan_seat_id AS plan, row_label || seat_label AS name, y, ticket_type_id, is_sold FROM seats WHERE event_id = $1 ORDER BY id`,
      [eventId],
    );
    return rows;
  }

  test('house seats are blocked, released and sold by members; a new version leaves them as they are', async () => {
    const { eventId, slug } = await makeSeated();
    const event = { eventId };
    const plan = wholeHall();
    const planId = await makePublished(plan);
    await used(event, { planId, categories: NEW_TYPES });
    const map = await mapOf(slug, 13);
    const id = (name: string): string => find(map, name).id;
    await held(on, slug, { seatIds: [id('A3')] });
    const inUse = await call(seats(event, '/block'), {
      seatIds: [id('A3'), id('A4')],
      reason: 'Band',
      color: 1,
    });
    assert.deepEqual(
      [inUse.status, inUse.body.error_code, inUse.body.field],
      [409, 'seats_in_use', 'seatIds'],
    );
    // Seat by seat, and nothing of a seat but what members know of it.
    assert.deepEqual(inUse.body.current.seats, [
      { section: 'Stalls', rowLabel: 'A', seatLabel: '3', type: 'Front', isSold: false, newType: null },
    ]);
    assert.deepEqual(await statesOf(event), { A3: 'h', B5: 'b For the press 2' });
    assert.deepEqual(
      await fine(seats(event, '/block'), { seatIds: [id('A4'), id('A5')], reason: 'Band', color: 1 }),
      { seats: 2 },
    );
    assert.deepEqual((await typesOf(event))[0], ['Front', 'SEATED', 10]);
    assert.equal((await postHold(on, slug, { seatIds: [id('A4')] })).status, 400);
    assert.deepEqual(await fine(seats(event, '/release'), { seatIds: [id('A4'), id('B5')] }), { seats: 2 });
    await held(on, slug, { seatIds: [id('A4')] });
    // Blocked and released seats stay so with the next version, which changes something else.
    const number = await publishNext(
      planId,
      changeSeats(plan, (seat) => (seat.id === 'r1s0' ? { ...seat, isRestrictedView: true } : seat)),
    );
    assert.equal((await used(event, { planId, number })).changed, 1);
    const { plan: drawn } = await fine(seats(event, '/map'));
    assert.deepEqual(
      drawn.blocked.map(({ index, reason }: { index: number; reason: string }) => [
        drawn.seats[index].n,
        reason,
      ]),
      [['5', 'Band']],
    );
    const guests = await fine(`/events/${eventId}/guests/seats`);
    assert.deepEqual(
      guests.blocked.map(({ index }: { index: number }) => guests.seats[index].id),
      [id('A5')],
    );
    const sale = {
      lines: [{ ticketTypeId: map.ticketTypeIds[0], quantity: 1, priceMinor: 500 }],
      paidBy: 'cash',
      seatIds: [id('A5')],
      email: 'guest@example.com',
      firstName: 'Ngozi',
      lastName: 'Ade',
      note: '',
      guestNote: '',
      language: 'en',
      requestKey: randomUUID(),
    };
    assert.deepEqual(await statesOf(event), { A3: 'h', A4: 'h', A5: 'b Band 1' });
    await fine(`/events/${eventId}/guests/sell`, sale);
    assert.deepEqual(await statesOf(event), { A3: 'h', A4: 'h', A5: 's' });
    assert.deepEqual((await typesOf(event))[0], ['Front', 'SEATED', 13]);
    // A companion's seat that was released is anybody's.
    await fine(seats(event, '/release-companions'), { seatIds: [id('A2')] });
    await held(on, slug, { seatIds: [id('A2')] });
    await fine(seats(event, '/rules'), { singleSeats: 'off' });
    await until('the setting to be known', async () => {
      const { body } = await askEmbed(on, `/${slug}/seats`);
      return body.data.leavesNoSingle === false;
    });
    // Refused, where the host says so: in the hold itself, with the seats that would be alone.
    await fine(seats(event, '/rules'), { singleSeats: 'refuse' });
    assert.equal((await fine(seats(event))).data.singleSeats, 'refuse');
    const left = await postHold(on, slug, { seatIds: [id('B2')] });
    assert.deepEqual(
      [left.status, left.body.error_code, left.body.singleSeats],
      [400, 'tickets_unavailable', [id('B1')]],
    );
    await fine(seats(event, '/rules'), { singleSeats: 'off' });
    // A list has no plan.
    const { data } = await fine(seats(event));
    const lines = drawn.seats.map(({ r, n }: { r: string; n: string }) => `Stalls,${r},${n},Front`);
    await fine(seats(event), {
      text: ['section,row,seat,type', ...lines].join('\n'),
      version: data.version,
      newTypes: [],
    });
    assert.equal((await fine(seats(event))).data.hall, null);
    assert.equal((await mapOf(slug, 13)).drawing, undefined);
  });

  test('a template and a file become plans of the host, with all that is drawn; the same one again is taken', async () => {
    const { eventId, slug } = await makeSeated();
    const event = { eventId };
    const start = (body: object) => fine(seats(event, '/start-plan'), body);
    const whole = { name: 'The whole hall', from: 'file', text: writePlan(wholeHall()) };
    const started = await start(whole);
    assert.deepEqual([started.number, started.problems, started.notes], [1, 0, []]);
    await used(event, { planId: started.planId, categories: NEW_TYPES });
    const map = await mapOf(slug, 13);
    assert.deepEqual(
      map.drawing.map(({ type }: { type: string }) => type),
      ['table', 'standing'],
    );
    assert.equal(map.seats[find(map, 'A2').c ?? -1].id, find(map, 'A1').id);
    // It can be taken along as it was drawn.
    const text = await fine(seats(event, '/export/plan'));
    assert.deepEqual(text, { ...wholeHall(), name: whole.name });

    // Not a second plan, unless something else is drawn, or it is called otherwise.
    assert.equal((await start(whole)).planId, started.planId);
    const other = await start({ ...whole, text: writePlan(makePlan(2, 5)) });
    assert.notEqual(other.planId, started.planId);
    const template = { name: 'Church', from: 'template', id: 'church' };
    const { planId } = await start(template);
    assert.equal((await start(template)).planId, planId);
    assert.notEqual((await start({ ...template, name: 'Chapel' })).planId, planId);
    // One that was put away is not brought back by that.
    await fine(`/seating-plans/${planId}/archive`, { isArchived: true });
    assert.notEqual((await start(template)).planId, planId);

    // A plan with errors is kept as a draft.
    const unpainted = changeSeats(makePlan(), ({ id, label, x, y }) => ({ id, label, x, y }));
    const draft = await start({ name: 'Unpainted', from: 'file', text: writePlan(unpainted) });
    assert.deepEqual([draft.number, draft.problems], [null, 15]);
    const { data } = await fine(`/seating-plans/${draft.planId}`);
    assert.deepEqual([data.plan.name, data.plan.seatCount, data.plan.published], ['Unpainted', 15, null]);
  });

  test('all seats of a large hall are blocked at once, or none', async () => {
    const { eventId, slug } = await makeSeated();
    const event = { eventId };
    const planId = await makePublished(makePlan(30, 100));
    await used(event, { planId, categories: NEW_TYPES.slice(0, 1) });
    const map = await mapOf(slug, 3_000);
    const seatIds = map.seats.map(({ id }: SeatOnMap) => id);
    const block = (ids: string[]) =>
      call(seats(event, '/block'), { seatIds: ids, reason: 'Rehearsal', color: 4 });
    const foreign = await block([...seatIds, randomUUIDv7()]);
    assert.deepEqual([foreign.status, foreign.body.field], [400, 'seatIds']);
    assert.deepEqual(await statesOf(event), {});
    assert.deepEqual((await block(seatIds)).body, { seats: 3_000 });
    const { states, house } = await fine(seats(event, '/states'));
    assert.equal(states, 'b'.repeat(3_000));
    assert.deepEqual([house.length, house[0].indexes.length], [1, 3_000]);
    assert.deepEqual(await fine(seats(event, '/release'), { seatIds }), { seats: 3_000 });
    assert.deepEqual(await statesOf(event), {});
  });

  test('a whole table can be bought however few there are, and what is left of it where a chair is gone', async () => {
    const { eventId, slug } = await makeSeated();
    const event = { eventId };
    const tables = ['T1', 'T2', 'T3'].map((label, at): PlanTable => ({
      ...TABLE,
      id: label,
      label,
      seats: Array.from({ length: 22 }, (_, nth) => ({
        id: `${label}-${nth}`,
        label: `${nth + 1}`,
        x: 30 + at * 30 + nth,
        y: 28,
        category: 'front',
      })),
    }));
    const planId = await makePublished({ ...makePlan(0, 0), objects: tables });
    await used(event, { planId, categories: NEW_TYPES.slice(0, 1) });
    const map = await mapOf(slug, 66);
    // For children too.
    await addPrice(on, host, { eventId, skus: map.ticketTypeIds }, { name: 'Child' });
    await used(event, {
      planId,
      categories: [{ ...NEW_TYPES[0], newType: undefined, ticketTypeId: map.ticketTypeIds[0] }],
    });
    const { rows } = await on.app.database.query(
      'SELECT maximum_per_order AS most FROM ticket_types WHERE event_id = $1 ORDER BY position',
      [eventId],
    );
    assert.deepEqual(rows, [{ most: 22 }, { most: 22 }]);
    const chairs = (label: string): string[] =>
      map.seats.filter(({ r }: SeatOnMap) => r === label).map(({ id }: SeatOnMap) => id);
    // Of 66 chairs an address may have 20.
    const token = randomUUID();
    await held(on, slug, { seatIds: chairs('T1') }, token);
    const second = await postHold(on, slug, { seatIds: chairs('T2') });
    assert.equal(second.body.error_code, 'too_many_held', JSON.stringify(second.body));
    const [kept = '', ...others] = chairs('T3');
    await fine(seats(event, '/block'), { seatIds: [kept], reason: 'Band', color: 1 });
    const some = await postHold(on, slug, { seatIds: others.slice(1) }, token);
    assert.equal(some.status, 400, JSON.stringify(some.body));
    await held(on, slug, { seatIds: others }, token);
  });

  test('another plan of the same seats leaves house seats blocked; a standing area that is not drawn any more is not sold', async () => {
    const { eventId, slug } = await makeSeated();
    const event = { eventId };
    const plan = wholeHall();
    const planId = await makePublished(plan);
    await used(event, { planId, categories: NEW_TYPES });
    const map = await mapOf(slug, 13);
    await fine(seats(event, '/block'), { seatIds: [find(map, 'A4').id], reason: 'Band', color: 1 });
    await on.app.database.query(
      `UPDATE ticket_types SET capacity = 30 WHERE event_id = $1 AND name = 'Pit'`,
      [eventId],
    );
    const renamed = await publishNext(
      planId,
      changeSeats(plan, (seat) => (seat.id === 'r1s0' ? { ...seat, isRestrictedView: true } : seat)),
    );
    await used(event, { planId, number: renamed });
    assert.deepEqual(await typesOf(event), [
      ['Front', 'SEATED', 11],
      ['Pit', 'GENERAL', 30],
    ]);
    const number = await publishNext(planId, {
      ...plan,
      objects: plan.objects.filter(({ type }) => type !== 'standing'),
    });
    await used(event, { planId, number });
    assert.deepEqual((await typesOf(event))[1], ['Pit', 'GENERAL', 0]);
    const standing = {
      categoryId: 'standing',
      kind: 'GENERAL',
      newType: { name: 'Floor', priceMinor: 100_000 },
    };
    await used(event, { planId: await makePublished(plan), categories: [standing] });
    assert.deepEqual((await typesOf(event))[0], ['Front', 'SEATED', 11]);
  });

  test('buyers and the host see a category in the colour that the designer gave it', async () => {
    const { slug, ...event } = await makeSeated();
    const hall = wholeHall();
    const categories = hall.categories.map((category, nth) => ({ ...category, color: 5 - nth }));
    const planId = await makePublished({ ...hall, categories });
    const checked = await fine(seats(event, '/check-plan'), { planId, number: 1, categories: NEW_TYPES });
    await used(event, { planId, categories: NEW_TYPES });
    const shown = await fine(seats(event, '/map'));
    assert.deepEqual((await mapOf(slug, 13)).colors, [5]);
    assert.deepEqual([checked.plan.colors, shown.plan.colors], [[5], [5]]);
  });

  test('a copy of the event has the same hall, with its own ticket types', async () => {
    const { eventId } = await makeSeated();
    const planId = await makePublished(wholeHall());
    await used({ eventId }, { planId, categories: NEW_TYPES });
    const { copyId } = await copyOf(eventId);
    const { rows } = await on.app.database.query<{
      same: boolean;
      companions: number;
      tables: number;
      blocked: number;
    }>(
      `SELECT (SELECT h.plan_id = $2 AND h.number = 1 AND (h.drawing -> 1 ->> 'ticketTypeId') =
                 (SELECT id::text FROM ticket_types WHERE event_id = $1 AND kind = 'GENERAL') FROM event_halls AS h WHERE event_id = $1) AS same,
              count(companion_of)::integer AS companions, count(table_id)::integer AS tables, count(blocked_reason)::integer AS blocked
         FROM seats WHERE event_id = $1`,
      [copyId, planId],
    );
    assert.deepEqual(rows[0], { same: true, companions: 1, tables: 3, blocked: 1 });
    // The next version is taken over by what each was sold as.
    const number = await publishNext(planId, wholeHall());
    assert.deepEqual(await used({ eventId: copyId }, { planId, number }), {
      added: 0,
      removed: 0,
      changed: 0,
      seats: 13,
    });
    await askDashboard(on, `/hosts/${host.hostId}/events/${copyId}`, { as: owner, method: 'DELETE' });
    const { rowCount } = await on.app.database.query('SELECT 1 FROM event_halls WHERE event_id = $1', [
      copyId,
    ]);
    assert.equal(rowCount, 0);
  });

  async function copyOf(eventId: string): Promise<{ copyId: string }> {
    const copyId = randomUUIDv7();
    const startsAt = '2031-05-04T20:00';
    const { eventId: made } = await fine(`/events/${eventId}/duplicate`, { copyId, name: 'Again', startsAt });
    return { copyId: made };
  }
});
