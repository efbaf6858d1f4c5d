import { plainArray } from '../db/array-literal.ts';
import { callFunction } from '../db/call-function.ts';
import type { Queryable } from '../db/database.ts';
import type { Conflict, ScanKind, ScanOutcome } from '../rules/scan.ts';
import { conflictOf, type JudgedScan } from './conflicts/scan-conflict.ts';
import type { ReadScan } from './read-scans.ts';

/** The source of scans: a phone at its door, a member at the dashboard, or the program itself. */
export type ScanSource = {
  eventId: string;
  doorId: string | null;
  deviceId: string | null;
  personId: string | null;
  /** By the phone's clock, when it sent them; null: by ours. */
  sentAt: Date | null;
};

export type WrittenScan = {
  id: string;
  kind: ScanKind;
  ticketId: string | null;
  at: Date;
  outcome: ScanOutcome;
  conflict: Conflict | null;
  isUndone: boolean;
};

type Row = JudgedScan & {
  id: string;
  ticket_id: string | null;
  at: Date;
  outcome: ScanOutcome;
};

/** Takes scans in and decides those that ask: see functions/take_scans.sql. */
export async function writeScans(
  tx: Queryable,
  source: ScanSource,
  scans: ReadScan[],
): Promise<WrittenScan[]> {
  const { rows: since } = await tx.query<{ at: Date | null }>(
    'SELECT min(created_at) AS at FROM doors WHERE event_id = $1',
    [source.eventId],
  );
  const call = callFunction('take_scans', {
    in_event: source.eventId,
    at_door: source.doorId,
    by_device: source.deviceId,
    by_person: source.personId,
    sent_at: source.sentAt?.toISOString() ?? null,
    // A clock that is wrong by years puts nothing before the event had a door.
    not_before: since[0]?.at?.toISOString() ?? null,
    ids: plainArray(scans.map(({ id }) => id)),
    kinds: plainArray(scans.map(({ kind }) => kind)),
    hows: plainArray(scans.map(({ how }) => how)),
    serials: plainArray(scans.map(({ serial }) => serial)),
    short_codes: plainArray(scans.map(({ shortNumber }) => shortNumber)),
    ticket_ids: plainArray(scans.map(({ ticketId }) => ticketId ?? null)),
    presets: plainArray(scans.map(({ preset }) => preset)),
    device_times: plainArray(scans.map(({ at }) => `"${at.toISOString()}"`)),
    verdicts: plainArray(scans.map(({ verdict }) => verdict)),
    reasons: plainArray(scans.map(({ reason }) => reason ?? null)),
    undo_ids: plainArray(scans.map(({ undoes }) => undoes ?? null)),
  });
  const { rows } = await tx.query<Row>(call.text, call.values);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    ticketId: row.ticket_id,
    at: row.at,
    outcome: row.outcome,
    conflict: conflictOf(row),
    isUndone: row.undone_by !== null,
  }));
}
