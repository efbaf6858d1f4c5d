import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** The user that PostgreSQL runs as. PostgreSQL refuses to run as root. */
export type ServerUser = { uid: number; gid: number };

/** Null where the program itself is not root: the server then simply runs as the same user. */
export async function findServerUser(): Promise<ServerUser | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  // `postgres` where PostgreSQL was ever installed; `nobody` is on every Linux.
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find(([accountName]) => accountName === name);
    const [uid, gid] = [Number(account?.[2]), Number(account?.[3])];
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new Error(
    'PostgreSQL will not run as root, and this machine has neither a "postgres" nor a "nobody" user. Start as another user.',
  );
}

/** Whether the user may enter every folder on the way to the path, and the path itself. */
export async function canEnter(user: ServerUser, target: string): Promise<boolean> {
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    const { uid, gid, mode } = await stat(folder);
    const enterBit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & enterBit) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}
