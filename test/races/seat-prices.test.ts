import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { addPrice, makeHall, postHold } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { makeHoldRequest } from '../../src/inventory/hold-engine.fixture.ts';
import { createHoldEngine, type HoldEngine, type HoldRequest } from '../../src/inventory/hold-engine.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { ENVIRONMENT, startRaces } from './races.fixture.ts';

// Buyers of the same seats, who want them at different prices, through two engines at once.

const SEATS = 20;
const CHILDREN = 8;
const BUYERS = 200;

const world = await startRaces();
const { on, host } = world;
after(() => world.close());
afterEach(() => world.check());

const PRICE_MINOR = 1_000_000;

/** How many seats are held in all, how many of those as a child's, and how many were promised. */
async function sell(
  app: TestApp,
  seller: TestHost,
): Promise<{ held: number; children: number; promised: number }> {
  const { database } = app.app;
  const hall = await makeHall(app, seller, {
    seatsPerType: SEATS,
    event: { ticketTypes: [{ kind: 'SEATED', priceMinor: PRICE_MINOR, capacity: SEATS }] },
  });
  const child = await addPrice(app, seller, hall, { priceMinor: PRICE_MINOR, ownLimit: CHILDREN });
  const [adult = ''] = hall.skus;
  const ask = (nth: number): HoldRequest => {
    const sku = nth % 2 === 0 ? child : adult;
    const seatIds = [hall.seatIds[Math.floor(nth / 2) % SEATS] ?? ''];
    return makeHoldRequest({
      eventId: hall.eventId,
      lines: [{ sku, quantity: 1, poolMates: [sku === child ? adult : child] }],
      seatIds,
      seatTypes: new Map(sku === child ? seatIds.map((id) => [id, child]) : []),
    });
  };
  const engines = [0, 1].map(() => createHoldEngine({ database, addressLimit: 10 }));
  try {
    const results = await Promise.all(
      Array.from({ length: BUYERS }, (_, nth) =>
        (engines[Math.floor(nth / 2) % 2] as HoldEngine).hold(ask(nth)),
      ),
    );
    const { rows } = await database.query<{ held: number; children: number }>(
      `SELECT count(*)::integer AS held, count(held_as)::integer AS children FROM seats WHERE event_id = $1 AND held_until > now()`,
      [hall.eventId],
    );
    const promised = results.filter((result) => result.outcome === 'held').length;
    return { ...(rows[0] ?? { held: -1, children: -1 }), promised };
  } finally {
    for (const engine of engines) await engine.close();
  }
}

describe('two hundred buyers want twenty seats at two prices', () => {
  test('every seat has one holder and one price, and of a price with a limit there are no more than that', async () => {
    const { held, children, promised } = await sell(on, host);
    // Each seat is wanted at both prices: where the limit is reached an adult has it.
    assert.deepEqual([promised, held], [SEATS, SEATS]);
    assert.ok(children > 0 && children <= CHILDREN, `${children} as a child’s`);
  });

  test('a price that is added while they sell refuses nobody', async () => {
    const hall = await makeHall(on, host, { seatsPerType: SEATS });
    // As many as one address may hold.
    const wanted = hall.seatIds.slice(0, 5);
    const holding = wanted.map((id, at) => postHold(world.apps[at % 3] ?? on, hall.slug, { seatIds: [id] }));
    const [answers, child] = await Promise.all([Promise.all(holding), addPrice(on, host, hall)]);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    const { rows } = await on.app.database.query(
      'SELECT t.held, p.capacity FROM ticket_types AS t JOIN pools AS p ON p.id = t.pool_id WHERE t.id = ANY ($1) ORDER BY t.position',
      [[hall.skus[0], child]],
    );
    assert.deepEqual(rows, [
      { held: wanted.length, capacity: SEATS },
      { held: 0, capacity: SEATS },
    ]);
  });

  test('an engine that forgets as what a seat is held is found out under the same load', async (t) => {
    const app = await startTestApp({ environment: ENVIRONMENT });
    t.after(() => app.close());
    const { rows } = await app.app.database.query<{ text: string }>(
      `SELECT pg_get_functiondef('write_batch'::regproc) AS text`,
    );
    const forgetful = (rows[0]?.text ?? '').replace(
      'held_as = nullif(asked.sku, s.ticket_type_id)',
      'held_as = NULL',
    );
    assert.notEqual(forgetful, rows[0]?.text);
    await app.app.database.query(forgetful);
    await sell(app, await makeHost(app));
    const violations = await checkInvariants(app.app.database);
    assert.ok(
      violations.some(({ promise }) => promise.startsWith('a seat is held by a reservation that lives')),
    );
  });
});
