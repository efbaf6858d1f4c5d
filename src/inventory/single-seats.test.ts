import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import { makeEvent } from '../../test/harness/make-catalog.ts';
import { until } from '../../test/harness/until.ts';
import { countWaiting } from '../../test/harness/waiting-for-locks.ts';
import { callFunction } from '../db/call-function.ts';
import { toArguments } from './hold-arguments.ts';
import { ADDRESS_LIMIT, makeHoldRequest, startHoldEngine, type Cart } from './hold-engine.fixture.ts';
import { createSeats, type NewSeat } from './seats/create-seats.ts';
import { readSeatPlan } from './seats/seat-maps.ts';
import { arrangeSeating } from '../pages/seat-map/arrange-seating.ts';
import { strandedSeats } from '../pages/checkout/embed/seats/stranded-seats.ts';

const world = await startHoldEngine();
const { on, host, engine, together, lapse } = world;
const { database } = on.app;
after(() => world.close());
afterEach(() => world.check());

/** Rows from the stage on: a letter is a seat of that ticket type, a capital one a wheelchair place, a space an aisle, x a sold seat. */
async function openHall(rows: string[], { rule = 'refuse' }: { rule?: 'off' | 'advise' | 'refuse' } = {}) {
  const kinds = [...new Set(Array.from(rows.join('').toLowerCase().replaceAll(/[x ]/g, '')))].sort();
  const { eventId, skus } = await makeEvent(on, host, {
    kind: 'seat_map',
    ticketTypes: kinds.map(() => ({ kind: 'SEATED', capacity: 200 })),
  });
  const skuOf = (kind: string): string => skus[Math.max(0, kinds.indexOf(kind.toLowerCase()))] ?? '';
  const seats = rows.flatMap((row, y) => {
    let nth = 0;
    return Array.from(row).flatMap((kind, x): (NewSeat & { kind: string })[] =>
      kind === ' '
        ? []
        : [
            {
              kind,
              ticketTypeId: skuOf(kind),
              section: 'Stalls',
              rowLabel: String.fromCharCode(65 + y),
              seatLabel: String((nth += 1)),
              x,
              y: 2 * y,
              isAccessible: kind !== kind.toLowerCase(),
              isRestrictedView: false,
            },
          ],
    );
  });
  await database.transaction((tx) => createSeats(tx, eventId, seats));
  await database.query(
    'INSERT INTO event_halls (event_id, leaves_no_single, refuses_single) VALUES ($1, $2, $3)',
    [eventId, rule !== 'off', rule === 'refuse'],
  );
  const { rows: made } = await database.query<{ id: string; name: string; sku: string }>(
    'SELECT id, row_label || seat_label AS name, ticket_type_id AS sku FROM seats WHERE event_id = $1',
    [eventId],
  );
  const byName = new Map(made.map((seat) => [seat.name, seat]));
  const sold = seats
    .filter(({ kind }) => kind === 'x')
    .map(({ rowLabel, seatLabel }) => rowLabel + seatLabel);
  // As the host blocks them: they are gone, and no ticket has to be made.
  await database.query(
    `UPDATE seats SET blocked_reason = 'gone', blocked_color = 0 WHERE id = ANY ($1::uuid[])`,
    [sold.map((name) => byName.get(name)?.id)],
  );
  const ask = (names: string, rest: Partial<Cart> = {}) => {
    const wanted = names === '' ? [] : names.split(' ').map((name) => byName.get(name) ?? assert.fail(name));
    const counts = Map.groupBy(wanted, ({ sku }) => sku);
    return makeHoldRequest({
      eventId,
      ...rest,
      lines: [...counts].map(([sku, those]) => ({ sku, quantity: those.length })),
      seatIds: wanted.map(({ id }) => id),
    });
  };
  const nameOf = new Map(made.map(({ id, name }) => [id, name]));
  const told = async (request: ReturnType<typeof ask>): Promise<string> => {
    const { outcome, reason, culprits } = await engine.hold(request);
    return reason ? `${outcome}: ${culprits.map((id) => nameOf.get(id)).join(' ')} (${reason})` : outcome;
  };
  return {
    eventId,
    ask,
    told,
    hold: (names: string, rest?: Partial<Cart>) => told(ask(names, rest)),
    byName,
  };
}

const alone = (names: string): string => `seats_taken: ${names} (leaves_single_seat)`;

