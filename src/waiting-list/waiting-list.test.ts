import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { eraseBuyer } from '../buyer-data/erase-buyer.ts';
import { Refusal } from '../refusal.ts';
import { changeList, releaseList, resumeList, skipEntry, stopList } from './change-list.ts';
import { makeListWorld } from './list.fixture.ts';
import { endListEntry, readListEntry } from './list-entry.ts';

const world = await makeListWorld();
const { database, hold, release, wait, offerNow, statesOf, take } = world;
after(() => world.close());
afterEach(async () => assert.deepEqual(await checkInvariants(database), []));

const refusal = async (deed: Promise<unknown>): Promise<string> =>
  deed.then(
    () => 'none',
    (error: unknown) => (error instanceof Refusal ? (error.reason ?? error.code) : String(error)),
  );

describe('joining', () => {
  test('is for what is sold out, by the mailed link, and once for each address', async () => {
    const sale = await world.soldOut(2);
    const email = 'some.body+one@gmail.com';
    const { outcome, entryId } = await world.join(sale, { email, quantity: 2 });
    assert.equal(outcome, 'asked');
    assert.deepEqual(await world.countsOf(sale.sku), { held: 2, awaited: 0 }, 'nobody is on it yet');
    assert.equal(await world.confirm(sale, entryId), 'joined');
    assert.equal(await world.confirm(sale, entryId), 'known');
    assert.deepEqual(await world.countsOf(sale.sku), { held: 2, awaited: 2 });
    const again = await world.join(sale, { email: 'SomeBody@googlemail.com' });
    assert.equal(again.outcome, 'asked', 'the answer tells nothing');
    const { rows } = await database.query(
      'SELECT email, quantity FROM waiting_list_entries WHERE ticket_type_id = $1',
      [sale.sku],
    );
    assert.deepEqual(rows, [{ email, quantity: 2 }]);
  });

  test('is refused while tickets are on sale, and where there is no list', async () => {
    const sale = await world.soldOut(2);
    await release(sale, sale.token);
    assert.equal((await world.join(sale)).outcome, 'not_sold_out');
    await database.query('DELETE FROM waiting_lists WHERE event_id = $1', [sale.eventId]);
    assert.equal((await world.join(sale)).outcome, 'closed');
  });
});

describe('a ticket that comes back', () => {
  test('the last ticket, wanted by ten of the list and by many who pass by: the list gets it', async () => {
    const sale = await world.soldOut(1);
    const entries: string[] = [];
    for (let at = 0; at < 10; at++) entries.push(await wait(sale));
    const passers = () => Promise.all(Array.from({ length: 20 }, () => hold(sale)));
    const [, first, , second] = await Promise.all([
      release(sale, sale.token),
      passers(),
      offerNow(),
      passers(),
    ]);
    await offerNow();
    assert.deepEqual(new Set([...first, ...second].map(({ outcome }) => outcome)), new Set(['unavailable']));
    assert.deepEqual(await statesOf(entries), ['offered', ...Array.from({ length: 9 }, () => 'waiting')]);
  });

  test('a hold that does not look at what is awaited takes it from them', async () => {
    const sale = await world.soldOut(1);
    const entry = await wait(sale);
    await database.query('UPDATE ticket_types SET awaited = 0 WHERE id = $1', [sale.sku]);
    await release(sale, sale.token);
    assert.equal((await hold(sale)).outcome, 'held');
    await database.query('UPDATE ticket_types SET awaited = 1 WHERE id = $1', [sale.sku]);
    await offerNow();
    assert.deepEqual(await statesOf([entry]), ['waiting']);
  });

  test('a hold that lapses is not given to a passer-by either', async () => {
    const sale = await world.soldOut(1);
    const entry = await wait(sale);
    await database.query(
      `WITH cart AS (UPDATE reservations SET expires_at = now() - interval '1 second' WHERE event_id = $1)
       UPDATE holds SET expires_at = now() - interval '1 second' WHERE ticket_type_id = $2`,
      [sale.eventId, sale.sku],
    );
    assert.equal((await hold(sale)).outcome, 'unavailable');
    assert.equal((await hold(sale, 1, sale.token)).outcome, 'unavailable', 'nor to whoever had it');
    await offerNow();
    assert.deepEqual(await statesOf([entry]), ['offered']);
  });

  test('a buyer who has tickets keeps them, and may have fewer; more of them only where more are on sale', async () => {
    const sale = await world.soldOut(3);
    await wait(sale, { quantity: 2 });
    assert.equal((await hold(sale, 3, sale.token)).outcome, 'refreshed');
    assert.equal((await hold(sale, 1, sale.token)).outcome, 'refreshed');
    assert.equal((await hold(sale, 2, sale.token)).outcome, 'unavailable');
  });

  test('a larger capacity than the list wants is on sale at once', async () => {
    const sale = await world.soldOut(1);
    await wait(sale, { quantity: 2 });
    await database.query('UPDATE ticket_types SET capacity = 4 WHERE id = $1', [sale.sku]);
    assert.equal((await hold(sale, 2)).outcome, 'unavailable');
    assert.equal((await hold(sale, 1)).outcome, 'held');
    assert.equal((await hold(sale, 1)).outcome, 'unavailable');
  });

  test('goes to those who wait in their order, as many as there are', async () => {
    const sale = await world.soldOut(3);
    const entries = [await wait(sale, { quantity: 2 }), await wait(sale, { quantity: 4 }), await wait(sale)];
    await release(sale, sale.token);
    await offerNow();
    assert.deepEqual(await statesOf(entries), ['offered', 'offered', 'waiting']);
    const { rows } = await database.query<{ quantity: number }>(
      'SELECT offered_quantity AS quantity FROM waiting_list_entries WHERE ticket_type_id = $1 AND offered_quantity IS NOT NULL ORDER BY id',
      [sale.sku],
    );
    assert.deepEqual(
      rows.map(({ quantity }) => quantity),
      [2, 1],
    );
  });
});

