import type { ChildProcess } from 'node:child_process';
import { readFile, readlink, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const STOP_PATIENCE_MS = 1_500; // Ctrl-C has five seconds for everything

export async function stopServer(child: ChildProcess): Promise<void> {
  const exited = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
  // "Fast": open transactions are rolled back. "Immediate", after a while: it recovers at the next start.
  child.kill('SIGINT');
  const inTime = await Promise.race([
    exited.then(() => true),
    delay(STOP_PATIENCE_MS, false, { ref: false }),
  ]);
  if (!inTime) child.kill('SIGQUIT');
  await exited;
}

/** Stops a server that a killed program has left behind, which happens if its guard was killed too. */
export async function stopOrphan(clusterFolder: string): Promise<void> {
  const pidFile = await readFile(path.join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(pidFile, 10);
  const comm = pid > 0 ? await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '') : '';
  if (comm.trim() !== 'postgres') return;
  // After a reboot the number may be that of another PostgreSQL: ours works in our folder. One that has ended, but is still in
  // the list of processes, works in no folder: we only wait for it.
  const cwd = await readlink(`/proc/${pid}/cwd`).catch((error: NodeJS.ErrnoException) => error.code);
  const hasEnded = cwd === 'ENOENT';
  if (!hasEnded && cwd !== (await realpath(clusterFolder))) return;
  if (!hasEnded) signal(pid, 'SIGINT');
  const deadline = performance.now() + STOP_PATIENCE_MS;
  while (await stat(`/proc/${pid}`).catch(() => null)) {
    if (performance.now() > deadline && hasEnded) return;
    if (performance.now() > deadline) signal(pid, 'SIGQUIT');
    await delay(50);
  }
}

/** A process that has ended meanwhile needs no signal. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
