import { readFile } from 'node:fs/promises';

// On every Linux, whatever its kernel counts in.
const MICROS_PER_TICK = 10_000;

/**
 * Processor time that the process has used so far, its threads included. Other work on the machine does not count in it.
 * Elsewhere than on Linux there is no such file, and the figure is none.
 */
export async function cpuMicros(pid: number): Promise<number> {
  return (await readProcess(pid)).ownMicros;
}

/** With what its children used that have ended, and whose child it is itself. */
export async function readProcess(
  pid: number | 'self',
): Promise<{ parent: number; ownMicros: number; endedMicros: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Behind the name, which may have spaces in it: user and system time are the 14th and 15th field of all.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const micros = (first: number): number =>
    ((fields[first] ?? Number.NaN) + (fields[first + 1] ?? Number.NaN)) * MICROS_PER_TICK;
  return { parent: fields[1] ?? Number.NaN, ownMicros: micros(11), endedMicros: micros(13) };
}
