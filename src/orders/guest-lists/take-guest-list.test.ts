import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { after, afterEach, before, suite, test } from 'node:test';
import pg from 'pg';
import { hold } from '../../../test/harness/buy.ts';
import { ask } from '../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { until } from '../../../test/harness/until.ts';
import { untilWaiting } from '../../../test/harness/waiting-for-locks.ts';
import { OPERATOR } from '../../audit/actor.ts';
import { checkInvariants } from '../../invariants/check-invariants.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { Refusal } from '../../refusal.ts';
import { writeGifts, type Gift } from '../write-gifts.ts';
import { forgetGuestListsJob } from './forget-guest-lists.ts';
import { readGuestList } from './read-guest-list.ts';
import { sendGuestList } from './send-guest-list.ts';
import { TAKE_GUEST_LIST, takeGuestListJob } from './take-guest-list-job.ts';

type At = { eventId: string; slug: string; skus: string[] };

suite('a list of guests that is taken in', () => {
  let on: TestApp;
  let host: TestHost;
  before(async () => {
    on = await startTestApp();
    // A server for all buyers: from one address that is none they could hold less than a third of the tickets, whatever is left.
    host = await makeHost(on, {}, { servers: ['127.0.0.1'] });
  });
  after(() => on.close());
  afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

  const giftsOf = ({ skus }: At, count: number): Gift[] =>
    Array.from({ length: count }, (_, nr) => ({
      firstName: 'Chi',
      lastName: 'Eze',
      email: `guest-${nr}@test.example`,
      language: 'en',
      lines: [{ ticketTypeId: skus[0] ?? '', quantity: 1 }],
    }));
  /** Without the job, which the test runs when it wants to. */
  const sendWithoutJob = (event: At, count: number, of = host): Promise<string> =>
    on.app.database.transaction(async (tx) => {
      const { guestListId } = await sendGuestList(tx, {
        hostId: of.hostId,
        eventId: event.eventId,
        actor: OPERATOR,
        gifts: giftsOf(event, count),
        sendsMail: false,
        mailsPerDay: 0,
      });
      await tx.query('DELETE FROM jobs WHERE kind = $1 AND unique_key = $2', [TAKE_GUEST_LIST, guestListId]);
      return guestListId;
    });
  const enqueue = (guestListId: string) =>
    enqueueJob(on.app.database, { kind: TAKE_GUEST_LIST, payload: { guestListId }, uniqueKey: guestListId });
  const countOf = async ({ eventId }: At): Promise<{ orders: number; tickets: number; state: string }> => {
    const { rows } = await on.app.database.query<{ orders: number; tickets: number; state: string }>(
      `SELECT (SELECT count(*) FROM orders WHERE event_id = $1) AS orders, (SELECT count(*) FROM tickets WHERE event_id = $1) AS tickets,
              (SELECT state FROM guest_lists WHERE event_id = $1) AS state`,
      [eventId],
    );
    assert(rows[0]);
    return rows[0];
  };

  const PLACES = {
    'after its orders are written': (event: At) =>
      `SELECT 1 FROM ticket_types WHERE id = '${event.skus[0]}' FOR UPDATE`,
    'after its tickets are issued': () => 'LOCK TABLE webhook_subscriptions IN ACCESS EXCLUSIVE MODE',
  };
  for (const [place, lock] of Object.entries(PLACES)) {
    test(`killed ${place}, nothing of it is there; run again, and once more, it has one effect`, async (t) => {
      const event = await makeEvent(on, host, { ticketTypes: [{ capacity: 500 }] });
      const guestListId = await sendWithoutJob(event, 300);
      const blocker = new pg.Client({ connectionString: on.testDatabase.url });
      await blocker.connect();
      await blocker.query('BEGIN');
      await blocker.query(lock(event));
      const child = fork(new URL('killed-taker.fixture.ts', import.meta.url), [
        on.testDatabase.url,
        guestListId,
      ]);
      t.after(() => child.kill('SIGKILL'));
      await untilWaiting(on.app.database);
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      await blocker.query('ROLLBACK');
      await blocker.end();
      await until('its transaction is gone', async () => {
        const { rowCount } = await on.app.database.query(
          `SELECT FROM pg_stat_activity WHERE application_name = 'killed taker' AND datname = current_database()`,
        );
        return rowCount === 0;
      });
      assert.deepEqual(await countOf(event), { orders: 0, tickets: 0, state: 'waiting' });
      await enqueue(guestListId);
      await until('it is taken in', async () => (await countOf(event)).state === 'taken');
      const job = takeGuestListJob(on.app.database);
      await job.run({ guestListId }, { jobId: '', attempt: 2, signal: new AbortController().signal });
      assert.deepEqual(await countOf(event), { orders: 300, tickets: 300, state: 'taken' });
    });
  }

  test('is one at a time of an event, and of an event of the host', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ capacity: 10 }] });
    const guestListId = await sendWithoutJob(event, 1);
    const isRefusal = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;
    await assert.rejects(sendWithoutJob(event, 1), isRefusal('wrong_state'));
    await on.app.database.query('DELETE FROM guest_lists WHERE id = $1', [guestListId]);
    const stranger = await makeHost(on);
    await assert.rejects(sendWithoutJob(event, 1, stranger), isRefusal('not_found'));
    const text = 'first name,last name,e-mail,ticket type\nChi,Eze,chi@test.example,Ticket 1';
    for (const [of, isGood] of [
      [host, true],
      [stranger, false],
    ] as const)
      assert.equal(
        (await readGuestList(on.app.database, { hostId: of.hostId, eventId: event.eventId, text })).isGood,
        isGood,
      );
  });

  test('run by several at the same moment, it has one effect', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ capacity: 500 }] });
    const guestListId = await sendWithoutJob(event, 50);
    const job = takeGuestListJob(on.app.database);
    const run = () =>
      job.run({ guestListId }, { jobId: '', attempt: 1, signal: new AbortController().signal });
    await Promise.all([run(), run(), run()]);
    assert.deepEqual(await countOf(event), { orders: 50, tickets: 50, state: 'taken' });
  });

  test('if buyers were faster, nobody is given anything, and it says so', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ name: 'Standing', capacity: 10 }] });
    const guestListId = await sendWithoutJob(event, 10);
    await hold(on, host, { slug: event.slug, items: [{ sku: event.skus[0], quantity: 3 }] });
    await enqueue(guestListId);
    await until('it is refused', async () => (await countOf(event)).state === 'refused');
    assert.deepEqual(await countOf(event), { orders: 0, tickets: 0, state: 'refused' });
    const { rows } = await on.app.database.query('SELECT reason, gifts FROM guest_lists WHERE id = $1', [
      guestListId,
    ]);
    assert.deepEqual(rows, [{ reason: 'Of Standing 7 are left.', gifts: null }]);
  });

  test('one whose job was given up is refused, and keeps nobody’s address; one whose job still runs is left alone', async () => {
    const { database } = on.app;
    const event = await makeEvent(on, host, { ticketTypes: [{ capacity: 10 }] });
    const guestListId = await sendWithoutJob(event, 2);
    const forget = () =>
      forgetGuestListsJob(database).run({}, { jobId: '', attempt: 1, signal: new AbortController().signal });
    const readList = async () => {
      const { rows } = await database.query<{ state: string; isEmpty: boolean }>(
        'SELECT state, gifts IS NULL AS "isEmpty" FROM guest_lists WHERE id = $1',
        [guestListId],
      );
      return rows[0];
    };
    await forget();
    assert.deepEqual(await readList(), { state: 'waiting', isEmpty: false });
    await database.query(
      `UPDATE guest_lists SET created_at = created_at - interval '2 hours' WHERE id = $1`,
      [guestListId],
    );
    // Due in an hour, so that it does not run here.
    await database.query(
      `INSERT INTO jobs (id, kind, payload, unique_key, run_at) VALUES (new_id(), $1, $2, $3, now() + interval '1 hour')`,
      [TAKE_GUEST_LIST, { guestListId }, guestListId],
    );
    await forget();
    assert.deepEqual(await readList(), { state: 'waiting', isEmpty: false });
    await database.query('UPDATE jobs SET set_aside_at = now() WHERE kind = $1 AND unique_key = $2', [
      TAKE_GUEST_LIST,
      guestListId,
    ]);
    await forget();
    assert.deepEqual(await readList(), { state: 'refused', isEmpty: true });
    await sendWithoutJob(event, 1);
  });

  const CAPACITY = 20;
  const LISTS = 4;
  const PER_LIST = 6;
  const BUYERS = 30;

  test('lists that race with buyers for the last tickets: each has all it wants or nothing, and every ticket is gone, once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const event = await makeEvent(on, host, { ticketTypes: [{ capacity: CAPACITY }] });
      const give = () =>
        on.app.database.transaction((tx) =>
          writeGifts(tx, {
            hostId: host.hostId,
            eventId: event.eventId,
            gifts: giftsOf(event, PER_LIST),
            cause: 'a gift',
            sendsMail: false,
            idempotency: null,
          }),
        );
      const buyer = () =>
        ask(on, `/events/${event.slug}/reservations`, {
          method: 'POST',
          key: host,
          headers: { 'x-device-id': crypto.randomUUID() },
          body: { items: [{ sku: event.skus[0], quantity: 1 }] },
        });
      const [given, held] = await Promise.all([
        Promise.allSettled(Array.from({ length: LISTS }, give)),
        Promise.all(Array.from({ length: BUYERS }, buyer)),
      ]);
      for (const list of given)
        assert.ok(
          list.status === 'fulfilled' ||
            (list.reason instanceof Refusal && list.reason.code === 'tickets_unavailable'),
          String(list.status === 'rejected' && list.reason),
        );
      const lists = given.filter(({ status }) => status === 'fulfilled').length;
      const carts = held.filter(({ status }) => status === 201).length;
      for (const { status, body } of held)
        assert.ok(status === 201 || body.error_code === 'tickets_unavailable', JSON.stringify(body));
      const { rows } = await on.app.database.query('SELECT sold, held FROM ticket_types WHERE id = $1', [
        event.skus[0],
      ]);
      assert.deepEqual(rows, [{ sold: lists * PER_LIST, held: carts }]);
      // More buyers than tickets, and a list that is refused has taken nothing that a buyer could have had.
      assert.equal(lists * PER_LIST + carts, CAPACITY);
      assert.equal((await countOf(event)).tickets, lists * PER_LIST);
    }
  });

  test('that such a race can be lost: who reads first and writes then sells more than there is', async (t) => {
    const unsafe = await startTestApp();
    t.after(() => unsafe.close());
    const event = await makeEvent(unsafe, await makeHost(unsafe), { ticketTypes: [{ capacity: CAPACITY }] });
    const { database } = unsafe.app;
    await database.query('ALTER TABLE ticket_types DROP CONSTRAINT never_oversold');
    let readers = 0;
    const give = async (): Promise<void> => {
      const { rows } = await database.query<{ left: number }>(
        'SELECT capacity - sold - held AS left FROM ticket_types WHERE id = $1',
        [event.skus[0]],
      );
      readers += 1;
      await until('all have read', () => readers === LISTS);
      if ((rows[0]?.left ?? 0) < PER_LIST) return;
      await database.query('UPDATE ticket_types SET sold = sold + $2 WHERE id = $1', [
        event.skus[0],
        PER_LIST,
      ]);
    };
    await Promise.all(Array.from({ length: LISTS }, give));
    const { rows } = await database.query<{ sold: number }>('SELECT sold FROM ticket_types WHERE id = $1', [
      event.skus[0],
    ]);
    assert.ok((rows[0]?.sold ?? 0) > CAPACITY, `${rows[0]?.sold}`);
  });
});
