import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { until } from '../../test/harness/until.ts';
import { Refusal } from '../refusal.ts';
import { hashOf, makeSeed, rankOf } from './draw.ts';
import { createLine } from './line-up.ts';
import { closeRoom, letInNow, pauseRoom } from './change-room.ts';
import { readDraw, readDrawnEntries } from './read-draw.ts';
import { makeRoomWorld, type RoomWorld } from './room.fixture.ts';
import { verifyDraw } from './verify-draw.ts';

let world: RoomWorld;
before(async () => {
  world = await makeRoomWorld();
});
after(() => world.close());

const linedUp = (eventId: string, count: number, rest = {}) =>
  Promise.all(Array.from({ length: count }, () => world.join(eventId, rest)));
const placesOf = async (eventId: string, entries: { token: string }[]) =>
  Promise.all(entries.map(async ({ token }) => (await world.rooms.entryOf(eventId, token))?.place));

describe('the line', () => {
  test('before the draw nobody has a place, and a copy of the database tells no seed', async () => {
    const { eventId } = await world.openRoom();
    const [one] = await linedUp(eventId, 3);
    assert.ok(one);
    assert.deepEqual(await world.rooms.entryOf(eventId, one.token), {
      entry: one.entryId,
      place: null,
      isEarly: true,
      mustConfirm: false,
      admission: null,
      hasExpired: false,
    });
    const state = await world.rooms.stateOf(eventId);
    assert.deepEqual([state?.phase, state?.inLine, state?.seed], ['line_up', 3, null]);
    const { seed, seed_ciphertext: box, early_count: count } = await world.readRow(eventId);
    assert.deepEqual([seed, count], [null, 3]);
    assert.ok(box);
  });

  test('the draw puts everybody by the seed, whoever came first, and anybody can check it', async () => {
    const { eventId } = await world.openRoom();
    const hash = (await world.rooms.stateOf(eventId))?.seedHash;
    const entries = await linedUp(eventId, 300);
    assert.equal(await readDraw(world.database, eventId), null);
    await world.draw(eventId);
    const { seed } = await world.readRow(eventId);
    assert.ok(seed);
    const byRank = entries.toSorted((one, other) =>
      Buffer.compare(rankOf(seed, one.entryId), rankOf(seed, other.entryId)),
    );
    assert.deepEqual(
      await placesOf(eventId, byRank),
      byRank.map((_, at) => at + 1),
    );
    const draw = await readDraw(world.database, eventId);
    assert.ok(draw);
    assert.deepEqual([draw.seedHash, draw.count], [hash, 300]);
    const listed: string[] = [];
    for await (const page of readDrawnEntries(world.database, eventId)) listed.push(...page);
    assert.deepEqual(
      listed,
      byRank.map(({ entryId }) => entryId),
    );
    assert.deepEqual(verifyDraw({ ...draw, entries: listed }), { isRight: true, count: 300 });
  });

  test('a buyer who comes after the draw is behind all of it, in the order of coming, and is not in its list', async () => {
    const { eventId } = await world.openRoom();
    await linedUp(eventId, 5);
    await world.draw(eventId);
    const late = [await world.join(eventId), await world.join(eventId)];
    assert.deepEqual(await placesOf(eventId, late), [6, 7]);
    const listed: string[] = [];
    for await (const page of readDrawnEntries(world.database, eventId)) listed.push(...page);
    assert.equal(listed.length, 5);
  });

  test('an entry that is sent again is the same one; one that the draw made known is given to nobody else', async () => {
    const { eventId } = await world.openRoom();
    const entryId = randomUUID();
    const first = await world.join(eventId, { entryId });
    const again = await world.join(eventId, { entryId: entryId.toUpperCase() });
    assert.deepEqual([first.outcome, again.outcome, again.token], ['joined', 'known', first.token]);
    await world.draw(eventId);
    const thief = await world.join(eventId, { entryId });
    assert.equal(thief.outcome, 'joined');
    assert.notEqual(thief.entryId, entryId);
    assert.deepEqual(await placesOf(eventId, [first, thief]), [1, 2]);
  });

  test('one entry for each e-mail address, however it is spelt', async () => {
    const { eventId } = await world.openRoom({ asksEmail: true });
    await assert.rejects(world.join(eventId), { field: 'email' });
    const outcomes: string[] = [];
    for (const email of [
      'ada.obi@gmail.com',
      'AdaObi+2@googlemail.com',
      'eve@shop.example',
      'eve+1@shop.example',
    ]) {
      const { outcome, entryId } = await world.join(eventId, { email });
      outcomes.push(outcome, await world.confirm(eventId, entryId, email));
    }
    // Only the owner of the address is told that it is already in line.
    const ofEach = ['asked', 'joined', 'asked', 'email_known'];
    assert.deepEqual(outcomes, [...ofEach, ...ofEach]);
    assert.equal((await world.readRow(eventId)).early_count, 2);
  });

  test('an address has as many as it may, and no more; a server that calls for many is not counted', async () => {
    const { eventId } = await world.openRoom();
    const address = '198.51.100.7';
    const outcomes = (await linedUp(eventId, 310, { address })).map(({ outcome }) => outcome);
    assert.deepEqual(
      [outcomes.filter((one) => one === 'joined').length, outcomes.filter((one) => one === 'full').length],
      [300, 10],
    );
    assert.equal(
      (await linedUp(eventId, 5, { address: null })).every(({ outcome }) => outcome === 'joined'),
      true,
    );
    assert.equal((await world.readRow(eventId)).early_count, 305);
  });

  test('a token of another event, or one that was touched, is nobody’s', async () => {
    const [one, other] = [await world.openRoom(), await world.openRoom()];
    const { token } = await world.join(one.eventId);
    assert.equal(await world.rooms.entryOf(other.eventId, token), null);
    assert.equal(await world.rooms.entryOf(one.eventId, `${token.slice(0, -1)}~`), null);
    for (const nonsense of ['', '.', 'x.y', 'a'.repeat(500)]) {
      assert.equal(await world.rooms.entryOf(one.eventId, nonsense), null);
    }
  });

  test('a rank of a room that was replaced meanwhile is worth nothing', async () => {
    const { eventId } = await world.openRoom();
    const room = await world.rooms.find(eventId);
    assert.ok(room);
    const known = { room: { ...room, seedHash: hashOf(makeSeed()).toString('hex') }, seed: makeSeed() };
    const entry = {
      entryId: randomUUID(),
      language: 'en',
      address: null,
      emailHash: null,
      deviceId: null,
    } as const;
    const lineUp = createLine(world.database);
    assert.equal((await lineUp({ known, ...entry })).outcome, 'other_room');
    assert.equal((await lineUp({ known: { ...known, room }, ...entry })).outcome, 'joined');
  });

  test('an event without a room, and one whose room is closed, have none to line up in', async () => {
    const { eventId } = await world.openRoom();
    await world.change((tx) => closeRoom(tx, { ...world.owner, eventId }));
    await until('the room to be gone', async () => (await world.rooms.find(eventId)) === null);
    assert.equal(world.rooms.mayHaveRoom(eventId), false);
    assert.equal((await world.join(eventId)).outcome, 'no_room');
    assert.equal(await world.rooms.stateOf(eventId), null);
  });
});

