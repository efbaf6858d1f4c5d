import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { startHoldEngine } from './hold-engine.fixture.ts';

const world = await startHoldEngine();
const { on, engine, together, outcomes, seatSale, lapse } = world;
after(() => world.close());
afterEach(() => world.check());

describe('seats', () => {
  test('one seat has one holder', async () => {
    const { ask, holders, idsOf } = await seatSale(3);
    const [a, b] = [ask([1]), ask([1])];
    assert.equal((await engine.hold(a)).outcome, 'held');
    const late = await engine.hold(b);
    assert.equal(late.outcome, 'seats_taken');
    assert.deepEqual(late.culprits, idsOf([1]));
    assert.deepEqual(await holders(), [null, a.token, null]);
  });

  test('several are had all or none, and whoever misses out is told which were taken', async () => {
    const { ask, holders, idsOf } = await seatSale(6);
    const [a, b] = [ask([1, 2, 4]), ask([0, 1, 4, 5])];
    assert.equal((await engine.hold(a)).outcome, 'held');
    const late = await engine.hold(b);
    assert.equal(late.outcome, 'seats_taken');
    assert.deepEqual(late.culprits, idsOf([1, 4]));
    assert.deepEqual(await holders(), [null, a.token, a.token, null, a.token, null]);
  });

  test('two who want the same seat in one batch: the first has it, the second is told', async () => {
    const { ask, holders, idsOf } = await seatSale(3);
    const [a, b, c] = [ask([0, 1]), ask([1, 2]), ask([2])];
    const results = await together(a, b, c);
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['held', 'seats_taken', 'held'],
    );
    assert.ok(results[1]?.culprits.includes(idsOf([1])[0] ?? ''));
    assert.deepEqual(await holders(), [a.token, a.token, c.token]);
  });

  test('in a refresh own seats can be kept, others added and some let go', async () => {
    const { ask, holders } = await seatSale(4);
    const { token } = ask([]);
    assert.deepEqual(await outcomes(ask([0, 1], { token })), ['held']);
    assert.deepEqual(await outcomes(ask([0, 1], { token })), ['refreshed']);
    assert.deepEqual(await outcomes(ask([1, 2, 3], { token })), ['refreshed']);
    assert.deepEqual(await holders(), [null, token, token, token]);
  });

  test('a refresh that wants a taken seat leaves the old seats as they were', async () => {
    const { ask, holders, idsOf } = await seatSale(3);
    const [a, b] = [ask([0]), ask([2])];
    await together(a, b);
    const result = await engine.hold(ask([0, 1, 2], { token: a.token }));
    assert.equal(result.outcome, 'seats_taken');
    assert.deepEqual(result.culprits, idsOf([2]));
    assert.deepEqual(await holders(), [a.token, null, b.token]);
  });

  test('those of a lapsed hold can be had, and do not come back to it', async () => {
    const { ask, holders } = await seatSale(2);
    const [a, b] = [ask([0, 1]), ask([1])];
    await engine.hold(a);
    await lapse(a);
    assert.deepEqual(await outcomes(b), ['held']);
    assert.deepEqual(await outcomes(ask([0, 1], { token: a.token })), ['seats_taken']);
    assert.deepEqual(await outcomes(ask([0], { token: a.token })), ['held']);
    assert.deepEqual(await holders(), [a.token, b.token]);
  });

  test('released seats are free at once', async () => {
    const { ask, holders } = await seatSale(2);
    const [a, b] = [ask([0, 1]), ask([0, 1])];
    await engine.hold(a);
    assert.deepEqual(await outcomes(ask([], { token: a.token })), ['released']);
    assert.deepEqual(await holders(), [null, null]);
    assert.deepEqual(await outcomes(b), ['held']);
  });

  test('the next buyer in the same batch can have what one lets go', async () => {
    const { ask, holders } = await seatSale(4);
    const [a, b] = [ask([0, 1]), ask([2])];
    await together(a, b);
    const [c, d] = [ask([0, 1]), ask([2])];
    const decided = await outcomes(ask([], { token: a.token }), c, ask([3], { token: b.token }), d);
    assert.deepEqual(decided, ['released', 'held', 'refreshed', 'held']);
    assert.deepEqual(await holders(), [c.token, c.token, d.token, b.token]);
  });

  test('a sold seat is taken for good', async () => {
    const { ask, eventId } = await seatSale(2);
    const setSold = (isSold: boolean) =>
      on.app.database.query('UPDATE seats SET is_sold = $2 WHERE event_id = $1 AND x = 0', [eventId, isSold]);
    await setSold(true);
    assert.deepEqual(await outcomes(ask([0]), ask([1])), ['seats_taken', 'held']);
    // Nobody has a ticket for it: the checker would mind.
    await setSold(false);
  });

  test('one that its host has taken away or sells as something else since it was priced is not held; the rest of the batch is', async () => {
    const { ask, holders, eventId } = await seatSale(4);
    const { database } = on.app;
    const [gone, other, fine] = [ask([0, 1]), ask([2]), ask([3])];
    await database.query('DELETE FROM seats WHERE id = $1', [gone.seatIds[0]]);
    await database.query(
      `WITH dear AS (
         INSERT INTO ticket_types (id, event_id, name, kind, price_minor, capacity)
         VALUES (new_id(), $1, 'Dear', 'SEATED', 1, 1) RETURNING id)
       UPDATE seats SET ticket_type_id = (SELECT id FROM dear) WHERE id = $2`,
      [eventId, other.seatIds[0]],
    );
    const results = await together(gone, other, fine);
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['seats_taken', 'seats_taken', 'held'],
    );
    // Nobody else has them: so they are read again.
    assert.deepEqual(results[0]?.culprits, []);
    assert.deepEqual(results[1]?.culprits, []);
    assert.deepEqual((await holders()).slice(0, 3), [null, null, fine.token]);
  });
});
