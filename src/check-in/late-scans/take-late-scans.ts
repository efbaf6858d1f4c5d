import { plainArray } from '../../db/array-literal.ts';
import type { Transaction } from '../../db/database.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { lockLateDevice, type LateDevice } from './find-late-device.ts';
import { keepToGuesses } from '../limit-guesses.ts';
import { keepToTimes, readScans, type ReadScan, type SentScan } from '../read-scans.ts';
import { writeScans } from '../write-scans.ts';

/**
 * The outcome of a late scan. `taken`: it counts; `held`: the host is asked; `not_taken`: it never will, since it has no signed code or
 * there are too many; `wait`: as with phones that are in. Nothing is told of guests.
 */
export type LateOutcome = 'taken' | 'held' | 'not_taken' | 'wait';

/** More than a phone scans in a long night. Those that were decided upon count too: nobody is asked without end. */
export const MAX_LATE_SCANS = 5_000;

/**
 * Takes in what a phone scanned before it was out. Its time has merely ended: what was scanned in time counts. It was revoked, or scanned
 * after its time: what has a signed code waits for the host.
 */
export async function takeLateScans(
  tx: Transaction,
  secretKeys: SecretKeys,
  { token, sentAt, scans }: { token: string; sentAt: Date; scans: SentScan[] },
): Promise<{ id: string; outcome: LateOutcome }[]> {
  const device = await lockLateDevice(tx, token);
  const { eventId, endsAt } = device;
  const read = await readScans(tx, secretKeys, { eventId, scans, maySearch: false });
  const timed = await findTimes(tx, { eventId, sentAt: keepToTimes(sentAt), scans: read });
  const happened = timed.filter(({ kind, verdict }) => kind === 'undo' || verdict !== null);
  const inTime = happened.filter(({ happenedAt }) => endsAt !== null && happenedAt <= endsAt);
  const outcomes = new Map<string, LateOutcome>();
  await takeInTime(tx, { device, sentAt, scans: inTime, outcomes });
  const others = new Set(inTime);
  await hold(tx, { device, scans: happened.filter((scan) => !others.has(scan)), outcomes });
  return scans.map(({ id }) => ({ id, outcome: outcomes.get(id) ?? 'not_taken' }));
}

type TimedScan = ReadScan & { happenedAt: Date };

/** The rule of functions/take_scans.sql: so long before the sending, and neither in the future nor before there was a door. */
async function findTimes(
  tx: Transaction,
  { eventId, sentAt, scans }: { eventId: string; sentAt: Date; scans: ReadScan[] },
): Promise<TimedScan[]> {
  const { rows } = await tx.query<{ now: Date; since: Date | null }>(
    'SELECT clock_timestamp() AS now, (SELECT min(created_at) FROM doors WHERE event_id = $1) AS since',
    [eventId],
  );
  const now = rows[0]?.now.getTime() ?? Date.now();
  const since = rows[0]?.since?.getTime() ?? 0;
  return scans.map((scan) => {
    const at = scan.at.getTime() + now - sentAt.getTime();
    return { ...scan, happenedAt: new Date(Math.min(now, Math.max(since, at))) };
  });
}

type Taking = { device: LateDevice; scans: TimedScan[]; outcomes: Map<string, LateOutcome> };

async function takeInTime(
  tx: Transaction,
  { device, sentAt, scans, outcomes }: Taking & { sentAt: Date },
): Promise<void> {
  const { deviceId, eventId, doorId, endsAt } = device;
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM scans WHERE device_id = $1 AND received_at > $2',
    [deviceId, endsAt],
  );
  const room = scans.slice(0, Math.max(0, MAX_LATE_SCANS - (rows[0]?.count ?? 0)));
  if (room.length === 0) return;
  const { allowed, waiting } = await keepToGuesses(tx, { deviceId, eventId, scans: room });
  for (const id of waiting) outcomes.set(id, 'wait');
  const source = { eventId, doorId, deviceId, personId: null, sentAt: keepToTimes(sentAt) };
  for (const { id } of await writeScans(tx, source, allowed)) outcomes.set(id, 'taken');
}

/** A signed code is the only proof that a guest was there. An undo is good for what waits itself, and for nothing that counts already. */
async function hold(tx: Transaction, { device, scans, outcomes }: Taking): Promise<void> {
  const { deviceId, eventId } = device;
  const ids = new Set(scans.flatMap(({ id, serial }) => (serial === null ? [] : id)));
  const { rows: known } = await tx.query<{ id: string; isOwn: boolean }>(
    `SELECT id, device_id = $1 AND state = 'waiting' AS "isOwn" FROM late_scans WHERE id = ANY ($2)`,
    [deviceId, scans.flatMap(({ id, undoes }) => (undoes === undefined ? id : [id, undoes]))],
  );
  for (const { id, isOwn } of known) if (isOwn) ids.add(id);
  // Sent once more beside its undo, it would pass for one that waits.
  const { rows: counted } = await tx.query<{ id: string }>('SELECT id FROM scans WHERE id = ANY ($1)', [
    scans.flatMap(({ undoes }) => undoes ?? []),
  ]);
  for (const { id } of counted) ids.delete(id);
  const good = scans.filter(({ serial, undoes }) =>
    undoes === undefined ? serial !== null : ids.has(undoes),
  );
  const { rows } = await tx.query<{ id: string }>(
    `WITH room AS (SELECT $2 - count(*)::integer AS left FROM late_scans WHERE device_id = $1),
     sent AS (
       SELECT s.*, row_number() OVER (ORDER BY s.nr) AS nr_left
         FROM unnest($4::uuid[], $5::text[], $6::uuid[], $7::uuid[], $8::timestamptz[], $9::timestamptz[], $10::text[], $11::text[])
              WITH ORDINALITY AS s (id, kind, serial, undoes, at, device_time, verdict, reason, nr)
        -- A scan taken in before the phone was removed is not new.
        WHERE NOT EXISTS (SELECT 1 FROM scans AS k WHERE k.id = s.id) AND NOT EXISTS (SELECT 1 FROM late_scans AS k WHERE k.id = s.id)),
     held AS (
       INSERT INTO late_scans (id, event_id, device_id, kind, serial, undoes, at, device_time, verdict, reason)
       SELECT s.id, $3, $1, s.kind, s.serial, s.undoes, s.at, s.device_time, s.verdict, s.reason
         FROM sent AS s, room WHERE s.nr_left <= room.left ORDER BY s.nr
       ON CONFLICT (id) DO NOTHING RETURNING id)
     SELECT id FROM held
     UNION ALL SELECT id FROM late_scans WHERE id = ANY ($4) AND device_id = $1
     UNION ALL SELECT id FROM scans WHERE id = ANY ($4) AND device_id = $1`,
    [
      deviceId,
      MAX_LATE_SCANS,
      eventId,
      plainArray(good.map(({ id }) => id)),
      plainArray(good.map(({ kind }) => kind)),
      plainArray(good.map(({ serial }) => serial)),
      plainArray(good.map(({ undoes }) => undoes ?? null)),
      plainArray(good.map(({ happenedAt }) => `"${happenedAt.toISOString()}"`)),
      plainArray(good.map(({ at }) => `"${at.toISOString()}"`)),
      plainArray(good.map(({ kind, verdict }) => (kind === 'undo' ? null : verdict))),
      plainArray(good.map(({ reason }) => reason ?? null)),
    ],
  );
  for (const { id } of rows) outcomes.set(id, 'held');
}
