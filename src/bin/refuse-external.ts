import type { Config } from '../config/config.ts';

/** If the database is the operator's own, prints one line about its tools, does nothing and answers true: code 2. */
export function refuseExternal({ databaseUrl }: Config): boolean {
  if (!databaseUrl) return false;
  process.stderr.write(
    '\ntessera: DATABASE_URL is set: back up and restore that PostgreSQL with its own tools, and DATA_DIR/media as files; see docs/operating/backups.md. Nothing was done.\n',
  );
  process.exitCode = 2;
  return true;
}
