import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { createHoldEngine } from '../../src/inventory/hold-engine.ts';
import { makeHoldRequest } from '../../src/inventory/hold-engine.fixture.ts';
import { makeListWorld } from '../../src/waiting-list/list.fixture.ts';
import { untilWaiting } from '../harness/waiting-for-locks.ts';

const FUNCTION = readFileSync(
  path.join(import.meta.dirname, '../../functions/take_waiting_offer.sql'),
  'utf8',
);

const world = await makeListWorld();
// Its promises are broken here.
const unsafe = await makeListWorld();
after(async () => {
  assert.deepEqual(await checkInvariants(world.database), []);
  await world.close();
  await unsafe.close();
});

type World = typeof world;

/** Takes words of the function away, or puts others in their place. */
async function weaken({ database }: World, ...changes: [RegExp, string][]): Promise<void> {
  let text = FUNCTION;
  for (const [words, others] of changes) {
    assert.match(text, words);
    text = text.replace(words, others);
  }
  await database.query(text);
}

/** One ticket is offered to the first of two. */
async function offered(on: World, capacity = 1) {
  const sale = await on.soldOut(capacity);
  const entries = [await on.wait(sale), await on.wait(sale)] as const;
  await on.release(sale, sale.token);
  await on.offerNow();
  return { sale, entries };
}

describe('an offer that ends in the instant in which it is taken', () => {
  const ROUNDS = 9;
  const BOTH = 'taken, offered';

  /** The rounds in which two people were told that the ticket is theirs. */
  async function compete(on: World): Promise<number> {
    let doubles = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { sale, entries } = await offered(on);
      const [entryId] = entries;
      const take = () => on.take(sale, entryId).catch(() => {});
      // Its owner comes before the end, with it, and after it.
      const ending = on.lapseOffer(entryId).then(on.offerNow);
      if (round % 3 === 2) await ending;
      await Promise.all([take(), ending, on.offerNow()]);
      await on.offerNow();
      if ((await on.statesOf([...entries])).join(', ') === BOTH) doubles += 1;
    }
    return doubles;
  }

  test('is one person’s', async () => assert.equal(await compete(world), 0));

  test('the unsafe way, which believes the offer as it was made, is two people’s', async () => {
    await weaken(
      unsafe,
      [/at_time := clock_timestamp\(\);/, `at_time := offer.offered_until - interval '1 second';`],
      [/OR NOT EXISTS \(\s*SELECT 1 FROM holds[^)]*\)/, ''],
      [/offer\.state IS DISTINCT FROM 'offered'/, `offer.state NOT IN ('offered', 'lapsed')`],
    );
    assert.ok((await compete(unsafe)) > 0);
  });
});

describe('an offer is taken into a cart that is held again at that moment', () => {
  const deadlocksOf = async ({ database }: World): Promise<number> => {
    const { rows } = await database.query<{ count: number }>(
      'SELECT deadlocks::integer AS count FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0]?.count ?? Number.NaN;
  };

  /** Both wait for the cart, the hold first; then they go on. Answers how many deadlocks that made. */
  async function meet(on: World): Promise<number> {
    const { database } = on;
    const { sale, entries } = await offered(on, 3);
    const token = randomUUID();
    // A connection that has ended has told of all its deadlocks.
    const engine = createHoldEngine({ database, addressLimit: 10_000 });
    const lines = [{ sku: sale.sku, quantity: 1 }];
    const hold = () => engine.hold(makeHoldRequest({ eventId: sale.eventId, token, lines }));
    assert.equal((await hold()).outcome, 'held');
    const before = await deadlocksOf(on);
    const parties: Promise<unknown>[] = [];
    await database.transaction(async (tx) => {
      await tx.query('SELECT FROM reservations WHERE token = $1 FOR UPDATE', [token]);
      parties.push(hold());
      await untilWaiting(tx, { count: 1 });
      parties.push(on.take(sale, entries[0], 1, token));
      await untilWaiting(tx, { count: 2 });
    });
    const failed = (await Promise.allSettled(parties)).filter(({ status }) => status === 'rejected');
    await engine.close();
    return (await deadlocksOf(on)) - before + failed.length;
  }

  test('and neither keeps the other back for good', async () => assert.equal(await meet(world), 0));

  test('the unsafe way, the ticket type before the cart, deadlocks', async () => {
    await weaken(unsafe, [
      /PERFORM 1 FROM reservations AS r/,
      `PERFORM 1 FROM ticket_types AS t WHERE t.id = offer.ticket_type_id FOR NO KEY UPDATE;
       PERFORM 1 FROM reservations AS r`,
    ]);
    assert.ok((await meet(unsafe)) > 0);
  });
});