describe('single seats that are refused', () => {
  test('a choice that leaves one alone is not held, and it is told which; any other is', async () => {
    const { hold } = await openHall(['aaaaa aaa']);
    assert.equal(await hold('A2'), alone('A1'));
    assert.equal(await hold('A2 A3 A4'), alone('A1 A5'));
    assert.equal(await hold('A7'), alone('A6 A8'), 'at an aisle, and at the end');
    assert.equal(await hold('A1 A3'), alone('A2'));
    assert.equal(await hold('A1 A2'), 'held');
    assert.equal(await hold('A4'), alone('A3 A5'));
    assert.equal(await hold('A3 A4 A5'), 'held');
  });

  test('advice never blocks, and without a rule nothing does', async () => {
    for (const rule of ['off', 'advise'] as const) {
      const { hold } = await openHall(['aaaaa aaa'], { rule });
      assert.equal(await hold('A2'), 'held');
      assert.equal(await hold('A7'), 'held');
    }
  });

  test('the last seats are sold, however they are chosen; another price is no other choice', async () => {
    const pair = await openHall(['xaax bbbbbb']);
    assert.equal(await pair.hold('A2'), 'held');
    assert.equal(await pair.hold('A3'), 'held');
    // Two of three always leave one; one of three does not.
    const three = await openHall(['xaaax']);
    assert.equal(await three.hold('A3'), alone('A2 A4'));
    assert.equal(await three.hold('A2 A4'), 'held');
    const withRoom = await openHall(['xaaax', 'aaaa']);
    assert.equal(await withRoom.hold('A2 A3'), alone('A4'));
    assert.equal(await withRoom.hold('B1 B2'), 'held');
    assert.equal(await withRoom.hold('B3 B4'), 'held');
    assert.equal(await withRoom.hold('A2 A3'), 'held');
    // However many rows fit nobody before the one that does.
    const long = await openHall([...Array.from({ length: 20 }, () => 'aaa aaa'), 'aaaa']);
    assert.equal(await long.hold('A1 A2'), alone('A3'));
    assert.equal(await long.hold('U1 U2 U3 U4'), 'held');
    assert.equal(await long.hold('A1 A2'), 'held');
  });

  test('wheelchair places are never alone, and whoever takes one is not refused; a choice may not hide behind one', async () => {
    const { hold } = await openHall(['Aaaaaa', 'aaaaA', 'aaaaaa']);
    assert.equal(await hold('A2 A3'), 'held', 'A1 is a wheelchair place');
    assert.equal(await hold('B5 B3'), 'held');
    assert.equal(await hold('A1 C2'), alone('C1'));
  });

  test('no way around: in another order, by giving some back, and in a second tab of the same address', async () => {
    const { hold } = await openHall(['aaaaaa', 'aaaaaaaa']);
    const [token, address] = [randomUUID(), randomUUID()];
    // All of them first, and then fewer.
    assert.equal(await hold('A1 A2 A3', { token, address }), 'held');
    assert.equal(await hold('A2 A3', { token, address }), alone('A1'));
    assert.equal(await hold('A1 A2 A3', { token, address }), 'refreshed', 'what was held is still held');
    // One in the first tab, its neighbour in the second: the first could be given back.
    const first = { token: randomUUID(), address };
    assert.equal(await hold('B1', first), 'held');
    assert.equal(await hold('B2', { address }), alone('B1'));
    assert.equal(await hold('B2 B3', { address }), alone('B1'));
    assert.equal(await hold('B3 B4', { address }), alone('B2'));
    // Three tabs: the one in the middle could be given back alone.
    assert.equal(await hold('B1 B2', first), 'refreshed');
    assert.equal(await hold('B3', { address }), 'held', 'both would come back together');
    assert.equal(await hold('B4', { address }), alone('B3'));
    // A stranger sits down beside whom they like: they know nothing of other carts.
    assert.equal(await hold('B4'), 'held');
  });

  test('a cart that stays as it is goes on, whatever others have done beside it; so does one that lapsed', async () => {
    const { ask, told, hold } = await openHall(['aaaaa']);
    const mine = ask('A1 A2');
    assert.equal(await told(mine), 'held');
    // These are the last seats, and two of three leave one.
    assert.equal(await hold('A4 A5'), 'held');
    assert.equal(await told(mine), 'refreshed');
    assert.equal(await hold('A3 A1 A2', { token: mine.token }), 'refreshed');
    await lapse(mine);
    assert.equal(await hold('A1', { token: mine.token }), 'held');
    assert.equal(await hold('', { token: mine.token }), 'released');
  });

  test('of one batch each is decided as if it came alone: later ones see the earlier', async () => {
    const { ask, byName } = await openHall(['aaaaa', 'aaaa']);
    const results = await together(ask('A1 A2'), ask('A4 A5'), ask('B1 B2'), ask('A5'));
    assert.deepEqual(
      results.map(({ outcome, reason = null }) => [outcome, reason]),
      [
        ['held', null],
        ['seats_taken', 'leaves_single_seat'],
        ['held', null],
        ['held', null],
      ],
    );
    assert.deepEqual(results[1]?.culprits, [byName.get('A3')?.id]);
  });

  test('a taken seat is told as taken, also if the choice would leave one alone', async () => {
    const { hold, ask } = await openHall(['aaaaaaaa']);
    assert.equal(await hold('A3 A4'), 'held');
    const late = await engine.hold(ask('A4 A6'));
    assert.deepEqual([late.outcome, late.reason ?? null], ['seats_taken', null]);
  });
});

