import type { Queryable } from '../../db/database.ts';
import type { Conflict } from '../../rules/scan.ts';
import type { Device } from '../find-device.ts';
import { IS_CONFLICT_SQL } from './scan-conflict.ts';

/** Somebody whom this phone let in was let in elsewhere too, or in spite of something. */
export type OwnConflict = { scanId: string; why: Conflict; other: { door: string | null; at: Date } | null };

// As many as a person at the door can look at. The host's list has them all.
const MAX_CONFLICTS = 50;

/**
 * The conflicts that a phone is part of, newest first. Of two that let the same guest in, the later one is the double; the one right before it
 * is told as well, since its guest may be the wrong one. Others of the ticket are not: a guest may have gone out and come in again.
 */
export async function listOwnConflicts(
  database: Queryable,
  { eventId, deviceId }: Pick<Device, 'eventId' | 'deviceId'>,
): Promise<OwnConflict[]> {
  const { rows } = await database.query<{
    scanId: string;
    why: Conflict;
    otherAt: Date | null;
    door: string | null;
  }>(
    `WITH conflicts AS (
       SELECT id, ticket_id, at, is_double AND kind = 'entry' AS is_double FROM scans
        WHERE event_id = $1 AND ${IS_CONFLICT_SQL}),
     pairs AS (
       SELECT c.id AS late, before.id AS early FROM conflicts AS c
        CROSS JOIN LATERAL (
          SELECT id FROM scans
           WHERE ticket_id = c.ticket_id AND (at, id) < (c.at, c.id) AND against IS DISTINCT FROM 'passed_on'
             AND CASE WHEN undone_by IS NULL THEN outcome IN ('admitted', 're_entry', 'left') END
           ORDER BY at DESC, id DESC LIMIT 1) AS before
        WHERE c.is_double),
     own AS (
       SELECT DISTINCT ON (id) id, other FROM (
         SELECT late AS id, early AS other, 1 AS rank FROM pairs
          UNION ALL SELECT early, late, 2 FROM pairs
          UNION ALL SELECT id, NULL, 3 FROM conflicts WHERE NOT is_double) AS parts
        ORDER BY id, rank)
     SELECT s.id AS "scanId", CASE WHEN own.other IS NULL THEN s.against ELSE 'double' END AS why,
            other.at AS "otherAt", door.name AS door
       FROM own
       JOIN scans AS s ON s.id = own.id AND s.device_id = $2
       LEFT JOIN scans AS other ON other.id = own.other
       LEFT JOIN doors AS door ON door.id = other.door_id
      ORDER BY s.at DESC, s.id LIMIT ${MAX_CONFLICTS}`,
    [eventId, deviceId],
  );
  return rows.map(({ scanId, why, otherAt, door }) => ({
    scanId,
    why,
    other: otherAt && { door, at: otherAt },
  }));
}
