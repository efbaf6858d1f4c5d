import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { SYSTEM } from '../audit/actor.ts';
import { Refusal } from '../refusal.ts';
import { makeDevice, makeDevices, MAX_DEVICES, renewLink, revokeDevice, revokeUnused } from './devices.ts';
import { describeDevice } from './describe-device.ts';
import { changeDoor, makeDoor, removeDoor } from './doors.ts';
import { openDoors } from './door-world.fixture.ts';
import { findDevice } from './find-device.ts';
import { listScans, type ScanFilters } from './list-scans.ts';
import { pairDevice } from './pair-device.ts';
import { readArrivals } from './read-arrivals.ts';
import { readCheckIn } from './read-check-in.ts';
import { readGuestsForPhone } from './read-guests-for-phone.ts';
import { searchGuestsAtDoor } from './search-guests-at-door.ts';
import { setCheckInRules } from './set-check-in-rules.ts';
import { undoScan } from './undo-scan.ts';

const refusedFor = (code: string) => (error: unknown) => {
  assert(error instanceof Refusal, String(error));
  assert.equal(error.code, code);
  return true;
};

test('doors and phones', async (t) => {
  const world = await openDoors(t);
  const { database, host, event } = world;
  const mine = { hostId: host.hostId, eventId: event.eventId, actor: SYSTEM };
  const north = await world.door('North');
  const tx = database.transaction;
  const newLink = () => tx((one) => makeDevice(one, { ...mine, doorId: north, name: 'A', maySearch: false }));
  const pair = (link: string) => tx((one) => pairDevice(one, { link, address: '192.0.2.1', userAgent: 'x' }));

  await t.test('a link pairs one phone, however many open it at once', async () => {
    const { link, deviceId } = await newLink();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => pair(link)));
    const paired = outcomes.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    assert.equal(paired.length, 1);
    assert.partialDeepStrictEqual(await findDevice(database, paired[0]?.token ?? ''), {
      deviceId,
      doorId: north,
    });
    for (const wrong of [link, '', 'x', paired[0]?.token ?? ''])
      await assert.rejects(pair(wrong), refusedFor('link_ended'));
    // Neither is in the database.
    const { rows } = await database.query<{ row: string }>('SELECT d::text AS row FROM door_devices AS d');
    for (const secret of [link, paired[0]?.token ?? ''])
      assert.ok(
        !rows.some(({ row }) => row.includes(secret) || row.includes(Buffer.from(secret).toString('hex'))),
      );
  });

  await t.test(
    'a sheet has a link for each phone, which go on counting; those that nobody used are revoked together',
    async () => {
      const sheet = { ...mine, doorId: north, name: 'Gate', count: 3, linkHours: 24 };
      const first = await tx((one) => makeDevices(one, sheet));
      assert.deepEqual(
        first.map(({ name }) => name),
        ['Gate 1', 'Gate 2', 'Gate 3'],
      );
      const { token } = await pair(first[0]?.link ?? '');
      await assert.rejects(pair(first[0]?.link ?? ''), refusedFor('link_ended'));
      const [fourth] = await tx((one) => makeDevices(one, { ...sheet, count: 1 }));
      assert.equal(fourth?.name, 'Gate 4');
      await database.query(`UPDATE door_devices SET link_expires_at = now() WHERE id = $1`, [
        fourth.deviceId,
      ]);
      await assert.rejects(pair(fourth.link), refusedFor('link_ended'));
      const hours = await database.query(
        `SELECT 1 FROM door_devices WHERE id = $1 AND link_expires_at BETWEEN now() + interval '23 hours' AND now() + interval '25 hours'`,
        [first[1]?.deviceId],
      );
      assert.equal(hours.rowCount, 1);
      await assert.rejects(
        tx((one) => makeDevices(one, { ...sheet, count: MAX_DEVICES })),
        refusedFor('validation_failed'),
      );
      const { count } = await tx((one) => revokeUnused(one, { ...mine, doorId: north }));
      assert.ok(count >= 3);
      await assert.rejects(pair(first[2]?.link ?? ''), refusedFor('link_ended'));
      assert.equal((await findDevice(database, token)).name, 'Gate 1');
      assert.deepEqual(await tx((one) => revokeUnused(one, { ...mine, doorId: north })), { count: 0 });
    },
  );

  await t.test(
    'a link that is an hour old is none; a new one puts another phone in the place of the first',
    async () => {
      const { link, deviceId } = await newLink();
      await database.query(`UPDATE door_devices SET link_expires_at = now() WHERE id = $1`, [deviceId]);
      await assert.rejects(pair(link), refusedFor('link_ended'));
      const { token } = await pair(
        (await tx((one) => renewLink(one, { ...mine, deviceId, mayGrantSearch: true }))).link,
      );
      const second = await tx((one) => renewLink(one, { ...mine, deviceId, mayGrantSearch: true }));
      await findDevice(database, token);
      const { token: next } = await pair(second.link);
      await assert.rejects(findDevice(database, token), refusedFor('device_revoked'));
      await findDevice(database, next);
    },
  );

  await t.test(
    'a phone that was removed, or whose time is over, is out at its next contact, with a request under way too',
    async () => {
      const [ticket] = await world.sell();
      const phone = await world.phone(north);
      await tx((one) => revokeDevice(one, { ...mine, deviceId: phone.deviceId }));
      await assert.rejects(findDevice(database, phone.token), refusedFor('device_revoked'));
      await assert.rejects(world.send(phone, [{ code: ticket?.code ?? '' }]), refusedFor('device_revoked'));
      assert.equal((await world.stateOf(ticket?.id ?? '')).isIn, false);
      await assert.rejects(
        tx((one) => renewLink(one, { ...mine, deviceId: phone.deviceId, mayGrantSearch: true })),
        refusedFor('wrong_state'),
      );
      const other = await world.phone(north);
      await database.query(`UPDATE door_devices SET ends_at = now() WHERE id = $1`, [other.deviceId]);
      await assert.rejects(findDevice(database, other.token), refusedFor('device_ended'));
      const third = await world.phone(north);
      await database.query(`UPDATE hosts SET suspended_at = now() WHERE id = $1`, [host.hostId]);
      await assert.rejects(findDevice(database, third.token), refusedFor('host_suspended'));
      await database.query(`UPDATE hosts SET suspended_at = NULL WHERE id = $1`, [host.hostId]);
      await findDevice(database, third.token);
    },
  );

  await t.test('a door that is removed takes its phones with it; its name is free again', async () => {
    const doorId = await world.door('East');
    await assert.rejects(world.door('EAST'), refusedFor('validation_failed'));
    const phone = await world.phone(doorId);
    await tx((one) => removeDoor(one, { ...mine, doorId }));
    await assert.rejects(findDevice(database, phone.token), refusedFor('device_revoked'));
    const { rows: lines } = await database.query<{ action: string }>(
      'SELECT action FROM audit_log WHERE subject_id = ANY ($1) ORDER BY action',
      [[doorId, phone.deviceId]],
    );
    assert.deepEqual(
      lines.map(({ action }) => action),
      ['device.create', 'device.pair', 'device.revoke', 'door.create', 'door.remove'],
    );
    await world.door('East');
    await assert.rejects(
      tx((one) => changeDoor(one, { ...mine, doorId, name: 'West', ticketTypeIds: null, version: 1 })),
      refusedFor('not_found'),
    );
    await assert.rejects(world.door('West', [randomUUID()]), refusedFor('validation_failed'));
  });

  await t.test('a phone of one event does nothing at another, not even of the same host', async () => {
    const other = await world.makeEvent({ ticketTypes: [{ priceMinor: 0 }] });
    const [here] = await world.sell();
    const [there] = await world.sell(1, other);
    assert(here && there);
    const phone = await world.phone(await world.door('Other', null, other), other);
    const mineToo = await world.phone(north);
    const entry = { id: randomUUID(), code: here.code };
    await world.ask(mineToo, entry);
    const answers = await world.send(phone, [
      { code: here.code },
      { shortCode: here.shortCode },
      { ticketId: here.id, how: 'name' },
      { kind: 'undo', undoes: entry.id },
      { ...entry, verdict: 'refused' },
      { ticketId: here.id, how: 'name', verdict: 'admitted' },
    ]);
    assert.deepEqual(
      answers.map((answer) => [answer.outcome, 'guest' in answer ? answer.guest : null]),
      [
        ['other_event', null],
        ['unknown', null],
        ['unknown', null],
        // It waits for a scan of that name at its own event, which never comes.
        ['undone', null],
        ['unknown', null],
        ['admitted', null],
      ],
    );
    assert.equal((await world.stateOf(here.id)).isIn, true);
    const { entries } = await readGuestsForPhone(database, { eventId: phone.eventId, after: null });
    assert.equal(entries.length, 1);
    assert.deepEqual((await describeDevice(database, world.secretKeys, phone)).event.id, other.eventId);
    const found = await searchGuestsAtDoor(database, { device: phone, search: 'Obi' });
    assert.deepEqual(
      found.map(({ ticketId }) => ticketId),
      [there.id],
    );
  });

  await t.test('search is for phones that may', async () => {
    const { link } = await newLink();
    const { token } = await pair(link);
    const device = await findDevice(database, token);
    await assert.rejects(searchGuestsAtDoor(database, { device, search: 'Obi' }), refusedFor('not_allowed'));
    assert.deepEqual(
      await searchGuestsAtDoor(database, { device: { ...device, maySearch: true }, search: 'O' }),
      [],
    );
  });

  await t.test('another host finds nothing, and changes nothing', async () => {
    const stranger = await world.makeHost();
    const theirs = { hostId: stranger.hostId, eventId: event.eventId, actor: SYSTEM };
    const phone = await world.phone(north);
    const [ticket] = await world.sell();
    const scan = { id: randomUUID(), code: ticket?.code ?? '' };
    await world.ask(phone, scan);
    const person = {
      kind: 'member',
      personId: randomUUID(),
      email: 'a@b.example',
      role: 'owner',
      address: '',
    } as const;
    const deeds: (() => Promise<unknown>)[] = [
      () => tx((one) => makeDoor(one, { ...theirs, name: 'Mine', ticketTypeIds: null })),
      () =>
        tx((one) =>
          changeDoor(one, { ...theirs, doorId: north, name: 'X', ticketTypeIds: null, version: 1 }),
        ),
      () => tx((one) => removeDoor(one, { ...theirs, doorId: north })),
      () => tx((one) => setCheckInRules(one, { ...theirs, allowsReentry: true })),
      () => tx((one) => makeDevice(one, { ...theirs, doorId: north, name: 'X', maySearch: true })),
      () => tx((one) => renewLink(one, { ...theirs, deviceId: phone.deviceId, mayGrantSearch: true })),
      () => tx((one) => revokeDevice(one, { ...theirs, deviceId: phone.deviceId })),
      () => tx((one) => undoScan(one, { ...theirs, actor: person, scanId: scan.id })),
      () => readCheckIn(database, theirs),
      () => readArrivals(database, theirs),
    ];
    for (const deed of deeds) await assert.rejects(deed(), refusedFor('not_found'));
    const filters = { doorId: null, deviceId: null, outcomes: null, onlyConflicts: false };
    assert.deepEqual(await listScans(database, { ...theirs, filters, limit: 10, cursor: null }), {
      scans: [],
      nextCursor: null,
    });
    await findDevice(database, phone.token);
    assert.equal((await world.stateOf(ticket?.id ?? '')).isIn, true);
    await tx((one) => undoScan(one, { ...mine, actor: person, scanId: scan.id }));
    assert.equal((await world.stateOf(ticket?.id ?? '')).isIn, false);
  });

  await t.test('the log is told page by page, the newest first, by each filter', async () => {
    const all: ScanFilters = { doorId: null, deviceId: null, outcomes: null, onlyConflicts: false };
    const walk = async (filters: Partial<ScanFilters>) => {
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof listScans>> = await listScans(database, {
          ...mine,
          filters: { ...all, ...filters },
          limit: 2,
          cursor,
        });
        ids.push(...page.scans.map(({ scanId }) => scanId));
        cursor = page.nextCursor;
      } while (cursor !== null);
      return ids;
    };
    const { rows } = await database.query<{ id: string; outcome: string; door_id: string | null }>(
      'SELECT id, outcome, door_id FROM scans WHERE event_id = $1 ORDER BY at DESC, id DESC',
      [event.eventId],
    );
    assert.ok(rows.length > 2);
    assert.deepEqual(
      await walk({}),
      rows.map(({ id }) => id),
    );
    const admitted = rows.filter(({ outcome }) => outcome === 'admitted').map(({ id }) => id);
    assert.deepEqual(await walk({ outcomes: ['admitted', 'unknown'] }), admitted);
    const atNorth = rows.filter((row) => row.door_id === north).map(({ id }) => id);
    assert.deepEqual(await walk({ doorId: north }), atNorth);
    await assert.rejects(
      listScans(database, { ...mine, filters: all, limit: 2, cursor: 'x' }),
      refusedFor('invalid_cursor'),
    );
  });
});
