import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import { lapse as lapseCart, pay, untilStatus } from '../../test/harness/buy.ts';
import { ask as askApi } from '../../test/harness/client.ts';
import { addPrice, askEmbed, held, postHold } from '../pages/checkout/embed/embed.fixture.ts';
import { makeHoldRequest, startHoldEngine } from './hold-engine.fixture.ts';
import { makePricedHall, orderSeats } from './priced-hall.fixture.ts';

const world = await startHoldEngine();
const { on, host, engine, outcomes, together, lapse, heldOf } = world;
const { database } = on.app;
after(() => world.close());
afterEach(() => world.check());

const pricedHall = (seats: number, rest: { ownLimit?: number | null } = {}) =>
  makePricedHall(world, seats, rest);

const ticketsOf = async (reference: string) => {
  const { rows } = await database.query<{ name: string; seat: string }>(
    `SELECT type.name, s.row_label || s.seat_label AS seat FROM orders AS o JOIN tickets AS t ON t.order_id = o.id
       JOIN ticket_types AS type ON type.id = t.ticket_type_id JOIN seats AS s ON s.id = t.seat_id
      WHERE o.reference = $1 ORDER BY s.x`,
    [reference],
  );
  return rows.map(({ name, seat }) => `${seat} ${name}`);
};

describe('seats at several prices', () => {
  test('are held as what each is bought as, and a refresh may say otherwise', async () => {
    const { ask, heldAs, adult, child, eventId } = await pricedHall(8);
    const first = ask([0], [1, 2]);
    assert.deepEqual(await outcomes(first), ['held']);
    assert.deepEqual((await heldAs()).slice(0, 4), ['adult', 'child', 'child', null]);
    assert.deepEqual([await heldOf(adult), await heldOf(child)], [1, 2]);
    assert.deepEqual(await outcomes(ask([1], [0, 3], { token: first.token })), ['refreshed']);
    assert.deepEqual((await heldAs()).slice(0, 4), ['child', 'adult', null, 'child']);
    assert.deepEqual([await heldOf(adult), await heldOf(child)], [1, 2]);
    assert.deepEqual(await outcomes(ask([], [], { token: first.token })), ['released']);
    const { rows } = await database.query(`SELECT 1 FROM seats WHERE event_id = $1 AND held_as IS NOT NULL`, [
      eventId,
    ]);
    assert.deepEqual(rows, []);
  });

  test('have one holder, whatever the price', async () => {
    const { ask, idsOf } = await pricedHall(8);
    assert.deepEqual(await outcomes(ask([0], []), ask([], [0]), ask([], [1])), [
      'held',
      'seats_taken',
      'held',
    ]);
    const late = await engine.hold(ask([1, 2], []));
    assert.deepEqual([late.outcome, late.culprits], ['seats_taken', idsOf([1])]);
  });

  test('of a price with a limit of its own there are no more than that, and the rest at the others', async () => {
    const { ask } = await pricedHall(8, { ownLimit: 1 });
    assert.deepEqual(await outcomes(ask([], [0, 1]), ask([], [0]), ask([], [1]), ask([1], [])), [
      'unavailable',
      'held',
      'unavailable',
      'held',
    ]);
  });

  test('a seat that lapsed at one price is available at another, and is sold as that', async () => {
    const { ask, heldAs } = await pricedHall(6);
    const first = ask([], [0, 1]);
    await together(first);
    await lapse(first);
    assert.deepEqual(await outcomes(ask([0, 1], [])), ['held']);
    assert.deepEqual((await heldAs()).slice(0, 3), ['adult', 'adult', null]);
    assert.deepEqual(await outcomes(ask([], [0], { token: first.token })), ['seats_taken']);
  });

  test('a seat is not held as what is no price of it, nor where the counts are others; the rest of the batch is', async () => {
    const { ask, adult, child, eventId, seatIds, heldAs } = await pricedHall(8);
    const other = await pricedHall(4);
    const stray = makeHoldRequest({
      eventId,
      lines: [{ sku: other.child, quantity: 1, poolMates: [other.adult] }],
      seatIds: seatIds.slice(0, 1),
      seatTypes: new Map([[seatIds[0] ?? '', other.child]]),
    });
    const miscounted = { ...ask([1], [2]), seatTypes: new Map<string, string>() };
    const unlocked = makeHoldRequest({
      eventId,
      lines: [{ sku: child, quantity: 1 }],
      seatIds: seatIds.slice(3, 4),
      seatTypes: new Map([[seatIds[3] ?? '', child]]),
    });
    const results = await together(stray, miscounted, ask([], [4]));
    assert.deepEqual(
      results.map(({ outcome, culprits }) => [outcome, culprits]),
      [
        ['seats_taken', []],
        ['seats_taken', []],
        ['held', []],
      ],
    );
    // A program that does not know of the pool reads its offers anew.
    assert.deepEqual(await outcomes(unlocked), ['stale_price']);
    assert.deepEqual(await heldAs(), [null, null, null, null, 'child', null, null, null]);
    assert.deepEqual([await heldOf(adult), await heldOf(child)], [0, 1]);
  });

  test('a deleted seat that was wanted as a further price is not held', async () => {
    const { ask, seatIds } = await pricedHall(6);
    const gone = ask([], [0, 1]);
    await database.query('DELETE FROM seats WHERE id = $1', [seatIds[0]]);
    assert.deepEqual(await outcomes(gone, ask([], [2])), ['seats_taken', 'held']);
    // As many as there are seats, for the checker.
    await database.query(
      `INSERT INTO seats (id, event_id, ticket_type_id, section, row_label, seat_label, x, y)
       SELECT $1, event_id, ticket_type_id, section, row_label, 'again', -1, 0 FROM seats WHERE id = $2`,
      [seatIds[0], seatIds[1]],
    );
  });

  test('are bought through the checkout: each ticket has the seat that was bought as its price', async () => {
    const { slug, eventId, adult, child, seatIds } = await pricedHall(8);
    const chosen = seatIds.slice(0, 4);
    const [first = '', second = '', , fourth = ''] = chosen;
    const token = randomUUID();
    const body = {
      seatIds: chosen,
      seatTypes: { [first.toUpperCase()]: child, [fourth]: child, [second]: adult },
    };
    const { quoteReference, items } = await held(on, slug, body, token);
    assert.deepEqual(
      items.map(({ name, quantity }) => [name, quantity]),
      [
        ['Child', 2],
        ['Adult', 2],
      ],
    );
    const { reference, checkoutUrl } = await orderSeats(on, { slug, token, quoteReference });
    await pay(checkoutUrl);
    await untilStatus(on, reference, 'confirmed');
    assert.deepEqual(await ticketsOf(reference), ['A1 Child', 'A2 Adult', 'A3 Adult', 'A4 Child']);
    const { rows } = await database.query(`SELECT 1 FROM seats WHERE event_id = $1 AND held_as IS NOT NULL`, [
      eventId,
    ]);
    assert.deepEqual(rows, []);
  });

  test('wrong words for what a seat is bought as are refused with their field', async () => {
    const { slug, seatIds, child } = await pricedHall(4);
    const [seat = '', stray = ''] = seatIds;
    const general = await pricedHall(4);
    const refused = async (seatTypes: Record<string, string>): Promise<unknown[]> => {
      const { status, body } = await postHold(on, slug, { seatIds: [seat], seatTypes });
      return [status, body.error_code, body.field];
    };
    assert.deepEqual(await refused({ [seat]: general.child }), [400, 'validation_failed', 'seatTypes']);
    assert.deepEqual(await refused({ [seat]: seat }), [400, 'validation_failed', 'seatTypes']);
    assert.deepEqual(await refused({ nonsense: child }), [400, 'validation_failed', 'seatTypes.nonsense']);
    assert.deepEqual(await refused({ [seat]: 'nonsense' }), [400, 'validation_failed', `seatTypes.${seat}`]);
    // A seat that was let go of.
    assert.equal((await postHold(on, slug, { seatIds: [seat], seatTypes: { [stray]: child } })).status, 201);
  });

  test('are bought at a price that is new, also where this process has not heard of it', async () => {
    const hall = await pricedHall(4);
    const { slug, seatIds } = hall;
    const [first = '', second = ''] = seatIds;
    await held(on, slug, { seatIds: [first] });
    // Triggers tell the processes of it.
    const tables = ['ticket_types', 'pools'];
    for (const table of tables) await database.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    const senior = await addPrice(on, host, hall, { name: 'Senior' });
    for (const table of tables) await database.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    const bought = await postHold(on, slug, { seatIds: [second], seatTypes: { [second]: senior } });
    assert.equal(bought.status, 201, JSON.stringify(bought.body));
  });

  test('a late payment has its seats as what they were bought as, or the money goes back', async () => {
    const { slug, child, seatIds, ask } = await pricedHall(8, { ownLimit: 2 });
    const late = async (indexes: number[]) => {
      const chosen = indexes.map((at) => seatIds[at] ?? '');
      const token = randomUUID();
      const seatTypes = { [chosen[0] ?? '']: child };
      const { quoteReference } = await held(on, slug, { seatIds: chosen, seatTypes }, token);
      const ordered = await orderSeats(on, { slug, token, quoteReference });
      await lapseCart(on, token);
      return ordered;
    };
    const found = await late([0, 1]);
    await pay(found.checkoutUrl);
    await untilStatus(on, found.reference, 'confirmed');
    assert.deepEqual(await ticketsOf(found.reference), ['A1 Child', 'A2 Adult']);
    // Seats are left, but not as that.
    const lost = await late([2, 3]);
    assert.deepEqual(await outcomes(ask([], [4])), ['held']);
    await pay(lost.checkoutUrl);
    await untilStatus(on, lost.reference, 'expired');
  });

  test('are told with what is left of each', async () => {
    const { slug, ask, child } = await pricedHall(4, { ownLimit: 3 });
    const shown = async () => {
      const { body } = await askApi(on, `/events/${slug}/tickets`, { key: host });
      return body.data.map((one: { quantityLeft: number; status: string }) => [one.quantityLeft, one.status]);
    };
    assert.deepEqual(await shown(), [
      [4, 'AVAILABLE'],
      [3, 'AVAILABLE'],
    ]);
    await together(ask([0, 1], [2]));
    assert.deepEqual(await shown(), [
      [1, 'AVAILABLE'],
      [1, 'AVAILABLE'],
    ]);
    const map = await askEmbed(on, `/${slug}/seats`);
    assert.deepEqual(map.body.data.furtherPrices, [[child]]);
  });
});
