import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import pg from 'pg';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { createOffers } from '../../src/reservations/offers.ts';
import { holdCart } from '../../src/reservations/hold-cart.ts';
import { Refusal } from '../../src/refusal.ts';
import { listenForChanges } from '../../src/db/changes.ts';
import { openRoom } from '../../src/waiting-room/change-room.ts';
import { makeRoomWorld, SETTINGS } from '../../src/waiting-room/room.fixture.ts';
import { makeEvent } from '../harness/make-catalog.ts';
import { NO_LISTS, NO_ROOMS } from '../harness/no-rooms.ts';

const world = await makeRoomWorld();
const { database } = world;
// Three processes that sell.
const processes = [world, await world.openProcess(), await world.openProcess()] as const;
const processOf = (at: number) => processes[at % processes.length] ?? world;
after(() => world.close());

const many = <T>(count: number, run: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => run(at)));

async function read<Row extends pg.QueryResultRow>(sql: string, eventId: string): Promise<Row> {
  const { rows } = await database.query<Row>(sql, [eventId]);
  assert.ok(rows[0]);
  return rows[0];
}

const COUNTS = `
  SELECT room.early_count AS early, room.late_count AS late, room.drawn_at IS NOT NULL AS "isDrawn",
         count(e.id) FILTER (WHERE e.line_key < '\\x01') AS "earlyRows", count(e.id) FILTER (WHERE e.line_key >= '\\x01') AS "lateRows",
         (SELECT max(b.entries_before) FROM waiting_buckets AS b WHERE b.event_id = $1)
           + count(e.id) FILTER (WHERE e.line_key >= '\\x00fff0' AND e.line_key < '\\x01') AS "drawnRows"
    FROM waiting_rooms AS room LEFT JOIN waiting_entries AS e ON e.event_id = room.event_id
   WHERE room.event_id = $1 GROUP BY room.event_id`;
type Counts = {
  early: number;
  late: number;
  isDrawn: boolean;
  earlyRows: number;
  lateRows: number;
  drawnRows: number;
};

describe('people line up while the draw is held', () => {
  test('each is in one line, the counts are exact, and no two have the same place', async () => {
    const { eventId } = await world.openRoom();
    const some = await many(100, (at) => processOf(at).join(eventId));
    await database.query('UPDATE waiting_rooms SET draws_at = now() WHERE event_id = $1', [eventId]);
    const rush = many(900, (at) => processOf(at).join(eventId));
    const ticks = many(30, () => world.tick(eventId, 0));
    const entries = [...some, ...(await rush)];
    assert.equal((await ticks).filter((one) => one.is_drawn).length, 1);
    assert.equal(entries.filter(({ outcome }) => outcome === 'joined').length, 1_000);
    const counts = await read<Counts>(COUNTS, eventId);
    assert.equal(counts.isDrawn, true);
    assert.equal(counts.early + counts.late, 1_000);
    assert.deepEqual(
      [counts.earlyRows, counts.lateRows, counts.drawnRows],
      [counts.early, counts.late, counts.early],
    );
    assert.ok(counts.early >= 100);
    const places = await many(1_000, async (at) => {
      const { token = '' } = entries[at] ?? {};
      return (await processOf(at).rooms.entryOf(eventId, token))?.place ?? 0;
    });
    assert.deepEqual(
      places.toSorted((one, other) => one - other),
      places.map((_, at) => at + 1),
    );
    assert.deepEqual(await checkInvariants(database), []);
  });

  test('a buyer who looks whether it is drawn without the lock comes into a draw that is over', async () => {
    const { eventId } = await world.openRoom();
    await many(20, () => world.join(eventId));
    const { early } = await read<Counts>(COUNTS, eventId);
    const { isDrawn } = await read<Counts>(COUNTS, eventId);
    await world.draw(eventId);
    assert.equal(isDrawn, false);
    await database.query(
      `INSERT INTO waiting_entries (event_id, id, line_key, lined_up_at, language)
       VALUES ($1, $2, '\\x00' || uuid_send(gen_random_uuid()), now(), 'en')`,
      [eventId, randomUUID()],
    );
    const counts = await read<Counts>(COUNTS, eventId);
    assert.notEqual(counts.earlyRows, early);
    await database.query('DELETE FROM waiting_rooms WHERE event_id = $1', [eventId]);
  });
});