describe('of ticket types that share one stock', () => {
  test('a ticket of one that comes back is kept for those who wait for the other, and offered to them', async () => {
    const sale = await world.pooledSale(2, [2, 2]);
    const [first, second] = sale.types;
    const { token } = await first.hold(2);
    const entry = await wait(second);
    await first.release(token);
    assert.equal((await first.hold(2)).outcome, 'unavailable');
    assert.equal((await first.hold(1)).outcome, 'held');
    assert.equal((await second.hold(1)).outcome, 'unavailable');
    await offerNow();
    assert.deepEqual(await statesOf([entry]), ['offered']);
    await take(second, entry);
    assert.equal((await first.hold(1)).outcome, 'unavailable', 'nothing is left');
  });

  test('a passer-by who asks for another in the instant in which a ticket comes back takes nothing from its list', async () => {
    const sale = await world.pooledSale(2, [1, 2]);
    const [first, second] = sale.types;
    const { token } = await first.hold(1);
    const other = await second.hold(1);
    const entry = await wait(first);
    const [released, passer] = await Promise.all([first.release(token), second.hold(1)]);
    assert.deepEqual([released.outcome, passer.outcome], ['released', 'unavailable']);
    assert.equal((await second.hold(1, other.token)).outcome, 'refreshed', 'a buyer keeps what is theirs');
    await offerNow();
    assert.deepEqual(await statesOf([entry]), ['offered']);
  });

  test('a buyer who has a ticket that others wait for can’t change it for one of another ticket type', async () => {
    const sale = await world.pooledSale(1, [1, 1]);
    const [first, second] = sale.types;
    const { token } = await first.hold(1);
    await wait(first);
    assert.equal((await second.hold(1, token)).outcome, 'unavailable');
    assert.equal((await first.hold(1, token)).outcome, 'refreshed');
  });
});

