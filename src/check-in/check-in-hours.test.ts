import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { SYSTEM } from '../audit/actor.ts';
import { describeDevice } from './describe-device.ts';
import { openDoors, type DoorWorld, type Phone } from './door-world.fixture.ts';
import { MAX_OPENS_MINUTES } from '../rules/check-in-hours.ts';
import { readCheckInRules, setCheckInRules, type RulesChange } from './set-check-in-rules.ts';
import type { TakenScan } from './take-scans.ts';

type Hours = DoorWorld & {
  phone1: Phone;
  change(to: RulesChange): Promise<void>;
  /** Moves the event, by the database's clock. */
  startsIn(interval: string): Promise<void>;
  /** The answer to a phone that asks for the next guest. */
  next(): Promise<string>;
};

const said = (scan: TakenScan | undefined): string =>
  scan === undefined || scan.outcome === 'wait'
    ? assert.fail('no answer')
    : [scan.outcome, scan.conflict].filter(Boolean).join(' ');

/** A phone at the door of an event whose hours nobody has set. */
async function openHours(t: TestContext): Promise<Hours> {
  const world = await openDoors(t);
  const { database, host, event } = world;
  const phone1 = await world.phone(await world.door('North'));
  await database.query(`UPDATE doors SET created_at = now() - interval '1 day'`);
  const change: Hours['change'] = (to) =>
    database.transaction((tx) =>
      setCheckInRules(tx, { hostId: host.hostId, eventId: event.eventId, actor: SYSTEM, ...to }),
    );
  await change({ opensMinutesBefore: null });
  return {
    ...world,
    phone1,
    change,
    async startsIn(interval) {
      await database.query(
        `UPDATE events SET starts_at = clock_timestamp() + $2::interval, closes_at = clock_timestamp() + $2::interval + interval '4 hours'
          WHERE id = $1`,
        [event.eventId, interval],
      );
    },
    async next() {
      const [ticket] = await world.sell();
      return said(await world.ask(phone1, { code: ticket?.code }));
    },
  };
}

test('a phone that asks weeks before the event lets nobody in, and its ticket opens the door on the night', async (t) => {
  const hours = await openHours(t);
  const [ticket] = await hours.sell();
  assert(ticket);
  const early = await hours.ask(hours.phone1, { code: ticket.code });
  assert.equal(said(early), 'too_early');
  assert.equal((await hours.stateOf(ticket.id)).usedAt, null);
  const { rows } = await hours.database.query('SELECT outcome, verdict FROM scans WHERE id = $1', [early.id]);
  assert.deepEqual(rows, [{ outcome: 'too_early', verdict: null }], 'it is written down');
  await hours.startsIn('1 hour');
  assert.equal(said(await hours.ask(hours.phone1, { code: ticket.code })), 'admitted');
});

test('check-in opens six hours before the start, or with the doors where they open earlier, and moves with the event', async (t) => {
  const hours = await openHours(t);
  await hours.startsIn('6 hours 1 minute');
  assert.equal(await hours.next(), 'too_early');
  await hours.startsIn('6 hours');
  assert.equal(await hours.next(), 'admitted');
  await hours.startsIn('11 hours');
  assert.equal(await hours.next(), 'too_early', 'postponed');
  await hours.database.query('UPDATE events SET doors_minutes = 720');
  assert.equal(await hours.next(), 'admitted');
  await hours.database.query('UPDATE events SET doors_minutes = 30');
  assert.equal(await hours.next(), 'too_early', 'doors that open late shorten nothing');
  await hours.startsIn('5 hours');
  assert.equal(await hours.next(), 'admitted');
});

test('a host sets other hours, up to any time', async (t) => {
  const hours = await openHours(t);
  await hours.startsIn('2 days');
  await hours.change({ opensMinutesBefore: 2 * 24 * 60 - 1 });
  assert.equal(await hours.next(), 'too_early');
  await hours.change({ opensMinutesBefore: 2 * 24 * 60 });
  assert.equal(await hours.next(), 'admitted');
  await hours.change({ opensMinutesBefore: 0 });
  assert.equal(await hours.next(), 'too_early');
  await hours.startsIn('0 seconds');
  assert.equal(await hours.next(), 'admitted');
  await hours.startsIn('3 years');
  await hours.change({ opensMinutesBefore: MAX_OPENS_MINUTES });
  assert.equal(await hours.next(), 'admitted');
  for (const wrong of [-1, MAX_OPENS_MINUTES + 1])
    await assert.rejects(
      hours.change({ opensMinutesBefore: wrong }),
      /check_in_rules_opens_minutes_before_check/,
    );
});

test('a host opens check-in now, which is in the audit log; where it is open nothing changes', async (t) => {
  const hours = await openHours(t);
  const { database, event } = hours;
  await hours.change({ allowsReentry: true });
  assert.equal((await readCheckInRules(database, event.eventId)).isOpen, false);
  await hours.change({ opensNow: true });
  assert.equal(await hours.next(), 'admitted');
  const { isOpen, allowsReentry, opensMinutesBefore } = await readCheckInRules(database, event.eventId);
  assert.deepEqual([isOpen, allowsReentry], [true, true]);
  await hours.change({ opensNow: true });
  const { rows } = await database.query(
    `SELECT after FROM audit_log WHERE action = 'check_in.change' ORDER BY id DESC`,
  );
  assert.deepEqual(rows[0], { after: { opensMinutesBefore } });
  assert.equal(rows.length, 3);
});

test('a ticket’s fault is told before it is too early for it; a guest inside may go out', async (t) => {
  const hours = await openHours(t);
  const [inside, back, cancelled] = await hours.sell(3);
  assert(inside && back && cancelled);
  await hours.change({ allowsReentry: true });
  await hours.startsIn('1 hour');
  await hours.send(hours.phone1, [{ code: inside.code }, { code: back.code }]);
  await hours.startsIn('1 month');
  await hours.database.query('UPDATE tickets SET voided_at = now() WHERE id = $1', [cancelled.id]);
  assert.deepEqual(
    (
      await hours.send(hours.phone1, [
        { code: cancelled.code },
        { code: inside.code },
        { code: back.code, kind: 'exit' },
        { code: back.code },
      ])
    ).map(said),
    ['void', 'already_used', 'left', 'too_early'],
  );
});

test('a phone’s own decision before the opening is written down, and is a conflict by the time of the scan', async (t) => {
  const hours = await openHours(t);
  const [early, inTime, refused] = await hours.sell(3);
  assert(early && inTime && refused);
  await hours.startsIn('5 hours');
  const ago = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
  const sent = await hours.send(hours.phone1, [
    { code: early.code, verdict: 'admitted', at: ago(65) },
    { code: inTime.code, verdict: 'admitted', at: ago(55) },
    { code: refused.code, verdict: 'refused', reason: 'too_early', at: ago(65) },
  ]);
  assert.deepEqual(sent.map(said), ['admitted too_early', 'admitted', 'too_early']);
  assert.equal((await hours.stateOf(early.id)).isIn, true, 'nobody’s night is lost');
  assert.equal((await hours.stateOf(refused.id)).isIn, false);
});

test('a phone hears when check-in opens', async (t) => {
  const hours = await openHours(t);
  await hours.change({ opensMinutesBefore: 90 });
  const { rules, event } = await describeDevice(hours.database, hours.secretKeys, hours.phone1);
  assert.equal(event.startsAt.getTime() - rules.opensAt.getTime(), 90 * 60_000);
});
