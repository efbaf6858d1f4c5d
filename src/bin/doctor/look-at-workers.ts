import { countAttention } from '../../invariants/count-attention.ts';
import { green, plural, red, yellow, type Patient, type Seen } from './finding.ts';
import { withoutDatabase } from './look-at-database.ts';

// Some jobs are due every few seconds. A machine that is busy, or a job that is tried again, is late by less.
const LATE_SECONDS = 60;

type Facts = { jobs: number; leased: number; kind: string | null; lateSeconds: number | null };

const FACTS_SQL = `
  SELECT counted.jobs, counted.leased, late.kind, late.seconds AS "lateSeconds"
    FROM (SELECT count(*) AS jobs, count(*) FILTER (WHERE leased_until > now()) AS leased FROM jobs WHERE set_aside_at IS NULL) AS counted
    LEFT JOIN LATERAL (
      SELECT kind, extract(epoch FROM now() - run_at)::float8 AS seconds FROM jobs
       WHERE set_aside_at IS NULL AND run_at <= now() AND (leased_until IS NULL OR leased_until <= now())
       ORDER BY run_at LIMIT 1) AS late ON true`;

/** Whether somebody does the jobs, and what waits for a person. */
export async function lookAtWorkers({ open }: Patient): Promise<Seen[]> {
  if (!open) return withoutDatabase();
  const { rows } = await open.database.query<Facts>(FACTS_SQL);
  const { refunds, jobsSetAside } = await countAttention(open.database);
  return [
    judgeWork(rows[0] ?? { jobs: 0, leased: 0, kind: null, lateSeconds: null }),
    ...(refunds > 0
      ? [yellow(`${plural(refunds, 'refund needs', 'refunds need')} attention.`, 'tessera refunds list')]
      : []),
    ...(jobsSetAside > 0
      ? [yellow(`${plural(jobsSetAside, 'job is', 'jobs are')} set aside.`, 'tessera jobs list')]
      : []),
  ];
}

export function judgeWork({ jobs, leased, kind, lateSeconds }: Facts): Seen {
  const start =
    'Start Tessera, or a start with --role worker: without one no ticket is mailed and no lapsed hold given back.';
  if (jobs === 0) return red('No worker has run on this database yet.', start);
  if (kind === null || lateSeconds === null || lateSeconds < LATE_SECONDS)
    return green(`Jobs are done in time; ${plural(jobs, 'job')} in the queue.`);
  const late = `${kind} has been due for ${Math.floor(lateSeconds)} s`;
  return leased === 0
    ? red(`No worker is running: ${late}.`, start)
    : yellow(`Workers are behind: ${late}.`, 'Start another worker, and see the log for jobs that fail.');
}