describe('an offer', () => {
  const offered = async (quantity = 1, capacity = quantity) => {
    const sale = await world.soldOut(capacity);
    const entryId = await wait(sale, { quantity });
    await release(sale, sale.token);
    await offerNow();
    return { sale, entryId };
  };

  test('is taken into the cart, instead of what the cart held, at the price at which it was made', async () => {
    const { sale, entryId } = await offered(2, 3);
    const before = await hold(sale, 1);
    await database.query('UPDATE ticket_types SET price_minor = price_minor * 2 WHERE id = $1', [sale.sku]);
    const { cart, hold: held } = await take(sale, entryId, 2, before.token);
    assert.equal(cart.quote.items[0]?.price, 1_000_000);
    assert.equal(held.token, before.token);
    const { rows } = await database.query(
      `SELECT sum(h.quantity)::integer AS quantity FROM reservations AS r JOIN holds AS h ON h.reservation_id = r.id
        WHERE r.event_id = $1 AND r.token = $2 AND r.ended_at IS NULL AND r.is_exempt`,
      [sale.eventId, before.token],
    );
    assert.deepEqual(rows, [{ quantity: 2 }]);
    assert.deepEqual(await world.countsOf(sale.sku), { held: 2, awaited: 0 });
    assert.equal(
      (await take(sale, entryId, 2, before.token)).isNew,
      false,
      'asked for again, it is the same',
    );
    assert.equal(await refusal(take(sale, entryId, 2)), 'code_not_valid_now', 'nobody else takes it');
  });

  test('has no price for what the cart was given since: other tickets, or the same at the price of today', async () => {
    const dear = 9_000_000;
    const sale = await world.soldOut(2, {}, [{ capacity: 5, priceMinor: dear }]);
    const entryId = await wait(sale);
    await release(sale, sale.token);
    await offerNow();
    const { hold: held } = await take(sale, entryId);
    const token = held.token as ReturnType<typeof randomUUID>;
    const other = { ...sale, sku: sale.skus[1] ?? '' };
    assert.equal((await hold(other, 1, token, dear)).outcome, 'refreshed');
    assert.equal(await refusal(take(sale, entryId, 1, token)), 'code_not_valid_now');
    await database.query('UPDATE ticket_types SET price_minor = $2 WHERE id = $1', [sale.sku, dear]);
    assert.equal((await hold(sale, 1, token, dear)).outcome, 'refreshed');
    assert.equal(await refusal(take(sale, entryId, 1, token)), 'code_not_valid_now');
  });

  test('may be taken in part: the rest goes to the next', async () => {
    const { sale, entryId } = await offered(3);
    const next = await wait(sale);
    assert.equal(await refusal(take(sale, entryId, 4)), 'quantity_limit');
    await take(sale, entryId, 1);
    await offerNow();
    assert.deepEqual(await statesOf([entryId, next]), ['taken', 'offered']);
    assert.deepEqual(await world.countsOf(sale.sku), { held: 2, awaited: 0 });
  });

  test('that lapses goes to the next, and whoever let it lapse is off the list', async () => {
    const { sale, entryId } = await offered();
    const next = await wait(sale);
    await world.lapseOffer(entryId);
    assert.equal(await refusal(take(sale, entryId)), 'code_not_valid_now');
    assert.equal((await hold(sale)).outcome, 'unavailable');
    await offerNow();
    assert.deepEqual(await statesOf([entryId, next]), ['lapsed', 'offered']);
  });

  test('that ends in the same instant as it is taken has one winner', async () => {
    for (let round = 0; round < 10; round++) {
      const { sale, entryId } = await offered();
      const next = await wait(sale);
      const [taken] = await Promise.all([
        refusal(take(sale, entryId)),
        world.lapseOffer(entryId),
        offerNow(),
        offerNow(),
      ]);
      await offerNow();
      const states = await statesOf([entryId, next]);
      assert.deepEqual(states, taken === 'none' ? ['taken', 'waiting'] : ['lapsed', 'offered'], taken);
    }
  });

  test('of which two windows take it at once is in one cart', async () => {
    const { sale, entryId } = await offered();
    const answers = await Promise.all([1, 2, 3].map(() => refusal(take(sale, entryId))));
    assert.deepEqual(answers.toSorted(), ['code_not_valid_now', 'code_not_valid_now', 'none']);
  });

  test('is bought like any cart', async () => {
    const { sale, entryId } = await offered();
    const token = randomUUID();
    await take(sale, entryId, 1, token);
    await world.buyDirectly(sale, token);
    assert.deepEqual(await world.countsOf(sale.sku), { held: 0, awaited: 0 });
  });

  test('has a code that nobody guesses, and that is no other’s', () => {
    const entry = randomUUID();
    const code = world.tokens.writeOffer(entry);
    assert.equal(world.tokens.readOffer(` ${code.toUpperCase()} `), entry);
    assert.equal(world.tokens.readLink(code), null);
    assert.equal(world.tokens.readOffer(world.tokens.writeLink(entry)), null);
    for (let at = 0; at < code.length; at++) {
      const other = `${code.slice(0, at)}${code[at] === 'a' ? 'b' : 'a'}${code.slice(at + 1)}`;
      assert.equal(world.tokens.readOffer(other), null, other);
    }
    assert.ok(code.length <= 50);
  });
});

describe('leaving', () => {
  test('somebody who leaves makes room for the next, whether or not anything was offered', async () => {
    const sale = await world.soldOut(1);
    const [first, second, third] = [await wait(sale), await wait(sale), await wait(sale)];
    assert.equal(await endListEntry(database, { entryId: second, state: 'left' }), true);
    assert.equal(await endListEntry(database, { entryId: second, state: 'left' }), false);
    await release(sale, sale.token);
    await offerNow();
    assert.equal(await endListEntry(database, { entryId: first, state: 'left' }), true);
    await offerNow();
    assert.deepEqual(await statesOf([first, second, third]), ['left', 'left', 'offered']);
    assert.deepEqual(await world.countsOf(sale.sku), { held: 1, awaited: 0 });
  });

  test('a member skips an entry, stops the list, and releases what it awaits', async () => {
    const sale = await world.soldOut(2);
    const owner = { ...world.owner, eventId: sale.eventId };
    const [first, second] = [await wait(sale), await wait(sale)];
    await world.change((tx) => skipEntry(tx, { ...owner, entryId: first }));
    assert.equal(
      await refusal(world.change((tx) => skipEntry(tx, { ...owner, entryId: first }))),
      'wrong_state',
    );
    await world.change((tx) => changeList(tx, { ...owner, offerMinutes: 30 }));
    await world.change((tx) => stopList(tx, owner));
    assert.equal((await world.join(sale)).outcome, 'closed');
    await world.change((tx) => resumeList(tx, owner));
    assert.equal((await world.join(sale)).outcome, 'asked');
    await world.change((tx) => releaseList(tx, owner));
    assert.deepEqual(await statesOf([first, second]), ['skipped', 'released']);
    await release(sale, sale.token);
    assert.equal((await hold(sale, 2)).outcome, 'held');
  });
});

