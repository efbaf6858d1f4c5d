import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { dataArgument, lastLine, serverEnvironment, type Server } from './server.ts';
import type { ServerUser } from './unprivileged-user.ts';

/** Makes the server's files in another folder, and moves them when they are whole: a start cut short leaves nothing half made. */
export async function makeCluster(server: Server): Promise<void> {
  await removeDrafts(server.clusterFolder);
  const draft = `${server.clusterFolder}.new-${randomBytes(4).toString('hex')}`;
  await mkdir(draft, { mode: 0o700 });
  await giveTo(server.user, draft);
  const passwordFile = await open(`${draft}.password`, 'w+', 0o600);
  await passwordFile.writeFile(server.password);
  if (server.user) await passwordFile.chown(server.user.uid, server.user.gid);
  const child = spawn(
    server.binaries.initdb,
    [
      `--pgdata=${dataArgument(server.user, draft)}`,
      '--username=tessera',
      '--pwfile=/dev/stdin',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The same sorting and character classes on every machine, whatever locales it has.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ],
    { cwd: draft, ...server.user, env: serverEnvironment(), stdio: [passwordFile.fd, 'ignore', 'pipe'] },
  );
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  await passwordFile.close();
  await rm(`${draft}.password`);
  if (code !== 0) throw new Error(`The embedded database could not be made: ${lastLine(complaint)}`);
  await rename(draft, server.clusterFolder);
}

/** Removes the leftovers of an interrupted start. Its initdb may still be writing there: then they stay until the next time. */
async function removeDrafts(clusterFolder: string): Promise<void> {
  for (const name of await readdir(path.dirname(clusterFolder))) {
    if (!name.startsWith(`${path.basename(clusterFolder)}.new`)) continue;
    await rm(path.join(path.dirname(clusterFolder), name), { recursive: true, force: true }).catch(() => {});
  }
}

/** As root, the files belong to the user whom the server runs as. */
export async function giveTo(user: ServerUser | null, folder: string): Promise<void> {
  if (!user || (await stat(folder)).uid === user.uid) return;
  for (const name of await readdir(folder, { recursive: true })) {
    await chown(path.join(folder, name), user.uid, user.gid);
  }
  await chown(folder, user.uid, user.gid);
}
