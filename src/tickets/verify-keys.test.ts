import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { OPERATOR } from '../audit/actor.ts';
import { distrustKey } from '../secrets/distrust-key.ts';
import { recordSecretKeys } from '../secrets/known-keys.ts';
import { reseal } from '../secrets/reseal.ts';
import { createSecretKeys, type SecretKeys } from '../secrets/secret-keys.ts';
import { admitTicket } from '../check-in/admit-ticket.ts';
import { loadOrderTickets } from './load-order-tickets.ts';
import { signTicketCode } from './ticket-code.ts';
import { openWorld } from './ticket-world.fixture.ts';
import { keepAllVerifyKeys, keepVerifyKey } from './verify-keys.ts';

/** Tickets of one event, and a door that asks no more than whether a code would let somebody in. */
async function openHall(t: TestContext) {
  const world = await openWorld(t);
  const { database, secretKeys: before } = world;
  const bytes = randomBytes(32);
  const event = await world.makeEvent();
  const orderId = await world.order({ event });
  return {
    database,
    before,
    both: createSecretKeys(bytes, [before.current.bytes]),
    after: createSecretKeys(bytes),
    eventId: event.eventId,
    async print(keys: SecretKeys): Promise<string> {
      const found = await loadOrderTickets(database, keys, { orderId });
      assert(found?.tickets[0]);
      return found.tickets[0].code;
    },
    async serial(): Promise<string> {
      const { rows } = await database.query<{ serial: string }>('SELECT serial FROM tickets');
      assert(rows[0]);
      return rows[0].serial;
    },
    async admits(keys: SecretKeys, code: string): Promise<boolean> {
      await database.query('UPDATE tickets SET used_at = NULL');
      return (await admitTicket(database, keys, { eventId: event.eventId, code })).outcome === 'admitted';
    },
  };
}

test('a ticket that was printed before is admitted after the change, and when the old key is gone', async (t) => {
  const { database, before, both, after, print, admits } = await openHall(t);
  const early = await print(before);
  for (const keys of [before, both, after]) assert.ok(await admits(keys, early));
  const late = await print(after);
  assert.notEqual(late, early);
  for (const keys of [both, after, before]) assert.ok(await admits(keys, late), 'and the other way round');
  await database.query('DELETE FROM event_verify_keys');
  assert.ok(!(await admits(after, early)), 'it is the record that lets it in');
});

test('a code that was printed before its key was on record gets it at the next start, while the key is there', async (t) => {
  const { database, before, both, after, eventId, serial, admits } = await openHall(t);
  const code = signTicketCode(before.current, { eventId, serial: await serial() });
  assert.ok(await admits(both, code));
  assert.ok(!(await admits(after, code)));
  assert.equal(await keepAllVerifyKeys(database, before.current), 1);
  assert.equal(await keepAllVerifyKeys(database, before.current), 0);
  assert.ok(await admits(after, code));
});

test('a distrusted key’s tickets admit nobody, also where it is still configured; printed anew they do', async (t) => {
  const { database, both, after, before, print, admits } = await openHall(t);
  const early = await print(before);
  await recordSecretKeys(database, both);
  await reseal(database, both, OPERATOR);
  assert.equal(
    await database.transaction((tx) => distrustKey(tx, both, { id: before.current.id, actor: OPERATOR })),
    1,
    'of one event',
  );
  for (const keys of [both, after]) {
    assert.ok(!(await admits(keys, early)));
    assert.ok(await admits(keys, await print(keys)));
  }
});

test('a key on record of one event says nothing of another, and a stranger’s key is in no record', async (t) => {
  const { database, before, after, eventId, serial, admits } = await openHall(t);
  await keepVerifyKey(database, before, eventId);
  const stranger = createSecretKeys(randomBytes(32));
  const forged = signTicketCode(stranger.current, { eventId, serial: await serial() });
  const elsewhere = signTicketCode(before.current, { eventId: before.current.id, serial: await serial() });
  for (const code of [forged, elsewhere]) assert.ok(!(await admits(after, code)));
});

test('a key that was kept in a transaction that failed is kept by the next who prints', async (t) => {
  const { database, before, after, eventId, print, admits } = await openHall(t);
  const failing = database.transaction(async (tx) => {
    await keepVerifyKey(tx, before, eventId);
    throw new Error('undone');
  });
  await assert.rejects(failing, /undone/);
  assert.ok(await admits(after, await print(before)));
});
