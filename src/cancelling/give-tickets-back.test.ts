import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { untilWaiting } from '../../test/harness/waiting-for-locks.ts';
import { admitTicket } from '../check-in/admit-ticket.ts';
import { openWorld } from '../tickets/ticket-world.fixture.ts';
import { giveTicketsBack } from './give-tickets-back.ts';

test('a guest who is let in at the moment they give their tickets back is in, and gets nothing back', async (t) => {
  const { database, secretKeys, makeEvent, order, load } = await openWorld(t);
  const event = await makeEvent();
  const { eventId } = event;
  const orderId = await order({ event, lines: [{ quantity: 2 }] });
  const { tickets } = await load(orderId);
  await database.query(
    `INSERT INTO event_postponements (id, event_id, created_at, old_starts_at, old_closes_at, new_starts_at, new_closes_at, message,
                                      refund_until)
     SELECT $2, id, clock_timestamp(), starts_at, closes_at, starts_at, closes_at, '', clock_timestamp() + interval '1 day'
       FROM events WHERE id = $1`,
    [eventId, randomUUID()],
  );
  const giveBack = () => database.transaction((tx) => giveTicketsBack(tx, { orderId }));

  const answer = await database.transaction(async (door) => {
    const { outcome } = await admitTicket(door, secretKeys, { eventId, code: tickets[1]?.code ?? '' });
    assert.equal(outcome, 'admitted');
    const given = giveBack();
    await untilWaiting(database);
    return { given };
  });
  assert.equal(await answer.given, 'used');
  assert.ok((await load(orderId)).tickets.every(({ voidedAt }) => voidedAt === null));

  await database.query('UPDATE tickets SET used_at = NULL WHERE order_id = $1', [orderId]);
  // A ticket that the host passed on to another person is theirs, and the buyer can't return it.
  const passOn = (email: string, isPassedOn: boolean) =>
    database.query(
      'UPDATE tickets SET email = $2, passed_on_at = CASE WHEN $3 THEN now() END WHERE order_id = $1 AND position = 2',
      [orderId, email, isPassedOn],
    );
  await passOn('bimbo@example.com', true);
  assert.equal(await giveBack(), 'not_all_yours');
  assert.ok((await load(orderId)).tickets.every(({ voidedAt }) => voidedAt === null));
  await passOn('ada@example.com', false);
  assert.deepEqual(await Promise.all([giveBack(), giveBack()]), ['given_back', 'given_back']);
  const { rows } = await database.query(
    `SELECT actor_kind, client_address FROM audit_log WHERE action = 'order.refund' AND subject_id = $1`,
    [orderId],
  );
  assert.deepEqual(
    rows,
    [{ actor_kind: 'buyer', client_address: null }],
    'where a buyer was is no business of the log, which is kept for good',
  );
});
