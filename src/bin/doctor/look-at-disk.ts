import { statfs } from 'node:fs/promises';
import { green, off, red, yellow, type Patient, type Seen } from './finding.ts';

const GIB = 1024 ** 3;
// A small share of a large disk may be plenty. PostgreSQL stops where it can't write its log.
const LOW = { bytes: GIB, share: 0.1, plentyBytes: 20 * GIB };
const NEARLY_FULL = { bytes: GIB / 4, share: 0.03, plentyBytes: 5 * GIB };

/** The room for pictures and the embedded database; and for an external one, if it is on this machine and may be asked. */
export async function lookAtDisk({ config, open }: Patient): Promise<Seen[]> {
  const seen = [await lookAtFolder('DATA_DIR', config.dataDir)];
  if (config.databaseUrl === null || !open) return seen;
  // Only members of pg_read_all_settings may know it.
  const folder = await open.database
    .query<{ folder: string }>(`SELECT current_setting('data_directory') AS folder`)
    .then(
      ({ rows }) => rows[0]?.folder,
      () => undefined,
    );
  const isHere = /^(localhost|127\.|\[::1\])/.test(new URL(config.databaseUrl).hostname);
  if (isHere && folder !== undefined) seen.push(await lookAtFolder('The database', folder));
  else
    seen.push(
      off(
        'The database’s disk can’t be seen from here: watch it on its own machine (docs/operating/alerts.yml).',
      ),
    );
  return seen;
}

async function lookAtFolder(name: string, folder: string): Promise<Seen> {
  const found = await statfs(folder).catch(() => null);
  if (!found) return off(`${name}: ${folder} can’t be seen from here.`);
  return judgeRoom(name, { totalBytes: found.blocks * found.bsize, freeBytes: found.bavail * found.bsize });
}

export function judgeRoom(
  name: string,
  { totalBytes, freeBytes }: { totalBytes: number; freeBytes: number },
): Seen {
  const percent = Math.floor((freeBytes / Math.max(1, totalBytes)) * 100);
  const says = `${name}: ${(freeBytes / GIB).toFixed(1)} GiB free, ${percent} %.`;
  const next = 'Free some room or enlarge the disk: on a full one nothing can be sold.';
  const isBelow = ({ bytes, share, plentyBytes }: typeof LOW): boolean =>
    freeBytes < bytes || (freeBytes < totalBytes * share && freeBytes < plentyBytes);
  return isBelow(NEARLY_FULL) ? red(says, next) : isBelow(LOW) ? yellow(says, next) : green(says);
}
