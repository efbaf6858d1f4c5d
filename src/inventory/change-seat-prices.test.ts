import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, describe, test, type TestContext } from 'node:test';
import pg from 'pg';
import { untilWaiting } from '../../test/harness/waiting-for-locks.ts';
import { OPERATOR } from '../audit/actor.ts';
import { makeDoor } from '../check-in/doors.ts';
import { saveDraft } from '../events/save-draft.ts';
import { addPrice, held, makeHall } from '../pages/checkout/embed/embed.fixture.ts';
import { Refusal } from '../refusal.ts';
import { changeTicketType } from './change-ticket-type.ts';
import { deleteTicketType } from './delete-ticket-type.ts';
import { startHoldEngine } from './hold-engine.fixture.ts';
import { changePool, dissolvePool } from './pools/change-pool.ts';
import { listPools } from './pools/pool-fields.ts';
import { shareStock } from './pools/share-stock.ts';
import { makePricedHall, orderSeats } from './priced-hall.fixture.ts';
import { blockSeats, releaseSeats } from './seats/block-seats.ts';
import { replaceSeats } from './seats/replace-seats.ts';
import { listTicketTypes } from './ticket-type-fields.ts';

const world = await startHoldEngine();
const { on, host, outcomes, together } = world;
const { database } = on.app;
const { hostId } = host;
after(() => world.close());
afterEach(() => world.check());

const pricedHall = (seats: number, rest: { ownLimit?: number | null } = {}) =>
  makePricedHall(world, seats, rest);

const saying = (message: RegExp) => (error: unknown) =>
  error instanceof Refusal && message.test(error.message);