describe('a room is opened while tickets are held', () => {
  const sell = async (t: { after(end: () => Promise<void>): void }) => {
    const { eventId, slug, skus } = await makeEvent(world.on, world.host, {
      ticketTypes: [{ capacity: 5_000 }],
    });
    const changes = listenForChanges(database, () => {});
    const offers = createOffers({ database, changes, counts: null });
    await changes.start();
    t.after(() => changes.close());
    const hold = async (at: number, rooms: typeof world.rooms | typeof NO_ROOMS = processOf(at).rooms) => {
      const cart = {
        hostId: world.host.hostId,
        slug,
        items: [{ sku: skus[0] ?? '', quantity: 1 }],
        token: randomUUID(),
        address: randomUUID(),
        isExempt: true,
        byApi: true,
        isWanted: () => true,
      };
      try {
        await holdCart({ offers, engine: world.engine, rooms, lists: NO_LISTS }, cart);
        return 'held';
      } catch (error) {
        return error instanceof Refusal ? error.code : String(error);
      }
    };
    const switchOn = () =>
      database.transaction((tx) =>
        openRoom(tx, {
          ...world.owner,
          eventId,
          secretKeys: world.secretKeys,
          settings: { ...SETTINGS, drawsAt: new Date(Date.now() + 3_600_000) },
        }),
      );
    const knownToAll = async () => {
      for (const { rooms } of processes) while (!(await rooms.find(eventId))) await new Promise(setImmediate);
    };
    return { eventId, hold, switchOn, knownToAll };
  };

  test('from the moment a process knows of it nobody holds any without being let in', async (t) => {
    const { eventId, hold, switchOn, knownToAll } = await sell(t);
    assert.equal(await hold(0), 'held');
    const meanwhile = many(200, hold);
    await switchOn();
    await knownToAll();
    const behind = await many(200, hold);
    assert.deepEqual(new Set(behind), new Set(['waiting_room']));
    for (const outcome of await meanwhile) assert.match(outcome, /^(held|waiting_room)$/);
    // A process may be told within a minute: set back, all of these came behind it.
    await database.query(
      `UPDATE waiting_rooms SET created_at = created_at - interval '2 minutes' WHERE event_id = $1`,
      [eventId],
    );
    const { count } = await read<{ count: number }>(
      'SELECT count(*) FROM reservations WHERE event_id = $1',
      eventId,
    );
    const violations = (await checkInvariants(database)).filter(({ promise }) =>
      /waiting room is open/.test(promise),
    );
    assert.equal(violations.length, Math.min(20, count));
    await database.query('DELETE FROM waiting_rooms WHERE event_id = $1', [eventId]);
  });

  test('a process that asks nobody holds them all the same', async (t) => {
    const { eventId, hold, switchOn, knownToAll } = await sell(t);
    await switchOn();
    await knownToAll();
    assert.deepEqual(new Set(await many(20, (at) => hold(at, NO_ROOMS))), new Set(['held']));
    await database.query('DELETE FROM waiting_rooms WHERE event_id = $1', [eventId]);
  });
});

