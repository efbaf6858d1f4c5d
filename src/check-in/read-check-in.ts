import type { Queryable } from '../db/database.ts';
import { HOURS_AFTER_EVENT } from './devices.ts';
import { listWaitingScans, type WaitingScans } from './late-scans/decide-late-scans.ts';
import { noSuchEvent, type EventOfHost } from './lock-event.ts';
import { readCheckInRules, type CheckInRules } from './set-check-in-rules.ts';
import { IS_CONFLICT_SQL } from './conflicts/scan-conflict.ts';

/** How many came. `cameIn`: guests who were let in, each once; `reEntries`, `exits`: how often; `inside`: who is in now. */
export type Counted = { cameIn: number; reEntries: number; exits: number; inside: number };

export type CheckInCounts = {
  total: Counted;
  /** `doorId` null: let in at no door. */
  doors: (Counted & { doorId: string | null })[];
  ticketTypes: (Counted & { ticketTypeId: string; expected: number })[];
  /** Guests whose tickets are good, those who came among them. */
  expected: number;
  conflicts: number;
};

export type DoorShown = {
  doorId: string;
  name: string;
  ticketTypeIds: string[] | null;
  version: number;
};

export type DeviceShown = {
  deviceId: string;
  doorId: string;
  name: string;
  maySearch: boolean;
  /** `waiting`: nobody has opened the link yet; `over`: its time has ended. */
  state: 'waiting' | 'link_ended' | 'paired' | 'over';
  linkExpiresAt: Date | null;
  pairedAt: Date | null;
  endsAt: Date;
  lastSeenAt: Date | null;
  waitingScans: number;
  userAgent: string;
};

export type CheckIn = {
  counts: CheckInCounts;
  doors: DoorShown[];
  devices: DeviceShown[];
  rules: CheckInRules;
  waiting: WaitingScans[];
};

/** All that the page of check-in shows but the log. Devices that were removed are in the log alone. */
export async function readCheckIn(database: Queryable, event: EventOfHost): Promise<CheckIn> {
  const counts = await countCheckIn(database, event);
  const { rows: doors } = await database.query<DoorShown>(
    `SELECT id AS "doorId", name, ticket_type_ids AS "ticketTypeIds", version FROM doors
      WHERE event_id = $1 AND removed_at IS NULL ORDER BY id`,
    [event.eventId],
  );
  const { rows: devices } = await database.query<DeviceShown>(
    `SELECT d.id AS "deviceId", d.door_id AS "doorId", d.name, d.may_search AS "maySearch", d.link_expires_at AS "linkExpiresAt",
            d.paired_at AS "pairedAt", ends.at AS "endsAt", d.last_seen_at AS "lastSeenAt", d.waiting_scans AS "waitingScans",
            d.user_agent AS "userAgent",
            CASE WHEN ends.at <= clock_timestamp() THEN 'over' WHEN d.paired_at IS NOT NULL THEN 'paired'
                 WHEN d.link_expires_at > clock_timestamp() THEN 'waiting' ELSE 'link_ended' END AS state
       FROM door_devices AS d
       JOIN events AS e ON e.id = d.event_id
      CROSS JOIN LATERAL (SELECT coalesce(d.ends_at, e.closes_at + interval '${HOURS_AFTER_EVENT} hours') AS at) AS ends
      WHERE d.event_id = $1 AND d.revoked_at IS NULL ORDER BY d.id`,
    [event.eventId],
  );
  const rules = await readCheckInRules(database, event.eventId);
  return { counts, doors, devices, rules, waiting: await listWaitingScans(database, event.eventId) };
}

type CountRow = {
  doorId: string | null;
  ticketTypeId: string | null;
  cameIn: number;
  reEntries: number;
  exits: number;
};

/** Counts the live figures of the page: two index scans and the ticket types, once a second. */
export async function countCheckIn(
  database: Queryable,
  { hostId, eventId }: EventOfHost,
): Promise<CheckInCounts> {
  const { rows: types } = await database.query<{ id: string | null; expected: number; conflicts: number }>(
    `SELECT t.id, (coalesce(t.sold, 0) - coalesce(void.tickets, 0))::integer AS expected,
            (SELECT count(*) FROM scans WHERE event_id = e.id AND ${IS_CONFLICT_SQL})::integer AS conflicts
       FROM events AS e
       LEFT JOIN ticket_types AS t ON t.event_id = e.id
       LEFT JOIN (SELECT ticket_type_id, count(*) AS tickets FROM tickets
                   WHERE event_id = $1 AND voided_at IS NOT NULL AND NOT is_returned GROUP BY 1) AS void ON void.ticket_type_id = t.id
      WHERE e.id = $1 AND e.host_id = $2
      ORDER BY t.position, t.id`,
    [eventId, hostId],
  );
  if (types.length === 0) throw noSuchEvent();
  const { rows } = await database.query<CountRow>(
    `SELECT door_id AS "doorId", ticket_type_id AS "ticketTypeId",
            count(*) FILTER (WHERE outcome = 'admitted' AND NOT is_double)::integer AS "cameIn",
            count(*) FILTER (WHERE outcome = 're_entry')::integer AS "reEntries",
            count(*) FILTER (WHERE outcome = 'left' AND NOT is_double)::integer AS exits
       FROM scans
      WHERE event_id = $1 AND outcome IN ('admitted', 're_entry', 'left') AND undone_by IS NULL
      GROUP BY 1, 2`,
    [eventId],
  );
  const doorIds = [...new Set(rows.map(({ doorId }) => doorId))];
  return {
    total: addUp(rows),
    doors: doorIds.map((doorId) => ({ doorId, ...addUp(rows.filter((row) => row.doorId === doorId)) })),
    ticketTypes: types.flatMap(({ id, expected }) =>
      id === null
        ? []
        : { ticketTypeId: id, expected, ...addUp(rows.filter(({ ticketTypeId }) => ticketTypeId === id)) },
    ),
    expected: types.reduce((sum, { expected }) => sum + expected, 0),
    conflicts: types[0]?.conflicts ?? 0,
  };
}

function addUp(rows: CountRow[]): Counted {
  const sum = (of: 'cameIn' | 'reEntries' | 'exits'): number =>
    rows.reduce((total, row) => total + row[of], 0);
  const [cameIn, reEntries, exits] = [sum('cameIn'), sum('reEntries'), sum('exits')];
  return { cameIn, reEntries, exits, inside: cameIn + reEntries - exits };
}
