import { readFile } from 'node:fs/promises';

// On every Linux, whatever its kernel counts in.
const TICKS_PER_SECOND = 100;

/**
 * Processor time that the process has used so far, its threads included. Other work on the machine does not count in it.
 * Elsewhere than on Linux there is no such file, and the figure is none.
 */
export async function cpuMicros(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Behind the name, which may have spaces in it: user and system time are the 14th and 15th field of all.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / TICKS_PER_SECOND;
}
