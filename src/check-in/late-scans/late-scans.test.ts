import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { SYSTEM } from '../../audit/actor.ts';
import { Refusal } from '../../refusal.ts';
import type { OrderTicket } from '../../tickets/load-order-tickets.ts';
import { takeCodeApart } from '../../rules/ticket-code.ts';
import { acceptLateScans, discardLateScans, listWaitingScans } from './decide-late-scans.ts';
import { renewLink, revokeDevice } from '../devices.ts';
import { openDoors, type Phone } from '../door-world.fixture.ts';
import { findDevice } from '../find-device.ts';
import { LATE_DAYS } from './find-late-device.ts';
import { listOwnConflicts } from '../conflicts/list-own-conflicts.ts';
import { pairDevice } from '../pair-device.ts';
import { countCheckIn } from '../read-check-in.ts';
import type { SentScan } from '../read-scans.ts';
import { MAX_LATE_SCANS, takeLateScans } from './take-late-scans.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ago = (minutes: number): Date => new Date(Date.now() - minutes * MINUTE_MS);

const refusedFor = (code: string) => (error: unknown) => {
  assert(error instanceof Refusal, String(error));
  assert.equal(error.code, code);
  return true;
};

type Scan = Partial<SentScan> & { id: string };

const signatureOf = ({ code }: OrderTicket): string =>
  Buffer.from(takeCodeApart(code)?.signature ?? []).toString('base64url');

/** A scan with no network, as a phone keeps it: without the code. */
const letIn = (ticket: OrderTicket, minutesAgo: number, more: Partial<SentScan> = {}): Scan => ({
  id: randomUUID(),
  kind: 'entry',
  how: 'code',
  ticketId: ticket.id,
  signature: signatureOf(ticket),
  verdict: 'admitted',
  at: ago(minutesAgo),
  ...more,
});

/** An event with a phone that is out, or soon will be. */
async function openLate(t: TestContext) {
  const world = await openDoors(t);
  const { database, host, event, secretKeys } = world;
  const mine = { hostId: host.hostId, eventId: event.eventId, actor: SYSTEM };
  const north = await world.door('North');
  await database.query(`UPDATE doors SET created_at = now() - interval '30 days'`);
  const sell = (count: number) => world.sell(count) as Promise<[OrderTicket, ...OrderTicket[]]>;
  return {
    ...world,
    mine,
    north,
    sell,
    end: ({ deviceId }: Phone, minutesAgo = 1) =>
      database.query('UPDATE door_devices SET ends_at = $2 WHERE id = $1', [deviceId, ago(minutesAgo)]),
    revoke: ({ deviceId }: Phone) => database.transaction((tx) => revokeDevice(tx, { ...mine, deviceId })),
    /** The answers to the phone, in the order of its scans. */
    async late({ token }: Phone, scans: Scan[], sentAt = new Date()): Promise<string[]> {
      const sent = scans.map((scan): SentScan => ({
        kind: 'entry',
        how: 'code',
        at: new Date(),
        verdict: null,
        ...scan,
      }));
      const results = await database.transaction((tx) =>
        takeLateScans(tx, secretKeys, { token, sentAt, scans: sent }),
      );
      assert.deepEqual(
        results.map(({ id }) => id),
        scans.map(({ id }) => id),
      );
      return results.map(({ outcome }) => outcome);
    },
    waiting: () => listWaitingScans(database, event.eventId),
    accept: ({ deviceId }: Phone, until = Number.MAX_SAFE_INTEGER) =>
      database.transaction((tx) => acceptLateScans(tx, { ...mine, deviceId, until })),
    discard: ({ deviceId }: Phone, until = Number.MAX_SAFE_INTEGER) =>
      database.transaction((tx) => discardLateScans(tx, { ...mine, deviceId, until })),
    came: async () => (await countCheckIn(database, mine)).total.cameIn,
    isIn: async ({ id }: OrderTicket) => (await world.stateOf(id)).isIn,
    usedAt: async ({ id }: OrderTicket) => (await world.stateOf(id)).usedAt?.getTime() ?? 0,
    /** The lines of the log about late scans. */
    async log(): Promise<unknown[]> {
      const { rows } = await database.query<{ line: unknown }>(
        `SELECT action || ' ' || (after ->> 'count') AS line FROM audit_log WHERE action LIKE 'device.%_scans' ORDER BY id`,
      );
      return rows.map(({ line }) => line);
    },
  };
}

