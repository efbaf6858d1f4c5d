import { spawn, type ChildProcess } from 'node:child_process';
import { chown, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { findServerUser } from '../../src/db/embedded/unprivileged-user.ts';

/** A folder for one program, which it may write to. PostgreSQL refuses to run as root, and with it its agent. */
export async function makeFolder(...names: string[]): Promise<string> {
  const folder = path.join(...names);
  const user = await findServerUser();
  await mkdir(folder, { mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
}

/** A program as it is, without any manager of services. Its output is in `log` in its folder. */
export async function runProgram(
  program: string,
  words: string[],
  { folder, environment = {} }: { folder: string; environment?: Record<string, string> },
): Promise<ChildProcess> {
  const log = await open(path.join(folder, 'log'), 'a');
  try {
    return spawn(program, words, {
      cwd: folder,
      ...(await findServerUser()),
      env: { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8', ...environment },
      stdio: ['ignore', log.fd, log.fd],
    });
  } finally {
    await log.close();
  }
}
