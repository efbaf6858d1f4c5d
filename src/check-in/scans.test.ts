import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { SYSTEM } from '../audit/actor.ts';
import type { OrderTicket } from '../tickets/load-order-tickets.ts';
import { openDoors, type DoorWorld, type Phone } from './door-world.fixture.ts';
import { listScans } from './list-scans.ts';
import { countCheckIn } from './read-check-in.ts';
import type { SentScan } from './read-scans.ts';
import { setCheckInRules } from './set-check-in-rules.ts';
import type { TakenScan } from './take-scans.ts';

const MINUTE_MS = 60_000;
const ago = (minutes: number): Date => new Date(Date.now() - minutes * MINUTE_MS);

/** A scan in short: its outcome, and any objection. */
const said = (scan: TakenScan | undefined): string => {
  assert(scan);
  if (scan.outcome === 'wait') return 'wait';
  return scan.conflict === null ? scan.outcome : `${scan.outcome} ${scan.conflict}`;
};

const allowReentry = (world: DoorWorld, allowsReentry: boolean) =>
  world.database.transaction((tx) =>
    setCheckInRules(tx, {
      hostId: world.host.hostId,
      eventId: world.event.eventId,
      actor: SYSTEM,
      allowsReentry,
    }),
  );

async function conflicts(world: DoorWorld): Promise<string[]> {
  const { scans } = await listScans(world.database, {
    hostId: world.host.hostId,
    eventId: world.event.eventId,
    filters: { doorId: null, deviceId: null, outcomes: null, onlyConflicts: true },
    limit: 1_000,
    cursor: null,
  });
  return scans.map(({ scanId }) => scanId);
}

