import assert from 'node:assert/strict';
import { test } from 'node:test';
import { held } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { readHall } from '../../src/inventory/seats/read-hall.ts';
import { changeSeats } from '../../src/inventory/seats/write-hall.ts';
import { until } from '../harness/until.ts';
import {
  buyOnce,
  findBreaches,
  houseOnce,
  startHallRace,
  takeOverOnce,
  type HallRace,
} from './hall-race.fixture.ts';

// A plan is drawn on, published and taken over again and again while buyers hold, order and pay seats, and members keep some for the
// house, through two processes. Bounded by what is done, not by time: who comes first is luck, and what did not happen at all is waited
// for in another round.
const MAX_ROUNDS = 6;
const BUYERS = 6;
const PURCHASES = 9;
const DRAWERS = 2;
const VERSIONS = 10;
const HOUSE_DEEDS = 20;

const inTurn = async (times: number, deed: () => Promise<void>): Promise<void> => {
  for (let count = 0; count < times; count += 1) await deed();
};

/** Everybody at once, watched all the time. */
async function race(hall: HallRace, takeOver: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) await hall.owners.look();
  })();
  try {
    await Promise.all([
      ...Array.from({ length: BUYERS }, () => inTurn(PURCHASES, () => buyOnce(hall))),
      ...Array.from({ length: DRAWERS }, () => inTurn(VERSIONS, takeOver)),
      inTurn(HOUSE_DEEDS, () => houseOnce(hall)),
    ]);
  } finally {
    over.abort();
    await watching;
  }
}

type Deeds = { sold: number; blocks: number; uses: number };

async function countDeeds({ on, eventId }: HallRace): Promise<Deeds> {
  const { rows } = await on.app.database.query<Deeds>(
    `SELECT (SELECT count(*)::integer FROM seats WHERE event_id = $1 AND is_sold) AS sold,
            (SELECT count(*)::integer FROM audit_log WHERE subject_id = $1::text AND action = 'seat_map.block') AS blocks,
            (SELECT count(*)::integer FROM audit_log WHERE subject_id = $1::text AND action = 'seat_map.use_plan') AS uses`,
    [eventId],
  );
  return rows[0] ?? assert.fail();
}

/** The actions that did not happen, or too seldom. */
async function missing(hall: HallRace): Promise<string[]> {
  const { sold, uses, blocks } = await countDeeds(hall);
  const isThere = {
    'seats sold': sold > 10,
    'versions taken over': uses > 5,
    'seats blocked': blocks > 2,
    'somebody paid late': hall.late.length > 0,
    'somebody was in the way': hall.answers.some(({ body }) => body.error_code === 'seats_in_use'),
  };
  return Object.entries(isThere).flatMap(([what, is]) => (is ? [] : [what]));
}

test('a plan is edited, published and taken over while the hall sells: who has a seat keeps it, its name and its type', async (t) => {
  const hall = await startHallRace();
  const { on, doors, late } = hall;
  let deadlocks = 0;
  try {
    for (let round = 0; round < MAX_ROUNDS && (await missing(hall)).length > 0; round += 1) {
      await race(hall, () => takeOverOnce(hall));
    }
    await until('what was paid late is settled', async () => {
      const { rows } = await on.app.database.query<{ settled: number }>(
        'SELECT count(DISTINCT o.id)::integer AS settled FROM payments AS p JOIN orders AS o ON o.id = p.order_id WHERE o.reference = ANY ($1)',
        [late],
      );
      return rows[0]?.settled === late.length;
    });
    assert.deepEqual(await findBreaches(hall), []);
    // It was a sale, the plan was taken over, and people were in each other's way.
    t.diagnostic(JSON.stringify({ ...(await countDeeds(hall)), late: late.length }));
    assert.deepEqual(await missing(hall), []);
  } finally {
    await doors[1]?.close();
    deadlocks = await on.closeAndCountDeadlocks();
  }
  assert.equal(deadlocks, 0, 'deadlocks');
});

test('negative control: taken over by what was seen before the locks, a seat changes under whoever has it, and that is seen', async () => {
  const hall = await startHallRace();
  const { on, doors, host, eventId, slug, owners } = hall;
  const which = { hostId: host.hostId, eventId };
  const { database } = on.app;
  try {
    const seen = await readHall(database, which);
    const free = seen.filter(({ isTaken, blocked }) => !isTaken && !blocked);
    // Somebody comes between the look and the locks, and others come on.
    await held(on, slug, { seatIds: [free.at(-1)?.id ?? ''] });
    const sale = Promise.all(Array.from({ length: BUYERS }, () => buyOnce(hall)));
    await owners.look();
    await database.transaction((tx) =>
      changeSeats(
        tx,
        free.map((seat) => ({ ...seat, seatLabel: `${seat.seatLabel}x` })),
      ),
    );
    await sale;
    const breaches = await findBreaches(hall);
    assert.ok(
      breaches.some((breach) => / became /.test(breach)),
      breaches.join('\n'),
    );
  } finally {
    await doors[1]?.close();
    await on.close();
  }
});