describe('one admission in twenty tabs', () => {
  const letOneIn = async () => {
    const room = await world.openRoom();
    const { token } = await world.join(room.eventId);
    await world.draw(room.eventId);
    await world.tick(room.eventId);
    const state = await world.rooms.entryOf(room.eventId, token);
    return { ...room, entryId: state?.entry ?? '', admission: state?.admission?.token };
  };

  test('has one cart, through three processes', async () => {
    const { eventId, slug, admission } = await letOneIn();
    const tabs = Array.from({ length: 20 }, () => randomUUID());
    const admitted = await many(20, (at) =>
      processOf(at)
        .rooms.admit({ eventId, slug, token: tabs[at] ?? '', admission, byApi: false, address: null })
        .then(
          () => true,
          (error: unknown) => error instanceof Refusal && error.code === 'waiting_room' && false,
        ),
    );
    assert.equal(admitted.filter(Boolean).length, 1);
    const { token } = await read<{ token: string }>(
      'SELECT cart_token AS token FROM waiting_entries WHERE event_id = $1',
      eventId,
    );
    assert.equal(token, tabs[admitted.indexOf(true)]);
  });

  // All look before the first one writes, so that luck plays no part.
  test('a process that looks first and writes then lets in several', async () => {
    const { eventId, entryId } = await letOneIn();
    const looks = await many(20, () =>
      read<{ token: string | null }>(
        'SELECT cart_token AS token FROM waiting_entries WHERE event_id = $1',
        eventId,
      ),
    );
    const admitted = await many(20, async (at) => {
      if (looks[at]?.token) return false;
      await database.query(
        'UPDATE waiting_entries SET cart_token = $3, bound_at = now() WHERE event_id = $1 AND id = $2',
        [eventId, entryId, randomUUID()],
      );
      return true;
    });
    assert.equal(admitted.filter(Boolean).length, 20);
  });
});

describe('three processes tick at once', () => {
  // Ten a second; five seconds have passed.
  const waitFor = async () => {
    const { eventId } = await world.openRoom({ perMinute: 600, mostInside: 10_000 });
    await many(400, (at) => processOf(at).join(eventId));
    await world.draw(eventId);
    await database.query(
      `UPDATE waiting_rooms SET last_tick_at = clock_timestamp() - interval '5 seconds' WHERE event_id = $1`,
      [eventId],
    );
    return eventId;
  };
  const allowed = async (eventId: string) => {
    const { seconds } = await read<{ seconds: number }>(
      `SELECT extract(epoch FROM clock_timestamp() - drawn_at)::float8 AS seconds FROM waiting_rooms WHERE event_id = $1`,
      eventId,
    );
    return 50 + 10 * seconds + 1;
  };

  test('and let in as many as the rate says, once', async () => {
    const eventId = await waitFor();
    const ticks = await many(30, async () => {
      const { rows } = await database.query<{ let_in: number }>('SELECT * FROM tick_waiting_room($1, NULL)', [
        eventId,
      ]);
      return rows[0]?.let_in ?? 0;
    });
    const letIn = ticks.reduce((sum, count) => sum + count, 0);
    assert.ok(letIn >= 50 && letIn <= (await allowed(eventId)), `${letIn}`);
    const { inside, told } = await read<{ inside: number; told: number }>(
      `SELECT (SELECT count(*) FROM waiting_entries WHERE event_id = $1 AND let_in_at IS NOT NULL) AS inside, let_in_count AS told
         FROM waiting_rooms WHERE event_id = $1`,
      eventId,
    );
    assert.deepEqual([inside, told], [letIn, letIn]);
    assert.deepEqual(await checkInvariants(database), []);
  });

  test('a process that looks how much time has passed without the lock lets in more', async () => {
    const eventId = await waitFor();
    const looks = await many(10, () =>
      read<{ allowed: number }>(
        `SELECT floor(least(5, extract(epoch FROM clock_timestamp() - last_tick_at)) * 10)::integer AS allowed
           FROM waiting_rooms WHERE event_id = $1`,
        eventId,
      ),
    );
    const letIn = looks.reduce((sum, look) => sum + look.allowed, 0);
    assert.equal(letIn, 500);
    assert.ok(letIn > (await allowed(eventId)));
  });
});
