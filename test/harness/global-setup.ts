import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/db/embedded/start-postgres.ts';
import { migrate } from '../../src/db/migrate.ts';
import { startDebianPostgres } from './debian-postgres.ts';
import { databaseUrl, onServer } from './test-database.ts';

let server: EmbeddedPostgres;
let folder: string;

/** Once per run: a real PostgreSQL with a migrated template, which every test file copies. */
export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'tessera-test-'));
  server =
    process.env['TESSERA_TEST_POSTGRES'] === 'debian'
      ? await startDebianPostgres(folder)
      : await startEmbeddedPostgres({
          dataDir: folder,
          onUnexpectedExit: (reason) => process.stderr.write(`${reason}\n`),
        });
  process.env['TESSERA_TEST_SERVER_URL'] = server.url;
  // Every test file is a process that reads the whole product: compiled once, it is read in half the time.
  process.env['NODE_COMPILE_CACHE'] ??= path.join(tmpdir(), 'tessera-compile-cache');
  await onServer('CREATE DATABASE tessera_template');
  await migrate(databaseUrl('tessera_template'));
}

export async function globalTeardown(): Promise<void> {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
