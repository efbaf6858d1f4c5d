import { green, off, plural, red, yellow, type Patient, type Seen } from './finding.ts';
import { withoutDatabase } from './look-at-database.ts';

const FAR_BEHIND_BYTES = 64 * 1024 * 1024;

type Facts = {
  user: string;
  maySee: boolean;
  wanted: string;
  standbys: number;
  synchronous: number;
  behindBytes: number | null;
  idleSlots: string | null;
  keptBytes: number | null;
  archive: string;
  archiveFails: boolean;
};

const FACTS_SQL = `
  SELECT current_user AS user, pg_has_role('pg_read_all_stats', 'USAGE') AS "maySee",
         current_setting('synchronous_standby_names') AS wanted, standbys.*, slots.*, current_setting('archive_mode') AS archive,
         (SELECT coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) FROM pg_stat_archiver) AS "archiveFails"
    FROM (SELECT count(*) AS standbys, count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')) AS synchronous,
                 max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))::float8 AS "behindBytes" FROM pg_stat_replication) AS standbys,
         (SELECT string_agg(slot_name, ', ' ORDER BY slot_name) AS "idleSlots",
                 max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn))::float8 AS "keptBytes"
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
  const wrong = judgeStandbys(facts);
  return [
    ...judgeArchive(facts, config.isProduction),
    ...(wrong.length > 0 ? wrong : [describeStandbys(facts)]),
  ].toSorted((one, other) => Number(other.light === 'red') - Number(one.light === 'red'));
}

const megabytes = (bytes: number | null): string => `${Math.round((bytes ?? 0) / 1024 / 1024)} MB`;

function judgeStandbys(facts: Facts): Seen[] {
  const { maySee, wanted, synchronous, standbys, behindBytes, idleSlots, keptBytes } = facts;
  const seen: Seen[] = [];
  // A user without the right to see a standby's state still sees that it is there.
  if (wanted !== '' && (maySee ? synchronous : standbys) === 0)
    seen.push(
      red(
        'Every commit waits for a synchronous standby, and none is connected: nothing can be sold.',
        'Bring the standby back, or take it out of synchronous_standby_names.',
      ),
    );
  if (behindBytes !== null && behindBytes > FAR_BEHIND_BYTES)
    seen.push(
      yellow(
        `A standby is ${megabytes(behindBytes)} behind.`,
        'See pg_stat_replication, and the network to it.',
      ),
    );
  // Its standby is gone. The log is kept for it, until the disk is full.
  if (idleSlots !== null)
    seen.push(
      yellow(
        `Nobody reads the replication slot ${idleSlots}, which keeps ${megabytes(keptBytes)} of the log.`,
        'Bring its standby back, or drop the slot: pg_drop_replication_slot.',
      ),
    );
  return seen;
}

function describeStandbys({ user, maySee, standbys, synchronous }: Facts): Seen {
  if (standbys === 0) return off('No standby: docs/operating/failover.md has one.');
  const count = plural(standbys, 'standby', 'standbys');
  return maySee
    ? green(`${count}, ${synchronous} of them synchronous.`)
    : off(`${count}. How far behind can’t be seen by this user: GRANT pg_monitor TO ${user}.`);
}

function judgeArchive({ archive, archiveFails }: Facts, isProduction: boolean): Seen[] {
  if (archiveFails)
    return [
      red(
        'The archive of the log fails: the server keeps its log until the disk is full.',
        'See pg_stat_archiver and the server’s log: docs/operating/backups.md.',
      ),
    ];
  if (archive === 'off' && isProduction)
    return [
      yellow(
        'The log is not archived: a lost disk costs all that was sold since the last backup.',
        'Set up the archive: docs/operating/backups.md. Leave it if another tool backs up this server.',
      ),
    ];
  return [];
}
