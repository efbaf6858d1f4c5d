import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { makeSeed, rankOf } from '../../src/waiting-room/draw.ts';
import { normaliseWaitingEmail } from '../../src/rules/waiting-room.ts';
import { closeRoom, openRoom } from '../../src/waiting-room/change-room.ts';
import { makeRoomWorld, SETTINGS } from '../../src/waiting-room/room.fixture.ts';

// By hand: WAITING_PEOPLE=1000000
const PEOPLE = Number(process.env['WAITING_PEOPLE'] ?? 150_000);
const DRAWN = 250_000;
const BUCKETS = 1_000;
// Of chi-square with 999 degrees of freedom: a fair draw is beyond these once in a million times.
const FAIR = { low: 800, high: 1_230 };

/** How far the counts are from all the same: chi-square. */
function chiSquareOf(counts: Uint32Array, total: number): number {
  const expected = total / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

test('a draw of 250,000 is fair: when one came says nothing of one’s place', (t) => {
  const seed = makeSeed();
  const keys = new BigUint64Array(DRAWN);
  for (let at = 0; at < DRAWN; at++) {
    // The first eight bytes decide: two of so many share them once in hundreds of millions of draws.
    keys[at] = (rankOf(seed, randomUUID()).readBigUInt64BE(0) & ~0xfffffn) | BigInt(at);
  }
  keys.sort();
  // Of the first thousandth to come: how many of them are in each thousandth of the line. And of the first tenth of the line: when they came.
  const early = new Uint32Array(BUCKETS);
  const arrivals = new Uint32Array(BUCKETS);
  const cells = new Uint32Array(BUCKETS);
  for (let place = 0; place < DRAWN; place++) {
    const arrival = Number((keys[place] ?? 0n) & 0xfffffn);
    const [ofPlace, ofArrival] = [
      Math.floor((place * BUCKETS) / DRAWN),
      Math.floor((arrival * BUCKETS) / DRAWN),
    ];
    if (arrival < DRAWN / 10) early[ofPlace] = (early[ofPlace] ?? 0) + 1;
    if (place < DRAWN / 10) arrivals[ofArrival] = (arrivals[ofArrival] ?? 0) + 1;
    // Moved along by one's arrival: were later ones later in line, some of these would be full and others empty.
    const cell = (ofPlace + BUCKETS - ofArrival) % BUCKETS;
    cells[cell] = (cells[cell] ?? 0) + 1;
  }
  for (const [what, counts, total] of [
    ['the first tenth to come, over the line', early, DRAWN / 10],
    ['the first tenth of the line, over the times they came', arrivals, DRAWN / 10],
    ['place against arrival', cells, DRAWN],
  ] as const) {
    const chiSquare = chiSquareOf(counts, total);
    t.diagnostic(`${what}: chi-square ${chiSquare.toFixed(0)} of ${BUCKETS - 1} degrees of freedom`);
    // Of a tenth of all, drawn without putting back, the counts differ a little less.
    assert.ok(chiSquare > FAIR.low * 0.85 && chiSquare < FAIR.high, `${what}: ${chiSquare}`);
  }
  // The measure can tell: first come, first served is as unfair as can be.
  const unfair = new Uint32Array(BUCKETS);
  unfair[0] = DRAWN;
  assert.ok(chiSquareOf(unfair, DRAWN) > FAIR.high);
});

test('a bot with a thousand entries of one mailbox has one, and as many chances as anybody', async (t) => {
  const world = await makeRoomWorld();
  t.after(() => world.close());
  const { eventId } = await world.openRoom({ asksEmail: true });
  const spellings = Array.from({ length: 1_000 }, (_, at) =>
    at % 2 ? `b.o.t+${at}@gmail.com` : `bot+${at}@googlemail.com`,
  );
  assert.equal(new Set(spellings.map(normaliseWaitingEmail)).size, 1);
  // The owner of each address confirms it.
  const lineUp = async (email: string): Promise<string> => {
    const { entryId } = await world.join(eventId, { email });
    return world.confirm(eventId, entryId, email);
  };
  const bot = await Promise.all(spellings.map(lineUp));
  const people = await Promise.all(
    Array.from({ length: 1_000 }, (_, at) => lineUp(`buyer${at}@example.com`)),
  );
  assert.equal(bot.filter((outcome) => outcome === 'joined').length, 1);
  assert.equal(people.filter((outcome) => outcome === 'joined').length, 1_000);
  assert.equal((await world.readRow(eventId)).early_count, 1_001);
});

test(`a room of ${PEOPLE} is drawn, let in and shown, with exact places`, async (t) => {
  const world = await makeRoomWorld();
  t.after(() => world.close());
  const { database } = world;
  const { eventId } = await world.openRoom({ perMinute: 60_000, mostInside: 100_000 });
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const beganMs = performance.now();
    const result = await work();
    t.diagnostic(`${what}: ${(performance.now() - beganMs).toFixed(0)} ms`);
    return result;
  };
  const fill = async (count: number) => {
    await database.query(
      `INSERT INTO waiting_entries (event_id, id, line_key, lined_up_at, language)
       SELECT $1, id, '\\x00' || substring(sha256(uuid_send(id)) FROM 1 FOR 16), now(), 'en'
         FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $2)) AS made`,
      [eventId, count],
    );
    await database.query('UPDATE waiting_rooms SET early_count = early_count + $2 WHERE event_id = $1', [
      eventId,
      count,
    ]);
  };
  for (let filled = 0; filled < PEOPLE; filled += 50_000) await fill(50_000);

  await timed('the draw', () => world.draw(eventId));
  for (let at = 0; at < 5; at++) await timed('a tick that counts places', () => world.tick(eventId, 0));
  const joined = await timed('to line up behind them', () => world.join(eventId));
  assert.equal((await world.rooms.entryOf(eventId, joined.token))?.place, PEOPLE + 1);
  for (let second = 0; second < 3; second++) {
    const { let_in: letIn } = await timed('a tick that lets a thousand in', () => world.tick(eventId));
    assert.ok(letIn >= 1_000);
  }
  const { rows: some } = await database.query<{ id: string; key: Buffer }>(
    `SELECT id, line_key AS key FROM waiting_entries WHERE event_id = $1 AND line_key > '\\x0080' AND line_key < '\\x01' ORDER BY line_key LIMIT 5`,
    [eventId],
  );
  const { rows: right } = await database.query<{ place: number }>(
    'SELECT count(*) AS place FROM waiting_entries WHERE event_id = $1 AND line_key <= $2',
    [eventId, some[0]?.key],
  );
  const places = await timed('five places', async () => {
    const { rows } = await database.query<{ place: number }>(
      'SELECT place_in_line($1, key, $3) AS place FROM unnest($2::bytea[]) AS asked (key)',
      [eventId, some.map(({ key }) => key), PEOPLE],
    );
    return rows.map(({ place }) => place);
  });
  assert.deepEqual(
    places,
    places.map((_, at) => (right[0]?.place ?? 0) + at),
  );
  await timed('a hundred thousand inside', async () => {
    await database.query('UPDATE waiting_rooms SET extra_allowance = 10000 WHERE event_id = $1', [eventId]);
    for (let at = 0; at < 9; at++) {
      await database.query('UPDATE waiting_rooms SET extra_allowance = 10000 WHERE event_id = $1', [eventId]);
      await world.tick(eventId, 1);
    }
  });
  await timed('a tick with that many inside', () => world.tick(eventId));
  await timed('a closed room is replaced by a new one', () =>
    world.change(async (tx) => {
      await closeRoom(tx, { ...world.owner, eventId });
      const settings = { ...SETTINGS, drawsAt: new Date(Date.now() + 60_000) };
      await openRoom(tx, { ...world.owner, eventId, secretKeys: world.secretKeys, settings });
    }),
  );
  assert.equal((await world.readRow(eventId)).early_count, 0);
});
