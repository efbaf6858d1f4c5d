import { readFile } from 'node:fs/promises';

/** A process's memory as Linux tells it. Other systems have no such file: null. */
export async function residentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024);
}