test('scans', async (t) => {
  const world = await openDoors(t);
  const [north, south] = [await world.door('North'), await world.door('South')];
  // All of this happened within the last hours.
  await world.database.query(`UPDATE doors SET created_at = now() - interval '1 day'`);
  const [first, second, third] = [
    await world.phone(north),
    await world.phone(south),
    await world.phone(south),
  ] as [Phone, Phone, Phone];
  const ticket = async (): Promise<OrderTicket> => {
    const [sold] = await world.sell();
    assert(sold);
    return sold;
  };
  const offline = (code: string, minutesAgo: number): Partial<SentScan> & { id: string } => ({
    id: randomUUID(),
    code,
    at: ago(minutesAgo),
    verdict: 'admitted',
  });

  await t.test('a scan sent twice has one effect, and is answered the same', async () => {
    const [one, other] = [await ticket(), await ticket()];
    const scans = [
      { id: randomUUID(), code: one.code },
      { id: randomUUID(), code: one.code },
      offline(other.code, 5),
    ];
    const answers = await world.send(first, scans);
    assert.deepEqual(answers.map(said), ['admitted', 'already_used', 'admitted']);
    assert.deepEqual(await world.send(first, scans), answers);
    assert.deepEqual(
      (await world.send(first, [...scans, ...scans])).map(said),
      [...answers, ...answers].map(said),
    );
    const { rows } = await world.database.query('SELECT 1 FROM scans WHERE id = ANY ($1)', [
      scans.map(({ id }) => id),
    ]);
    assert.equal(rows.length, 3);
  });

  await t.test(
    'a process that is killed before or after the commit leaves no scan half taken, and none twice',
    async () => {
      for (const when of ['before', 'after'] as const) {
        const { code, id } = await ticket();
        const scan = { id: randomUUID(), kind: 'entry', how: 'code', code, at: ago(0), verdict: null };
        const input = { when, secret: world.secretKeys.current.bytes.toString('hex'), device: first, scan };
        const child = fork(new URL('killed-door.fixture.ts', import.meta.url), [
          world.url,
          JSON.stringify(input),
        ]);
        const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
        assert.equal(signal, 'SIGKILL');
        const { rows } = await world.database.query('SELECT 1 FROM scans WHERE id = $1', [scan.id]);
        assert.equal(rows.length, when === 'after' ? 1 : 0);
        // The phone has heard nothing, and asks again, twice at once.
        const again = await Promise.all([1, 2].map(() => world.ask(first, { id: scan.id, code })));
        assert.deepEqual(again.map(said), ['admitted', 'admitted']);
        assert.equal(said(await world.ask(second, { code })), 'already_used');
        assert.equal((await world.stateOf(id)).isIn, true);
      }
    },
  );

  await t.test(
    'two phones that both let a ticket in without a network are a conflict, with both times',
    async () => {
      const { code, id } = await ticket();
      const [early, late] = [offline(code, 30), offline(code, 20)];
      assert.equal(said((await world.send(second, [late]))[0]), 'admitted');
      assert.equal(said((await world.send(first, [early]))[0]), 'admitted');
      const [again] = await world.send(second, [late]);
      assert(again && again.outcome !== 'wait');
      assert.equal(said(again), 'admitted double');
      assert.equal(again.other?.door, 'North');
      assert.ok((await conflicts(world)).includes(late.id));
      assert.deepEqual((await world.stateOf(id)).usedAt, again.other?.at);
      // The first admission is undone: then the other is no conflict.
      await world.send(third, [{ kind: 'undo', undoes: early.id }]);
      assert.ok(!(await conflicts(world)).includes(late.id));
      assert.equal((await world.stateOf(id)).isIn, true);
    },
  );

  await t.test('asked and refused, the answer lost, and let in all the same: a conflict', async () => {
    const { code } = await ticket();
    assert.equal(said(await world.ask(first, { code })), 'admitted');
    const scan = { id: randomUUID(), code, at: ago(0) };
    assert.equal(said(await world.ask(second, scan)), 'already_used');
    assert.equal(said(await world.ask(second, { ...scan, verdict: 'admitted' })), 'admitted double');
    assert.ok((await conflicts(world)).includes(scan.id));
    // And its question, once more, late: what happened stays.
    assert.equal(said(await world.ask(second, scan)), 'admitted double');
    const other = await ticket();
    await world.database.query('UPDATE tickets SET voided_at = now() WHERE id = $1', [other.id]);
    const ofVoid = { id: randomUUID(), code: other.code, at: ago(0) };
    assert.equal(said(await world.ask(second, ofVoid)), 'void');
    assert.match(
      said(await world.ask(second, { ...ofVoid, verdict: 'admitted', at: new Date() })),
      /^admitted (void|refusal)$/,
    );
  });

  await t.test(
    'asked and let in, the answer lost, and turned away: the guest is not in, and may come again',
    async () => {
      const { code, id } = await ticket();
      const scan = { id: randomUUID(), code, at: ago(0) };
      assert.equal(said(await world.ask(first, scan)), 'admitted');
      assert.equal(
        said(await world.ask(first, { ...scan, verdict: 'refused', reason: 'already_used' })),
        'already_used',
      );
      assert.equal((await world.stateOf(id)).isIn, false);
      assert.equal(said(await world.ask(second, { code })), 'admitted');

      // By a short code as well, which is not looked up where the phone has refused it.
      const typed = await ticket();
      const asked = { id: randomUUID(), shortCode: typed.shortCode, how: 'short_code' as const, at: ago(0) };
      assert.equal(said(await world.ask(first, asked)), 'admitted');
      assert.equal(said(await world.ask(first, { ...asked, verdict: 'refused' })), 'refused');
      assert.equal((await world.stateOf(typed.id)).isIn, false);
      assert.equal(said(await world.ask(second, { code: typed.code })), 'admitted');
    },
  );

  await t.test('scans of a faulty phone keep nothing else back', async () => {
    const { code, id } = await ticket();
    const other = await ticket();
    await world.send(first, [
      { kind: 'undo' },
      { ...offline(code, 1), undoes: randomUUID() },
      { ...offline(other.code, 1), at: new Date(Number.NaN) },
      { code, verdict: 'refused', at: new Date('0000-01-01T00:00:00Z') },
      { code, verdict: 'refused', at: new Date(8.64e15) },
    ]);
    assert.equal((await world.stateOf(id)).isIn, true);
    assert.equal((await world.stateOf(other.id)).isIn, true);
  });

  await t.test('undo, in every state', async () => {
    const { code, id } = await ticket();
    const undo = (undoes: string) => world.ask(second, { kind: 'undo', undoes });
    const entry = { id: randomUUID(), code };
    assert.equal(said(await world.ask(first, entry)), 'admitted');
    const refused = { id: randomUUID(), code };
    assert.equal(said(await world.ask(first, refused)), 'already_used');
    assert.equal(said(await undo(refused.id)), 'nothing_to_undo');
    const taken = { kind: 'undo', undoes: entry.id, id: randomUUID() } as const;
    assert.equal(said(await world.ask(second, taken)), 'undone');
    assert.equal(said(await world.ask(second, taken)), 'undone', 'sent again');
    assert.equal(said(await undo(entry.id)), 'undone', 'by somebody else too');
    assert.equal(said(await undo(taken.id)), 'nothing_to_undo', 'there is no undo of an undo');
    assert.deepEqual(await world.stateOf(id), { usedAt: null, leftAt: null, isIn: false, isOut: false });
    // Undone scans stay so, however often they come again.
    assert.equal(said(await world.ask(first, entry)), 'admitted');
    assert.equal((await world.stateOf(id)).isIn, false);
    const next = { id: randomUUID(), code };
    assert.equal(said(await world.ask(first, next)), 'admitted');
    // An exit is taken back: the guest is in.
    await allowReentry(world, true);
    const exit = { id: randomUUID(), code, kind: 'exit' } as const;
    assert.equal(said(await world.ask(first, exit)), 'left');
    assert.equal((await world.stateOf(id)).isOut, true);
    assert.equal(said(await undo(exit.id)), 'undone');
    assert.equal((await world.stateOf(id)).isIn, true);
    assert.equal(said(await undo(next.id)), 'undone');
    assert.equal((await world.stateOf(id)).usedAt, null);
    await allowReentry(world, false);
  });

  await t.test('in and out again, where the host allows it', async () => {
    const { code, id } = await ticket();
    const ask = async (kind: 'entry' | 'exit') => said(await world.ask(first, { code, kind }));
    assert.equal(await ask('exit'), 'no_reentry');
    await allowReentry(world, true);
    assert.equal(await ask('exit'), 'not_inside');
    assert.deepEqual(
      [await ask('entry'), await ask('entry'), await ask('exit'), await ask('exit')],
      ['admitted', 'already_used', 'left', 'not_inside'],
    );
    const { usedAt } = await world.stateOf(id);
    assert.deepEqual([await ask('entry'), await ask('exit')], ['re_entry', 'left']);
    assert.deepEqual((await world.stateOf(id)).usedAt, usedAt, 'the first time is the time');
    await allowReentry(world, false);
    assert.equal(await ask('entry'), 'already_used');
  });

  await t.test('a clock that is wrong by an hour, or by years, does no harm', async () => {
    for (const wrongByMs of [60 * MINUTE_MS, -60 * MINUTE_MS]) {
      const { code, id } = await ticket();
      const clock = Date.now() + wrongByMs;
      const scan = { ...offline(code, 0), at: new Date(clock - 10 * MINUTE_MS) };
      await world.send(first, [scan], new Date(clock));
      const { usedAt } = await world.stateOf(id);
      assert.ok(Math.abs((usedAt?.getTime() ?? 0) - ago(10).getTime()) < 2 * MINUTE_MS, String(usedAt));
    }
    const [one, other] = [await ticket(), await ticket()];
    await world.send(first, [{ ...offline(one.code, 0), at: new Date(Date.now() + 1e9) }]);
    const { rows } = await world.database.query<{ isPast: boolean }>(
      'SELECT used_at <= clock_timestamp() AS "isPast" FROM tickets WHERE id = $1',
      [one.id],
    );
    assert.deepEqual(rows, [{ isPast: true }], 'not in the future');
    await world.send(first, [{ ...offline(other.code, 0), at: new Date(0) }]);
    assert.ok(
      ((await world.stateOf(other.id)).usedAt?.getTime() ?? 0) >= ago(25 * 60).getTime(),
      'not before there was a door',
    );
  });

  await t.test(
    'a door for some ticket types sends the others away; void and dead codes let nobody in; let in offline, each is a conflict',
    async () => {
      const narrow = await world.phone(await world.door('Balcony', [world.event.skus[1] ?? '']));
      const [wrong, void_, passed] = [await ticket(), await ticket(), await ticket()];
      await world.database.query('UPDATE tickets SET voided_at = now() WHERE id = $1', [void_.id]);
      await world.database.query('UPDATE tickets SET serial = gen_random_uuid() WHERE id = $1', [passed.id]);
      assert.equal(said(await world.ask(narrow, { code: wrong.code })), 'wrong_door');
      assert.equal(said(await world.ask(first, { code: void_.code })), 'void');
      assert.equal(said(await world.ask(first, { code: passed.code })), 'passed_on');
      const before = await conflicts(world);
      const answers = [
        ...(await world.send(narrow, [offline(wrong.code, 0)])),
        ...(await world.send(first, [{ ...offline(void_.code, 0), at: new Date() }])),
        ...(await world.send(first, [offline(passed.code, 0)])),
        ...(await world.send(first, [{ ...offline('NO TICKET OF OURS', 0) }])),
      ];
      assert.deepEqual(answers.map(said), [
        'admitted wrong_door',
        'admitted void',
        'admitted passed_on',
        'admitted unknown',
      ]);
      assert.equal((await conflicts(world)).length, before.length + 4);
      // The new holder of the ticket that was passed on may still come.
      assert.equal((await world.stateOf(passed.id)).isIn, false);
      // Let in before it was void: that was right.
      const good = await ticket();
      await world.database.query('UPDATE tickets SET voided_at = now() WHERE id = $1', [good.id]);
      assert.equal(said((await world.send(first, [offline(good.code, 10)]))[0]), 'admitted');
      // But a guest who was inside has returned the ticket, which no door had told yet.
      const returned = await ticket();
      await world.database.query('UPDATE tickets SET voided_at = now() WHERE id = $1', [returned.id]);
      await world.database.query(
        `INSERT INTO returns (id, order_id, host_id, event_id, ticket_ids, amount_minor, state, expires_at, confirmed_at, ended_at)
         SELECT gen_random_uuid(), o.id, o.host_id, o.event_id, ARRAY[t.id], 0, 'done', now(), now(), now()
           FROM tickets AS t JOIN orders AS o ON o.id = t.order_id WHERE t.id = $1`,
        [returned.id],
      );
      assert.equal(said((await world.send(first, [offline(returned.code, 10)]))[0]), 'admitted void');
    },
  );

  await t.test('counts are those of the guests', async () => {
    const { rows } = await world.database.query<{ inside: number; came: number }>(
      `SELECT count(*) FILTER (WHERE left_at IS NULL)::integer AS inside, count(*)::integer AS came FROM tickets WHERE used_at IS NOT NULL`,
    );
    const counts = await countCheckIn(world.database, {
      hostId: world.host.hostId,
      eventId: world.event.eventId,
    });
    // Two were let in without a ticket of the event.
    assert.equal(counts.total.cameIn, (rows[0]?.came ?? 0) + 2);
    assert.equal(counts.total.inside, (rows[0]?.inside ?? 0) + 2);
    assert.equal(counts.conflicts, (await conflicts(world)).length);
    assert.equal(
      counts.doors.reduce((sum, { cameIn }) => sum + cameIn, 0),
      counts.total.cameIn,
    );
  });

  await t.test('an event that is cancelled lets nobody in, before its tickets are taken back', async () => {
    const event = await world.makeEvent({ ticketTypes: [{ priceMinor: 0 }] });
    const [inside, late] = await world.sell(2, event);
    assert(inside && late);
    const phone = await world.phone(await world.door('Gate', null, event), event);
    assert.equal(said(await world.ask(phone, { code: inside.code })), 'admitted');
    await world.database.query(`UPDATE events SET status = 'CANCELLED' WHERE id = $1`, [event.eventId]);
    assert.equal(said(await world.ask(phone, { code: late.code })), 'void');
    assert.equal((await world.stateOf(late.id)).isIn, false);
    assert.equal(said(await world.ask(phone, { code: inside.code })), 'void');
    assert.equal((await world.stateOf(inside.id)).isIn, true);
  });
});