describe('letting in', () => {
  test('goes by place, at the rate, and saves up only a part of a person', async () => {
    const { eventId } = await world.openRoom({ perMinute: 90 });
    const entries = await linedUp(eventId, 20);
    await world.draw(eventId);
    const counts = [];
    for (let at = 0; at < 4; at++) counts.push((await world.tick(eventId)).let_in);
    // One and a half a second.
    assert.deepEqual(counts, [1, 2, 1, 2]);
    const states = await Promise.all(entries.map(({ token }) => world.rooms.entryOf(eventId, token)));
    const places = states.filter((state) => state?.admission).map((state) => state?.place);
    assert.deepEqual(new Set(places), new Set([1, 2, 3, 4, 5, 6]));
    const { front_place: front, let_in_count: letIn } = await world.readRow(eventId);
    assert.deepEqual([front, letIn], [6, 6]);
    // However long nobody ticked.
    assert.equal((await world.tick(eventId, 3_600)).let_in, 7);
  });

  test('never more inside than there may be, and who buys or leaves makes room', async () => {
    const room = await world.openRoom({ mostInside: 3 });
    const { eventId } = room;
    const entries = await linedUp(eventId, 10);
    await world.draw(eventId);
    assert.equal((await world.tick(eventId)).let_in, 3);
    assert.equal((await world.tick(eventId)).let_in, 0);
    const inside = await insiders(eventId, entries);
    await world.rooms.leave(eventId, inside[0]?.token ?? '');
    assert.equal((await world.tick(eventId)).let_in, 1);
    const [, buyer] = inside;
    assert.ok(buyer);
    await buyWith(room, buyer.admission);
    assert.equal((await world.tick(eventId)).let_in, 1);
    assert.equal((await world.readRow(eventId)).peak_inside, 3);
    assert.equal((await world.rooms.entryOf(eventId, buyer.token))?.hasExpired, true);
  });

  test('a buyer who has left is passed over, and costs nobody a turn', async () => {
    const { eventId } = await world.openRoom({ perMinute: 120 });
    const entries = await linedUp(eventId, 6);
    await world.draw(eventId);
    const places = await placesOf(eventId, entries);
    for (const gone of [1, 2, 3]) {
      await world.rooms.leave(eventId, entries[places.indexOf(gone)]?.token ?? '');
    }
    const counts = [];
    for (let at = 0; at < 3; at++) counts.push((await world.tick(eventId)).let_in);
    assert.deepEqual(counts, [0, 3, 0]);
    const { front_place: front, let_in_count: letIn } = await world.readRow(eventId);
    assert.deepEqual([front, letIn], [6, 3]);
  });

  test('a pause stops the rate, and a member can let some in by hand', async () => {
    const { eventId } = await world.openRoom();
    await linedUp(eventId, 30);
    await world.draw(eventId);
    await world.change((tx) => pauseRoom(tx, { ...world.owner, eventId }));
    assert.deepEqual(await world.tick(eventId), { phase: 'paused', is_drawn: false, let_in: 0 });
    await world.change((tx) => letInNow(tx, { ...world.owner, eventId, count: 4 }));
    assert.equal((await world.tick(eventId)).let_in, 4);
    assert.equal((await world.tick(eventId)).let_in, 0);
  });

  test('holds that come late lower the pace, and it comes back', async () => {
    const { eventId } = await world.openRoom({ perMinute: 600 });
    await linedUp(eventId, 100);
    await world.draw(eventId);
    const heard: string[] = [];
    const watch = world.rooms.watchHolds({
      begin: () => {},
      onBatch: (size, tookMs) => heard.push(`${size} ${tookMs}`),
      onRefused: () => heard.push('refused'),
    });
    watch.onBatch(7, 999);
    assert.equal((await world.readRow(eventId)).late_at, null);
    watch.onBatch(8, 1_001);
    await until('the room to be told', async () => (await world.readRow(eventId)).late_at !== null);
    assert.deepEqual(heard, ['7 999', '8 1001']);
    assert.equal((await world.tick(eventId)).let_in, 5);
    assert.equal((await world.tick(eventId)).let_in, 2);
    for (let at = 0; at < 5; at++) await world.tick(eventId, 0);
    assert.equal(Math.round((await world.readRow(eventId)).pace * 100), 5);
    await world.database.query(
      `UPDATE waiting_rooms SET late_at = late_at - interval '6 seconds' WHERE event_id = $1`,
      [eventId],
    );
    for (let at = 0; at < 20; at++) await world.tick(eventId, 0);
    assert.equal((await world.readRow(eventId)).pace, 1);
  });

  test('the room of an event that is over closes by itself', async () => {
    const { eventId } = await world.openRoom();
    await world.database.query(`UPDATE events SET status = 'CANCELLED' WHERE id = $1`, [eventId]);
    assert.equal((await world.tick(eventId)).phase, 'closed');
    await until('it to be known', async () => (await world.rooms.find(eventId)) === null);
  });
});

