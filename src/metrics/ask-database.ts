import type { Queryable } from '../db/database.ts';
import { attentionRefundsSql } from '../orders/list-refunds.ts';
import { askArchive, type ArchiveFigures } from './ask-archive.ts';

/** Figures of all processes together, from the database. */
export type SystemFigures = {
  jobs: JobFigures[];
  liveHolds: number;
  jobsSetAside: number;
  deliveriesWaiting: number;
  oldestDeliverySeconds: number;
  ordersUnpaid: number;
  oldestLookUpSeconds: number;
  refundsOpen: number;
  refundsNeedingAttention: number;
  ticketsIssued: number;
  waitingInRooms: number;
  insideRooms: number;
  lowestPace: number;
  streamWaiting: number;
  oldestStreamSeconds: number;
  streamFull: number;
  backupAgeSeconds: number | null;
  archive: ArchiveFigures | null;
};

export type JobFigures = { kind: string; due: number; later: number; oldestDueSeconds: number };

/** To count is to read: beyond these nobody needs to know how many more. */
export const MAX_COUNTED_JOBS = 10_000;
export const MAX_COUNTED = 100_000;

const counted = (of: string, max = MAX_COUNTED): string =>
  `(SELECT count(*) FROM (SELECT 1 FROM ${of} LIMIT ${max}) AS counted)`;
const ageOf = (time: string): string => `greatest(extract(epoch FROM now() - ${time}), 0)::float8`;

// One that runs is not late, however long it runs.
const JOBS_SQL = `
  SELECT wanted.kind,
         ${counted('jobs WHERE jobs.kind = wanted.kind AND set_aside_at IS NULL AND run_at <= now()', MAX_COUNTED_JOBS)} AS due,
         ${counted('jobs WHERE jobs.kind = wanted.kind AND set_aside_at IS NULL AND run_at > now()', MAX_COUNTED_JOBS)} AS later,
         coalesce((SELECT ${ageOf('run_at')} FROM jobs
                    WHERE jobs.kind = wanted.kind AND set_aside_at IS NULL AND run_at <= now()
                      AND (leased_until IS NULL OR leased_until <= now())
                    ORDER BY run_at, id LIMIT 1), 0) AS "oldestDueSeconds"
    FROM unnest($1::text[]) AS wanted (kind)`;

// From one subscription to the next in the index, as the deliverer does: a long queue of one costs no more than a short one.
const OLDEST_DELIVERY_SQL = `
  WITH RECURSIVE waiting AS (
    (SELECT subscription_id, next_attempt_at FROM webhook_deliveries WHERE status = 'pending'
      ORDER BY subscription_id, next_attempt_at LIMIT 1)
    UNION ALL
    SELECT following.subscription_id, following.next_attempt_at
      FROM waiting CROSS JOIN LATERAL (
             SELECT subscription_id, next_attempt_at FROM webhook_deliveries
              WHERE status = 'pending' AND subscription_id > waiting.subscription_id
              ORDER BY subscription_id, next_attempt_at LIMIT 1) AS following
  )
  SELECT coalesce(${ageOf('min(next_attempt_at)')}, 0) FROM waiting`;

const REST_SQL = `
  SELECT ${counted('reservations WHERE ended_at IS NULL AND quantity > 0 AND expires_at > now()')} AS "liveHolds",
         ${counted('jobs WHERE set_aside_at IS NOT NULL', MAX_COUNTED_JOBS)} AS "jobsSetAside",
         ${counted(`webhook_deliveries WHERE status = 'pending'`)} AS "deliveriesWaiting",
         (${OLDEST_DELIVERY_SQL}) AS "oldestDeliverySeconds",
         ${counted('orders WHERE next_look_up_at IS NOT NULL')} AS "ordersUnpaid",
         coalesce((SELECT ${ageOf('next_look_up_at')} FROM orders WHERE next_look_up_at IS NOT NULL
                    ORDER BY next_look_up_at LIMIT 1), 0) AS "oldestLookUpSeconds",
         ${counted(`refunds WHERE status NOT IN ('succeeded', 'settled_by_hand')`)} AS "refundsOpen",
         (SELECT count(*) FROM (${attentionRefundsSql(null)}) AS found) AS "refundsNeedingAttention",
         pg_stat_get_tuples_inserted('tickets'::regclass) AS "ticketsIssued",
         ${counted('stream_events', MAX_COUNTED_JOBS)} AS "streamWaiting",
         coalesce((SELECT ${ageOf('written_at')} FROM stream_events ORDER BY sequence LIMIT 1), 0) AS "oldestStreamSeconds",
         (SELECT count(*) FROM stream_gaps WHERE ended_at IS NULL) AS "streamFull",
         (SELECT ${ageOf('coalesce(ended_at, watched_since)')} FROM last_backup LIMIT 1) AS "backupAgeSeconds",
         rooms.waiting AS "waitingInRooms", rooms.inside AS "insideRooms", rooms.pace AS "lowestPace"
    FROM (SELECT coalesce(sum(early_count + late_count - front_place), 0)::bigint AS waiting, coalesce(sum(inside), 0)::bigint AS inside,
                 coalesce(min(pace), 1)::float8 AS pace FROM waiting_rooms WHERE closed_at IS NULL) AS rooms`;

/**
 * Small statements along indexes, for connections that are made for those (`database.prepared`). How many tickets were issued is told by the
 * server's own statistics: to count them would be to read them all.
 */
export async function askDatabase(db: Queryable, kinds: readonly string[]): Promise<SystemFigures> {
  const { rows: jobs } = await db.query<JobFigures>(JOBS_SQL, [kinds]);
  const { rows } = await db.query<Omit<SystemFigures, 'jobs' | 'archive'>>(REST_SQL);
  const [rest] = rows;
  if (!rest) throw new Error('the database told nothing');
  return { jobs, ...rest, archive: await askArchive(db) };
}
