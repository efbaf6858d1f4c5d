import assert from 'node:assert/strict';
import type { Queryable } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { isUuid } from '../values/is-uuid.ts';
import type { Conflict, ScanHow, ScanKind, ScanOutcome } from '../rules/scan.ts';
import { findGuests, findOthers, type GuestAtDoor, type OtherAdmission } from './describe-scans.ts';
import type { EventOfHost } from './lock-event.ts';
import { CONFLICT_SQL, IS_CONFLICT_SQL } from './conflicts/scan-conflict.ts';

/** Null: whichever. */
export type ScanFilters = {
  doorId: string | null;
  deviceId: string | null;
  outcomes: ScanOutcome[] | null;
  /** Only admissions with an objection. Undone ones don't count. */
  onlyConflicts: boolean;
};

/** A line of the log. */
export type LoggedScan = {
  scanId: string;
  kind: ScanKind;
  how: ScanHow;
  at: Date;
  receivedAt: Date;
  /** The phone had no network, and decided by itself. */
  wasOffline: boolean;
  outcome: ScanOutcome;
  conflict: Conflict | null;
  isUndone: boolean;
  doorId: string | null;
  doorName: string | null;
  deviceId: string | null;
  deviceName: string | null;
  /** Of the member who took a scan back in the dashboard. */
  memberName: string | null;
  guest: GuestAtDoor | null;
  /** Of a double: when and where the guest was let in before. */
  other: OtherAdmission | null;
};

export const MAX_SCANS_PER_PAGE = 1_000;

/** Lists the scans of an event, newest first. Another host's event has none. */
export async function listScans(
  database: Queryable,
  input: EventOfHost & { filters: ScanFilters; limit: number; cursor: string | null },
): Promise<{ scans: LoggedScan[]; nextCursor: string | null }> {
  const { hostId, eventId, filters, limit, cursor } = input;
  assert(limit >= 1 && limit <= MAX_SCANS_PER_PAGE, 'a page of so many scans');
  const values: unknown[] = [];
  const use = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const event = use(eventId, 'uuid');
  const found = pick({ use, event, filters, limit: use(limit + 1, 'integer'), after: readCursor(cursor) });
  const { rows } = await database.query<Row>(
    `SELECT s.id AS "scanId", s.kind, s.how, s.at, s.received_at AS "receivedAt", s.verdict IS NOT NULL AS "wasOffline", s.outcome,
            ${CONFLICT_SQL} AS conflict,
            s.undone_by IS NOT NULL AS "isUndone", s.door_id AS "doorId", door.name AS "doorName", s.device_id AS "deviceId",
            device.name AS "deviceName", person.name AS "memberName", s.ticket_id AS "ticketId"
       FROM (${found}) AS s
       LEFT JOIN LATERAL (SELECT name FROM doors WHERE id = s.door_id LIMIT 1) AS door ON true
       LEFT JOIN LATERAL (SELECT name FROM door_devices WHERE id = s.device_id LIMIT 1) AS device ON true
       LEFT JOIN LATERAL (SELECT name FROM people WHERE id = s.person_id LIMIT 1) AS person ON true
      WHERE EXISTS (SELECT 1 FROM events WHERE id = ${event} AND host_id = ${use(hostId, 'uuid')})
      ORDER BY s.at DESC, s.id DESC`,
    values,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const guests = await findGuests(
    database,
    eventId,
    page.flatMap(({ ticketId }) => ticketId ?? []),
  );
  const doubles = page.filter(({ conflict }) => conflict === 'double');
  const others = await findOthers(
    database,
    doubles.map(({ scanId }) => ({ id: scanId })),
  );
  return {
    scans: page.map(({ ticketId, ...scan }) => ({
      ...scan,
      guest: (ticketId !== null && guests.get(ticketId)) || null,
      other: others.get(scan.scanId) ?? null,
    })),
    nextCursor: rows.length > limit && last ? `${last.at.toISOString()}_${last.scanId}` : null,
  };
}

type Row = Omit<LoggedScan, 'guest' | 'other'> & { ticketId: string | null };
type Position = { at: string; scanId: string };
type Place = {
  use: (value: unknown, type: string) => string;
  event: string;
  filters: ScanFilters;
  limit: string;
  after: Position | null;
};

/** The newest that fit, by the index of the filter that leaves the fewest. */
function pick({ use, event, filters, limit, after }: Place): string {
  const { doorId, deviceId, outcomes, onlyConflicts } = filters;
  const outcome = outcomes === null ? null : use(outcomes, 'text[]');
  // Of a door or a phone by its own index, and not by that of the whole event.
  const hasOwnIndex = doorId !== null || deviceId !== null;
  const wanted = [
    hasOwnIndex ? `event_id IS NOT DISTINCT FROM ${event}` : `event_id = ${event}`,
    ...(doorId === null ? [] : [`door_id = ${use(doorId, 'uuid')}`]),
    ...(deviceId === null ? [] : [`device_id = ${use(deviceId, 'uuid')}`]),
    ...(onlyConflicts ? [IS_CONFLICT_SQL] : []),
    ...(after === null ? [] : [`(at, id) < (${use(after.at, 'timestamptz')}, ${use(after.scanId, 'uuid')})`]),
  ].join(' AND ');
  const newest = (condition: string): string =>
    `SELECT * FROM scans WHERE ${condition} ORDER BY at DESC, id DESC LIMIT ${limit}`;
  if (outcome === null) return newest(wanted);
  if (hasOwnIndex || onlyConflicts) return newest(`${wanted} AND outcome = ANY (${outcome})`);
  return `SELECT one.* FROM unnest(${outcome}) AS wanted (outcome)
           CROSS JOIN LATERAL (${newest(`${wanted} AND outcome = wanted.outcome`)}) AS one
           ORDER BY at DESC, id DESC LIMIT ${limit}`;
}

function readCursor(cursor: string | null): Position | null {
  if (cursor === null) return null;
  const [at = '', scanId = '', ...rest] = cursor.split('_');
  if (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at) &&
    Number.isFinite(Date.parse(at)) &&
    isUuid(scanId) &&
    rest.length === 0
  )
    return { at, scanId };
  throw new Refusal('invalid_cursor', 'cursor must be the unchanged nextCursor of an earlier answer.', {
    field: 'cursor',
  });
}
