import { green, off, plural, yellow, type Patient, type Seen } from './finding.ts';
import { withoutDatabase } from './look-at-database.ts';

const HOUR_SECONDS = 3_600;
// As in the alert: a nightly backup that was missed once.
const OLD_SECONDS = 36 * HOUR_SECONDS;

/** When the last backup ended, if whoever makes them notes it. */
export async function lookAtBackup({ open, config }: Patient): Promise<Seen[]> {
  if (!open) return withoutDatabase();
  const { rows } = await open.database.query<{ seconds: number; isMade: boolean }>(
    `SELECT extract(epoch FROM now() - coalesce(ended_at, watched_since))::float8 AS seconds, ended_at IS NOT NULL AS "isMade"
       FROM last_backup LIMIT 1`,
  );
  return [judgeBackup(rows[0] ?? { seconds: 0, isMade: false }, config.isProduction)];
}

export function judgeBackup(
  { seconds, isMade }: { seconds: number; isMade: boolean },
  isProduction: boolean,
): Seen {
  const hours = plural(Math.max(0, Math.floor(seconds / HOUR_SECONDS)), 'hour');
  const says = isMade ? `The last one ended ${hours} ago.` : 'None has been made yet.';
  if (isMade && seconds <= OLD_SECONDS) return green(says);
  if (!isProduction) return off(says);
  return yellow(
    says,
    'Set up the timer, and try a restore: docs/operating/backups.md. Other tools than ours note theirs in last_backup.',
  );
}
