import { knownMigrations } from '../../db/migrate.ts';
import { readSchemaAge } from '../../db/schema-age.ts';
import { errorMessage } from '../../log/error-message.ts';
import { green, off, plural, red, yellow, type Patient, type Seen } from './finding.ts';

const OLDEST_VERSION = 15;
// Beyond this share a busy minute may find no connection.
const FULL_SHARE = 0.8;
// PostgreSQL stops all writes at two billion.
const OLD_TRANSACTIONS = 1_000_000_000;
const LONG_TRANSACTION_SECONDS = 3_600;

type Facts = {
  version: string;
  versionNumber: number;
  isStandby: boolean;
  fsync: string;
  fullPageWrites: string;
  synchronousCommit: string;
  autovacuum: string;
  maxConnections: number;
  connections: number;
  transactionAge: number;
  oldestSeconds: number | null;
  bytes: number;
};

const FACTS_SQL = `
  SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS "versionNumber",
         pg_is_in_recovery() AS "isStandby", current_setting('fsync') AS fsync,
         current_setting('full_page_writes') AS "fullPageWrites", current_setting('synchronous_commit') AS "synchronousCommit",
         current_setting('autovacuum') AS autovacuum,
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS "maxConnections",
         (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
         (SELECT age(datfrozenxid) FROM pg_database WHERE datname = current_database()) AS "transactionAge",
         (SELECT extract(epoch FROM max(now() - xact_start))::float8 FROM pg_stat_activity
           WHERE backend_type = 'client backend' AND datname = current_database()) AS "oldestSeconds",
         pg_database_size(current_database()) AS bytes`;

/** Its version, its schema, and the settings that would lose a sale or stop the selling. */
export async function lookAtDatabase({ open, config }: Patient): Promise<Seen[]> {
  // Why it can't be reached is told by who tried.
  if (!open) return [];
  const { rows } = await open.database.query<Facts>(FACTS_SQL);
  const [facts] = rows;
  if (!facts) return [red('It told nothing of itself.', 'See its log.')];
  const kind = config.databaseUrl === null ? 'the embedded one' : 'of your own';
  const size = `${(facts.bytes / 1e6).toFixed(0)} MB`;
  const schema = await lookAtSchema(open.database);
  const wrong = [...judge(facts), ...schema.wrong];
  return [
    ...wrong,
    ...(wrong.some(({ light }) => light === 'red')
      ? []
      : [
          green(
            `PostgreSQL ${facts.version}, ${kind}: ${size}, ${schema.says}, ${facts.connections} of ${facts.maxConnections} connections.`,
          ),
        ]),
  ];
}

/** The faults of a server, worst first. */
export function judge(facts: Facts): Seen[] {
  const { versionNumber, isStandby, maxConnections, connections, transactionAge, oldestSeconds } = facts;
  const seen: Seen[] = [];
  if (versionNumber < OLDEST_VERSION * 10_000)
    seen.push(red(`PostgreSQL ${facts.version} is too old.`, `Upgrade it to ${OLDEST_VERSION} or newer.`));
  if (isStandby)
    seen.push(red('DATABASE_URL leads to a standby, which takes no writes.', 'Let it lead to the primary.'));
  for (const [name, value] of [
    ['fsync', facts.fsync],
    ['full_page_writes', facts.fullPageWrites],
    ['synchronous_commit', facts.synchronousCommit],
  ] as const)
    if (value === 'off')
      seen.push(
        red(
          `${name} is off: a crash loses sales that were confirmed.`,
          `Set ${name} = on in postgresql.conf.`,
        ),
      );
  if (transactionAge > OLD_TRANSACTIONS)
    seen.push(
      red(
        `The oldest row is ${transactionAge} transactions old: at two billion, writes stop.`,
        'Run VACUUM FREEZE in every database of the server, and see why autovacuum does not.',
      ),
    );
  if (facts.autovacuum === 'off')
    seen.push(
      yellow('autovacuum is off: tables grow, and slow down.', 'Set autovacuum = on in postgresql.conf.'),
    );
  if (connections > maxConnections * FULL_SHARE)
    seen.push(
      yellow(
        `${connections} of ${maxConnections} connections are taken.`,
        'Raise max_connections, or lower DATABASE_POOL_SIZE: docs/operating/processes.md.',
      ),
    );
  if (oldestSeconds !== null && oldestSeconds > LONG_TRANSACTION_SECONDS)
    seen.push(
      yellow(
        `A transaction has been open for ${plural(Math.floor(oldestSeconds / 3_600), 'hour')}: no row can be cleaned up behind it.`,
        'Find it in pg_stat_activity (xact_start), and end it with pg_terminate_backend.',
      ),
    );
  return seen;
}

async function lookAtSchema(
  database: NonNullable<Patient['open']>['database'],
): Promise<{ says: string; wrong: Seen[] }> {
  const { rows: tables } = await database.query<{ isThere: boolean }>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS "isThere"`,
  );
  if (!tables[0]?.isThere)
    return { says: '', wrong: [red("It lacks Tessera's tables.", 'Run tessera migrate, or start Tessera.')] };
  const { rows } = await database.query<{ name: string }>('SELECT name FROM schema_migrations');
  const known = await knownMigrations();
  const ran = new Set(rows.map(({ name }) => name));
  const missing = known.filter((name) => !ran.has(name)).length;
  const newer = [...ran].filter((name) => !known.includes(name)).length;
  if (missing > 0)
    return {
      says: '',
      wrong: [
        red(
          `Its schema lacks ${plural(missing, 'migration')} of this release.`,
          'Run tessera migrate, or restart Tessera.',
        ),
      ],
    };
  const refused = await readSchemaAge(database, known).then(() => null, errorMessage);
  if (refused !== null)
    return { says: '', wrong: [red(refused, 'Every start refuses this: docs/operating/upgrades.md.')] };
  if (newer > 0)
    return {
      says: 'newer schema',
      wrong: [
        yellow(
          `Its schema is ${plural(newer, 'migration')} ahead of this program.`,
          'Upgrade this program: docs/operating/upgrades.md.',
        ),
      ],
    };
  return { says: 'schema up to date', wrong: [] };
}

/** For checks that can't look while the database is away. */
export const withoutDatabase = (): Seen[] => [off('Not looked at: the database can’t be reached.')];
