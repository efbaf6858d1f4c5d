import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, suite, test } from 'node:test';
import { lapse } from '../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { OPERATOR } from '../audit/actor.ts';
import { held } from '../pages/checkout/embed/embed.fixture.ts';
import { blockSeats, releaseCompanions, releaseSeats } from '../inventory/seats/block-seats.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { sellByHand } from '../orders/host-order.fixture.ts';
import { Refusal } from '../refusal.ts';
import { makePlan } from '../seating-plans/make-plan.fixture.ts';
import type { PlanObject, PlanSeat, SeatingPlan } from '../seating-plans/plan-schema.ts';
import { writePlan } from '../seating-plans/write-plan-file.ts';
import { createPlan } from './create-plan.ts';
import type { CategoryChoice } from './match-categories.ts';
import { publishPlan } from './publish-plan.ts';
import { importPlan } from './save-draft.ts';
import { usePlan } from './use-plan.ts';

const CATEGORIES: CategoryChoice[] = [
  { categoryId: 'front', kind: 'SEATED', newType: { name: 'Front', priceMinor: 1_000 } },
  { categoryId: 'back', kind: 'SEATED', newType: { name: 'Back', priceMinor: 500 } },
  { categoryId: 'front', kind: 'GENERAL', newType: { name: 'Pit', priceMinor: 500 } },
];
const PIT: PlanObject = {
  type: 'standing',
  id: 'pit',
  label: 'Pit',
  points: [
    { x: 0, y: -5 },
    { x: 4, y: -5 },
    { x: 0, y: -9 },
  ],
  capacity: 50,
  category: 'front',
};

const change = (plan: SeatingPlan, seatId: string, next: (seat: PlanSeat) => PlanSeat | []): SeatingPlan => ({
  ...plan,
  objects: plan.objects.map((object) =>
    object.type === 'row'
      ? { ...object, seats: object.seats.flatMap((seat) => (seat.id === seatId ? next(seat) : seat)) }
      : object,
  ),
});

/** Two rows of five and a pit: a place for a wheelchair with its companion, and one seat of another category. */
const HALL = change(
  change(
    change({ ...makePlan(2, 5), objects: [...makePlan(2, 5).objects, PIT] }, 'r0s0', (seat) => ({
      ...seat,
      isAccessible: true,
    })),
    'r0s1',
    (seat) => ({ ...seat, companionOf: 'r0s0' }),
  ),
  'r1s4',
  (seat) => ({ ...seat, category: 'back' }),
);
const PLAN: SeatingPlan = {
  ...HALL,
  categories: [...HALL.categories, { id: 'back', name: 'Back', color: 2 }],
};

const refused =
  (code: string, says?: RegExp) =>
  (error: unknown): boolean =>
    error instanceof Refusal && error.code === code && (says?.test(error.message) ?? true);

