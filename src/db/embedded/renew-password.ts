import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { giveTo } from './make-cluster.ts';
import { findServerBinaries } from './server-binaries.ts';
import { keepPassword } from './server-password.ts';
import { clusterFolderOf, dataArgument, lastLine, serverEnvironment } from './server.ts';
import { findServerUser } from './unprivileged-user.ts';

/**
 * A copy of a cluster has the password of its original, which does not come with it. The server's single-user mode asks for
 * none, and listens to nobody meanwhile. It brings the copy to a consistent state first, which may take as long as it likes.
 */
export async function renewPassword(dataDir: string): Promise<void> {
  const user = await findServerUser();
  const { postgres } = await findServerBinaries(user);
  const cluster = clusterFolderOf(dataDir);
  await giveTo(user, cluster);
  const password = await keepPassword(dataDir);
  const logFile = path.join(dataDir, 'postgres.log');
  const log = await open(logFile, 'a', 0o600);
  const child = spawn(
    postgres,
    ['--single', '-D', dataArgument(user, cluster), '--log_min_messages=log', 'postgres'],
    {
      cwd: cluster,
      ...user,
      env: serverEnvironment(),
      stdio: ['pipe', 'ignore', log.fd],
    },
  );
  await log.close();
  // A server that ends before it has read this says why in its log.
  child.stdin?.on('error', () => {});
  child.stdin?.end(`ALTER ROLE tessera PASSWORD '${password}'\n`);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (code !== 0) {
    const said = await readFile(logFile, 'utf8');
    throw new Error(`The embedded database does not start on the copy: ${lastLine(said)}`);
  }
}