describe('by draw', () => {
  test('everybody who confirms before it has a rank, nothing is offered until then, and others come behind', async () => {
    const sale = await world.soldOut(1, { drawsAt: new Date(Date.now() + 3_600_000) });
    const early: string[] = [];
    for (let at = 0; at < 8; at++) early.push(await wait(sale));
    await release(sale, sale.token);
    await offerNow();
    assert.deepEqual(new Set(await statesOf(early)), new Set(['waiting']));
    assert.equal((await hold(sale)).outcome, 'unavailable');
    await database.query(
      `UPDATE waiting_lists SET draws_at = now() - interval '1 second' WHERE event_id = $1`,
      [sale.eventId],
    );
    await offerNow();
    const late = await wait(sale);
    const order = [...early, late];
    // The last rank that there can be is before whoever has none.
    await database.query(
      `UPDATE waiting_list_entries SET rank = decode(repeat('ff', 16), 'hex')
        WHERE id = (SELECT id FROM waiting_list_entries WHERE event_id = $1 AND state = 'waiting' AND rank IS NOT NULL LIMIT 1)`,
      [sale.eventId],
    );
    const told = await readListEntry(database, { eventId: sale.eventId, entryId: late, language: 'en' });
    assert.equal(told?.place, 8);
    for (let at = 0; at < 9; at++) {
      const states = await statesOf(order);
      const offeredAt = states.indexOf('offered');
      const entryId = order[offeredAt] ?? '';
      const { rows } = await database.query<{ isFirst: boolean }>(
        `SELECT NOT EXISTS (SELECT 1 FROM waiting_list_entries AS e WHERE e.ticket_type_id = own.ticket_type_id AND e.state = 'waiting'
                  AND coalesce(e.rank < own.rank, e.rank IS NOT NULL)) AS "isFirst" FROM waiting_list_entries AS own WHERE own.id = $1`,
        [entryId],
      );
      assert.deepEqual(rows, [{ isFirst: true }]);
      if (at === 8) assert.equal(entryId, late);
      await endListEntry(database, { entryId, state: 'left' });
      await offerNow();
    }
  });
});

test('a person’s data are erased once nothing is held for them, and a link that was mailed puts nobody on the list then', async () => {
  const sale = await world.soldOut(2);
  const email = `${randomUUID()}@example.com`;
  const entry = await wait(sale, { email });
  const erase = () => world.change((tx) => eraseBuyer(tx, { ...world.owner, email, alsoAhead: false }));
  assert.equal(await refusal(erase()), 'wrong_state');
  await endListEntry(database, { entryId: entry, state: 'left' });
  const { entryId: unconfirmed } = await world.join(sale, { email });
  await erase();
  const { rows } = await database.query<{ all: string }>(
    `SELECT coalesce(string_agg(e::text, ' '), '') AS all FROM waiting_list_entries AS e WHERE event_id = $1`,
    [sale.eventId],
  );
  assert.ok(!rows[0]?.all.includes(email), rows[0]?.all);
  assert.deepEqual(await statesOf([entry]), ['left']);
  assert.equal(await world.confirm(sale, unconfirmed), 'gone');
});

test('an entry knows its place, and its offer', async () => {
  const sale = await world.soldOut(1);
  const entries = [await wait(sale), await wait(sale)];
  const read = (entryId: string) =>
    readListEntry(database, { eventId: sale.eventId, entryId, language: 'en' });
  assert.equal((await read(entries[1] ?? ''))?.place, 2);
  await release(sale, sale.token);
  await offerNow();
  assert.equal((await read(entries[1] ?? ''))?.place, 1);
  const own = await read(entries[0] ?? '');
  assert.deepEqual([own?.state, own?.offer?.quantity, own?.offer?.priceMinor], ['offered', 1, 1_000_000]);
});