describe('members', () => {
  const capacities = async (eventId: string): Promise<number[]> => {
    const types = await listTicketTypes(database, { hostId, eventId });
    const pools = await listPools(database, { hostId, eventId });
    return [...types.map(({ capacity }) => capacity), ...pools.map(({ capacity }) => capacity)];
  };

  test('block and release seats, and all their prices and the pool follow', async () => {
    const { eventId, seatIds } = await pricedHall(4, { ownLimit: 3 });
    assert.deepEqual(await capacities(eventId), [4, 3, 4]);
    const which = { hostId, eventId, actor: OPERATOR, seatIds: seatIds.slice(0, 2) };
    await database.transaction((tx) => blockSeats(tx, { ...which, reason: '', color: 0 }));
    assert.deepEqual(await capacities(eventId), [2, 2, 2]);
    await database.transaction((tx) => releaseSeats(tx, which));
    assert.deepEqual(await capacities(eventId), [4, 3, 4]);
  });

  test('replace the seats: all prices follow, taken ones stay what they are, and a further price has no seats', async () => {
    const { eventId, ask } = await pricedHall(3);
    await together(ask([], [1]));
    const replace = (...lines: string[]) =>
      database.transaction(async (tx) => {
        const { rows } = await tx.query<{ version: number }>('SELECT version FROM events WHERE id = $1', [
          eventId,
        ]);
        const text = ['section,row,seat,type', ...lines].join('\n');
        const version = rows[0]?.version ?? 0;
        return replaceSeats(tx, { hostId, eventId, actor: OPERATOR, version, text, newTypes: [] });
      });
    await assert.rejects(replace('Stalls,A,1,Child', 'Stalls,A,2,Adult'), saying(/The list has errors/));
    await assert.rejects(replace('Stalls,A,1,Adult'), saying(/Stalls A 2 \(held\)/));
    await replace('Stalls,A,2,Adult', 'Stalls,A,4,adult');
    assert.deepEqual(await capacities(eventId), [2, 2, 2]);
    assert.deepEqual(await outcomes(ask([], [2])), ['seats_taken']);
  });

  test('make a draft without seats one that is sold by the number, and its prices ticket types like others', async () => {
    const hall = await makeHall(on, host, { event: { status: 'DRAFT' } });
    const { eventId } = hall;
    await addPrice(on, host, hall);
    await database.query('DELETE FROM seats WHERE event_id = $1', [eventId]);
    await database.query('UPDATE ticket_types SET capacity = 0 WHERE event_id = $1', [eventId]);
    await database.query('UPDATE pools SET capacity = 0 WHERE event_id = $1', [eventId]);
    await database.transaction((tx) =>
      saveDraft(tx, { hostId, eventId, actor: OPERATOR, version: 1, changes: { kind: 'general' } }),
    );
    const types = await listTicketTypes(database, { hostId, eventId });
    assert.deepEqual(
      types.map(({ name, kind, seatsOf, poolId }) => [name, kind, seatsOf, poolId]),
      [
        ['Front', 'GENERAL', null, null],
        ['Child', 'GENERAL', null, null],
      ],
    );
  });

  test('give a price a limit of its own or take it away, never below what is sold and held', async () => {
    const { eventId, child, adult, ask } = await pricedHall(6);
    await together(ask([0], [1, 2]));
    const limit = (ticketTypeId: string, ownLimit: number | null, version: number) =>
      database.transaction((tx) =>
        changeTicketType(tx, {
          hostId,
          eventId,
          ticketTypeId,
          actor: OPERATOR,
          version,
          changes: { ownLimit },
        }),
      );
    await assert.rejects(limit(child, 1, 1), saying(/^ownLimit must be at least 2/));
    await assert.rejects(limit(adult, 1, 1), saying(/^ownLimit is only for additional prices/));
    assert.equal((await limit(child, 2, 1)).capacity, 2);
    assert.deepEqual(await outcomes(ask([], [3])), ['unavailable']);
    assert.equal((await limit(child, 100, 2)).capacity, 6);
    assert.equal((await limit(child, null, 3)).capacity, 6);
    assert.deepEqual(await outcomes(ask([], [3])), ['held']);
  });

  test('delete the prices before the seats’ own, and the pool goes with the last one', async () => {
    const hall = await pricedHall(4);
    const { eventId, adult, child } = hall;
    const senior = await addPrice(on, host, hall, { name: 'Senior' });
    const remove = (ticketTypeId: string) =>
      database.transaction((tx) => deleteTicketType(tx, { hostId, eventId, ticketTypeId, actor: OPERATOR }));
    await database.query('UPDATE seats SET blocked_reason = NULL WHERE event_id = $1', [eventId]);
    await assert.rejects(remove(adult), saying(/4 seats use it/));
    await remove(child);
    assert.deepEqual(await capacities(eventId), [4, 4, 4]);
    await remove(senior);
    assert.deepEqual(await capacities(eventId), [4]);
    const again = await addPrice(on, host, hall);
    await database.query('DELETE FROM seats WHERE event_id = $1', [eventId]);
    await assert.rejects(remove(adult), saying(/other prices \(Child\)/));
    await remove(again);
    await remove(adult);
  });

  test('add a price to the doors and questions for its seats, and to no others', async () => {
    const hall = await makeHall(on, host, {
      seatsPerType: 2,
      event: { ticketTypes: ['Adult', 'Box'].map((name) => ({ kind: 'SEATED', name, capacity: 2 })) },
    });
    const { eventId } = hall;
    const [adult = '', box = ''] = hall.skus;
    const which = { hostId, eventId, actor: OPERATOR };
    const forTypes = [[adult], [box, adult], [box], null];
    for (const [nth, ticketTypeIds] of forTypes.entries()) {
      await database.transaction((tx) => makeDoor(tx, { ...which, name: `Door ${nth}`, ticketTypeIds }));
      await database.query(
        `INSERT INTO questions (id, event_id, position, per, kind, label, help, choices, is_required, ticket_type_ids, is_shown_at_door)
         VALUES ($1, $2, $3, 'ticket', 'text', 'Your diet', '', '{}', false, $4, false)`,
        [randomUUID(), eventId, nth + 1, ticketTypeIds],
      );
    }
    const child = await addPrice(on, host, hall);
    const doors = await database.query(
      'SELECT ticket_type_ids AS ids, version FROM doors WHERE event_id = $1 ORDER BY name',
      [eventId],
    );
    // A member who has the door open in a form is told that it has changed.
    assert.deepEqual(doors.rows, [
      { ids: [adult, child], version: 2 },
      { ids: [box, adult, child], version: 2 },
      { ids: [box], version: 1 },
      { ids: null, version: 1 },
    ]);
    const questions = await database.query(
      'SELECT ticket_type_ids AS ids FROM questions WHERE event_id = $1 ORDER BY position',
      [eventId],
    );
    assert.deepEqual(
      questions.rows,
      doors.rows.map(({ ids }) => ({ ids })),
    );
  });

  test('delete a ticket type, and its further prices are found by an index', async () => {
    // As the foreign key asks.
    const asked = 'SELECT 1 FROM ONLY ticket_types AS x WHERE $1::uuid = x.seats_of FOR KEY SHARE OF x';
    const plan = await database.transaction(async (tx) => {
      // However few rows there are.
      await tx.query('SET LOCAL enable_seqscan = off');
      await tx.query(`SET LOCAL plan_cache_mode = 'force_generic_plan'`);
      await tx.query(`PREPARE further_prices AS ${asked}`);
      const { rows } = await tx.query(`EXPLAIN EXECUTE further_prices ('${randomUUID()}')`);
      await tx.query('DEALLOCATE further_prices');
      return JSON.stringify(rows);
    });
    assert.match(plan, /ticket_types_seats_of/);
  });

  describe('delete a price while its seats are sold:', () => {
    const remove = ({ eventId, child }: { eventId: string; child: string }) =>
      database.transaction((tx) =>
        deleteTicketType(tx, { hostId, eventId, ticketTypeId: child, actor: OPERATOR }),
      );
    /** Somebody else's transaction, while the price is being deleted and waits. */
    const beside = async (t: TestContext): Promise<pg.Client> => {
      const client = new pg.Client({ connectionString: on.testDatabase.url });
      t.after(() => client.end());
      await client.connect();
      await client.query('BEGIN');
      return client;
    };
    const untilWaits = (text: string) => untilWaiting(on.testDatabase.database, { text });

    test('nothing is locked while all orders of the event are looked through', async (t) => {
      const hall = await pricedHall(4);
      const keeper = await beside(t);
      await keeper.query('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE');
      const removed = remove(hall);
      await untilWaits('FROM orders');
      const { rows } = await keeper.query(
        'SELECT id FROM ticket_types WHERE event_id = $1 ORDER BY position FOR UPDATE SKIP LOCKED',
        [hall.eventId],
      );
      await keeper.query('ROLLBACK');
      await removed;
      assert.deepEqual(rows, [{ id: hall.adult }, { id: hall.child }]);
    });

    test('an order that was on its way meanwhile is found, whatever time it says', async (t) => {
      const hall = await pricedHall(4);
      const { slug, adult, child, seatIds } = hall;
      const token = randomUUID();
      const { quoteReference } = await held(on, slug, { seatIds: seatIds.slice(0, 1) }, token);
      const { reference } = await orderSeats(on, { slug, token, quoteReference });
      const [keeper, late] = [await beside(t), await beside(t)];
      // It ends unpaid before anybody can see it.
      const { rows } = await late.query<{ id: string }>(
        `INSERT INTO orders SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'reference', $4::text,
             'reservation_id', NULL, 'quote_reference', $4::text, 'receipt_token', gen_random_uuid(), 'return_token', gen_random_uuid(),
             'status', 'expired', 'quote', replace(o.quote::text, $2, $3)::jsonb, 'created_at', o.created_at - interval '1 day'))).*
           FROM orders AS o WHERE reference = $1 RETURNING id`,
        [reference, adult, child, `${reference.slice(0, -1)}${reference.endsWith('A') ? 'B' : 'A'}`],
      );
      await keeper.query('SELECT 1 FROM ticket_types WHERE id = $1 FOR UPDATE', [adult]);
      const refused = assert.rejects(remove(hall), saying(/it was ordered/));
      await untilWaits('FOR UPDATE OF t');
      await late.query('COMMIT');
      await keeper.query('COMMIT');
      await refused;
      await database.query('DELETE FROM orders WHERE id = $1', [rows[0]?.id]);
    });
  });

  test('don’t add prices to prices, nor to what has no seats, nor change such a pool as one of their own', async () => {
    const hall = await pricedHall(4);
    const { eventId, adult, child } = hall;
    await assert.rejects(addPrice(on, host, hall, { seatsOf: child }), saying(/^seatsOf must be/));
    await assert.rejects(addPrice(on, host, hall, { seatsOf: randomUUID() }), saying(/^seatsOf must be/));
    const [pool] = await listPools(database, { hostId, eventId });
    assert.ok(pool);
    const which = { hostId, eventId, actor: OPERATOR };
    await assert.rejects(
      database.transaction((tx) => dissolvePool(tx, { ...which, ...pool })),
      saying(/prices of the seats of Adult/),
    );
    await assert.rejects(
      database.transaction((tx) => changePool(tx, { ...which, ...pool, ticketTypeIds: [child] })),
      saying(/prices of the seats of Adult/),
    );
    await assert.rejects(
      database.transaction((tx) =>
        shareStock(tx, { ...which, name: 'Mixed', capacity: 4, ticketTypeIds: [adult, child] }),
      ),
      saying(/^ticketTypeIds/),
    );
  });
});
