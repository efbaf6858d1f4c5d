import assert from 'node:assert/strict';
import fc from 'fast-check';
import { OPERATOR } from '../../src/audit/actor.ts';
import { held } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { createPlan } from '../../src/halls/create-plan.ts';
import { publishPlan } from '../../src/halls/publish-plan.ts';
import { importPlan } from '../../src/halls/save-draft.ts';
import { checkPlanUse, usePlan } from '../../src/halls/use-plan.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { sellByHand } from '../../src/orders/host-order.fixture.ts';
import { Refusal } from '../../src/refusal.ts';
import { editHall, HALL_TOOLS, seatsOf, type HallDeed } from '../../src/seating-plans/edit-hall.fixture.ts';
import { makePlan } from '../../src/seating-plans/make-plan.fixture.ts';
import type { SeatingPlan } from '../../src/seating-plans/plan-schema.ts';
import { writePlan } from '../../src/seating-plans/write-plan-file.ts';
import { makeEvent, type TestHost } from '../harness/make-catalog.ts';
import type { TestApp } from '../harness/test-app.ts';

// Of a hall of so many seats an address may hold half, which is one of a cart here.
const ROWS = 4;
const SEATS_PER_ROW = 5;
const MAX_HELD = 2;

export type Story = {
  /** The seats that are sold and held, before the first version is taken over. */
  sold: number[];
  held: number[];
  /** The drawings, version by version; `isOther`: as a plan of its own. */
  versions: { deeds: HallDeed[]; isOther: boolean }[];
};

