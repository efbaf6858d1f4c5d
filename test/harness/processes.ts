import { readdir, readlink } from 'node:fs/promises';
import { until } from './until.ts';

/** Every process that works inside a folder: a PostgreSQL, its workers and the shell that guards it. Linux only. */
export async function processesIn(folder: string): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const cwd = await readlink(`/proc/${name}/cwd`).catch(() => '');
      return cwd.startsWith(folder) ? [Number(name)] : [];
    }),
  );
  return found.flat();
}

/** Sends a signal to each; one that has just ended by itself is as good. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Ends every process that works inside a folder: a PostgreSQL outlives a killed program by moments, and writes until then. */
export async function endAllIn(folder: string): Promise<void> {
  signalAll(await processesIn(folder), 'SIGKILL');
  await until('everybody to have left the folder', async () => (await processesIn(folder)).length === 0);
}