test('scans of a phone in time count, by their time, when its own time is over before it has a network again', async (t) => {
  const world = await openLate(t);
  const phone = await world.phone(world.north);
  const [one, two, three, four] = await world.sell(5);
  assert(two && three && four);
  const night = [letIn(one, 60), letIn(two, 50), letIn(three, 45, { verdict: 'refused', reason: 'void' })];
  await world.end(phone, 30);
  await assert.rejects(findDevice(world.database, phone.token), refusedFor('device_ended'));
  // Half of it arrives, and then all of it, twice.
  assert.deepEqual(await world.late(phone, night.slice(0, 1)), ['taken']);
  assert.deepEqual(await world.late(phone, night), ['taken', 'taken', 'taken']);
  assert.deepEqual(await world.late(phone, night), ['taken', 'taken', 'taken']);
  assert.ok(Math.abs((await world.usedAt(one)) - ago(60).getTime()) < MINUTE_MS);
  assert.equal(await world.isIn(two), true);
  assert.equal(await world.isIn(three), false);
  // A question comes too late, and after its time nothing counts by itself.
  const after = letIn(three, 5);
  assert.deepEqual(
    await world.late(phone, [
      letIn(four, 40, { verdict: null }),
      after,
      { ...letIn(four, 5), signature: 'x' },
    ]),
    ['not_taken', 'held', 'not_taken'],
  );
  assert.equal(await world.isIn(three), false);
  assert.deepEqual(
    (await world.waiting()).map(({ name, door, count, letIn: came, isRevoked }) => [
      name,
      door,
      count,
      came,
      isRevoked,
    ]),
    [[phone.name, 'North', 1, 1, false]],
  );
  // An undo of the night, too.
  assert.deepEqual(
    await world.late(phone, [{ id: randomUUID(), kind: 'undo', undoes: night[1]?.id, at: ago(49) }]),
    ['taken'],
  );
  assert.equal(await world.isIn(two), false);

  await t.test(
    'a clock that is days off is no matter; one that was set right in between makes it wait',
    async () => {
      const [slow, reset] = await world.sell(2);
      assert(reset);
      const off = 3 * DAY_MS;
      const wrong = (ticket: OrderTicket, by: number) =>
        letIn(ticket, 0, { at: new Date(ago(60).getTime() + by) });
      assert.deepEqual(await world.late(phone, [wrong(slow, -off)], new Date(Date.now() - off)), ['taken']);
      assert.ok(Math.abs((await world.usedAt(slow)) - ago(60).getTime()) < MINUTE_MS);
      assert.deepEqual(await world.late(phone, [wrong(reset, off)]), ['held']);
      assert.equal(await world.isIn(reset), false);
    },
  );

  await t.test('for so many days, and so many scans', async () => {
    const [ticket] = await world.sell(1);
    await world.end(phone, (LATE_DAYS * DAY_MS) / MINUTE_MS + 1);
    await assert.rejects(world.late(phone, [letIn(ticket, 20_000)]), refusedFor('device_ended'));
    await world.end(phone, 2);
    await world.database.query(
      `INSERT INTO scans (id, event_id, device_id, kind, how, at, received_at, outcome)
       SELECT gen_random_uuid(), $1, $2, 'entry', 'code', now(), now(), 'unknown' FROM generate_series(1, $3)`,
      [world.event.eventId, phone.deviceId, MAX_LATE_SCANS],
    );
    assert.deepEqual(await world.late(phone, [letIn(ticket, 10)]), ['not_taken']);
  });
});