const anySeat = fc.nat(ROWS * SEATS_PER_ROW - 1);
const deed: fc.Arbitrary<HallDeed> = fc.record({
  tool: fc.constantFrom(...HALL_TOOLS),
  seat: fc.nat(60),
  other: fc.nat(60),
});
export const stories: fc.Arbitrary<Story> = fc.record({
  sold: fc.uniqueArray(anySeat, { maxLength: 5 }),
  held: fc.uniqueArray(anySeat, { maxLength: MAX_HELD }),
  versions: fc.array(
    fc.record({ deeds: fc.array(deed, { maxLength: 4 }), isOther: fc.nat(5).map((nth) => nth === 0) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
});

const HALL = makePlan(ROWS, SEATS_PER_ROW);
const START: SeatingPlan = {
  ...HALL,
  objects: HALL.objects.map((object, nth) =>
    object.type === 'row' && nth === ROWS - 1
      ? { ...object, seats: object.seats.map((seat) => ({ ...seat, category: 'back' })) }
      : object,
  ),
  categories: [
    { id: 'front', name: 'Front', color: 1 },
    { id: 'back', name: 'Back', color: 2 },
  ],
};
const CATEGORIES = [
  { categoryId: 'front', kind: 'SEATED' as const, newType: { name: 'Front', priceMinor: 1_000 } },
  { categoryId: 'back', kind: 'SEATED' as const, newType: { name: 'Back', priceMinor: 500 } },
];

/** A seat as somebody has it: all that must stay. */
type Had = { id: string; planSeatId: string; name: string; type: string };
/** A seat as a plan draws it. */
type Drawn = { planSeatId: string; name: string; type: string };

/** A wrong model's view of a drawing. */
export type Lie = (drawn: Drawn) => Drawn;

const draw = (plan: SeatingPlan): Drawn[] =>
  seatsOf(plan).map(({ row, seat }) => ({
    planSeatId: seat.id,
    name: [plan.sections[0]?.name, row.label, seat.label].join('/'),
    type: plan.categories.find(({ id }) => id === seat.category)?.name ?? '',
  }));

/**
 * The people who would lose their seat by a version, said without looking at how the product compares: of the same plan it is looked for by its id;
 * one that is not there any more, or is of another plan, by its name, among those that are no other seat by their ids.
 */
function inTheWayOf(
  had: readonly Had[],
  hall: readonly Drawn[],
  { isSamePlan, allIds }: { isSamePlan: boolean; allIds: ReadonlySet<string> },
): Had[] {
  return had.filter((seat) => {
    const byId = isSamePlan ? hall.find(({ planSeatId }) => planSeatId === seat.planSeatId) : undefined;
    const byName = hall.find(
      ({ name, planSeatId }) => name === seat.name && !(isSamePlan && allIds.has(planSeatId)),
    );
    const next = byId ?? byName;
    return !next || next.name !== seat.name || next.type !== seat.type;
  });
}

/** Plays a sale and what is drawn meanwhile, and holds every taking over to the model. */
export async function playStory(
  on: TestApp,
  host: TestHost,
  { sold, held: kept, versions }: Story,
  lie: Lie = (drawn) => drawn,
): Promise<{ refused: number; taken: number }> {
  const { database } = on.app;
  const { eventId, slug } = await makeEvent(on, host, { kind: 'seat_map', ticketTypes: [] });
  const { hostId } = host;
  const actor = OPERATOR;
  const which = { hostId, eventId };
  const create = async (plan: SeatingPlan): Promise<string> => {
    const text = writePlan(plan);
    const { planId } = await database.transaction((tx) =>
      createPlan(tx, { hostId, actor, name: 'Hall', from: 'file', text }),
    );
    return planId;
  };
  const versionOf = async (): Promise<number> => {
    const { rows } = await database.query<{ version: number }>('SELECT version FROM events WHERE id = $1', [
      eventId,
    ]);
    return rows[0]?.version ?? 0;
  };
  const use = async (planId: string, number: number, categories: typeof CATEGORIES | []): Promise<void> => {
    const version = await versionOf();
    await database.transaction((tx) => usePlan(tx, { ...which, actor, planId, number, categories, version }));
  };
  const everything = async (): Promise<unknown> => {
    const tables = ['seats', 'ticket_types', 'event_halls'].map((table) =>
      database.query(`SELECT to_jsonb(t) AS row FROM ${table} AS t WHERE event_id = $1 ORDER BY 1`, [
        eventId,
      ]),
    );
    return [(await Promise.all(tables)).map(({ rows }) => rows), await versionOf()];
  };
  const readHad = async (): Promise<Had[]> => {
    const { rows } = await database.query<Had>(
      `SELECT s.id, s.plan_seat_id AS "planSeatId", concat_ws('/', s.section, s.row_label, s.seat_label) AS name, t.name AS type
         FROM seats AS s JOIN ticket_types AS t ON t.id = s.ticket_type_id
        WHERE s.event_id = $1 AND (s.is_sold OR s.held_until > clock_timestamp()) ORDER BY s.id`,
      [eventId],
    );
    return rows;
  };

  let planId = await create(START);
  let draft = 1;
  let plan = START;
  let { number } = await database.transaction((tx) =>
    publishPlan(tx, { hostId, planId, actor, version: draft }),
  );
  await use(planId, number, CATEGORIES);
  await sellSome(on, host, { eventId, slug, sold, held: kept });

  const outcomes = { refused: 0, taken: 0 };
  let step = 0;
  for (const { deeds, isOther } of versions) {
    const drawn = deeds.reduce((before, one) => editHall(before, one, (step += 1)), plan);
    const had = await readHad();
    const nextId = isOther ? await create(drawn) : planId;
    if (!isOther) {
      const saved = await database.transaction((tx) =>
        importPlan(tx, { hostId, planId, actor, version: draft, text: writePlan(drawn) }),
      );
      draft = saved.version;
    }
    try {
      ({ number } = await database.transaction((tx) =>
        publishPlan(tx, { hostId, planId: nextId, actor, version: isOther ? 1 : draft }),
      ));
    } catch (error) {
      // Two seats of one name, or nothing left: nobody can use it.
      assert.ok(error instanceof Refusal && error.code === 'not_ready', String(error));
      continue;
    }
    const allIds = new Set(
      (
        await database.query<{ id: string }>('SELECT plan_seat_id AS id FROM seats WHERE event_id = $1', [
          eventId,
        ])
      ).rows.map(({ id }) => id),
    );
    const lost = inTheWayOf(had, draw(drawn).map(lie), { isSamePlan: !isOther, allIds });
    const before = await everything();
    const told = await checkPlanUse(database, { ...which, planId: nextId, number, categories: [] });
    const names = (seats: readonly { section: string; rowLabel: string; seatLabel: string }[]): string[] =>
      seats.map(({ section, rowLabel, seatLabel }) => [section, rowLabel, seatLabel].join('/')).toSorted();
    assert.deepEqual(names(told.inTheWay.seats), lost.map(({ name }) => name).toSorted());
    try {
      await use(nextId, number, []);
      outcomes.taken += 1;
    } catch (error) {
      assert.ok(error instanceof Refusal && error.code === 'seats_in_use', String(error));
      const { count, seats } = error.current as { count: number; seats: Parameters<typeof names>[0] };
      assert.equal(count, lost.length);
      assert.deepEqual(names(seats), lost.map(({ name }) => name).toSorted());
      assert.deepEqual(await everything(), before);
      outcomes.refused += 1;
      continue;
    }
    assert.deepEqual(lost, []);
    assert.deepEqual(
      (await readHad()).map(({ id, name, type }) => ({ id, name, type })),
      had.map(({ id, name, type }) => ({ id, name, type })),
    );
    await expectDrawn(on, eventId, drawn, had);
    planId = nextId;
    if (isOther) draft = 1;
    plan = drawn;
  }
  assert.deepEqual(await checkInvariants(database), []);
  return outcomes;
}

/** The event has the seats of the plan, each where it is drawn, and who has one has it there. */
async function expectDrawn(
  on: TestApp,
  eventId: string,
  plan: SeatingPlan,
  had: readonly Had[],
): Promise<void> {
  const { rows } = await on.app.database.query<{
    id: string;
    planSeatId: string;
    name: string;
    x: number;
    y: number;
  }>(
    `SELECT id, plan_seat_id AS "planSeatId", concat_ws('/', section, row_label, seat_label) AS name, x, y FROM seats WHERE event_id = $1`,
    [eventId],
  );
  const round = (number: number): number => Math.round(number * 100) / 100;
  const where = seatsOf(plan).map(
    ({ row, seat }) =>
      `${plan.sections[0]?.name}/${row.label}/${seat.label} ${seat.id} ${round(seat.x)} ${round(seat.y)}`,
  );
  assert.deepEqual(
    rows.map(({ name, planSeatId, x, y }) => `${name} ${planSeatId} ${x} ${y}`).toSorted(),
    where.toSorted(),
  );
  const ids = new Set(rows.map(({ id }) => id));
  assert.ok(had.every(({ id }) => ids.has(id)));
}

async function sellSome(
  on: TestApp,
  host: TestHost,
  { eventId, slug, sold, held: kept }: { eventId: string; slug: string; sold: number[]; held: number[] },
): Promise<void> {
  const { rows } = await on.app.database.query<{ id: string; typeId: string }>(
    'SELECT id, ticket_type_id AS "typeId" FROM seats WHERE event_id = $1 ORDER BY y, x',
    [eventId],
  );
  const chosen = sold.flatMap((nth) => rows[nth] ?? []);
  for (const [ticketTypeId, seats] of Map.groupBy(chosen, ({ typeId }) => typeId)) {
    const lines = [{ ticketTypeId, quantity: seats.length, priceMinor: null }];
    await sellByHand(on, host, { eventId, lines, seatIds: seats.map(({ id }) => id) });
  }
  const free = kept.filter((nth) => !sold.includes(nth)).flatMap((nth) => rows[nth]?.id ?? []);
  if (free.length > 0) await held(on, slug, { seatIds: free });
}
