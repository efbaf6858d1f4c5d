import assert from 'node:assert/strict';
import type { Queryable } from '../db/database.ts';

/** The outcomes of those who lined up. */
export type RoomReport = {
  linedUp: { early: number; late: number };
  letIn: number;
  /** Of those let in, who held a cart. */
  held: number;
  /** Of those, whose order was confirmed. */
  bought: number;
  left: number;
  /** Let in, and did not buy in time. */
  expired: number;
  /** From lining up to being let in; null where nobody was. For early ones, from the draw. */
  medianWaitSeconds: number | null;
  longestWaitSeconds: number | null;
  peakInside: number;
  /** The draw; null before it. */
  startedAt: Date | null;
  /** When it was closed; null while it runs. */
  endedAt: Date | null;
  /** How many were let in, over equal spans of whole minutes: at most 500 of them. */
  series: { startsAt: Date; letIn: number }[];
  seriesMinutes: number;
};

const MAX_POINTS = 500;

/** Null where the event has no room, or is another host's. */
export async function readReport(
  database: Queryable,
  { hostId, eventId }: { hostId: string; eventId: string },
): Promise<RoomReport | null> {
  const { rows } = await database.query<{ stored: StoredReport | null }>(
    `SELECT room.report AS stored FROM events AS event JOIN waiting_rooms AS room ON room.event_id = event.id
      WHERE event.id = $2 AND event.host_id = $1`,
    [hostId, eventId],
  );
  const [room] = rows;
  if (!room) return null;
  return room.stored ? fromStored(room.stored) : countReport(database, eventId);
}

/** From the entries themselves. */
export async function countReport(database: Queryable, eventId: string): Promise<RoomReport> {
  const [figures, { points, minutes }] = [
    await countEntries(database, eventId),
    await readSeries(database, eventId),
  ];
  const { early, late, ...rest } = figures;
  return { linedUp: { early, late }, ...rest, series: points, seriesMinutes: minutes };
}

type Figures = Omit<RoomReport, 'linedUp' | 'series' | 'seriesMinutes'> & { early: number; late: number };

async function countEntries(database: Queryable, eventId: string): Promise<Figures> {
  const { rows } = await database.query<Figures>(
    `SELECT room.early_count AS early, room.late_count AS late, room.let_in_count AS "letIn",
            room.peak_inside AS "peakInside", room.drawn_at AS "startedAt", room.closed_at AS "endedAt",
            counted.held, counted.bought, counted.left, counted.expired,
            counted.median AS "medianWaitSeconds", counted.longest AS "longestWaitSeconds"
       FROM waiting_rooms AS room
       CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE e.cart_token IS NOT NULL) AS held,
                count(*) FILTER (WHERE now.has_bought) AS bought,
                count(*) FILTER (WHERE e.left_at IS NOT NULL AND NOT now.has_bought) AS left,
                count(*) FILTER (WHERE e.left_at IS NULL AND NOT now.has_bought
                                   AND (e.admitted_until <= clock_timestamp() OR room.closed_at IS NOT NULL AND e.let_in_at IS NOT NULL)) AS expired,
                round(percentile_cont(0.5) WITHIN GROUP (ORDER BY now.waited_seconds))::integer AS median,
                round(max(now.waited_seconds))::integer AS longest
           FROM waiting_entries AS e
           CROSS JOIN LATERAL (
             SELECT e.bought_at IS NOT NULL AS has_bought,
                    extract(epoch FROM e.let_in_at - greatest(e.lined_up_at, room.drawn_at)) AS waited_seconds) AS now
          WHERE e.event_id = room.event_id) AS counted
      WHERE room.event_id = $1`,
    [eventId],
  );
  const [figures] = rows;
  assert(figures, 'a waiting room vanished');
  return figures;
}

async function readSeries(
  database: Queryable,
  eventId: string,
): Promise<{ points: RoomReport['series']; minutes: number }> {
  const { rows } = await database.query<{ startsAt: Date; letIn: number; minutes: number }>(
    `WITH span AS (
       SELECT min(let_in_at) AS first, greatest(1, ceil(extract(epoch FROM max(let_in_at) - min(let_in_at)) / 60 / ${MAX_POINTS - 1}))::integer AS minutes
         FROM waiting_entries WHERE event_id = $1 AND let_in_at IS NOT NULL)
     SELECT date_bin(span.minutes * interval '1 minute', e.let_in_at, date_trunc('minute', span.first)) AS "startsAt",
            count(*) AS "letIn", span.minutes
       FROM span JOIN waiting_entries AS e ON e.event_id = $1 AND e.let_in_at IS NOT NULL
      GROUP BY 1, 3 ORDER BY 1`,
    [eventId],
  );
  return {
    points: rows.map(({ startsAt, letIn }) => ({ startsAt, letIn })),
    minutes: rows[0]?.minutes ?? 1,
  };
}

/** As JSON has it: times are text. */
type StoredReport = Omit<RoomReport, 'startedAt' | 'endedAt' | 'series'> & {
  startedAt: string | null;
  endedAt: string | null;
  series: { startsAt: string; letIn: number }[];
};

const fromStored = (stored: StoredReport): RoomReport => ({
  ...stored,
  startedAt: stored.startedAt === null ? null : new Date(stored.startedAt),
  endedAt: stored.endedAt === null ? null : new Date(stored.endedAt),
  series: stored.series.map(({ startsAt, letIn }) => ({ startsAt: new Date(startsAt), letIn })),
});
