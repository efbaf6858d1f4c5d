import type { Queryable } from '../db/database.ts';
import type { Conflict } from '../values/scan.ts';
import type { Device } from './find-device.ts';

/** Somebody whom this phone let in was let in elsewhere too, or in spite of something. */
export type OwnConflict = { scanId: string; why: Conflict; other: { door: string | null; at: Date } | null };

// What a person at the door can look at. The host's list has them all.
const MAX_CONFLICTS = 50;

/**
 * The conflicts that a phone is part of, newest first. Of two that let the same guest in, the later one is the double; the earlier one is
 * told as well, since its guest may be the wrong one.
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
       SELECT id, ticket_id, against, is_double AND kind = 'entry' AS is_double FROM scans
        WHERE event_id = $1 AND ((is_double AND kind = 'entry') OR against IS NOT NULL) AND undone_by IS NULL)
     SELECT own.id AS "scanId", CASE WHEN own.is_twice THEN 'double' ELSE own.against END AS why,
            other.at AS "otherAt", door.name AS door
       FROM (SELECT s.id, s.at, s.ticket_id, s.against, true AS is_twice
               FROM scans AS s
              WHERE s.device_id = $2 AND s.kind = 'entry'
                AND CASE WHEN s.undone_by IS NULL THEN s.outcome IN ('admitted', 're_entry') END
                AND s.ticket_id IN (SELECT ticket_id FROM conflicts WHERE is_double)
              UNION ALL
             SELECT s.id, s.at, s.ticket_id, s.against, false
               FROM conflicts AS c JOIN scans AS s ON s.id = c.id
              WHERE s.device_id = $2 AND NOT c.is_double
                AND NOT EXISTS (SELECT 1 FROM conflicts AS d WHERE d.ticket_id = s.ticket_id AND d.is_double)) AS own
       LEFT JOIN LATERAL (
         SELECT at, door_id FROM scans
          WHERE own.is_twice AND ticket_id = own.ticket_id AND id <> own.id AND kind = 'entry'
            AND CASE WHEN undone_by IS NULL THEN outcome IN ('admitted', 're_entry') END
          ORDER BY at > own.at, CASE WHEN at > own.at THEN at END, at DESC LIMIT 1) AS other ON true
       LEFT JOIN doors AS door ON door.id = other.door_id
      ORDER BY own.at DESC, own.id LIMIT ${MAX_CONFLICTS}`,
    [eventId, deviceId],
  );
  return rows.map(({ scanId, why, otherAt, door }) => ({
    scanId,
    why,
    other: otherAt && { door, at: otherAt },
  }));
}
