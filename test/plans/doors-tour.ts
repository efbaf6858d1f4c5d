import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { SYSTEM } from '../../src/audit/actor.ts';
import { makeDevice } from '../../src/check-in/devices.ts';
import { makeDoor } from '../../src/check-in/doors.ts';
import { findDevice } from '../../src/check-in/find-device.ts';
import { readListCursor, writeListCursor } from '../../src/check-in/phone-cursor.ts';
import { listOwnConflicts } from '../../src/check-in/conflicts/list-own-conflicts.ts';
import { listScans } from '../../src/check-in/list-scans.ts';
import { pairDevice } from '../../src/check-in/pair-device.ts';
import { readGuestsForPhone } from '../../src/check-in/read-guests-for-phone.ts';
import type { SentScan } from '../../src/check-in/read-scans.ts';
import { searchGuestsAtDoor } from '../../src/check-in/search-guests-at-door.ts';
import { takeScans } from '../../src/check-in/take-scans.ts';
import { toShortCode } from '../../src/rules/short-code.ts';
import { openCheckIn } from '../harness/open-check-in.ts';
import type { TestHost } from '../harness/make-catalog.ts';
import type { TestApp } from '../harness/test-app.ts';

type Guest = { ticketId: string; code: string; shortCode: number };

/** A phone's night at a door, once: it asks, tells what it did by itself, takes back, and hears of changes. */
export async function standAtDoor(
  on: TestApp,
  { host, eventId, guest }: { host: TestHost; eventId: string; guest: Guest },
): Promise<void> {
  const { database } = on.app;
  const by = { hostId: host.hostId, eventId, actor: SYSTEM };
  await openCheckIn(database, eventId);
  const { doorId } = await database.transaction((tx) =>
    makeDoor(tx, { ...by, name: `Door ${randomUUID()}`, ticketTypeIds: null }),
  );
  const { link } = await database.transaction((tx) =>
    makeDevice(tx, { ...by, doorId, name: 'A phone', maySearch: true }),
  );
  const { token } = await database.transaction((tx) =>
    pairDevice(tx, { link, address: '192.0.2.1', userAgent: '' }),
  );
  const device = await findDevice(database, token);
  const scan = (what: Partial<SentScan>): SentScan => ({
    id: randomUUID(),
    kind: 'entry',
    how: 'code',
    at: new Date(),
    verdict: null,
    ...what,
  });
  const entry = scan({ code: guest.code, verdict: 'admitted' });
  const scans = [
    scan({ code: guest.code }),
    entry,
    scan({ kind: 'exit', code: guest.code, verdict: 'admitted' }),
    scan({ kind: 'undo', undoes: entry.id }),
    scan({ how: 'short_code', shortCode: toShortCode(guest.shortCode) }),
    scan({ how: 'short_code', shortCode: '0000-0000' }),
    scan({ how: 'name', ticketId: guest.ticketId }),
    scan({ code: 'nothing of ours' }),
  ];
  const since = await cursorOfNow(on);
  for (let twice = 0; twice < 2; twice++) {
    const taken = await database.transaction((tx) =>
      takeScans(tx, on.secretKeys, { device, sentAt: new Date(), waiting: 0, scans }),
    );
    assert.equal(taken.length, scans.length);
  }
  assert.ok((await readGuestsForPhone(database, { eventId, after: since })).entries.length > 0);
  await searchGuestsAtDoor(database, { device, search: 'nobody0 here0' });
  await listOwnConflicts(database, device);
  for (const filters of [
    { doorId: null, deviceId: null, outcomes: null, onlyConflicts: false },
    { doorId, deviceId: null, outcomes: null, onlyConflicts: false },
    { doorId: null, deviceId: device.deviceId, outcomes: null, onlyConflicts: false },
    {
      doorId: null,
      deviceId: null,
      outcomes: ['unknown' as const, 'admitted' as const],
      onlyConflicts: false,
    },
    { doorId: null, deviceId: null, outcomes: null, onlyConflicts: true },
  ])
    await listScans(database, { ...by, filters, limit: 50, cursor: null });
}

/**
 * As a phone has it that has the whole list. To read all of it is no step of this tour. The product begins at the oldest transaction that is
 * under way, which may be one of another test's database, from before the tables were filled: here it is the next one.
 */
async function cursorOfNow(on: TestApp): Promise<string> {
  const { rows } = await on.app.database.query<{ next: string }>(
    `SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next`,
  );
  const { next } = await readGuestsForPhone(on.app.database, { eventId: randomUUID(), after: null });
  const place = readListCursor(next);
  assert(place);
  return writeListCursor({ ...place, isFirst: false, from: rows[0]?.next ?? '0', until: null, last: null });
}