describe('two who choose at the same moment', () => {
  // Of different ticket types: no lock of their own keeps them apart.
  const meet = async () => {
    const { ask, told } = await openHall(['aabbb', 'aaaa bbbb']);
    const [one, other] = [ask('A1 A2'), ask('A4 A5')];
    let second: Promise<string> = Promise.resolve('');
    let wasWaiting = false;
    await database.transaction(async (tx) => {
      const { text, values } = callFunction('hold_batch', toArguments([one], ADDRESS_LIMIT));
      await tx.query(text, values);
      let isAnswered = false;
      second = told(other).finally(() => (isAnswered = true));
      await until('the second to wait or to be answered', async () => {
        wasWaiting = (await countWaiting(database, 'hold_batch')) > 0;
        return wasWaiting || isAnswered;
      });
    });
    return { answer: await second, wasWaiting };
  };

  test('leave no seat alone between them: the second waits, and is refused', async () => {
    assert.deepEqual(await meet(), { answer: alone('A3'), wasWaiting: true });
  });

  test('would leave one, were the other ticket types not locked', async () => {
    const { rows } = await database.query<{ text: string }>(
      `SELECT pg_get_functiondef('hold_batch'::regproc) AS text`,
    );
    const text = rows[0]?.text ?? '';
    const without = text.replace("AND t.kind = 'SEATED' AND NOT", 'AND false AND NOT');
    assert.notEqual(without, text);
    await database.query(without);
    try {
      assert.deepEqual(await meet(), { answer: 'held', wasWaiting: false });
    } finally {
      await database.query(text);
    }
  });
});

test('the database and the buyer’s map agree on which seats are alone, in any row', async () => {
  const shapes = ['a', 'a', 'a', 'a', ' ', 'x', 'A'];
  let seed = 7;
  const random = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
  for (let round = 0; round < 25; round++) {
    const row =
      Array.from({ length: 9 }, () => shapes[random(shapes.length)])
        .join('')
        .trim() || 'a';
    // A row elsewhere, so that there is always another choice.
    const { eventId, byName, ask } = await openHall([row, 'aaaaaaaaaaaaaaaaaaaaaaaa']);
    const plan = await readSeatPlan(database, eventId);
    const seating = arrangeSeating(plan);
    const { rows: gone } = await database.query<{ id: string }>(
      'SELECT id FROM seats WHERE event_id = $1 AND blocked_reason IS NOT NULL',
      [eventId],
    );
    const taken = new Set(gone.map(({ id }) => id));
    const free = [...byName]
      .filter(([name, { id }]) => name.startsWith('A') && !taken.has(id))
      .map(([name]) => name);
    const wanted = free.filter(() => random(3) === 0);
    if (wanted.length === 0) continue;
    const { seatIds } = ask(wanted.join(' '));
    const chosen = new Set(seatIds.map((id) => seating.indexOf.get(id) ?? -1));
    const isFree = (index: number): boolean => !taken.has(plan.seats[index]?.id ?? '');
    const drawn = strandedSeats(seating, { isFree, chosen }).map((index) => plan.seats[index]?.id ?? '');
    const { rows } = await database.query<{ found: string[] }>(
      'SELECT find_single_seats(in_event => $1, chosen => $2::uuid[], own_cart => NULL, own_address => NULL, at_time => now()) AS found',
      [eventId, seatIds],
    );
    assert.deepEqual(rows[0]?.found.toSorted(), drawn.toSorted(), `${row}: ${wanted.join(' ')}`);
  }
});