test('scans of a revoked phone change nothing before the host says yes, and have to be signed codes', async (t) => {
  const world = await openLate(t);
  const phone = await world.phone(world.north);
  const [inside, one, two, three, ...more] = await world.sell(8);
  assert(one && two && three && more[0]);
  const entry = { id: randomUUID(), code: inside.code };
  await world.ask(phone, entry);
  await world.revoke(phone);
  const real = letIn(one, 60);
  // A thief has the phone, ids of tickets, the codes of none, and what the phone sent before.
  const forged = [
    letIn(two, 50, { signature: undefined }),
    letIn(two, 50, { signature: signatureOf(three) }),
    { id: randomUUID(), code: `${two.code.slice(0, -4)}AAAA`, verdict: 'admitted' },
    { id: randomUUID(), shortCode: two.shortCode, how: 'short_code', verdict: 'admitted' },
    letIn(two, 50, { verdict: null }),
    { id: randomUUID(), kind: 'undo', undoes: entry.id },
  ] satisfies Scan[];
  const [came, { rows: before }] = [await world.came(), await world.database.query('SELECT * FROM scans')];
  assert.deepEqual(await world.late(phone, [real, ...forged]), ['held', ...forged.map(() => 'not_taken')]);
  assert.deepEqual(await world.late(phone, [real]), ['held'], 'again');
  // With a code, and with the code of a ticket that has another one since.
  await world.database.query('UPDATE tickets SET serial = gen_random_uuid() WHERE id = $1', [three.id]);
  const coded = { id: randomUUID(), code: more[0].code, verdict: 'admitted', at: ago(40) } as const;
  assert.deepEqual(await world.late(phone, [coded, letIn(three, 45)]), ['held', 'held']);
  assert.equal(await world.came(), came);
  assert.deepEqual((await world.database.query('SELECT * FROM scans')).rows, before);
  assert.equal(await world.isIn(inside), true);
  assert.equal(await world.isIn(one), false);
  const [shown] = await world.waiting();
  assert(shown);
  assert.deepEqual([shown.count, shown.letIn, shown.isRevoked], [3, 3, true]);
  assert.ok(Math.abs(shown.firstAt.getTime() - ago(60).getTime()) < MINUTE_MS);
  assert.ok(Math.abs(shown.lastAt.getTime() - ago(40).getTime()) < MINUTE_MS);

  // The phone sends more while the host reads: what was not seen is not accepted.
  const unseen = letIn(two, 30);
  assert.deepEqual(await world.late(phone, [unseen]), ['held']);
  assert.equal(await world.accept(phone, shown.until), 3);
  assert.equal(await world.isIn(one), true);
  assert.ok(Math.abs((await world.usedAt(one)) - ago(60).getTime()) < MINUTE_MS);
  assert.equal(await world.isIn(two), false);
  // The replaced code lets its new holder come, and is a conflict.
  assert.equal(await world.isIn(three), false);
  assert.deepEqual(
    (await listOwnConflicts(world.database, phone)).map(({ why }) => why),
    ['passed_on'],
  );
  assert.equal(await world.accept(phone, shown.until), 0);
  // Discarded scans stay so, however often they come again.
  assert.equal(await world.discard(phone), 1);
  assert.deepEqual(await world.late(phone, [unseen, real]), ['held', 'held']);
  assert.deepEqual(await world.waiting(), []);
  assert.equal(await world.accept(phone), 0);
  assert.equal(await world.isIn(two), false);
  assert.deepEqual(await world.log(), ['device.accept_scans 3', 'device.discard_scans 1']);

  await t.test(
    'an undo takes back nothing that counts already, also where that is sent once more beside it',
    async () => {
      const [ticket] = await world.sell(1);
      const other = await world.phone(world.north);
      const counted = letIn(ticket, 30);
      await world.send(other, [counted]);
      assert.equal(await world.isIn(ticket), true);
      const undo = { id: randomUUID(), kind: 'undo', undoes: counted.id, at: ago(20) } as const;
      const [, outcome] = await world.late(phone, [counted, undo]);
      assert.equal(outcome, 'not_taken');
      await world.accept(phone);
      assert.equal(await world.isIn(ticket), true);
    },
  );

  await t.test('an undo is good for what waits itself', async () => {
    const [ticket] = await world.sell(1);
    const scan = letIn(ticket, 20);
    const undo = { id: randomUUID(), kind: 'undo', undoes: scan.id, at: ago(19) } as const;
    assert.deepEqual(await world.late(phone, [scan, undo]), ['held', 'held']);
    assert.equal(await world.accept(phone), 2);
    assert.equal(await world.isIn(ticket), false);
  });

  await t.test('for so many days, and so many scans, those that were decided upon too', async () => {
    const [ticket] = await world.sell(1);
    await world.database.query(
      `INSERT INTO late_scans (id, event_id, device_id, kind, serial, at, device_time, verdict, state)
       SELECT gen_random_uuid(), $1, $2, 'entry', gen_random_uuid(), now(), now(), 'admitted', 'discarded' FROM generate_series(1, $3)`,
      [world.event.eventId, phone.deviceId, MAX_LATE_SCANS - 7],
    );
    const last = letIn(ticket, 10);
    assert.deepEqual(await world.late(phone, [last, letIn(ticket, 9)]), ['held', 'not_taken']);
    assert.deepEqual(await world.late(phone, [last, letIn(ticket, 9)]), ['held', 'not_taken']);
    await world.database.query(
      `UPDATE door_devices SET revoked_at = now() - interval '${LATE_DAYS} days 1 minute' WHERE id = $1`,
      [phone.deviceId],
    );
    await assert.rejects(world.late(phone, [letIn(ticket, 8)]), refusedFor('device_revoked'));
  });
});

