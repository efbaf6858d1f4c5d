import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import { held, makeHall, postHold } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { sellByHand } from '../../src/orders/host-order.fixture.ts';
import { Refusal } from '../../src/refusal.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { startTestApp } from '../harness/test-app.ts';
import { ENVIRONMENT, startRaces } from './races.fixture.ts';

const STOCK = 6;
const EACH = 8;

const world = await startRaces();
const { on, apps, host, hold } = world;
after(() => world.close());
afterEach(() => world.check());

const refusedOrSold = async (sale: Promise<unknown>): Promise<'sold' | 'refused'> => {
  try {
    await sale;
    return 'sold';
  } catch (error) {
    assert.ok(error instanceof Refusal && error.code === 'tickets_unavailable', String(error));
    return 'refused';
  }
};

describe('the host and its buyers want the same', () => {
  test('tickets: as many are sold and held as there are', async () => {
    const { eventId, slug, skus } = await makeEvent(on, host, {
      ticketTypes: [{ capacity: STOCK, priceMinor: 1_000 }],
    });
    const [sku = ''] = skus;
    const lines = [{ ticketTypeId: sku, quantity: 1, priceMinor: null }];
    const [sales, carts] = await Promise.all([
      Promise.all(
        Array.from({ length: EACH }, (_, at) =>
          refusedOrSold(sellByHand(apps[at % apps.length] ?? on, host, { eventId, lines })),
        ),
      ),
      Promise.all(
        Array.from({ length: EACH }, (_, at) =>
          hold(apps[at % apps.length] ?? on, slug, [{ sku, quantity: 1 }], randomUUID()),
        ),
      ),
    ]);
    const soldCount = sales.filter((outcome) => outcome === 'sold').length;
    const heldCount = carts.filter(({ status }) => status === 201).length;
    assert.equal(soldCount + heldCount, STOCK);
    const { rows } = await on.app.database.query('SELECT sold, held FROM ticket_types WHERE id = $1', [sku]);
    assert.deepEqual(rows, [{ sold: soldCount, held: heldCount }]);
  });

  test('seats: each has one owner', async () => {
    const { eventId, slug, skus, seatIds } = await makeHall(on, host, {
      seatsPerType: STOCK,
      event: { ticketTypes: [{ kind: 'SEATED', capacity: STOCK, priceMinor: 1_000 }] },
    });
    const lines = [{ ticketTypeId: skus[0] ?? '', quantity: 1, priceMinor: null }];
    const [sales, carts] = await Promise.all([
      Promise.all(
        seatIds.map((id, at) =>
          refusedOrSold(sellByHand(apps[at % apps.length] ?? on, host, { eventId, lines, seatIds: [id] })),
        ),
      ),
      Promise.all(seatIds.map((id) => postHold(on, slug, { items: [], seatIds: [id] }))),
    ]);
    seatIds.forEach((_, at) => {
      const owners = [sales[at] === 'sold', carts[at]?.status === 201].filter(Boolean).length;
      assert.equal(owners, 1, `seat ${at}: ${sales[at]} and ${carts[at]?.status}`);
    });
  });
});

test('without the locks, under the same load, more are had than there are', async (t) => {
  // A database that nobody checks.
  const unsafe = await startTestApp({ environment: ENVIRONMENT });
  t.after(() => unsafe.close());
  const { skus } = await makeEvent(unsafe, await makeHost(unsafe), { ticketTypes: [{ capacity: STOCK }] });
  const { database } = unsafe.app;
  const sell = async (): Promise<boolean> => {
    const { rows } = await database.query<{ left: number }>(
      `SELECT t.capacity - (SELECT count(*) FROM holds WHERE ticket_type_id = t.id) AS left FROM ticket_types AS t WHERE t.id = $1`,
      [skus[0]],
    );
    if ((rows[0]?.left ?? 0) < 1) return false;
    await database.query(
      `INSERT INTO holds (reservation_id, ticket_type_id, quantity, expires_at) VALUES ($1, $2, 1, now() + interval '1 hour')`,
      [randomUUID(), skus[0]],
    );
    return true;
  };
  const outcomes = await Promise.all(Array.from({ length: 2 * EACH }, sell));
  assert.ok(outcomes.filter(Boolean).length > STOCK);
});

test('a seat that a buyer holds is not the host’s, whoever asks first', async () => {
  const { eventId, slug, skus, seatIds } = await makeHall(on, host);
  const [seat = ''] = seatIds;
  await held(on, slug, { items: [], seatIds: [seat] });
  const lines = [{ ticketTypeId: skus[0] ?? '', quantity: 1, priceMinor: null }];
  assert.equal(await refusedOrSold(sellByHand(on, host, { eventId, lines, seatIds: [seat] })), 'refused');
});
