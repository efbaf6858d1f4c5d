import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Refusal } from '../refusal.ts';
import { ADA, openWorld, type TestEvent, type TicketWorld } from '../tickets/ticket-world.fixture.ts';
import { ALL_ORDERS } from './order-filters.ts';
import { listOrders, type ListOrders } from './list-orders.ts';

const key = randomBytes(32);
const cursorKeys = { current: key, accepted: [key] };

const list = (world: TicketWorld, input: Partial<ListOrders> = {}) =>
  listOrders(world.database, {
    hostId: world.host.hostId,
    ...ALL_ORDERS,
    limit: 100,
    cursor: null,
    cursorKeys,
    ...input,
  });

async function orderTimes(world: TicketWorld, event: TestEvent, times: number): Promise<string[]> {
  const ids: string[] = [];
  for (let nr = 1; nr <= times; nr += 1) ids.push(await world.order({ event }));
  return ids;
}

test('a host’s orders are listed, the newest first, with who bought what for how much', async (t) => {
  const world = await openWorld(t);
  const free = await world.makeEvent({ name: 'Open Air' });
  const paid = await world.makeEvent({ name: 'Highlife Revival', ticketTypes: [{ priceMinor: 5_000 }] });
  const first = await world.order({ event: free });
  const second = await world.order({ event: paid, lines: [{ priceMinor: 5_000, quantity: 3 }] });
  const { items, nextCursor } = await list(world);
  assert.deepEqual(
    items.map(({ id }) => id),
    [second, first],
  );
  const { reference: _, createdAt, ...newest } = items[0] ?? assert.fail();
  assert.ok(createdAt instanceof Date);
  assert.deepEqual(newest, {
    id: second,
    status: 'processing',
    eventId: paid.eventId,
    source: 'api',
    eventName: 'Highlife Revival',
    country: 'NIGERIA',
    totalMinor: 15_000,
    currency: 'NGN',
    quantity: 3,
    buyer: { email: ADA.email, firstName: ADA.firstName, lastName: ADA.lastName },
    confirmedAt: null,
  });
  assert.equal(nextCursor, null);
});

test('page by page every order comes once, also where many were made in the same millisecond', async (t) => {
  const world = await openWorld(t);
  const [one, two] = [await world.makeEvent(), await world.makeEvent()];
  const ids = [...(await orderTimes(world, one, 4)), ...(await orderTimes(world, two, 3))];
  await world.database.query(`UPDATE orders SET created_at = '2026-03-04T12:00:00.123Z'`);
  for (const limit of [1, 2, 3, 7, 8]) {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(world, { limit, cursor });
      assert.ok(page.items.length <= limit);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    assert.deepEqual(seen, ids.toSorted().toReversed(), `pages of ${limit}`);
  }
});

test('an order that is made between two pages shifts nothing', async (t) => {
  const world = await openWorld(t);
  const event = await world.makeEvent();
  const [first, second] = await orderTimes(world, event, 2);
  const page = await list(world, { limit: 1 });
  await world.order({ event });
  const next = await list(world, { limit: 1, cursor: page.nextCursor });
  assert.deepEqual([page.items[0]?.id, next.items[0]?.id], [second, first]);
});

test('one event’s orders are listed alone; of another host’s event there are none, nor among all', async (t) => {
  const world = await openWorld(t);
  const other = await world.makeHost();
  const [mine, alsoMine] = [await world.makeEvent(), await world.makeEvent()];
  const theirs = await world.makeEvent({}, other);
  const [id] = await orderTimes(world, mine, 1);
  const [alsoId] = await orderTimes(world, alsoMine, 1);
  const [theirId] = await orderTimes(world, theirs, 1);
  const idsOf = async (input: Partial<ListOrders>) =>
    (await list(world, input)).items.map((order) => order.id);
  assert.deepEqual(await idsOf({ eventIds: [mine.eventId] }), [id]);
  assert.deepEqual(await idsOf({ eventIds: [theirs.eventId] }), []);
  assert.deepEqual(await idsOf({}), [alsoId, id]);
  assert.deepEqual(await idsOf({ hostId: other.hostId }), [theirId]);
});

test('a cursor turns the pages of its own list only', async (t) => {
  const world = await openWorld(t);
  const event = await world.makeEvent();
  await orderTimes(world, event, 2);
  const { nextCursor: cursor } = await list(world, { limit: 1 });
  const isInvalid = (error: unknown): boolean => error instanceof Refusal && error.code === 'invalid_cursor';
  const { hostId } = await world.makeHost();
  await assert.rejects(list(world, { cursor, hostId }), isInvalid);
  await assert.rejects(list(world, { cursor, eventIds: [event.eventId] }), isInvalid);
});
