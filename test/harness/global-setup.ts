import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/db/embedded/start-postgres.ts';
import { migrate } from '../../src/db/migrate.ts';
import { MAX_CONNECTIONS, startDebianPostgres } from './debian-postgres.ts';
import { openRunDoor } from './run-door.ts';
import { createSeededFolder } from './seeded-folder.ts';
import { createSharedBrowser } from './shared-browser.ts';
import { databaseUrl, onServer } from './test-database.ts';
import { buildWeb } from '../../src/pages/build.ts';

// Far more than the databases of a run take at once.
const MEMORY_BYTES = 6 * 2 ** 30;

let server: EmbeddedPostgres;
let folder: string;
let door: { url: string; close(): void };
const browser = createSharedBrowser();

/** Once per run: a real PostgreSQL with a migrated template, which every test file copies, and what else files may ask for. */
export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(path.join(await roomyMemory(), 'tessera-test-'));
  server =
    process.env['TESSERA_TEST_POSTGRES'] === 'debian'
      ? await startDebianPostgres(folder)
      : await startWithRoom(folder);
  process.env['TESSERA_TEST_SERVER_URL'] = server.url;
  // Nobody keeps what is written here: no commit waits for a disk.
  for (const setting of ['fsync', 'full_page_writes']) await onServer(`ALTER SYSTEM SET ${setting} = off`);
  await onServer('SELECT pg_reload_conf()');
  // Every test file is a process that reads the whole product: compiled once, it is read in half the time.
  process.env['NODE_COMPILE_CACHE'] ??= path.join(tmpdir(), 'tessera-compile-cache');
  const seededFolder = createSeededFolder(folder);
  door = await openRunDoor({ browser: browser.address, 'seeded-folder': seededFolder.path });
  process.env['TESSERA_TEST_RUN_URL'] = door.url;
  // The first files of a run would each build the pages for themselves.
  await buildWeb();
  await onServer('CREATE DATABASE tessera_template');
  await migrate(databaseUrl('tessera_template'));
}

/** Each test file copies and drops a database of a thousand small files, which a file system in memory does with less work. */
async function roomyMemory(): Promise<string> {
  const memory = '/dev/shm';
  const found = await statfs(memory).catch(() => null);
  return found && found.bavail * found.bsize > MEMORY_BYTES ? memory : tmpdir();
}

/** Several files at once can have more connections than a server takes by itself. */
const startWithRoom = (dataDir: string): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({
    dataDir,
    connections: MAX_CONNECTIONS,
    onUnexpectedExit: (reason) => process.stderr.write(`${reason}\n`),
  });

export async function globalTeardown(): Promise<void> {
  door.close();
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
