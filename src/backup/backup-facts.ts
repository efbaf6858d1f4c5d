import { Type, type Static } from 'typebox';
import type { Queryable } from '../db/database.ts';
import { knownMigrations } from '../db/migrate.ts';
import { readLedger } from '../db/take-over.ts';
import { listSecretKeys } from '../secrets/known-keys.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { checkBody } from '../values/check-body.ts';
import { VERSION } from '../version.ts';
import { BackupError } from './backup-error.ts';

/** The first file of a backup. By it one can say whether a backup is of use here, before anything is written. */
export const FACTS_FILE = 'tessera-backup.json';

const FORMAT = 1;

const FactsSchema = Type.Object({
  format: Type.Literal(FORMAT),
  /** The release that made it. */
  release: Type.String({ maxLength: 100 }),
  /** When the copy began, by the database's clock. */
  madeAt: Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\dT[\d:.]+Z$` }),
  /** PostgreSQL's files are good for the same kind of machine and the same major version. */
  platform: Type.String({ maxLength: 100 }),
  postgresMajor: Type.Integer({ minimum: 1 }),
  migrations: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100_000 }),
  /** The ids of the secret keys without which what is sealed in the database can't be opened. */
  secretKeys: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 10_000 }),
  holdsSecretKey: Type.Boolean(),
});

export type BackupFacts = Static<typeof FactsSchema>;

const PLATFORM = `${process.platform}-${process.arch}`;

export async function gatherFacts(
  database: Queryable,
  { secretKeys, holdsSecretKey }: { secretKeys: SecretKeys; holdsSecretKey: boolean },
): Promise<BackupFacts> {
  const { rows } = await database.query<{ now: Date; major: number; migrations: string[] }>(
    `SELECT now(), current_setting('server_version_num')::int / 10000 AS major,
            (SELECT array_agg(name ORDER BY name) FROM schema_migrations) AS migrations`,
  );
  const [row] = rows;
  if (!row) throw new Error('a SELECT without FROM has one row');
  const { keys } = await listSecretKeys(database, secretKeys);
  return {
    format: FORMAT,
    release: VERSION,
    madeAt: row.now.toISOString(),
    platform: PLATFORM,
    postgresMajor: row.major,
    migrations: row.migrations ?? [],
    secretKeys: keys.filter(({ sealedCount }) => sealedCount > 0).map(({ id }) => id),
    holdsSecretKey,
  };
}

export function readFacts(text: string): BackupFacts {
  let facts: unknown;
  try {
    facts = JSON.parse(text);
  } catch {
    facts = null;
  }
  const { format } = (facts ?? {}) as { format?: unknown };
  if (typeof format === 'number' && format > FORMAT)
    throw new BackupError(
      'A newer release made this backup, in a format that this one can’t read: install that release first.',
    );
  if (checkBody(FactsSchema, facts).length > 0) throw new BackupError(`Its ${FACTS_FILE} can’t be read.`);
  return facts as BackupFacts;
}

/** Throws where this release, on this machine, can't run on what is in the backup. */
export async function refuseUnusable(
  { release, platform, postgresMajor, migrations }: BackupFacts,
  here: { postgresMajor: number },
): Promise<void> {
  const known = new Set(await knownMigrations());
  const { isBefore, lag, commit } = readLedger(migrations);
  if (lag !== null)
    throw new BackupError(`The backup is ${lag}: restore it with commit ${commit}, and start that once.`);
  const unknown = isBefore ? undefined : migrations.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new BackupError(
      `A newer release made this backup (${release}, with ${unknown}, which ${VERSION} does not know): install that release, and restore with it.`,
    );
  if (platform !== PLATFORM)
    throw new BackupError(
      `The backup was made on ${platform}, and this is ${PLATFORM}: PostgreSQL's files can only be used on the same kind of machine.`,
    );
  if (postgresMajor !== here.postgresMajor)
    throw new BackupError(
      `The backup is of PostgreSQL ${postgresMajor}, and this release has ${here.postgresMajor}: restore it with release ${release}.`,
    );
}