describe('holds in a waiting room', () => {
  const refusalOf = async (admitted: Promise<void>): Promise<Refusal> => {
    const error: unknown = await admitted.then(
      () => null,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof Refusal, String(error));
    assert.equal(error.code, 'waiting_room');
    return error;
  };
  const embed = (room: { eventId: string; slug: string }, token: string, admission?: string) =>
    world.rooms.admit({ ...room, token, admission, byApi: false, address: '192.0.2.1' });
  const api = (room: { eventId: string; slug: string }, token: string | null) =>
    world.rooms.admit({ ...room, token, byApi: true, address: '192.0.2.1' });

  test('an admission is for one cart, and for its own event', async () => {
    const [room, other] = [await world.openRoom(), await world.openRoom()];
    const [entry] = await linedUp(room.eventId, 1);
    await world.draw(room.eventId);
    await world.draw(other.eventId);
    assert.ok(entry);
    await refusalOf(embed(room, randomUUID()));
    await refusalOf(embed(room, randomUUID(), entry.token));
    await world.tick(room.eventId);
    const admission = (await world.rooms.entryOf(room.eventId, entry.token))?.admission?.token;
    assert.ok(admission);
    await refusalOf(embed(other, randomUUID(), admission));
    const cart = randomUUID();
    await embed(room, cart, admission);
    await world.holdDirectly(room, cart);
    await embed(room, cart, admission);
    const refusal = await refusalOf(embed(room, randomUUID(), admission));
    assert.match(refusal.message, /another tab or browser/);
    assert.equal(refusal.roomUrl, `https://tickets.example/checkout/${room.slug}/room`);
    assert.equal(await world.rooms.mayEnter(room.eventId, admission), true);
    assert.equal(await world.rooms.mayEnter(room.eventId, `${admission}x`), false);
  });

  test('a turn that is over opens nothing, unless its cart lives; then one may line up again at the end', async () => {
    const room = await world.openRoom({ asksEmail: true });
    const { eventId } = room;
    const email = 'ada@example.com';
    const lineUp = async () => {
      const entry = await world.join(eventId, { email });
      return { ...entry, outcome: await world.confirm(eventId, entry.entryId, email) };
    };
    const first = await lineUp();
    await world.draw(eventId);
    await world.tick(eventId);
    const admission = (await world.rooms.entryOf(eventId, first.token))?.admission?.token ?? '';
    const cart = randomUUID();
    await embed(room, cart, admission);
    await world.holdDirectly(room, cart);
    await world.database.query(
      `UPDATE waiting_entries SET admitted_until = now() - interval '1 second', bound_at = now() - interval '2 minutes' WHERE event_id = $1 AND let_in_at IS NOT NULL`,
      [eventId],
    );
    // The other process remembers nothing.
    const second = await world.openProcess();
    const there = { ...room, admission, byApi: false, address: null };
    await second.rooms.admit({ ...there, token: cart });
    assert.equal((await lineUp()).outcome, 'email_known');
    await world.database.query(
      `UPDATE waiting_entries SET admitted_until = now() - interval '1 second', bound_at = now() - interval '2 minutes' WHERE event_id = $1 AND let_in_at IS NOT NULL`,
      [eventId],
    );
    await world.database.query(`UPDATE reservations SET expires_at = now() WHERE event_id = $1`, [eventId]);
    const third = await world.openProcess();
    assert.match((await refusalOf(third.rooms.admit({ ...there, token: cart }))).message, /turn has expired/);
    assert.equal((await world.rooms.entryOf(eventId, first.token))?.hasExpired, true);
    const again = await lineUp();
    assert.equal(again.outcome, 'joined');
    assert.deepEqual(await placesOf(eventId, [again]), [2]);
  });

  test('a cart of the API is lined up by asking, and let in by its X-Device-ID', async () => {
    const room = await world.openRoom();
    const { eventId, slug } = room;
    assert.match((await refusalOf(api(room, null))).message, /X-Device-ID/);
    const device = randomUUID();
    const refusal = await refusalOf(api(room, device));
    assert.equal(refusal.retryAfterSeconds, 30);
    const link = new URL(refusal.roomUrl ?? '');
    assert.equal(link.pathname, `/checkout/${slug}/room`);
    assert.equal(world.rooms.readDevice(eventId, link.searchParams.get('device') ?? ''), device);
    assert.equal(world.rooms.readDevice(eventId, device), null);
    await refusalOf(api(room, device));
    assert.equal((await world.readRow(eventId)).early_count, 1);
    // Its buyer sees the same place on our page.
    const shown = await world.join(eventId, { deviceId: device });
    assert.equal(shown.outcome, 'known');
    await world.draw(eventId);
    await world.tick(eventId);
    await api(room, device);
    await api(room, device);
  });

  test('if an e-mail address is asked for, a cart of the API has to line up on the page', async () => {
    const room = await world.openRoom({ asksEmail: true });
    const device = randomUUID();
    await refusalOf(api(room, device));
    assert.equal((await world.readRow(room.eventId)).early_count, 0);
    const { entryId } = await world.join(room.eventId, { deviceId: device, email: 'ada@example.com' });
    await world.confirm(room.eventId, entryId, 'ada@example.com');
    await world.draw(room.eventId);
    await world.tick(room.eventId);
    await api(room, device);
    const order = { eventId: room.eventId, token: device };
    await world.rooms.checkEmail({ ...order, email: 'Ada+x@example.com' });
    await assert.rejects(world.rooms.checkEmail({ ...order, email: 'eve@example.com' }), { field: 'email' });
    await world.rooms.checkEmail({ ...order, token: randomUUID(), email: 'eve@example.com' });
  });
});

async function insiders(eventId: string, entries: { token: string }[]) {
  const found: { token: string; admission: string }[] = [];
  for (const { token } of entries) {
    const admission = (await world.rooms.entryOf(eventId, token))?.admission;
    if (admission) found.push({ token, admission: admission.token });
  }
  return found;
}

/** As far as the room knows: a confirmed order of the cart that came in with the admission. */
async function buyWith(
  room: { eventId: string; slug: string; sku: string },
  admission: string,
): Promise<void> {
  const token = randomUUID();
  await world.rooms.admit({ ...room, token, admission, byApi: false, address: null });
  await world.holdDirectly(room, token);
  await world.buyDirectly(room, token);
}
