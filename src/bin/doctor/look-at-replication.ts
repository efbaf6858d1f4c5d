import { green, off, plural, red, yellow, type Patient, type Seen } from './finding.ts';
import { withoutDatabase } from './look-at-database.ts';

const FAR_BEHIND_BYTES = 64 * 1024 * 1024;
const KEPT_BYTES = 1024 * 1024 * 1024;

type Facts = {
  wanted: string;
  standbys: number;
  synchronous: number;
  behindBytes: number | null;
  idleSlots: number;
  keptBytes: number | null;
  archive: string;
  archiveFails: boolean;
};

const FACTS_SQL = `
  SELECT current_setting('synchronous_standby_names') AS wanted, standbys.*, slots.*, current_setting('archive_mode') AS archive,
         (SELECT coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) FROM pg_stat_archiver) AS "archiveFails"
    FROM (SELECT count(*) AS standbys, count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')) AS synchronous,
                 max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))::float8 AS "behindBytes" FROM pg_stat_replication) AS standbys,
         (SELECT count(*) AS "idleSlots", max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn))::float8 AS "keptBytes"
            FROM pg_replication_slots WHERE NOT active) AS slots`;

/** Its standbys, and the archive of its log. */
export async function lookAtReplication({ open, config }: Patient): Promise<Seen[]> {
  if (!open) return withoutDatabase();
  if (config.databaseUrl === null)
    return [off('The embedded database has no standby: back it up with tessera backup.')];
  const { rows: modes } = await open.database.query<{ isStandby: boolean }>(
    'SELECT pg_is_in_recovery() AS "isStandby"',
  );
  if (modes[0]?.isStandby) return [off('Not looked at: this server is a standby.')];
  const { rows } = await open.database.query<Facts>(FACTS_SQL);
  const [facts] = rows;
  if (!facts) return [red('The database told nothing of its standbys.', 'See its log.')];
  const wrong = judge(facts, config.isProduction);
  if (wrong.length > 0) return wrong;
  return facts.standbys === 0
    ? [off('No standby: docs/operating/failover.md has one.')]
    : [green(`${plural(facts.standbys, 'standby', 'standbys')}, ${facts.synchronous} of them synchronous.`)];
}

function judge(facts: Facts, isProduction: boolean): Seen[] {
  const { wanted, synchronous, standbys, behindBytes, idleSlots, keptBytes, archive, archiveFails } = facts;
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
  const seen: Seen[] = [];
  // A user without the right to see a standby's state still sees that it is there.
  if (wanted !== '' && synchronous === 0 && standbys === 0)
    seen.push(
      red(
        'Every commit waits for a synchronous standby, and none is connected: nothing can be sold.',
        'Bring the standby back, or take it out of synchronous_standby_names.',
      ),
    );
  if (archiveFails)
    seen.push(
      red(
        'The archive of the log fails: the server keeps its log until the disk is full.',
        'See pg_stat_archiver and the server’s log: docs/operating/backups.md.',
      ),
    );
  if (behindBytes !== null && behindBytes > FAR_BEHIND_BYTES)
    seen.push(
      yellow(
        `A standby is ${megabytes(behindBytes)} behind.`,
        'See pg_stat_replication, and the network to it.',
      ),
    );
  if (idleSlots > 0 && keptBytes !== null && keptBytes > KEPT_BYTES)
    seen.push(
      yellow(
        `A replication slot that nobody reads keeps ${megabytes(keptBytes)} of the log.`,
        'Bring its standby back, or drop the slot: pg_drop_replication_slot.',
      ),
    );
  if (archive === 'off' && isProduction)
    seen.push(
      yellow(
        'The log is not archived: a lost disk costs all that was sold since the last backup.',
        'Set up the archive: docs/operating/backups.md. Leave it if another tool backs up this server.',
      ),
    );
  return seen;
}