suite('a version is taken over, and seats are kept for the house', () => {
  let on: TestApp;
  let host: TestHost;
  before(async () => {
    on = await startTestApp({ environment: { HOLD_LIMIT_PER_ADDRESS: '100000' } });
    host = await makeHost(on);
  });
  after(() => on.close());
  afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

  /** An event that uses the plan, and what is done to it. */
  async function open() {
    const { database } = on.app;
    const { hostId } = host;
    const actor = OPERATOR;
    const { eventId, slug } = await makeEvent(on, host, { kind: 'seat_map', ticketTypes: [] });
    const which = { hostId, eventId };
    const text = writePlan(PLAN);
    const { planId } = await database.transaction((tx) =>
      createPlan(tx, { hostId, actor, name: 'Hall', from: 'file', text }),
    );
    let draft = 1;
    const publish = async (plan: SeatingPlan): Promise<number> => {
      const of = { hostId, planId, actor };
      ({ version: draft } = await database.transaction((tx) =>
        importPlan(tx, { ...of, version: draft, text: writePlan(plan) }),
      ));
      return (await database.transaction((tx) => publishPlan(tx, { ...of, version: draft }))).number;
    };
    const versionOf = async (): Promise<number> => {
      const { rows } = await database.query<{ version: number }>('SELECT version FROM events WHERE id = $1', [
        eventId,
      ]);
      return rows[0]?.version ?? 0;
    };
    const use = async (number: number, version?: number, categories: CategoryChoice[] = []) => {
      const seen = version ?? (await versionOf());
      return database.transaction((tx) =>
        usePlan(tx, { ...which, actor, planId, number, categories, version: seen }),
      );
    };
    const seatOf = async (planSeatId: string) => {
      const { rows } = await database.query<{
        id: string;
        typeId: string;
        blocked: string | null;
        heldBy: string | null;
        companionOf: string | null;
      }>(
        `SELECT id, ticket_type_id AS "typeId", blocked_reason AS blocked, held_by AS "heldBy", companion_of AS "companionOf"
           FROM seats WHERE event_id = $1 AND plan_seat_id = $2`,
        [eventId, planSeatId],
      );
      return rows[0] ?? assert.fail(planSeatId);
    };
    const capacityOf = async (name: string): Promise<number | undefined> => {
      const { rows } = await database.query<{ capacity: number }>(
        'SELECT capacity FROM ticket_types WHERE event_id = $1 AND name = $2',
        [eventId, name],
      );
      return rows[0]?.capacity;
    };
    const deed = { ...which, actor };
    await use(await publish(PLAN), undefined, CATEGORIES);
    return {
      eventId,
      slug,
      publish,
      versionOf,
      use,
      seatOf,
      capacityOf,
      sell: async (planSeatId: string) => {
        const { id, typeId } = await seatOf(planSeatId);
        const lines = [{ ticketTypeId: typeId, quantity: 1, priceMinor: null }];
        await sellByHand(on, host, { eventId, lines, seatIds: [id] });
      },
      block: (...seatIds: string[]) =>
        database.transaction((tx) => blockSeats(tx, { ...deed, seatIds, reason: ' Band ', color: 1 })),
      release: (...seatIds: string[]) => database.transaction((tx) => releaseSeats(tx, { ...deed, seatIds })),
      releaseCompanions: (...seatIds: string[]) =>
        database.transaction((tx) => releaseCompanions(tx, { ...deed, seatIds })),
    };
  }

  test('a member who saw the event before somebody changed it is told so, and nothing is changed', async () => {
    const { publish, use, versionOf, block, seatOf } = await open();
    const number = await publish(change(PLAN, 'r1s0', (seat) => ({ ...seat, label: '9' })));
    const seen = await versionOf();
    await use(number, seen);
    await assert.rejects(use(number, seen), refused('changed_meanwhile'));
    const again = await versionOf();
    await block((await seatOf('r1s1')).id);
    await assert.rejects(use(number, again), refused('changed_meanwhile'));
    assert.equal((await seatOf('r1s1')).blocked, 'Band');
  });

  test('an event that is sold by the number uses no plan', async () => {
    const { eventId } = await makeEvent(on, host);
    const { hostId } = host;
    const input = {
      hostId,
      eventId,
      actor: OPERATOR,
      planId: randomUUID(),
      number: 1,
      categories: [],
      version: 1,
    };
    await assert.rejects(
      on.app.database.transaction((tx) => usePlan(tx, input)),
      refused('validation_failed', /no seats/),
    );
  });

  test('a seat that somebody has is not blocked by a version that blocks it; others are', async () => {
    const { publish, use, sell, seatOf, capacityOf } = await open();
    await sell('r1s0');
    const blocked = { reason: 'For the press', color: 1 };
    const once = change(PLAN, 'r1s0', (seat) => ({ ...seat, blocked }));
    await use(await publish(change(once, 'r1s1', (seat) => ({ ...seat, blocked }))));
    assert.deepEqual(
      [(await seatOf('r1s0')).blocked, (await seatOf('r1s1')).blocked],
      [null, 'For the press'],
    );
    assert.equal(await capacityOf('Front'), 8);
  });

  test('a companion’s seat that was released stays anybody’s, until a version says something new of it', async () => {
    const { publish, use, seatOf, releaseCompanions: letGo } = await open();
    await letGo((await seatOf('r0s1')).id);
    await use(await publish(change(PLAN, 'r1s0', (seat) => ({ ...seat, y: 4 }))));
    assert.equal((await seatOf('r0s1')).companionOf, null);
    const none = change(PLAN, 'r0s1', ({ companionOf: _before, ...seat }) => seat);
    await use(await publish(none));
    await use(await publish(PLAN));
    assert.equal((await seatOf('r0s1')).companionOf, 'r0s0');
  });

  test('a cart that has lapsed is in nobody’s way: its seat goes, and is blocked', async () => {
    const { slug, publish, use, seatOf, block, capacityOf } = await open();
    const hold = async (planSeatId: string): Promise<void> => {
      const token = randomUUID();
      await held(on, slug, { seatIds: [(await seatOf(planSeatId)).id] }, token);
      await lapse(on, token);
    };
    // The only one of its ticket type.
    await hold('r1s4');
    await use(await publish(change(PLAN, 'r1s4', () => [])));
    assert.equal(await capacityOf('Back'), 0);
    await hold('r1s0');
    const { id } = await seatOf('r1s0');
    await block(id);
    const { blocked, heldBy } = await seatOf('r1s0');
    assert.deepEqual([blocked, heldBy], ['Band', null]);
  });

  test('seats are released by their ids however they are written, and those of another event are not touched', async () => {
    const [hall, other] = [await open(), await open()];
    const ids = [(await hall.seatOf('r1s0')).id, (await hall.seatOf('r1s1')).id];
    assert.deepEqual(await hall.block(...ids), { seats: 2 });
    assert.equal(await hall.capacityOf('Front'), 7);
    const elsewhere = (await other.seatOf('r1s0')).id;
    for (const deed of [hall.block, hall.release])
      await assert.rejects(
        deed(ids[0] ?? '', elsewhere),
        refused('validation_failed', /seats of this event/),
      );
    assert.equal((await other.seatOf('r1s0')).blocked, null);
    assert.deepEqual(await hall.release(...ids.map((id) => id.toUpperCase())), { seats: 2 });
    assert.equal(await hall.capacityOf('Front'), 9);
  });

  test('a standing area is not made smaller than what is sold of it', async () => {
    const { eventId, publish, use, capacityOf } = await open();
    await on.app.database.query(
      `UPDATE ticket_types SET maximum_per_order = 40 WHERE event_id = $1 AND name = 'Pit'`,
      [eventId],
    );
    const { rows } = await on.app.database.query<{ id: string }>(
      `SELECT id FROM ticket_types WHERE event_id = $1 AND name = 'Pit'`,
      [eventId],
    );
    const lines = [{ ticketTypeId: rows[0]?.id ?? '', quantity: 20, priceMinor: null }];
    await sellByHand(on, host, { eventId, lines });
    const sized = (capacity: number): SeatingPlan => ({
      ...PLAN,
      objects: PLAN.objects.map((object) => (object.type === 'standing' ? { ...object, capacity } : object)),
    });
    const small = await publish(sized(19));
    await assert.rejects(use(small), refused('validation_failed', /smaller than what is sold/));
    assert.equal(await capacityOf('Pit'), 50);
    await use(await publish(sized(20)));
    assert.equal(await capacityOf('Pit'), 20);
  });
});