test('a phone whose place another one has taken is as one that was revoked; a token that nobody has is none', async (t) => {
  const world = await openLate(t);
  const phone = await world.phone(world.north);
  const [ticket] = await world.sell(1);
  const { link } = await world.database.transaction((tx) =>
    renewLink(tx, { ...world.mine, deviceId: phone.deviceId, mayGrantSearch: true }),
  );
  await world.database.transaction((tx) => pairDevice(tx, { link, address: '192.0.2.7', userAgent: '' }));
  assert.deepEqual(await world.late(phone, [letIn(ticket, 10)]), ['held']);
  assert.equal(await world.isIn(ticket), false);
  assert.equal((await world.waiting())[0]?.isRevoked, true);
  for (const token of ['', 'x', 'A'.repeat(43)])
    await assert.rejects(world.late({ ...phone, token }, []), refusedFor('device_revoked'));
});

test('accepted by two at once, while the phone sends more: each scan is taken once, and counted once', async (t) => {
  const world = await openLate(t);
  const phone = await world.phone(world.north);
  const tickets = await world.sell(24);
  await world.revoke(phone);
  const scans = tickets.map((ticket, nr) => letIn(ticket, 60 - nr));
  const sending = async () => {
    for (let from = 0; from < scans.length; from += 4) await world.late(phone, scans.slice(from, from + 4));
  };
  const accepted: number[] = [];
  const accepting = async () => {
    for (let round = 0; round < 8; round++) accepted.push(await world.accept(phone));
  };
  await Promise.all([sending(), sending(), accepting(), accepting()]);
  accepted.push(await world.accept(phone));
  assert.equal(
    accepted.reduce((sum, count) => sum + count, 0),
    scans.length,
  );
  assert.equal(await world.came(), scans.length);
  assert.deepEqual(await world.waiting(), []);

  await t.test('one accepts and one discards: each scan goes one way', async () => {
    const others = await world.sell(10);
    await world.late(
      phone,
      others.map((ticket) => letIn(ticket, 20)),
    );
    const [yes, no] = await Promise.all([world.accept(phone), world.discard(phone)]);
    assert.equal(yes + no, others.length);
    assert.equal(await world.came(), scans.length + yes);
  });

  await t.test('the unsafe way, to count what waits and then to take it, counts some twice', async () => {
    const others = await world.sell(5);
    await world.late(
      phone,
      others.map((ticket) => letIn(ticket, 10)),
    );
    let reads = 0;
    const bothHaveRead = Promise.withResolvers<void>();
    const counts = await Promise.all(
      [1, 2].map(() =>
        world.database.transaction(async (tx) => {
          const { rows } = await tx.query<{ count: number }>(
            `SELECT count(*)::integer AS count FROM late_scans WHERE device_id = $1 AND state = 'waiting'`,
            [phone.deviceId],
          );
          reads += 1;
          if (reads === 2) bothHaveRead.resolve();
          await bothHaveRead.promise;
          await tx.query('SELECT take_late_scans($1, $2)', [phone.deviceId, Number.MAX_SAFE_INTEGER]);
          return rows[0]?.count ?? 0;
        }),
      ),
    );
    assert.deepEqual(counts, [others.length, others.length]);
  });
});
